import type { SqlValue } from '../core/database.js'

function element(value: SqlValue): string {
  if (value === null) return 'NULL'
  return typeof value === 'number' ? String(value) : `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** PostgreSQL's own notation of an array: sent as text, because drivers differ in how they take one. */
export function arrayText(values: readonly SqlValue[]): string {
  return `{${values.map(element).join(',')}}`
}
