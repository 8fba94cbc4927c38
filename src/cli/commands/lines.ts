import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { LinesQuery } from '../../operations/lines/list-lines.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { UsageError } from '../failures.js'
import { money, printable } from '../output.js'
import { pagesOf } from '../pages.js'
import { printPages } from '../print-pages.js'

const header = ['day', 'row', 'account', 'amount', 'outcome', 'status', 'reference', 'narration', 'key']
const align = 'lrlrlllll'

function rowOf(line: AccountLine): string[] {
  const { valueDate, row, account, direction, amount, currency, outcome, status, held, reference, narration, key } =
    line
  return [
    valueDate,
    String(row),
    printable(account),
    money(direction === 'debit' ? -amount : amount, currency),
    outcome,
    held ? `${status}, held` : status,
    printable(reference ?? ''),
    printable(narration ?? ''),
    key,
  ]
}

export const linesCommand: Command = {
  name: 'lines',
  summary: 'list stored statement lines, by value date',
  about: [
    'Debits are shown with a minus. With --json: each line of output is one statement line, as lines.list returns it.',
  ],
  options: {
    status: { value: 'STATUS', isList: true, help: 'open or settled' },
    outcome: { value: 'OUTCOME', isList: true, help: 'the result of the rules, such as unmatched_line or ambiguous' },
    account: { value: 'NAME', help: 'of this account' },
    from: { value: 'DAY', help: 'valued on this day or later' },
    to: { value: 'DAY', help: 'valued up to this day, inclusive' },
    direction: { value: 'SIDE', help: 'credit or debit' },
    currency: { value: 'CODE', help: 'of this currency' },
    amount: { value: 'N', help: 'of this amount, in minor units' },
    text: { value: 'TEXT', help: 'a part of the reference, the receipt or the narration' },
    assignee: { value: 'NAME', help: 'assigned to this person' },
    unassigned: { help: 'assigned to no one' },
    held: { help: 'only lines that are held' },
    import: { value: 'ID', help: 'first stored by this import (imp_…)' },
    limit: { value: 'N', help: 'at most so many; default all' },
    ...databaseOptions,
  },
  examples: ['lines --status open', 'lines --outcome unmatched_line,ambiguous --from 2026-11-01 --json'],
  async run({ args, output, payments }) {
    if (args.isOn('unassigned') && args.has('assignee')) throw new UsageError('--assignee or --unassigned, not both.')
    const query = args.defined({
      status: args.list('status'),
      outcome: args.list('outcome'),
      account: args.text('account'),
      from: args.text('from'),
      to: args.text('to'),
      direction: args.text('direction'),
      currency: args.text('currency'),
      amount: args.count('amount'),
      text: args.text('text'),
      assignee: args.isOn('unassigned') ? null : args.text('assignee'),
      held: args.isOn('held') ? true : undefined,
      importId: args.text('import'),
    }) as LinesQuery
    const limit = args.count('limit')
    const { lines } = await payments()
    const pages = pagesOf((page) => lines.list({ ...query, ...page }), limit)
    await printPages(output, pages, { align, header, rowsOf: (line) => [rowOf(line)], none: 'No lines.' })
  },
}
