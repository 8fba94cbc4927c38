import { expire } from '../../domain/payments/transitions.js'
import { instantOf, millisecondsOf } from '../../domain/instant.js'
import type { Payment } from '../../domain/payments/payment.js'
import { isPaymentError } from '../../errors.js'
import type { Context } from '../context.js'
import * as field from '../input/fields.js'
import { parseOptions } from '../input/parse.js'
import { changesToStore } from './changes.js'
import { transitionPayment } from './transition-payment.js'

/** The limit of one call of `expireDue`, and the actor for the history. */
export interface ExpireDueOptions {
  /**
   * The maximum number of payments that one call expires, 1 … 100,000; default 500. They are written in groups of up to
   * 1,000.
   */
  limit?: number | undefined
  actor?: string | undefined
}

const expireDueOptions = field.object({ limit: field.limit(100_000, 500), actor: field.actor.optional() })

/** The tries to write a group together; then each payment is written by itself, because others keep changing some of them. */
const maxLooks = 3

/** Returns true for the refusal of a payment that must not expire: money came for it, or an attempt is taking it. */
function isRefusal(error: unknown): boolean {
  return isPaymentError(error, 'invalid_transition') || isPaymentError(error, 'attempt_conflict')
}

/** Expires one payment. Returns false where another sweep, or money that came just now, was faster. */
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
    if (isRefusal(error) || isPaymentError(error, 'concurrent_update')) return false
    throw error
  }
}

/** Reads the payments that are due and for which no money came, the longest overdue first, from behind `after`. */
function pageOfDue(
  { repository, now }: Context,
  limit: number,
  after: Payment | undefined,
): Promise<readonly Payment[]> {
  return repository.page({
    by: 'expiresAt',
    // `before` is exclusive, and a payment that expires just now is due.
    before: instantOf(millisecondsOf(now()) + 1),
    statuses: ['pending'],
    isUntouched: true,
    direction: 'asc',
    ...(after && { after: { at: after.expiresAt!, id: after.id } }),
    limit,
  })
}

/** Expires these payments in one write and returns how many; `null` where others changed one of them meanwhile. */
async function expireTogether(context: Context, due: readonly Payment[], actor: string | null): Promise<number | null> {
  const { repository, referencePolicy: policy } = context
  const now = context.now()
  const changes = due.flatMap((payment) => {
    try {
      return expire(payment, { now, policy, siblings: [] })
    } catch (error) {
      // The storage showed what is not due.
      if (isRefusal(error)) return []
      throw error
    }
  })
  if (changes.length === 0) return 0
  const answer = await repository.replace({ changes: changesToStore(context, changes, actor), lines: [] })
  return answer.outcome === 'replaced' ? changes.length : null
}

export async function expireDue(context: Context, options?: ExpireDueOptions): Promise<{ expired: number }> {
  const { limit, actor = null } = parseOptions(expireDueOptions, options)
  let expired = 0
  let after: Payment | undefined
  for (let remaining = limit; remaining > 0;) {
    const size = Math.min(remaining, context.groupSize)
    let due: readonly Payment[]
    let expiredTogether: number | null
    let looks = 0
    do {
      due = await pageOfDue(context, size, after)
      expiredTogether = await expireTogether(context, due, actor)
      looks++
    } while (expiredTogether === null && looks < maxLooks)
    if (expiredTogether !== null) expired += expiredTogether
    else for (const payment of due) if (await expireOne(context, payment, actor)) expired++
    if (due.length < size) break
    remaining -= due.length
    after = due.at(-1)
  }
  return { expired }
}
