import type { Receipt } from '../../domain/receipts/receipt.js'
import type { ReceiptsExportQuery } from '../../operations/input/receipt-calls.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { csvFormOf, csvOptions } from '../csv-options.js'
import { money, printable } from '../output.js'
import { pagesOf } from '../pages.js'
import { printPages } from '../print-pages.js'

const header = ['year', 'number', 'status', 'issued', 'by', 'received', 'reference', 'channel', 'copies']
const align = 'lrllrrlll'

function rowOf(receipt: Receipt): string[] {
  const { year, number, status, issuedAt, issuedBy, received, currency, allocations, channel, copies } = receipt
  return [
    String(year),
    String(number),
    status,
    issuedAt,
    printable(issuedBy ?? ''),
    money(received, currency),
    allocations.map(({ reference }) => printable(reference)).join(' '),
    printable(channel ?? ''),
    String(copies),
  ]
}

export const receiptsCommand: Command = {
  name: 'receipts',
  summary: 'list receipts, by year and number',
  about: [
    'With --from or --to, the order is that of the time of issue.',
    'With --json: one receipt a line, as receipts.list returns it.',
  ],
  options: {
    year: { value: 'YEAR', help: 'of this year' },
    payment: { value: 'ID', help: 'that this payment has a part of (pay_…)' },
    payer: { value: 'ID', help: 'of this payer' },
    actor: { value: 'NAME', help: 'issued by this person' },
    from: { value: 'DAY', help: 'issued on this day or later' },
    to: { value: 'DAY', help: 'issued up to this day, inclusive' },
    limit: { value: 'N', help: 'at most so many; default all' },
    ...csvOptions,
    ...databaseOptions,
  },
  examples: ['receipts --year 2026', 'receipts --from 2026-11-01 --to 2026-11-30 --csv > receipts.csv'],
  async run({ args, io, output, payments }) {
    const csv = csvFormOf(args)
    const filter = args.defined({
      year: args.count('year'),
      paymentId: args.text('payment'),
      payerId: args.text('payer'),
      actor: args.text('actor'),
      from: args.text('from'),
      to: args.text('to'),
    })
    const limit = args.count('limit')
    const { receipts } = await payments()
    if (csv) {
      const query = { ...filter, ...csv }
      for await (const text of receipts.exportCsv(query as ReceiptsExportQuery, { signal: io.signal }))
        await output.data(text)
      return
    }
    const pages = pagesOf((page) => receipts.list({ ...filter, ...page }), limit)
    return printPages(output, pages, { align, header, rowsOf: (receipt) => [rowOf(receipt)], none: 'No receipts.' })
  },
}
