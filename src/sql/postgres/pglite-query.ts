import type { SqlValue } from '../core/database.js'
import type { Result, Statement } from '../connections/driver.js'
import type { Pglite, PgliteTransaction } from './handles.js'
import { pgResult } from './send.js'

/**
 * How both are asked. It is not among their types for `fromPg`, so that TypeScript knows what a bridge's `query` is
 * given by the one that `PgClient` has.
 */
interface Queries {
  query(
    text: string,
    values?: SqlValue[],
    options?: { rowMode: 'array'; parsers: Record<number, (value: string) => unknown> },
  ): Promise<unknown>
}

/** bool, int8, int2, int4, text, json, float4, float8, numeric, jsonb: every value as the text that it came as. */
const oids = [16, 20, 21, 23, 25, 114, 700, 701, 1700, 3802]
const identity = (value: string) => value
const parsers = Object.fromEntries(oids.map((oid) => [oid, identity]))

export async function askPglite(handle: Pglite | PgliteTransaction, { text, values }: Statement): Promise<Result> {
  const { query } = handle as unknown as Queries
  return pgResult(await query.call(handle, text, values && [...values], { rowMode: 'array', parsers }))
}
