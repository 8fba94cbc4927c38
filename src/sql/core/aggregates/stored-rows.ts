/** Rows of a described aggregate as parameters, and back. */
import { type AnyAggregate, fieldsOf, type StoredRow } from '../../../repository/aggregates/aggregate.js'
import type { Columns } from '../../../repository/aggregates/column.js'
import { fieldReader, parametersOf, valueOf } from '../columns.js'
import type { SqlRow, SqlValue } from '../database.js'

/** Returns the values of a stored row, in the order of the aggregate's columns. */
export function valuesOfRow(
  of: AnyAggregate,
  stored: { readonly row: object; readonly beside: object | null },
): SqlValue[] {
  return parametersOf(of.columns)(fieldsOf(of, stored))
}

function part({ columns }: AnyAggregate, fields: readonly string[]): Columns {
  return new Map(fields.map((field) => [field, columns.get(field)!]))
}

/** Reads a stored row from one that begins with the columns of rows and of what is beside them. */
export function storedRowOf(of: AnyAggregate, row: SqlRow): StoredRow<object> {
  const { rowFields, besideFields } = of
  return {
    row: fieldReader(part(of, rowFields))(row),
    beside: fieldReader(part(of, besideFields), rowFields.length)(row),
  }
}

/** Reads a value of a field; `null` where the row has none. */
export function fieldOf(of: AnyAggregate, field: string, value: unknown): unknown {
  return value === null ? null : valueOf(of.columns.get(field)!, value)
}
