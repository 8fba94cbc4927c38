import * as z from 'zod'
import { type CsvMode, csvModes } from '../../domain/csv.js'
import * as field from './fields.js'
import { parseOptions } from './parse.js'

/** How a file of rows is written as CSV. */
export interface CsvOptions {
  /** Default `spreadsheet`. */
  mode?: CsvMode | undefined
  /** Begin with a byte order mark, for Excel; default false. */
  bom?: boolean | undefined
}

const mode = field.oneOf(csvModes)
const bom = z.boolean('must be true or false')

export const csvFields = {
  mode: mode.default('spreadsheet'),
  bom: bom.default(false),
}

/** How an export may be ended early. */
export interface ExportOptions {
  /** Ends the export; its reason is thrown. */
  signal?: AbortSignal | undefined
}

/** How an export of lines or refunds is written, where its query does not say so, and how it may be ended early. */
export interface RowExportOptions extends CsvOptions, ExportOptions {}

const rowExportOptions = field.object({
  mode: mode.optional(),
  bom: bom.optional(),
  signal: field.signal.optional(),
})

/** `options` come before what the query says. */
export function rowExportOf(query: { mode: CsvMode; bom: boolean }, options: RowExportOptions | undefined) {
  const { signal, mode: writtenAs = query.mode, bom: begins = query.bom } = parseOptions(rowExportOptions, options, 1)
  return { mode: writtenAs, bom: begins, signal }
}
