import type { Column, Columns } from '../../repository/aggregates/column.js'
import { columnName, namesOf } from '../core/columns.js'
import type { ColumnTypes } from './column-types.js'
import { largest } from './table.js'

function typeOf({ type, size }: Column, { key, text, json, int64, flag }: ColumnTypes): string {
  if (type === 'key') return key(size)
  if (type === 'text') return text(size)
  if (type === 'flag') return flag
  return type === 'integer' || type === 'instant' ? int64 : json
}

/** Returns what stands behind a column's type; a sum that nothing was added to yet is 0. */
function presenceOf({ type, empty, min }: Column): string {
  if (empty !== 'never') return ''
  return (type === 'integer' || type === 'flag') && min === 0 ? ' NOT NULL DEFAULT 0' : ' NOT NULL'
}

/** Returns the SQL of described columns, one a line. */
export function describedColumns(types: ColumnTypes, columns: Columns): string[] {
  const names = namesOf(columns)
  return Array.from(columns.values(), (column, i) => `${names[i]} ${typeOf(column, types)}${presenceOf(column)}`)
}

/** Returns the conditions that follow from the columns themselves: the words and numbers that each takes. */
export function describedChecks(columns: Columns): string[] {
  return Array.from(columns).flatMap(([field, { type, values, min, empty }]) => {
    const name = columnName(columns, field)
    const one = (condition: string) => [empty === 'never' ? condition : `(${name} IS NULL OR ${condition})`]
    if (values) return one(`${name} IN (${values.map((value) => `'${value}'`).join(', ')})`)
    if (type === 'flag') return one(`${name} IN (0, 1)`)
    return type === 'integer' ? one(`${name} BETWEEN ${min} AND ${largest}`) : []
  })
}
