import type { Refund } from '../domain/refunds/refund.js'
import type { RefundEntry } from './refund-port.js'

/** What a storage holds before refunds are stored. */
export interface StoredRefunds {
  refund(id: string): Refund | undefined
  /** The refund that a key of idempotency made, by its id. */
  ofKey(key: string): { refundId: string; fingerprint: string } | undefined
}

/** The first conflict of a group's refunds; `refund_key_taken` comes before any that is stale. */
export type RefundConflict =
  { outcome: 'refund_key_taken'; refundId: string; fingerprint: string } | { outcome: 'refund_stale'; id: string }

export function refundConflict(refunds: readonly RefundEntry[], stored: StoredRefunds): RefundConflict | null {
  for (const { idempotency } of refunds) {
    const used = idempotency && stored.ofKey(idempotency.key)
    if (used) return { outcome: 'refund_key_taken', ...used }
  }
  const versionOf = (id: string) => stored.refund(id)?.version ?? 'nothing'
  const stale = refunds.find(({ refund, expected }) => versionOf(refund.id) !== expected)
  return stale ? { outcome: 'refund_stale', id: stale.refund.id } : null
}
