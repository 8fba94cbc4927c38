import type { AnyAggregate, DueRows, UniqueKey } from '../../../repository/aggregates/aggregate.js'
import type { DialectName } from '../database.js'
import { columnName } from '../columns.js'

/** Returns true where some rows are in no other's way under a unique key: they lack a value, or are not in its status. */
export function isSparse({ columns }: AnyAggregate, { fields, whileOneOf }: UniqueKey): boolean {
  return whileOneOf !== undefined || fields.some((field) => columns.get(field)!.empty !== 'never')
}

/**
 * Returns the column that holds a unique key as one text and is null in rows that are in no other's way, as MySQL and MariaDB
 * need it; `null` where the key's own columns serve.
 */
export function uniqueColumnOf(of: AnyAggregate, unique: string, dialect: DialectName): string | null {
  return dialect === 'mysql' && isSparse(of, of.unique[unique]!) ? `unique_${unique}` : null
}

/** Returns the condition of the rows whose status makes a key unique. */
export function isWhile(
  { columns }: Pick<AnyAggregate, 'columns'>,
  { field, values }: NonNullable<UniqueKey['whileOneOf']>,
): string {
  return `${columnName(columns, field)} IN (${values.map((value) => `'${value}'`).join(', ')})`
}

/** Returns the condition of the rows that a unique key is about; `null` for all of them. */
export function uniqueWhere(of: AnyAggregate, { fields, whileOneOf }: UniqueKey): string | null {
  const conditions = fields
    .filter((field) => of.columns.get(field)!.empty !== 'never')
    .map((field) => `${columnName(of.columns, field)} IS NOT NULL`)
  if (whileOneOf) conditions.push(isWhile(of, whileOneOf))
  return conditions.length > 0 ? conditions.join(' AND ') : null
}

/** Returns the condition of the rows that wait for work, whatever the time. */
export function dueWhere({ columns }: Pick<AnyAggregate, 'columns'>, { field, whileOneOf }: DueRows): string {
  const conditions = columns.get(field)!.empty === 'never' ? [] : [`${columnName(columns, field)} IS NOT NULL`]
  if (whileOneOf) conditions.push(isWhile({ columns }, whileOneOf))
  return conditions.join(' AND ')
}
