/** The columns of a described aggregate, and its rows as their values and back. */
import { millisecondsOf } from '../../../domain/instant.js'
import { type AnyAggregate, type Column, fieldsOf, type StoredRow } from '../../../repository/aggregates/aggregate.js'
import type { SqlRow, SqlValue } from '../database.js'
import { instant, text, truth } from '../row.js'

/** Returns the name of a field's column. */
export function columnOf({ columns }: AnyAggregate, field: string): string {
  return columns.get(field)?.name ?? field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Returns a field's value as a parameter. */
export function sqlValueOf({ type }: Column, value: unknown): SqlValue {
  if (value === null || value === undefined) return null
  if (type === 'instant') return millisecondsOf(value as string)
  if (type === 'flag') return value === true ? 1 : 0
  return type === 'document' ? JSON.stringify(value) : (value as SqlValue)
}

function valueOf({ type }: Column, value: unknown): unknown {
  if (type === 'integer') return Number(value)
  if (type === 'instant') return instant(value)
  if (type === 'flag') return truth(value)
  return type === 'document' ? (JSON.parse(text(value)) as unknown) : text(value)
}

/** Returns the values of a stored row, in the order of the aggregate's columns. */
export function valuesOfRow(
  of: AnyAggregate,
  stored: { readonly row: object; readonly beside: object | null },
): SqlValue[] {
  const fields = fieldsOf(of, stored)
  return Array.from(of.columns, ([field, column]) => sqlValueOf(column, fields[field]))
}

/** Reads a stored row from one that begins with the columns of rows and of what is beside them. */
export function storedRowOf(of: AnyAggregate, row: SqlRow): StoredRow<object> {
  const read = (names: readonly string[], start: number) => {
    const part: Record<string, unknown> = {}
    for (const [i, field] of names.entries()) {
      const column = of.columns.get(field)!
      const value = row[start + i]
      if (value !== null) part[field] = valueOf(column, value)
      else if (column.empty !== 'omitted') part[field] = null
    }
    return part
  }
  return { row: read(of.rowFields, 0), beside: read(of.besideFields, of.rowFields.length) }
}

/** Returns a value of a field as it is stored, from the field's column in a result. */
export function fieldOf(of: AnyAggregate, field: string, value: unknown): unknown {
  return value === null ? null : valueOf(of.columns.get(field)!, value)
}
