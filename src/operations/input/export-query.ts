import * as z from 'zod'
import { isMetadataField, metadataFieldPattern } from '../../domain/payments/metadata.js'
import { type ExtraColumn, extraColumns } from '../../domain/report.js'
import { csvFields, type CsvOptions } from './csv.js'
import * as field from './fields.js'
import { paymentQuery, type ReportFilter } from './filter.js'

/** The payments of an export, and the form of the CSV. */
export interface ExportQuery extends ReportFilter, CsvOptions {
  /**
   * The columns after the six standard ones, in this order. Names and phone numbers of payers are exported only where
   * they are listed here.
   */
  columns?: readonly ExtraColumn[] | undefined
}

/** The most keys of the metadata that are columns of one export: as many as a payment can have. */
const maxMetadataColumns = 20

function isExtraColumn(name: unknown): name is ExtraColumn {
  return typeof name === 'string' && ((extraColumns as readonly string[]).includes(name) || isMetadataField(name))
}

const extraColumn = field.described(
  z.custom<ExtraColumn>(isExtraColumn, `must be one of ${extraColumns.join(', ')}, or metadata. and a key`),
  {
    anyOf: [
      { type: 'string', enum: extraColumns },
      { type: 'string', pattern: metadataFieldPattern },
    ],
  },
)

export const exportQuery = paymentQuery({
  columns: field
    .list(extraColumn, { max: extraColumns.length + maxMetadataColumns }, 'must be a list of column names, each once')
    .refine((names) => new Set(names).size === names.length, 'names a column twice')
    .default([]),
  ...csvFields,
})
