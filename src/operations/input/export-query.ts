import { type ExtraColumn, extraColumns } from '../../domain/report.js'
import { csvFields, type CsvOptions } from './csv.js'
import * as field from './fields.js'
import { filterFields, type ReportFilter } from './filter.js'

/** The payments of an export, and the form of the CSV. */
export interface ExportQuery extends ReportFilter, CsvOptions {
  /**
   * The columns after the six standard ones, in this order. Names and phone numbers of payers are exported only where
   * they are listed here.
   */
  columns?: readonly ExtraColumn[] | undefined
}

export const exportQuery = field.object({
  ...filterFields,
  columns: field
    .list(field.oneOf(extraColumns), { max: extraColumns.length }, 'must be a list of column names, each once')
    .refine((names) => new Set(names).size === names.length, 'names a column twice')
    .default([]),
  ...csvFields,
})
