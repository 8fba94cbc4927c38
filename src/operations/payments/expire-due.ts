import { expire } from '../../domain/payments/transitions.js'
import { instantOf, millisecondsOf } from '../../domain/instant.js'
import type { Payment } from '../../domain/payments/payment.js'
import { isPaymentError } from '../../errors.js'
import type { Context } from '../context.js'
import * as field from '../input/fields.js'
import { parseOptions } from '../input/parse.js'
import { transitionPayment } from './transition-payment.js'

/** How far one sweep of `expireDue` goes, and in whose name. */
export interface ExpireDueOptions {
  /** At most so many in this sweep, 1 … 10,000; default 500. */
  limit?: number | undefined
  actor?: string | undefined
}

const expireDueOptions = field.object({ limit: field.limit(10_000, 500), actor: field.actor.optional() })

/** Whether this sweep expired it; another sweep, or money that came just now, may have been faster. */
async function expireOne(context: Context, payment: Payment, actor: string | null): Promise<boolean> {
  try {
    let decided = false
    await transitionPayment(context, payment, {
      actor,
      decide: (current, context) => {
        const decision = expire(current, context)
        decided = decision.length > 0
        return decision
      },
    })
    return decided
  } catch (error) {
    if (isPaymentError(error, 'invalid_transition') || isPaymentError(error, 'concurrent_update')) return false
    throw error
  }
}

export async function expireDue(context: Context, options?: ExpireDueOptions): Promise<{ expired: number }> {
  const { limit, actor = null } = parseOptions(expireDueOptions, options)
  const due = await context.repository.page({
    by: 'expiresAt',
    // `before` is exclusive, and a payment that expires just now is due.
    before: instantOf(millisecondsOf(context.now()) + 1),
    statuses: ['pending'],
    direction: 'asc',
    limit,
  })
  let expired = 0
  for (const payment of due) if (await expireOne(context, payment, actor)) expired++
  return { expired }
}
