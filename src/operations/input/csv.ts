import * as z from 'zod'
import { type CsvMode, csvModes } from '../../domain/csv.js'
import * as field from './fields.js'
import { parseOptions } from './parse.js'

/** The form of a CSV file. */
export interface CsvOptions {
  /** Default `spreadsheet`. */
  mode?: CsvMode | undefined
  /** True begins the file with a byte order mark, for Excel; default false. */
  bom?: boolean | undefined
}

const mode = field.oneOf(csvModes)
const bom = z.boolean('must be true or false')

export const csvFields = {
  mode: mode.default('spreadsheet'),
  bom: bom.default(false),
}

/** The options of an export. */
export interface ExportOptions {
  /** A signal that ends the export; its reason is thrown. */
  signal?: AbortSignal | undefined
}

/** The form of an export of lines or refunds, which replaces that of its query, and a signal that ends the export. */
export interface RowExportOptions extends CsvOptions, ExportOptions {}

const rowExportOptions = field.object({
  mode: mode.optional(),
  bom: bom.optional(),
  signal: field.signal.optional(),
})

/** Returns the spelling of an export: `options` come before the fields of the query. */
export function rowExportOf(query: { mode: CsvMode; bom: boolean }, options: RowExportOptions | undefined) {
  const {
    signal,
    mode: exportMode = query.mode,
    bom: exportBom = query.bom,
  } = parseOptions(rowExportOptions, options, 1)
  return { mode: exportMode, bom: exportBom, signal }
}
