import { paymentEvent } from '../../domain/payments/event.js'
import { amountTerm } from '../../domain/payments/search-terms.js'
import { liveReference } from '../../domain/payments/reference-policy.js'
import type { StateChange } from '../../domain/payments/state-change.js'
import { openAmount } from '../../domain/payments/open-amount.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { Change, StoredLine } from '../../repository/port.js'
import type { Context } from '../context.js'

/** Adds the rest of a payment that was paid or waived in part to its search terms. */
export function termsOfRest(payment: Payment): Pick<Change, 'terms'> {
  const open = openAmount(payment)
  return open > 0 && open < payment.amount ? { terms: [amountTerm(open)] } : {}
}

/** Turns a decision into the changes that the port stores: each step with its event, at the time at which it was decided. */
export function changesToStore(
  { ids, referencePolicy }: Pick<Context, 'ids' | 'referencePolicy'>,
  changes: readonly StateChange[],
  actor: string | null,
): Change[] {
  return changes.map(({ payment, type, previousStatus, reason, evidence, yieldsReference = false }) => ({
    payment,
    expectedVersion: payment.version - 1,
    event: paymentEvent(type, payment, previousStatus, {
      id: ids.event(),
      at: payment.updatedAt,
      actor,
      reason,
      evidence,
    }),
    liveReference: yieldsReference ? null : liveReference(payment, referencePolicy),
    ...termsOfRest(payment),
  }))
}

/** Names the statement line behind these changes. */
export function lineToStore(key: string, changes: readonly StateChange[]): StoredLine {
  return { key, paymentIds: changes.map(({ payment }) => payment.id) }
}
