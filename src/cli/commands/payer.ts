import type { Payer } from '../../operations/payers/get-payer.js'
import type { PayerStatementEntry } from '../../operations/payers/payer-statement.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { UsageError } from '../failures.js'
import { money, printable, table } from '../output.js'
import { pagesOf } from '../pages.js'
import { printPages } from '../print-pages.js'

const sumsHeader = ['currency', 'asked', 'open', 'deposit']

function sumsOf({ currencies }: Payer): string[] {
  const rows = currencies.map(({ currency, asked, open, deposit }) => [
    currency,
    ...[asked, open, deposit].map((amount) => money(amount, currency)),
  ])
  return rows.length > 0 ? table('lrrr', [sumsHeader, ...rows]) : ['Nothing is open, and there is no deposit.']
}

const statementHeader = ['at', 'entry', 'amount', 'status', 'of']

/** Returns what an entry is of: the reference of a bill, the account of a line, the payment of a part of money. */
function subjectOf(entry: PayerStatementEntry): string {
  switch (entry.kind) {
    case 'payment':
      return printable(entry.reference)
    case 'line':
      return printable(entry.account)
    case 'waiver':
      return entry.paymentId
    default:
      return entry.paymentId ?? entry.lineKey ?? ''
  }
}

function entryOf(entry: PayerStatementEntry): string[] {
  const { at, kind, amount, currency } = entry
  return [at, kind, money(amount, currency), 'status' in entry ? entry.status : '', subjectOf(entry)]
}

export const payerCommand: Command = {
  name: 'payer',
  summary: 'show what a payer was asked for, has open, and left as deposit; with --statement, entry by entry',
  about: [
    'asked and open are of bills that wait for money. With --json: one document, as payers.get returns it; with --statement',
    'one entry a line, as payers.statement returns it.',
  ],
  operand: { name: 'ID', help: 'your own id of the payer (customer.id)' },
  options: {
    statement: { help: 'list bills, lines, money for bills and refunds, by time' },
    limit: { value: 'N', help: 'with --statement: at most so many entries; default all' },
    ...databaseOptions,
  },
  examples: ['payer MRN-1042', 'payer MRN-1042 --statement --json'],
  async run({ args, output, payments }) {
    const payerId = args.operand
    if (payerId === undefined) throw new UsageError('An ID is required, such as: payer MRN-1042')
    const isStatement = args.isOn('statement')
    if (!isStatement && args.has('limit')) throw new UsageError('--limit is for --statement: give it too.')
    const limit = args.count('limit')
    const { payers } = await payments()
    if (!isStatement) {
      const payer = await payers.get(payerId)
      return output.isJson ? output.json(payer) : output.lines(sumsOf(payer))
    }
    const pages = pagesOf((page) => payers.statement({ payerId, ...page }), limit)
    return printPages(output, pages, {
      ...{ align: 'llrll', header: statementHeader, none: 'No entries.' },
      rowsOf: (entry) => [entryOf(entry)],
    })
  },
}
