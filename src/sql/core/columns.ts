/** Described columns in SQL: their names, their values as parameters, and rows read from them. */
import { millisecondsOf } from '../../domain/instant.js'
import type { Column, Columns } from '../../repository/aggregates/column.js'
import type { SqlRow, SqlValue } from './database.js'
import { instant, text, truth } from './values.js'

/** Returns the name of a field's column. */
export function columnName(columns: Columns, field: string): string {
  return columns.get(field)?.name ?? field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Returns the names of columns, in their order. */
export function namesOf(columns: Columns): string[] {
  return Array.from(columns.keys(), (field) => columnName(columns, field))
}

/** Returns true for a column whose values are sent as numbers. */
export function isNumeric({ type }: Column): boolean {
  return type === 'integer' || type === 'instant' || type === 'flag'
}

/** Returns the SQL of what a person's words become in a change: once erased they stay away, whatever the writer had read. */
export function changedText(storedColumn: string, newValue: string): string {
  return `CASE WHEN ${storedColumn} IS NULL THEN NULL ELSE ${newValue} END`
}

/** Returns a field's value as a parameter. */
export function sqlValueOf({ type }: Column, value: unknown): SqlValue {
  if (value === null || value === undefined) return null
  switch (type) {
    case 'instant':
      return millisecondsOf(value as string)
    case 'flag':
      return value === true ? 1 : 0
    case 'document':
      return JSON.stringify(value)
    default:
      return value as SqlValue
  }
}

/** Reads a value that is there. It is a switch, because a call through a table of functions costs as much again. */
export function valueOf({ type }: Column, value: unknown): unknown {
  switch (type) {
    case 'integer':
      return Number(value)
    case 'instant':
      return instant(value)
    case 'flag':
      return truth(value)
    case 'document':
      return JSON.parse(text(value)) as unknown
    default:
      return text(value)
  }
}

/** Returns a function that reads the fields of some columns from a row that has them from `start` on. */
export function fieldReader(columns: Columns, start = 0): (row: SqlRow) => Record<string, unknown> {
  const entries = Array.from(columns, ([field, column], i) => ({ field, column, place: start + i }))
  return (row) => {
    const fields: Record<string, unknown> = {}
    for (const { field, column, place } of entries) {
      const value = row[place]
      if (value !== null) fields[field] = valueOf(column, value)
      else if (column.empty !== 'omitted') fields[field] = null
    }
    return fields
  }
}
