import type { ExportQuery } from '../../operations/input/export-query.js'
import type { HospitalPayments } from '../../service.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { UsageError } from '../failures.js'
import type { Output } from '../output.js'
import { pagesOf } from '../pages.js'
import { paymentFilterOf, paymentFilterOptions } from '../payment-filter.js'

const csvOptions = {
  columns: {
    value: 'NAMES',
    isList: true,
    help: 'columns beside the six usual ones, in this order, such as channel,amountDecimal',
  },
  mode: { value: 'MODE', help: 'spreadsheet, where formulas in text do nothing, or exact; default spreadsheet' },
  bom: { help: 'begin with a byte order mark, for Excel' },
} as const

async function exportJson(payments: HospitalPayments, output: Output, query: ExportQuery): Promise<void> {
  for await (const items of pagesOf((page) => payments.reportPayments({ ...query, ...page }))) {
    await output.json(...items)
  }
}

export const exportCommand: Command = {
  name: 'export',
  summary: 'write payments as CSV to standard output, as of one instant',
  about: ['It needs as much memory for a million payments as for a hundred. With --json: one payment a line.'],
  options: { ...paymentFilterOptions, ...csvOptions, ...databaseOptions },
  examples: [
    'export --from 2026-11-01 --to 2026-11-30 > november.csv',
    'export --basis paidAt --columns channel,amountDecimal,providerTransactionId > paid.csv',
  ],
  async run({ args, io, output, payments }) {
    const filter = paymentFilterOf(args)
    const csvOption = Object.keys(csvOptions).find((name) => args.has(name))
    if (output.isJson && csvOption !== undefined)
      throw new UsageError(`--${csvOption} is for CSV, and not with --json.`)
    const service = await payments()
    if (output.isJson) return exportJson(service, output, filter)
    const query = args.defined({
      ...filter,
      columns: args.list('columns'),
      mode: args.text('mode'),
      bom: args.isOn('bom'),
    })
    for await (const text of service.exportCsv(query as ExportQuery, { signal: io.signal })) await output.data(text)
  },
}
