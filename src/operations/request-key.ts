/** Idempotency keys of calls whose result is no row of its own. */
import type { RowEntry } from '../repository/aggregates/port.js'
import { type RequestKey, requestKeys } from '../repository/aggregates/request-keys.js'
import { newRow } from '../repository/aggregates/rows.js'
import type { FinanceRepository } from '../repository/finance-port.js'
import { fingerprintOf, idempotencyConflict } from './idempotent-request.js'
import type { Conflict } from './payments/store-changes.js'

/** A call with an idempotency key, in the space of the calls that share their keys. */
export type KeyedCall = Omit<RequestKey, 'subject'>

/** Makes the keyed call of a request; `null` where the caller gave no key. */
export function keyedCall(
  space: string,
  idempotencyKey: string | undefined,
  fields: readonly unknown[],
): KeyedCall | null {
  if (idempotencyKey === undefined) return null
  return { space, idempotencyKey, fingerprint: fingerprintOf(fields) }
}

/** Makes the entry that stores the key with what the call stored. */
export function keyEntry(keyed: KeyedCall, subject: string): RowEntry {
  return newRow(requestKeys, { ...keyed, subject })
}

/** Returns true where another call stored the key first. */
export function isOfKeys(conflict: Conflict): boolean {
  const isOfRows = conflict.outcome === 'row_stale' || conflict.outcome === 'row_taken'
  return isOfRows && conflict.of === requestKeys.name
}

/**
 * Finds the first call with a key; `null` where there is none. A conflict shows what a host's open transaction may not read.
 *
 * @throws PaymentError `idempotency_conflict` where the key was used for another request
 */
export async function firstCallOf(
  finance: FinanceRepository,
  { space, idempotencyKey, fingerprint }: KeyedCall,
  conflict?: Conflict,
): Promise<RequestKey | null> {
  const ofConflict = conflict && 'stored' in conflict ? (conflict.stored?.row as RequestKey | undefined) : undefined
  const stored = ofConflict ? [] : await finance.findRows(requestKeys, 'idempotencyKey', [idempotencyKey])
  const first = ofConflict ?? stored.find(({ row }) => row.space === space)?.row
  if (!first) return null
  if (first.fingerprint === fingerprint) return first
  throw idempotencyConflict()
}
