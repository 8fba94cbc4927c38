import type { SqlRow } from '../database.js'
import type { Result, Statement } from './driver.js'
import type { PgQuery } from './pg-handles.js'

const identity = (value: string) => value

/** Numbers beyond 2^53 and times stay the text that they came as. */
const types = { getTypeParser: () => identity }

/** By text. The name follows from the text alone: other copies of this library may use the same connection. */
const names = new Map<string, string>()

export function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) names.set(text, (name = `hp_${hashOf(text, 1)}${hashOf(text, 2)}_${text.length}`))
  return name
}

/** cyrb53, of public domain: 53 bits a seed, so that two of a few hundred statements never share a name. */
function hashOf(text: string, seed: number): string {
  let [high, low] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

export function pgQuery({ text, values }: Statement, prepares: boolean): PgQuery {
  if (values === undefined) return { text, rowMode: 'array', types }
  const own = values as PgQuery['values'] & object
  return prepares
    ? { name: nameOf(text), text, values: own, rowMode: 'array', types }
    : { text, values: own, rowMode: 'array', types }
}

/** Of what `query` came to; several statements in one text return no rows that we want. */
export function pgResult(result: unknown): Result {
  if (Array.isArray(result)) return { rows: [], changed: 0 }
  const rows = (result as { rows?: unknown } | null | undefined)?.rows
  if (!Array.isArray(rows)) throw new TypeError('fromPg: query() must resolve to { rows }')
  return { rows: rows.length === 0 || Array.isArray(rows[0]) ? rows : rows.map(arrayOf), changed: rows.length }
}

/** Bridges may know rows as objects only. */
function arrayOf(row: unknown): SqlRow {
  return Array.isArray(row) ? row : Object.values(row as object)
}
