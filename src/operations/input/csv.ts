import * as z from 'zod'
import { type CsvMode, csvModes } from '../../domain/csv.js'
import * as field from './fields.js'

/** How a file of rows is written as CSV. */
export interface CsvOptions {
  /** Default `spreadsheet`. */
  mode?: CsvMode | undefined
  /** Begin with a byte order mark, for Excel; default false. */
  bom?: boolean | undefined
}

export const csvFields = {
  mode: field.oneOf(csvModes).default('spreadsheet'),
  bom: z.boolean('must be true or false').default(false),
}
