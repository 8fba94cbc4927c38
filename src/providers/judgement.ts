/** The meaning of a result where the provider's own tables say nothing of it. */
import { codeOr } from '../domain/attempts/code.js'
import type { Outcome } from '../domain/attempts/provider.js'
import { PaymentError } from '../errors.js'
import type { Answer, Result } from './http.js'

/** Makes the error of a call that surely started nothing. It has no cause, because that may name what was to be sent. */
export function providerUnavailable(): PaymentError {
  return new PaymentError('provider_unavailable', 'The provider could not be reached; nothing was started. Try again.')
}

/** Makes the failure by the provider's final word. */
export function failed(code: string, retry: boolean): Outcome {
  return { state: 'failed', code, retry }
}

export const unknown: Outcome = Object.freeze({ state: 'unknown' })

/** The reading of an answer by the provider's own tables. */
interface Reading {
  /** Returns the outcome by the provider's tables; `null` where they have none. */
  readonly outcomeOf: (answer: Answer) => Outcome | null
  /** Returns the provider's code of a refusal; `null` where the answer has none. */
  readonly codeOf: (answer: Answer) => string | null
}

/** Statuses of a refusal that say nothing of a start that came before. */
const undecided: readonly number[] = [404, 408, 409, 429]

/**
 * Returns the outcome of a start. Where the tables have none, a refusal (4xx) has failed, and anything else is unknown.
 *
 * @throws PaymentError `provider_unavailable` where nothing was sent
 */
export function outcomeOfStart(result: Result, { outcomeOf, codeOf }: Reading): Outcome {
  if (result.is === 'not_sent') throw providerUnavailable()
  if (result.is === 'refused') return { state: 'refused', code: result.code }
  if (result.is === 'unanswered') return unknown
  const outcome = outcomeOf(result)
  if (outcome) return outcome
  const isRefusal = result.status >= 400 && result.status < 500 && !undecided.includes(result.status)
  return isRefusal ? failed(codeOr(codeOf(result), `http_${result.status}`), false) : unknown
}

/** Returns the outcome of a question for the status; unknown where the provider's tables have none. */
export function outcomeOfStatus(result: Result, outcomeOf: Reading['outcomeOf']): Outcome {
  if (result.is === 'refused') return { state: 'refused', code: result.code }
  return (result.is === 'answered' ? outcomeOf(result) : null) ?? unknown
}

/**
 * Returns the answer of a request whose failure must not look like an empty list.
 *
 * @throws PaymentError `provider_unavailable` for any other status than 200
 */
export function answerOfList(result: Result): Answer {
  if (result.is !== 'answered' || result.status !== 200) throw providerUnavailable()
  return result
}
