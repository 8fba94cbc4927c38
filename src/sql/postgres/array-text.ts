import type { SqlValue } from '../core/database.js'

function element(value: SqlValue): string {
  if (value === null) return 'NULL'
  return typeof value === 'number' ? String(value) : `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** Writes an array in PostgreSQL's own notation: it is sent as text, because drivers take arrays in different ways. */
export function arrayText(values: readonly SqlValue[]): string {
  return `{${values.map(element).join(',')}}`
}
