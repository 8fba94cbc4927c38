import { abandoned, type Attempt, isLiving, shownAttempt, type StoredAttempt } from '../../domain/attempts/attempt.js'
import { later } from '../../domain/attempts/polls.js'
import type { Outcome } from '../../domain/attempts/provider.js'
import { requestOf } from '../../domain/attempts/start.js'
import { attemptConflict } from '../../domain/payments/attempt-conflict.js'
import type { Context } from '../context.js'
import { abandonAttemptOptions, type AbandonAttemptOptions } from '../input/attempt-calls.js'
import { parse } from '../input/parse.js'
import { askOutcome } from './call-provider.js'
import { askStatus, attemptOf, leaseAttempt } from './check.js'
import { providerOf } from './start.js'
import { storeReport } from './store-report.js'

/** The seconds for which a payer can still pay, unless the provider has another number. */
const usualPromptSeconds = 86_400

/** Returns true for an outcome by which an attempt is decided. */
function isDecided({ state }: Outcome): boolean {
  return state === 'paid' || state === 'failed'
}

/**
 * Gives a living attempt up, in the name of a person. What the provider says stands; without its word the attempt lives on until the
 * payer can no longer pay, unless the person forces its end.
 */
export async function abandonAttempt(context: Context, id: string, options: AbandonAttemptOptions): Promise<Attempt> {
  const { reason, actor, force = false } = parse(abandonAttemptOptions, options)
  const attempt = await attemptOf(context, id)
  if (!isLiving(attempt)) return shownAttempt(attempt)
  const provider = providerOf(context, attempt.provider)
  const leased = await leaseAttempt(context, attempt)
  if (!leased) {
    const current = await attemptOf(context, id)
    if (!isLiving(current)) return shownAttempt(current)
    throw attemptConflict(id)
  }
  const { call } = leased
  const letGo = { state: 'failed', code: abandoned, retry: true } as const
  const store = (outcome: Outcome, kind: 'status' | 'cancel', isAbandoned: boolean): Promise<StoredAttempt> =>
    storeReport(context, id, { outcome, call: { ...call, kind }, isAbandoned }, { actor, reason })

  const status = await askStatus(context, leased.attempt, provider)
  if (isDecided(status.outcome)) return shownAttempt(await store(status.outcome, 'status', false))
  let last = status
  if (provider.cancel) {
    const request = { ...requestOf(leased.attempt), session: leased.attempt.session }
    const fields = { provider: provider.name, attemptId: id }
    const canceled = await askOutcome(context, 'cancel', fields, async (signal) => provider.cancel!(request, signal))
    if (canceled.outcome.state === 'paid') return shownAttempt(await store(canceled.outcome, 'cancel', false))
    if (canceled.outcome.state === 'failed') return shownAttempt(await store(letGo, 'cancel', true))
    last = canceled
  }
  const mayStillPay = context.now() < later(attempt.createdAt, (provider.promptSeconds ?? usualPromptSeconds) * 1000)
  if (!mayStillPay || force) return shownAttempt(await store(letGo, 'status', true))
  const current = await store(last.outcome, 'status', false)
  if (!isLiving(current)) return shownAttempt(current)
  throw attemptConflict(id)
}
