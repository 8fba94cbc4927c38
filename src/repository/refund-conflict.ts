import { receiptKey } from '../domain/payments/receipt-spelling.js'
import type { Refund } from '../domain/refunds/refund.js'
import type { RefundEntry } from './refund-port.js'

/** What a storage holds before refunds are stored. */
export interface StoredRefunds {
  refund(id: string): Refund | undefined
  /** The refund that a key of idempotency made, by its id. */
  ofKey(key: string): { refundId: string; fingerprint: string } | undefined
  /** The id of the refund that has a receipt, which is folded. */
  ofReceipt(folded: string): string | undefined
}

/** The first conflict of a group's refunds: a key that is taken, then one that is stale, then a receipt that is taken. */
export type RefundConflict =
  | { outcome: 'refund_key_taken'; refundId: string; fingerprint: string }
  | { outcome: 'refund_stale'; id: string }
  | { outcome: 'refund_transaction_taken'; refund: Refund }

export function refundConflict(refunds: readonly RefundEntry[], stored: StoredRefunds): RefundConflict | null {
  for (const { idempotency } of refunds) {
    const used = idempotency && stored.ofKey(idempotency.key)
    if (used) return { outcome: 'refund_key_taken', ...used }
  }
  const versionOf = (id: string) => stored.refund(id)?.version ?? 'nothing'
  const stale = refunds.find(({ refund, expected }) => versionOf(refund.id) !== expected)
  if (stale) return { outcome: 'refund_stale', id: stale.refund.id }
  const taken = takenReceipt(refunds, stored)
  return taken && { outcome: 'refund_transaction_taken', refund: taken }
}

/** No group takes a receipt of which a refund of its own lets go: it is taken as long as it is stored. */
function takenReceipt(refunds: readonly RefundEntry[], stored: StoredRefunds): Refund | null {
  const taken = new Map<string, Refund>()
  for (const { refund } of refunds) {
    const receipt = receiptKey(refund)
    if (receipt === null) continue
    const holder = stored.ofReceipt(receipt)
    if (holder !== undefined && holder !== refund.id) return stored.refund(holder)!
    const earlier = taken.get(receipt)
    if (earlier) return stored.refund(earlier.id) ?? earlier
    taken.set(receipt, refund)
  }
  return null
}
