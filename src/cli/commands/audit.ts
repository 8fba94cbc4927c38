import type { AuditFilter } from '../../operations/input/book-calls.js'
import type { RowExportOptions } from '../../operations/input/csv.js'
import type { AuditEntry } from '../../operations/reports/audit.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { UsageError } from '../failures.js'
import { money, printable, table } from '../output.js'
import { pagesOf } from '../pages.js'

const header = ['at', 'by', 'what', 'amount', 'of', 'reason']
const align = 'lllrll'

function rowOf({ at, actor, type, amount, currency, id, reason }: AuditEntry): string[] {
  const sum = amount === null || currency === null ? '' : money(amount, currency)
  return [at, printable(actor ?? ''), type, sum, printable(id), printable(reason ?? '')]
}

const csvOptions = {
  mode: {
    value: 'MODE',
    help: 'with --csv: spreadsheet, where formulas in text do nothing, or exact; default spreadsheet',
  },
  bom: { help: 'with --csv: begin with a byte order mark, for Excel' },
} as const

export const auditCommand: Command = {
  name: 'audit',
  summary: 'list who did what, newest first, by the time of the action',
  about: ['With --json: one event a line, as reports.audit returns it.'],
  options: {
    from: { value: 'DAY', help: 'done on this day or later; required' },
    to: { value: 'DAY', help: 'done up to this day, inclusive; required' },
    actor: { value: 'NAME', help: 'done by this person' },
    limit: { value: 'N', help: 'at most so many; default all' },
    csv: { help: 'write all of them as CSV' },
    ...csvOptions,
    ...databaseOptions,
  },
  examples: [
    'audit --from 2026-11-20 --to 2026-11-20 --actor amina',
    'audit --from 2026-11-01 --to 2026-11-30 --csv > audit.csv',
  ],
  async run({ args, io, output, payments }) {
    const isCsv = args.isOn('csv')
    const misplaced = (isCsv ? ['json', 'limit'] : Object.keys(csvOptions)).find((name) => args.has(name))
    if (misplaced !== undefined)
      throw new UsageError(isCsv ? `--csv or --${misplaced}, not both.` : `--${misplaced} is for CSV: give --csv too.`)
    const filter = args.defined({
      from: args.text('from'),
      to: args.text('to'),
      actor: args.text('actor'),
    }) as unknown as AuditFilter
    const limit = args.count('limit')
    const { reports } = await payments()
    if (isCsv) {
      const form = { ...args.defined({ mode: args.text('mode'), bom: args.isOn('bom') }), signal: io.signal }
      for await (const text of reports.exportAudit(filter, form as RowExportOptions)) await output.data(text)
      return
    }
    let isFirst = true
    for await (const page of pagesOf((page) => reports.audit({ ...filter, ...page }), limit)) {
      if (output.isJson) await output.json(...page)
      else await output.lines(table(align, [...(isFirst ? [header] : []), ...page.map(rowOf)]))
      isFirst = false
    }
    if (isFirst && !output.isJson) await output.lines(['No events.'])
  },
}
