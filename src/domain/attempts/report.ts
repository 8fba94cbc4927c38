/** The effect of a report on its attempt: pure, so that a lost race is decided again. */
import type { Instant, Instructions } from '../payments/payment.js'
import { abandoned, isLiving, type StoredAttempt } from './attempt.js'
import type { AttemptEventType } from './event.js'
import { afterCall, later, noMorePolls } from './polls.js'
import type { JsonObject, Outcome } from './provider.js'
import { callMs, leaseMs } from './start.js'
import { type AttemptVerdict, canChangeAttempt, verdictOf } from './transitions.js'

/** A call of the provider that answered: the lease under which it was made, and the wakes up to then. */
export interface LeasedCall {
  /**
   * `resend`: the start again, whose answer was lost: the provider may have started it before. `none`: no provider was asked,
   * because it is not set up here.
   */
  readonly kind: 'start' | 'resend' | 'status' | 'none'
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
  /** True where a person lets the attempt go with this report, unless its money came; only while the lease of the call is held. */
  readonly letsGo?: boolean
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

/** Returns true while the lease of a call has the time of another call left: it is looked at right before each call. */
export function hasTimeToCall({ leasedUntil }: Pick<LeasedCall, 'leasedUntil'>, now: Instant): boolean {
  return now <= later(leasedUntil, -callMs)
}

/**
 * Returns true where a start is sent again as long as its payment is pending: its answer was lost, there is no session, and the attempt
 * is young enough for a provider that starts nothing twice. What is sent is the same to the byte, so a phone must not have been erased.
 */
export function maySendAgain(
  attempt: StoredAttempt,
  { now, isIdempotent }: { readonly now: Instant; readonly isIdempotent: boolean },
): boolean {
  const { isAnswered, session, phone, hadPhone, createdAt } = attempt
  const isLost = isLiving(attempt) && !isAnswered && session === null
  return isIdempotent && isLost && (!hadPhone || phone !== null) && now < later(createdAt, maxAgeMs)
}

const maxAgeMs = 23 * 3_600_000

/** Returns true where the caller of a report still has the lease under which it called: no other caller has called since. */
function holdsLease({ leasedUntil }: StoredAttempt, call: LeasedCall | null): boolean {
  return call !== null && leasedUntil === call.leasedUntil
}

/** The verdict by which a person lets an attempt go. */
const letGo: AttemptVerdict = { to: 'failed', failure: { code: abandoned, retry: true } }

/** Returns true where a report lets its attempt go unless money came: a person wants it, and no other caller has called since. */
export function mayLetGo(attempt: StoredAttempt, { call, letsGo = false }: AttemptReport): boolean {
  return letsGo && isLiving(attempt) && holdsLease(attempt, call)
}

/** Makes the version of an attempt whose person lets it go although its provider says that it is paid: no line can be its money. */
export function letGoInDoubt(reported: StoredAttempt): StoredAttempt {
  const failure = { code: abandoned, retry: true }
  return { ...reported, status: 'failed', failure, ...noMorePolls(reported) }
}

function verdictOfReport(attempt: StoredAttempt, report: AttemptReport, isLast: boolean): AttemptVerdict {
  const { outcome, call, letsGo = false } = report
  if (letsGo && outcome.state !== 'paid') return mayLetGo(attempt, report) ? letGo : { to: null }
  return verdictOf(attempt, outcome, { isStart: call?.kind === 'start', isLast })
}

function typeOf(verdict: AttemptVerdict, { letsGo = false }: AttemptReport): AttemptEventType | null {
  if (verdict.to === null) return null
  return letsGo && verdict.to === 'failed' ? 'attempt.abandoned' : `attempt.${verdict.to}`
}

/** Returns true where the provider has answered a start: it said what became of it, or gave a session. */
function isAnswer({ outcome, call, session = null }: AttemptReport): boolean {
  const isOfStart = call?.kind === 'start' || call?.kind === 'resend'
  return isOfStart && (session !== null || !['unknown', 'refused'].includes(outcome.state))
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
  const verdict = verdictOfReport(attempt, report, pollAt === null)
  const type = typeOf(verdict, report)
  if (verdict.to !== null && !canChangeAttempt(attempt.status, verdict.to))
    throw new RangeError(`an attempt that is ${attempt.status} must not be ${verdict.to}`)
  const isFailed = verdict.to === 'failed'
  const isOfStart = call?.kind === 'start' || call?.kind === 'resend'
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
    session: isOfStart ? (session ?? attempt.session) : (attempt.session ?? session),
    isAnswered: attempt.isAnswered || isAnswer(report),
    leasedUntil: holdsLease(attempt, call) ? null : attempt.leasedUntil,
    ...(hasEnded && { phone: null }),
    ...(isUnstarted && isFailed && { requestKey: null, phoneMark: null }),
    events: attempt.events + (type === null ? 0 : 1),
    updatedAt: now,
    version: attempt.version + 1,
  }
  return { attempt: next, verdict, type }
}
