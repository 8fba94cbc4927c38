import type { AuditFilter } from '../../operations/input/book-calls.js'
import type { AuditEntry } from '../../operations/reports/audit.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { csvFormOf, csvOptions } from '../csv-options.js'
import { money, printable } from '../output.js'
import { pagesOf } from '../pages.js'
import { printPages } from '../print-pages.js'

const header = ['at', 'by', 'what', 'amount', 'of', 'reason']
const align = 'lllrll'

function rowOf({ at, actor, type, amount, currency, id, reason }: AuditEntry): string[] {
  const sum = amount === null || currency === null ? '' : money(amount, currency)
  return [at, printable(actor ?? ''), type, sum, printable(id), printable(reason ?? '')]
}

export const auditCommand: Command = {
  name: 'audit',
  summary: 'list who did what, newest first, by the time of the action',
  about: ['With --json: one event a line, as reports.audit returns it.'],
  options: {
    from: { value: 'DAY', help: 'done on this day or later; required' },
    to: { value: 'DAY', help: 'done up to this day, inclusive; required' },
    actor: { value: 'NAME', help: 'done by this person' },
    limit: { value: 'N', help: 'at most so many; default all' },
    ...csvOptions,
    ...databaseOptions,
  },
  examples: [
    'audit --from 2026-11-20 --to 2026-11-20 --actor amina',
    'audit --from 2026-11-01 --to 2026-11-30 --csv > audit.csv',
  ],
  async run({ args, io, output, payments }) {
    const csv = csvFormOf(args)
    const filter = args.defined({
      from: args.text('from'),
      to: args.text('to'),
      actor: args.text('actor'),
    }) as unknown as AuditFilter
    const limit = args.count('limit')
    const { reports } = await payments()
    if (csv) {
      for await (const text of reports.exportAudit(filter, { ...csv, signal: io.signal })) await output.data(text)
      return
    }
    const pages = pagesOf((page) => reports.audit({ ...filter, ...page }), limit)
    return printPages(output, pages, { align, header, rowsOf: (entry) => [rowOf(entry)], none: 'No events.' })
  },
}
