import { receiptKey } from '../domain/payments/receipt-spelling.js'
import type { Refund } from '../domain/refunds/refund.js'
import type { RefundEntry } from './refund-port.js'

/** The refunds of a storage before a group of refunds is stored. */
export interface StoredRefunds {
  refund(id: string): Refund | undefined
  /** Returns the id of the refund that a key of idempotency made, and the key's fingerprint. */
  ofKey(key: string): { refundId: string; fingerprint: string } | undefined
  /** Returns the id of the refund that has a receipt, which is folded. */
  ofReceipt(folded: string): string | undefined
}

/** The first conflict of a group's refunds: a key that is taken, then one that is stale, then a receipt that is taken. */
type RefundConflict =
  | { outcome: 'refund_key_taken'; refundId: string; fingerprint: string }
  | { outcome: 'refund_stale'; id: string }
  | { outcome: 'refund_transaction_taken'; refund: Refund }

export function refundConflict(refunds: readonly RefundEntry[], stored: StoredRefunds): RefundConflict | null {
  for (const { idempotency } of refunds) {
    const storedKey = idempotency && stored.ofKey(idempotency.key)
    if (storedKey) return { outcome: 'refund_key_taken', ...storedKey }
  }
  const versionOf = (id: string) => stored.refund(id)?.version ?? 'nothing'
  const stale = refunds.find(({ refund, expected }) => versionOf(refund.id) !== expected)
  if (stale) return { outcome: 'refund_stale', id: stale.refund.id }
  const holder = takenReceipt(refunds, stored)
  return holder && { outcome: 'refund_transaction_taken', refund: holder }
}

/**
 * Finds the refund that has a receipt which one of the group takes. A receipt is taken as long as it is stored: no group takes
 * one that a refund of its own gives up.
 */
function takenReceipt(refunds: readonly RefundEntry[], stored: StoredRefunds): Refund | null {
  const byReceipt = new Map<string, Refund>()
  for (const { refund } of refunds) {
    const receipt = receiptKey(refund)
    if (receipt === null) continue
    const holder = stored.ofReceipt(receipt)
    if (holder !== undefined && holder !== refund.id) return stored.refund(holder)!
    const earlier = byReceipt.get(receipt)
    if (earlier) return stored.refund(earlier.id) ?? earlier
    byReceipt.set(receipt, refund)
  }
  return null
}
