import type { MonthOfAccount } from '../../domain/days/month.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { counted, money, printable, table } from '../output.js'

function rowsOf(item: MonthOfAccount): string[][] {
  const { currency, allocated, open, uncounted } = item
  const sum = (name: string, amount: string | null) => [name, amount === null ? 'not known' : money(amount, currency)]
  const ofDirection = (direction: string) =>
    allocated
      .filter((one) => one.direction === direction)
      .map(({ to, category, amount }) => sum(`  to ${printable(category ?? to)}`, amount))
  return [
    sum('opening balance', item.opening),
    sum('credits', item.credits),
    ...ofDirection('credit'),
    sum('debits', item.debits),
    ...ofDirection('debit'),
    sum(`open: ${counted(open.count, 'line')}`, open.amount),
    sum('closing balance', item.closing),
    ...(uncounted.count > 0
      ? [sum(`not counted, may be stored twice: ${counted(uncounted.count, 'line')}`, uncounted.amount)]
      : []),
    sum('opening by statements', item.statedOpening),
    sum('closing by statements', item.statedClosing),
    sum('unexplained', item.unexplained),
    sum('difference', item.difference),
  ]
}

function report(month: string, item: MonthOfAccount): string[] {
  return [
    `${month} of ${printable(item.account)}, ${item.currency}`,
    ...table('lr', rowsOf(item)),
    ...item.gaps.map((day) => `The statement from ${day} does not open where the one before it closed.`),
    '',
  ]
}

export const monthCommand: Command = {
  name: 'month',
  summary: 'print the tie-out of a month, by account and currency',
  about: ['Lines that no statement file brought show as "unexplained", and as a gap at the next statement.'],
  options: {
    month: { value: 'MONTH', help: 'such as 2026-11' },
    account: { value: 'NAME', help: 'the only account; default all' },
    ...databaseOptions,
  },
  examples: ['month --month 2026-11', 'month --month 2026-11 --account cbe-1000 --json'],
  async run({ args, output, payments }) {
    const month = args.required('month', '2026-11')
    const account = args.text('account')
    const { days } = await payments()
    const tieOut = await days.month({ month, ...(account !== undefined && { account }) })
    if (output.isJson) return output.json(tieOut)
    const { items } = tieOut
    return output.lines(
      items.length === 0 ? ['No lines and no balances.'] : items.flatMap((item) => report(month, item)),
    )
  },
}
