import { isPaymentError, type PaymentError } from 'hospital-payments'
import { expect } from 'vitest'
import type { Operation } from './operations.js'
import { expectBeforeOrAfter, expectEachBeforeOrAfter, type State, withoutEventIds } from './state.js'

/** The result of a call: its answer, or its error. */
export type Outcome = { readonly answer: unknown } | { readonly error: PaymentError }

/** Returns the answer or the `PaymentError` of a call; any other error is thrown on. */
export async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  try {
    return { answer: await call }
  } catch (error) {
    if (isPaymentError(error)) return { error }
    throw error
  }
}

/** A call on a busy machine may end a little late, but never much. */
const patienceMs = 5000

export async function outcomeInTime(call: Promise<unknown>, timeoutMs: number): Promise<Outcome> {
  const started = performance.now()
  const outcome = await outcomeOf(call)
  expect(performance.now() - started).toBeLessThan(timeoutMs + patienceMs)
  return outcome
}

/** An operation where nothing fails: what is stored before and after it, and its answer. */
export interface Course {
  readonly operation: Operation
  readonly before: State
  readonly after: State
  readonly answer: unknown
}

/** Expects that what a call reported is true of what is stored. */
export function expectTruth({ operation, before, after, answer }: Course, outcome: Outcome, state: State): void {
  // A lease whose answer was lost ends by itself: until then no relay has the events.
  const isClaim = operation.name === 'claimEvents'
  if ('answer' in outcome) {
    if (!isClaim) expect(outcome.answer).toStrictEqual(answer)
    return expect(state).toEqual(after)
  }
  const { code } = outcome.error
  if (operation.stores === 'one by one') return expectEachBeforeOrAfter(state, before, after)
  if (isClaim || code === 'outcome_unknown') return expectBeforeOrAfter(state, before, after)
  expect(state).toEqual(before)
}

/** Expects that what was left of an operation is made up for by doing it again, and only that. */
export function expectDone({ after }: Course, state: State): void {
  expect(withoutEventIds(state)).toEqual(withoutEventIds(after))
}
