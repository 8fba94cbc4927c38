/** The effect of a report on its attempt: pure, so that a lost race is decided again. */
import type { Instant, Instructions } from '../payments/payment.js'
import { abandoned, isLiving, type StoredAttempt } from './attempt.js'
import type { AttemptEventType } from './event.js'
import { afterCall, later, noMorePolls } from './polls.js'
import type { JsonObject, Outcome } from './provider.js'
import { leaseMs } from './start.js'
import { type AttemptVerdict, canChangeAttempt, verdictOf } from './transitions.js'

/** A call of the provider that answered: the lease under which it was made, and the wakes up to then. */
export interface LeasedCall {
  /** `resend`: the start again, whose answer was lost: the provider may have started it before. */
  readonly kind: 'start' | 'resend' | 'status' | 'cancel'
  readonly began: Instant
  readonly wakes: number
  readonly leasedUntil: Instant
}

/** A report of a provider about an attempt, by the answer to a call or by a message. */
export interface AttemptReport {
  readonly outcome: Outcome
  /** `null` for a message. */
  readonly call: LeasedCall | null
  readonly session?: JsonObject | null
  readonly instructions?: Instructions | null
  /** True where the provider has surely started nothing: the caller's key is free again. */
  readonly isUnstarted?: boolean
  /** True where a person gives the attempt up with this report. */
  readonly isAbandoned?: boolean
}

/** The milliseconds after which a provider that refuses the credentials is asked again. */
const refusedMs = 300_000

/** The decision about a report, before the money of a paid one. */
export interface ReportedAttempt {
  readonly attempt: StoredAttempt
  readonly verdict: AttemptVerdict
  /** The type of the event; `null` where the status stays. */
  readonly type: AttemptEventType | null
}

/** Returns true where no other caller may call the provider of an attempt now. */
export function isLeased({ leasedUntil }: Pick<StoredAttempt, 'leasedUntil'>, now: Instant): boolean {
  return leasedUntil !== null && leasedUntil > now
}

/** Makes the version of an attempt whose caller alone may call the provider. */
export function leasedAttempt(attempt: StoredAttempt, now: Instant): StoredAttempt {
  return { ...attempt, leasedUntil: later(now, leaseMs), updatedAt: now, version: attempt.version + 1 }
}

/** Returns true where a start whose answer was lost may be sent again: nothing of it is known, and it is the same to the byte. */
export function maySendAgain(
  attempt: StoredAttempt,
  {
    now,
    isIdempotent,
    isPending,
  }: { readonly now: Instant; readonly isIdempotent: boolean; readonly isPending: boolean },
): boolean {
  const { status, session, phone, hadPhone, createdAt } = attempt
  const isLost = (status === 'starting' || status === 'unknown') && session === null
  return isIdempotent && isPending && isLost && (!hadPhone || phone !== null) && now < later(createdAt, maxAgeMs)
}

const maxAgeMs = 23 * 3_600_000

function typeOf(verdict: AttemptVerdict, { isAbandoned = false }: AttemptReport): AttemptEventType | null {
  if (verdict.to === null) return null
  return isAbandoned && verdict.to === 'failed' ? 'attempt.abandoned' : `attempt.${verdict.to}`
}

/** Decides a report about an attempt as it is now; the line of a paid one is the caller's. */
export function reportedAttempt(
  attempt: StoredAttempt,
  report: AttemptReport,
  now: Instant,
  polls?: readonly number[],
): ReportedAttempt {
  const { outcome, call, session = null, instructions = null, isUnstarted = false } = report
  const isRefused = outcome.state === 'refused'
  const afterMs = 'afterMs' in outcome ? outcome.afterMs : undefined
  const times = call
    ? afterCall(attempt, { ...call, now, afterMs: isRefused ? refusedMs : afterMs, isRepeated: isRefused }, polls)
    : attempt
  const { pollAt, polls: spent, wakes, wokenAt, nextCheckAt } = times
  const verdict = verdictOf(attempt, outcome, { isStart: call?.kind === 'start', isLast: pollAt === null })
  const type = typeOf(verdict, report)
  if (verdict.to !== null && !canChangeAttempt(attempt.status, verdict.to))
    throw new RangeError(`an attempt that is ${attempt.status} must not be ${verdict.to}`)
  const isFailed = verdict.to === 'failed'
  const isAnswer = call?.kind === 'start' || call?.kind === 'resend'
  const failure = isFailed ? verdict.failure : verdict.to === null ? attempt.failure : null
  const status = verdict.to ?? attempt.status
  const hasEnded = !isLiving({ status })
  const isWatched = status === 'failed' && failure?.code === abandoned
  const kept = { polls: spent, pollAt, wakes, wokenAt, nextCheckAt }
  const next: StoredAttempt = {
    ...attempt,
    status,
    failure,
    ...(hasEnded && !isWatched ? { ...kept, ...noMorePolls(kept) } : kept),
    checks: attempt.checks + (call?.kind === 'status' ? 1 : 0),
    instructions: attempt.instructions ?? instructions,
    // What the provider itself answers to a start goes before what a hint said.
    session: isAnswer ? (session ?? attempt.session) : (attempt.session ?? session),
    leasedUntil: call && attempt.leasedUntil === call.leasedUntil ? null : attempt.leasedUntil,
    ...(hasEnded && { phone: null }),
    ...(isUnstarted && isFailed && { requestKey: null }),
    events: attempt.events + (type === null ? 0 : 1),
    updatedAt: now,
    version: attempt.version + 1,
  }
  return { attempt: next, verdict, type }
}
