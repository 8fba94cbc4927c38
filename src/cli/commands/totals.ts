import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { money, table } from '../output.js'
import { paymentFilterOf, paymentFilterOptions } from '../payment-filter.js'

export const totalsCommand: Command = {
  name: 'totals',
  summary: 'count and sum payments by currency, channel and status',
  options: { ...paymentFilterOptions, ...databaseOptions },
  examples: ['totals --from 2026-11-01 --to 2026-11-30 --basis paidAt', 'totals --status pending --json'],
  async run({ args, output, payments }) {
    const totals = await (await payments()).totals(paymentFilterOf(args))
    if (output.isJson) return output.json(totals)
    const rows = totals.items.map(({ currency, channel, status, count, amount }) => [
      channel,
      status,
      count.toLocaleString('en-US'),
      money(amount, currency),
    ])
    if (rows.length === 0) return output.lines(['No payments.'])
    return output.lines(table('llrr', [['channel', 'status', 'count', 'sum'], ...rows]))
  },
}
