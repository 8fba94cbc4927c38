import { duplicatePayment } from '../../domain/payments/transitions.js'
import { isPaymentId } from '../../domain/id.js'
import { paymentNotFound } from '../../domain/payments/not-found.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { StateChange, TransitionContext } from '../../domain/payments/state-change.js'
import { PaymentError } from '../../errors.js'
import { changesToStore } from './changes.js'
import type { Context } from '../context.js'

const maxRetries = 5

export interface TransitionRequest {
  actor: string | null
  decide(payment: Payment, context: TransitionContext): readonly StateChange[]
  /** Whether the decision depends on the other payments of the reference. */
  needsSiblings?(payment: Payment): boolean
}

async function find({ repository }: Context, id: string): Promise<Payment> {
  const payment = isPaymentId(id) ? await repository.get(id) : null
  if (!payment) throw paymentNotFound(id)
  return payment
}

/**
 * The one compare-and-set loop of all transitions: decide on what was read, store it if nothing changed meanwhile, and
 * otherwise decide again on what is there now.
 */
export async function transitionPayment(
  context: Context,
  start: string | Payment,
  transition: TransitionRequest,
): Promise<Payment> {
  const { repository, referencePolicy: policy, logger } = context
  let payment = typeof start === 'string' ? await find(context, start) : start
  const { id, reference } = payment
  // Rows that a conflict showed may be newer than what a host's open transaction still reads, or missing there.
  const shown = new Map<string, Payment>()
  let contested = false

  async function siblingsOf(): Promise<Payment[]> {
    const { payments } = await repository.lookup({ references: [reference], providerTransactionIds: [], lineKeys: [] })
    const siblings = new Map(payments.map((other) => [other.id, other]))
    for (const newer of shown.values()) {
      const read = siblings.get(newer.id)
      if (!read || newer.version > read.version) siblings.set(newer.id, newer)
    }
    siblings.delete(id)
    return [...siblings.values()]
  }

  for (let attempt = 0; attempt <= maxRetries; attempt++) {
    const now = context.now()
    const siblings = contested || transition.needsSiblings?.(payment) ? await siblingsOf() : []
    const changes = transition.decide(payment, { now, policy, siblings })
    const outcome = changes.at(-1)?.payment
    if (!outcome) return payment

    const answer = await repository.replace({
      changes: changesToStore(context, changes, transition.actor),
      lineKey: null,
    })
    switch (answer.outcome) {
      case 'replaced':
        return outcome
      case 'transaction_taken':
        throw duplicatePayment(id, answer.payment.id)
      case 'reference_taken':
        contested = true
        shown.set(answer.payment.id, answer.payment)
        break
      case 'stale':
        if (answer.current?.id === id) payment = answer.current
        else if (answer.current) shown.set(answer.current.id, answer.current)
        else payment = await find(context, id)
        break
      case 'line_taken':
        throw new PaymentError('internal_error', 'The repository answered about a statement line, but none was sent.')
    }
    logger.debug?.('Another change came first; deciding again.', { paymentId: id, attempt })
  }
  throw new PaymentError('concurrent_update', 'Others kept changing this payment; nothing was changed. Try again.')
}
