/** Idempotency keys: a retry is recognised by a digest of its fields, and so is a changed request. */
import { PaymentError } from '../errors.js'
import { hex } from '../internal/encoding.js'
import { sha256 } from '../internal/sha256.js'

/** Returns a digest of the caller's fields in one spelling. */
export function fingerprintOf(fields: readonly unknown[]): string {
  return hex(sha256(JSON.stringify(fields.map((value) => value ?? null))))
}

/** Makes the error of a key that is used for another request. */
export function idempotencyConflict(): PaymentError<'idempotency_conflict'> {
  const message = 'This idempotency key was used for a different request; nothing was stored. Use a new key.'
  return new PaymentError('idempotency_conflict', message)
}
