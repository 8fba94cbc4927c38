/** Rows of search terms. */
import { millisecondsOf } from '../../../domain/instant.js'
import type { Payment } from '../../../domain/payments/payment.js'
import type { SqlValue } from '../database.js'

/** Term, creation and payment, in the order of `termColumns`. */
export type TermRow = readonly [term: string, createdAt: number, paymentId: string]

/**
 * The most bytes of a term as it is stored and looked up, in UTF-8: an index of every database takes so many beside the
 * other columns.
 */
const maxBytes = 2048
const maxBytesOfUnit = 3

const encoder = new TextEncoder()

/**
 * Returns the part of a term that is stored. Only texts that no person writes are longer than an index takes; they are
 * found by their beginning.
 */
export function indexed(term: string): string {
  if (term.length * maxBytesOfUnit <= maxBytes) return term
  const { read } = encoder.encodeInto(term, new Uint8Array(maxBytes))
  return term.slice(0, read)
}

/** Lists the terms of a payment as they are stored, each once. */
export function storedTerms(terms: readonly string[] | undefined): string[] {
  return terms ? [...new Set(terms.map(indexed))] : []
}

export function termRows(
  { id, createdAt }: Pick<Payment, 'id' | 'createdAt'>,
  terms: readonly string[] | undefined,
): TermRow[] {
  const at = millisecondsOf(createdAt)
  return storedTerms(terms).map((term) => [term, at, id])
}

/** Returns the terms that begin with `start`, as a range of the index. */
export function rangeOf(start: string): readonly [from: SqlValue, before: SqlValue] {
  return [start, `${start}\u{10FFFF}`]
}
