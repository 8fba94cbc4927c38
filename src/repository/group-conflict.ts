import type { Payment } from '../domain/payments/payment.js'
import { foldedReceipt } from '../domain/payments/receipt-spelling.js'
import { checkSuccessor } from './checks.js'
import type { Change, ReplaceOutcome } from './port.js'

/** The payments of a storage before a group of changes is made; holders are ids of payments. */
export interface StoredPayments {
  payment(id: string): Payment | undefined
  holderOfReference(liveReference: string): string | undefined
  holderOfTransaction(channel: string, providerTransactionId: string): string | undefined
}

/** The first conflict of a group; `current` and `payment` are the stored ones. */
type GroupConflict = Extract<ReplaceOutcome, { outcome: 'stale' | 'reference_taken' | 'transaction_taken' }>

/**
 * The first conflict, with the id of the payment that stands in the way; where no such payment is stored the conflict is
 * `stale`.
 */
interface ConflictWith {
  outcome: GroupConflict['outcome']
  id: string
}

/** Finds the first conflict of `conflictWith`, with the payment as it is stored; `null` where there is none. */
export function firstConflict(changes: readonly Change[], stored: StoredPayments): GroupConflict | null {
  const conflict = conflictWith(changes, stored)
  if (conflict?.outcome === 'stale') return { outcome: 'stale', current: stored.payment(conflict.id) ?? null }
  return conflict && { outcome: conflict.outcome, payment: stored.payment(conflict.id)! }
}

/**
 * Finds the first conflict that the changes meet when they are made one after another; `null` where there is none. A reference
 * or a transaction that an earlier change gives up is free, and one that an earlier change takes is not.
 *
 * @throws PaymentError for a change of fields that never change
 */
export function conflictWith(changes: readonly Change[], stored: StoredPayments): ConflictWith | null {
  const changed = new Set<string>()
  const references = new Map<string, string>()
  const transactions = new Map<string, string>()

  /**
   * Returns the other payment that has it at this point. Each payment is changed once, so one that was changed and did not take
   * it has it no more.
   */
  const otherHolder = (id: string, taker: string | undefined, holder: string | undefined) => {
    const current = taker ?? (holder !== undefined && changed.has(holder) ? undefined : holder)
    return current === id ? undefined : current
  }

  for (const { payment, expectedVersion, liveReference } of changes) {
    const { id, channel, providerTransactionId: transaction } = payment
    const current = stored.payment(id)
    if (current?.version !== expectedVersion) return { outcome: 'stale', id }
    checkSuccessor(current, payment)
    if (liveReference !== null) {
      const holder = otherHolder(id, references.get(liveReference), stored.holderOfReference(liveReference))
      if (holder !== undefined) return { outcome: 'reference_taken', id: holder }
      references.set(liveReference, id)
    }
    if (transaction !== undefined) {
      const key = transactionKey(channel, transaction)
      const holder = otherHolder(id, transactions.get(key), stored.holderOfTransaction(channel, transaction))
      if (holder !== undefined) return { outcome: 'transaction_taken', id: holder }
      transactions.set(key, id)
    }
    changed.add(id)
  }
  return null
}

/** Returns one text for a channel and a transaction of it, equal in whichever letter case the transaction is written. */
export function transactionKey(channel: string, providerTransactionId: string): string {
  return JSON.stringify([channel, foldedReceipt(providerTransactionId)])
}
