/** The states of an attempt, and what an outcome of its provider changes. */
import type { Attempt, AttemptStatus, StoredAttempt } from './attempt.js'
import { isLiving } from './attempt.js'
import type { Outcome } from './provider.js'

/** One allowed change of an attempt's status; `from: null` is its start. */
export interface AttemptTransition {
  readonly from: AttemptStatus | null
  readonly to: AttemptStatus
}

/**
 * The list of all changes of an attempt's status; `from: null` is the start. A failed attempt becomes `paid` where its money comes
 * all the same. Nothing leaves `paid`, and nothing fails by time alone.
 *
 * @example
 * attemptTransitions.filter(({ from }) => from === 'failed') // => [{ from: 'failed', to: 'paid' }]
 */
export const attemptTransitions: readonly AttemptTransition[] = Object.freeze(
  (
    [
      [null, 'starting'],
      ['starting', 'pending'],
      ['starting', 'paid'],
      ['starting', 'failed'],
      ['starting', 'unknown'],
      ['pending', 'paid'],
      ['pending', 'failed'],
      ['pending', 'unknown'],
      ['unknown', 'pending'],
      ['unknown', 'paid'],
      ['unknown', 'failed'],
      ['failed', 'paid'],
    ] as const
  ).map(([from, to]) => Object.freeze({ from, to })),
)

export function canChangeAttempt(from: AttemptStatus | null, to: AttemptStatus): boolean {
  return attemptTransitions.some((transition) => transition.from === from && transition.to === to)
}

/** The change that an outcome asks for: a status, or none. */
export type AttemptVerdict =
  | { readonly to: 'paid'; readonly outcome: Extract<Outcome, { state: 'paid' }> }
  | { readonly to: 'failed'; readonly failure: NonNullable<Attempt['failure']> }
  | { readonly to: 'pending' | 'unknown' | null }

/** A call of the provider, or a message of it. */
export interface VerdictContext {
  /** True for the answer to the start: the provider refused its credentials before it began anything. */
  readonly isStart: boolean
  /** True where no poll is left. */
  readonly isLast: boolean
}

/**
 * Decides what an outcome changes of an attempt as it is now. An answer `unknown` changes only one that is starting, and an attempt
 * without further polls stays unknown.
 */
export function verdictOf(
  attempt: Pick<StoredAttempt, 'status'>,
  outcome: Outcome,
  { isStart, isLast }: VerdictContext,
): AttemptVerdict {
  const { status } = attempt
  if (status === 'paid') return { to: null }
  if (outcome.state === 'paid') return { to: 'paid', outcome }
  if (!isLiving(attempt)) return { to: null }
  switch (outcome.state) {
    case 'failed':
      return { to: 'failed', failure: { code: outcome.code, retry: outcome.retry } }
    case 'refused':
      if (isStart && status === 'starting') return { to: 'failed', failure: { code: outcome.code, retry: true } }
      return { to: null }
    case 'pending':
      if (isLast) return { to: status === 'unknown' ? null : 'unknown' }
      return { to: status === 'pending' ? null : 'pending' }
    case 'unknown':
      if (isLast) return { to: status === 'unknown' ? null : 'unknown' }
      return { to: status === 'starting' ? 'unknown' : null }
  }
}
