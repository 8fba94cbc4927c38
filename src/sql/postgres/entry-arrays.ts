/** Rows as arrays, one for each column, so that a statement has the same text for any number of rows. */
import type { Columns } from '../../repository/aggregates/column.js'
import { columnName, isNumeric } from '../core/columns.js'
import type { SqlValue } from '../core/database.js'
import { arrayText } from './array-text.js'

/** Maximum of bytes of one statement, which driver and server hold in memory; more are several of one transaction. */
export const maxBytes: number = 1 << 25

/** Returns the values of `arrayParameters`. */
export function columnsOf(rows: readonly (readonly SqlValue[])[], width: number): string[] {
  return Array.from({ length: width }, (_, i) => arrayText(rows.map((row) => row[i]!)))
}

/** Writes parameters from `first` on, each of which is the column of all rows. */
export function arrayParameters(columns: readonly string[], first: number, typeOf: (column: string) => string): string {
  return columns.map((column, i) => `$${first + i}::text::${typeOf(column)}[]`).join(', ')
}

/** Returns a function that gives the type of a described column as a parameter; that of any other is text. */
export function arrayTypes(tables: readonly Columns[]): (column: string) => 'bigint' | 'text' {
  const numeric = new Set(
    tables.flatMap((columns) =>
      Array.from(columns).flatMap(([field, column]) => (isNumeric(column) ? [columnName(columns, field)] : [])),
    ),
  )
  return (column) => (numeric.has(column) ? 'bigint' : 'text')
}
