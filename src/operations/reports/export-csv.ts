import { byteOrderMark, csvHeader, csvRows } from '../../domain/csv.js'
import type { Context } from '../context.js'
import { exportColumns, exportedRows, scannedFields } from './export-columns.js'
import type { ExportOptions } from '../input/csv.js'
import { type ExportQuery, exportQuery } from '../input/export-query.js'
import * as field from '../input/fields.js'
import { portFilter } from '../input/filter.js'
import { parseOptions } from '../input/parse.js'

const exportOptions = field.object({
  signal: field.signal.optional(),
})

/**
 * Exports payments. The header comes together with the first rows: where storage fails at once, no text was written that looks
 * like a file.
 */
export async function* exportCsv(
  context: Context,
  query?: ExportQuery,
  options?: ExportOptions,
): AsyncGenerator<string> {
  const { columns: extra, mode, bom, ...filterInput } = parseOptions(exportQuery, query)
  const { signal } = parseOptions(exportOptions, options, 1)
  const filter = portFilter(filterInput, context.timeZone)
  signal?.throwIfAborted()

  const columns = exportColumns(extra)
  let text = (bom ? byteOrderMark : '') + csvHeader(columns)
  if (filter) {
    const fields = scannedFields(columns)
    for await (const rows of context.repository.scan({ ...filter, fields }, signal)) {
      signal?.throwIfAborted()
      yield text + csvRows(columns, mode, exportedRows(columns, rows))
      signal?.throwIfAborted()
      text = ''
    }
  }
  if (text !== '') yield text
}
