import { type Attempt, isLiving, shownAttempt, type StoredAttempt } from '../../domain/attempts/attempt.js'
import { later } from '../../domain/attempts/polls.js'
import type { Outcome, Provider } from '../../domain/attempts/provider.js'
import { hasTimeToCall } from '../../domain/attempts/report.js'
import { requestOf } from '../../domain/attempts/start.js'
import { attemptConflict } from '../../domain/payments/attempt-conflict.js'
import type { Context } from '../context.js'
import { abandonAttemptOptions, type AbandonAttemptOptions } from '../input/attempt-calls.js'
import { parse } from '../input/parse.js'
import { askOutcome } from './call-provider.js'
import { askStatus, attemptOf, leaseAttempt, type Leased } from './check.js'
import { providerOf } from './start.js'
import { storeReport } from './store-report.js'
import { checkOutsideTransaction } from './outside-transaction.js'

/** The seconds for which a payer can still pay, unless the provider has another number. */
const usualPromptSeconds = 86_400

/** The provider's last word about an attempt that a person gives up. */
interface LastWord {
  readonly outcome: Outcome
  /** True where the provider has ended the attempt for this person. */
  readonly isCanceled: boolean
}

/** Asks what became of a leased attempt, and else ends it at the provider, where the provider can and the lease leaves the time. */
async function lastWordOf(context: Context, { attempt, call }: Leased, provider: Provider): Promise<LastWord> {
  const { outcome } = await askStatus(context, attempt, provider)
  const isDecided = outcome.state === 'paid' || outcome.state === 'failed'
  if (isDecided || !provider.cancel || !hasTimeToCall(call, context.now())) return { outcome, isCanceled: false }
  const request = { ...requestOf(attempt), session: attempt.session }
  const fields = { provider: provider.name, attemptId: attempt.id }
  const canceled = await askOutcome(context, 'cancel', fields, async (signal) => provider.cancel!(request, signal))
  return { outcome: canceled.outcome, isCanceled: canceled.outcome.state === 'failed' }
}

/** Returns the provider to ask; `null` where it is not set up here and a person gives the attempt up all the same. */
function providerToAsk(context: Context, name: string, force: boolean): Provider | null {
  return force && !context.providers.has(name) ? null : providerOf(context, name)
}

/**
 * Gives a living attempt up, in the name of a person. What the provider says stands; without its word the attempt lives on until the
 * payer can no longer pay, unless the person forces its end. It ends only in a write that still has the lease of this call.
 */
export async function abandonAttempt(context: Context, id: string, options: AbandonAttemptOptions): Promise<Attempt> {
  checkOutsideTransaction(context, 'abandon')
  const { reason, actor, force = false } = parse(abandonAttemptOptions, options)
  const attempt = await attemptOf(context, id)
  if (!isLiving(attempt)) return shownAttempt(attempt)
  const provider = providerToAsk(context, attempt.provider, force)
  const leased = await leaseAttempt(context, attempt)
  if (!leased) return ended(await attemptOf(context, id))
  const { outcome, isCanceled } = provider
    ? await lastWordOf(context, leased, provider)
    : { outcome: { state: 'unknown' } as const, isCanceled: false }
  const promptMs = (provider?.promptSeconds ?? usualPromptSeconds) * 1000
  const mayStillPay = context.now() < later(attempt.createdAt, promptMs)
  const isDecided = outcome.state === 'paid' || (outcome.state === 'failed' && !isCanceled)
  // Of a provider's `paid` that no line can be the money of, force alone decides.
  const letsGo = isDecided ? outcome.state === 'paid' && force : isCanceled || force || !mayStillPay
  const call = { ...leased.call, kind: provider ? 'status' : 'none' } as const
  return ended(await storeReport(context, id, { outcome, call, letsGo }, { actor, reason, leased: leased.attempt }))
}

/** Returns an attempt that has ended. @throws PaymentError `attempt_conflict` for one that lives on */
function ended(attempt: StoredAttempt): Attempt {
  if (isLiving(attempt)) throw attemptConflict(attempt.id)
  return shownAttempt(attempt)
}
