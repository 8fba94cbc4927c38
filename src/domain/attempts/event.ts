import type { Instant } from '../payments/payment.js'
import type { AttemptStatus, StoredAttempt } from './attempt.js'

/** The type of an event of an attempt: its status after the change, or that a person gave it up. */
export type AttemptEventType = 'attempt.started' | `attempt.${Exclude<AttemptStatus, 'starting'>}` | 'attempt.abandoned'

/** A change of one attempt, for its history alone. It contains no phone, no session and no patient data. */
export interface AttemptEvent {
  readonly id: string
  readonly createdAt: Instant
  readonly type: AttemptEventType
  readonly data: {
    readonly attemptId: string
    readonly paymentId: string
    readonly provider: string
    /** Integer, minor units. */
    readonly amount: number
    readonly currency: string
    readonly status: AttemptStatus
    readonly previousStatus: AttemptStatus | null
    /** The code of the failure; `null` unless it failed. */
    readonly failureCode: string | null
    readonly lineKey: string | null
    /** The place of the event in the history of its attempt: 1, 2, 3 … */
    readonly version: number
  }
  readonly actor: string | null
  readonly reason: string | null
}

/** Makes the data of an attempt's event. */
export function dataOfAttempt(attempt: StoredAttempt, previousStatus: AttemptStatus | null): AttemptEvent['data'] {
  const { id: attemptId, paymentId, provider, amount, currency, status, failure, lineKey, events } = attempt
  return {
    ...{ attemptId, paymentId, provider, amount, currency, status, previousStatus },
    ...{ failureCode: failure?.code ?? null, lineKey, version: events },
  }
}
