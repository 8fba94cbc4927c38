/** The times at which a provider is asked for the status of an attempt. */
import { instantOf, millisecondsOf } from '../instant.js'
import type { Instant } from '../payments/payment.js'
import type { StoredAttempt } from './attempt.js'

/** Seconds after the start of an attempt. */
export const usualPolls: readonly number[] = [10, 20, 40, 60, 120, 300, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400]

/** The fields of an attempt that say when its provider is asked. */
export type PollTimes = Pick<StoredAttempt, 'polls' | 'pollAt' | 'wokenAt' | 'wakes' | 'nextCheckAt'>

function timeOf(createdAt: Instant, seconds: number | undefined): Instant | null {
  return seconds === undefined ? null : instantOf(millisecondsOf(createdAt) + Math.round(seconds * 1000))
}

/** Returns an instant so many milliseconds later. */
export function later(instant: Instant, ms: number): Instant {
  return instantOf(millisecondsOf(instant) + ms)
}

function withNext(times: Omit<PollTimes, 'nextCheckAt'>): PollTimes {
  const { pollAt, wokenAt } = times
  return { ...times, nextCheckAt: wokenAt !== null && (pollAt === null || wokenAt < pollAt) ? wokenAt : pollAt }
}

/** Returns the times of a new attempt. */
export function firstPoll(createdAt: Instant, polls: readonly number[] = usualPolls): PollTimes {
  return withNext({ polls: 0, pollAt: timeOf(createdAt, polls[0]), wokenAt: null, wakes: 0 })
}

/** A call of the provider that has answered. */
export interface AnsweredCall {
  /** The time at which the call began, and the wakes up to then: a wake that came during the call is kept. */
  readonly began: Instant
  readonly wakes: number
  readonly now: Instant
  /** The time of the next poll, in place of its own. */
  readonly afterMs?: number | undefined
  /** True where the call spends no poll, and is repeated after `afterMs`. */
  readonly isRepeated?: boolean
}

/**
 * Returns the times after a call: a poll that is due is spent, and those that were missed are made up for by it. Of those whose time
 * came while the call ran, the last one is due now, in place of them all.
 */
export function afterCall(
  { createdAt, ...times }: PollTimes & Pick<StoredAttempt, 'createdAt'>,
  { began, wakes, now, afterMs, isRepeated = false }: AnsweredCall,
  polls: readonly number[] = usualPolls,
): PollTimes {
  const { pollAt } = times
  const wokenAt = times.wakes > wakes ? times.wokenAt : null
  const kept = { wakes: times.wakes, wokenAt }
  if (isRepeated) return withNext({ ...kept, polls: times.polls, pollAt: later(now, afterMs ?? 0) })
  const passedAt = (time: Instant) => polls.filter((seconds) => timeOf(createdAt, seconds)! <= time).length
  const isSpent = pollAt !== null && pollAt <= began
  const spent = Math.max(times.polls + (isSpent ? 1 : 0), passedAt(began), passedAt(now) - 1)
  const next = timeOf(createdAt, polls[spent])
  return withNext({
    ...kept,
    polls: spent,
    pollAt: next !== null && afterMs !== undefined ? later(now, afterMs) : next,
  })
}

/** Returns the times of an attempt that a hint wakes: it is asked about now. */
export function woken(times: PollTimes, now: Instant): PollTimes {
  return withNext({ ...times, wokenAt: now, wakes: times.wakes + 1 })
}

/** Returns the times of an attempt whose provider is asked no more. */
export function noMorePolls({ polls, wakes }: PollTimes): PollTimes {
  return { polls, wakes, pollAt: null, wokenAt: null, nextCheckAt: null }
}
