import type { Payment } from '../domain/payments/payment.js'
import { foldedReceipt } from '../domain/payments/receipt-spelling.js'
import { checkSuccessor } from './checks.js'
import type { Change, ReplaceOutcome } from './port.js'

/** What a storage holds before a group of changes is made; holders are given by their id. */
export interface Stored {
  payment(id: string): Payment | undefined
  holderOfReference(liveReference: string): string | undefined
  holderOfTransaction(channel: string, providerTransactionId: string): string | undefined
}

/** `current` and `payment` are the stored ones. */
export type GroupConflict = Extract<ReplaceOutcome, { outcome: 'stale' | 'reference_taken' | 'transaction_taken' }>

/** The first conflict, and the payment of that id that stands in the way; where there is none it is `stale` too. */
export interface ConflictWith {
  outcome: GroupConflict['outcome']
  id: string
}

/** The first conflict of `conflictWith`, with the payment as it is stored. */
export function firstConflict(changes: readonly Change[], stored: Stored): GroupConflict | null {
  const conflict = conflictWith(changes, stored)
  if (conflict?.outcome === 'stale') return { outcome: 'stale', current: stored.payment(conflict.id) ?? null }
  return conflict && { outcome: conflict.outcome, payment: stored.payment(conflict.id)! }
}

/**
 * The first conflict that the changes meet when they are made one after another: a reference or a transaction of which
 * an earlier change lets go is free, and one that an earlier change takes is not.
 *
 * @throws PaymentError for a change of what never changes
 */
export function conflictWith(changes: readonly Change[], stored: Stored): ConflictWith | null {
  const changed = new Set<string>()
  const references = new Map<string, string>()
  const transactions = new Map<string, string>()

  /** Each payment is changed once, so one that was changed and did not take it has it no more. */
  const other = (id: string, taker: string | undefined, holder: string | undefined) => {
    const found = taker ?? (holder !== undefined && changed.has(holder) ? undefined : holder)
    return found === id ? undefined : found
  }

  for (const { payment, expectedVersion, liveReference } of changes) {
    const { id, channel, providerTransactionId: transaction } = payment
    const current = stored.payment(id)
    if (current?.version !== expectedVersion) return { outcome: 'stale', id }
    checkSuccessor(current, payment)
    if (liveReference !== null) {
      const holder = other(id, references.get(liveReference), stored.holderOfReference(liveReference))
      if (holder !== undefined) return { outcome: 'reference_taken', id: holder }
      references.set(liveReference, id)
    }
    if (transaction !== undefined) {
      const key = transactionKey(channel, transaction)
      const holder = other(id, transactions.get(key), stored.holderOfTransaction(channel, transaction))
      if (holder !== undefined) return { outcome: 'transaction_taken', id: holder }
      transactions.set(key, id)
    }
    changed.add(id)
  }
  return null
}

/** One text for a channel and a transaction of it, in whichever letter case. */
export function transactionKey(channel: string, providerTransactionId: string): string {
  return JSON.stringify([channel, foldedReceipt(providerTransactionId)])
}
