/** The schemas of attempts. */
import { attemptStatuses } from '../../domain/attempts/attempt.js'
import type { AttemptEventType } from '../../domain/attempts/event.js'
import { component, type Schema } from './json-schema.js'
import { amount, currency, instant, listOf, nullable, object, page, paymentId, text } from './schemas.js'

const attemptId: Schema = {
  type: 'string',
  pattern: '^att_[0-9A-HJKMNP-TV-Z]{26}$',
  examples: ['att_01KAF5Z8Q3M4N5P6R7S8T9V0WX'],
}
const status: Schema = { type: 'string', enum: attemptStatuses }
const provider: Schema = { ...text, description: "The provider's name in the service." }
const lineKey: Schema = { ...nullable(text), description: 'The line of its money; null until it is paid.' }

/** Every type of event, once. */
const eventTypes = Object.keys({
  'attempt.started': true,
  'attempt.pending': true,
  'attempt.paid': true,
  'attempt.failed': true,
  'attempt.unknown': true,
  'attempt.abandoned': true,
} satisfies Record<AttemptEventType, true>)

export const attemptSchemas: Readonly<Record<string, Schema>> = {
  Attempt: object({
    id: attemptId,
    paymentId,
    provider,
    account: { ...text, description: "The account on which the provider's money is booked." },
    amount,
    currency,
    status,
    instructions: nullable(component('Instructions')),
    failure: {
      ...nullable(object({ code: text, retry: { type: 'boolean' } })),
      description: 'The reason for which it failed; `retry` says whether a new attempt may succeed.',
    },
    lineKey,
    checks: { type: 'integer', minimum: 0, description: 'The number of times that the provider was asked.' },
    nextCheckAt: {
      ...nullable(instant),
      description: 'The time at which the provider is asked next; null where it is not asked any more by itself.',
    },
    createdBy: nullable(text),
    createdAt: instant,
    updatedAt: instant,
    version: { type: 'integer', minimum: 1 },
  }),
  AttemptPage: page(component('Attempt')),
  AttemptEvent: object({
    id: text,
    createdAt: instant,
    type: { type: 'string', enum: eventTypes },
    data: object({
      attemptId,
      paymentId,
      provider,
      amount,
      currency,
      status,
      previousStatus: nullable(status),
      failureCode: nullable(text),
      lineKey,
      version: { type: 'integer', minimum: 1, description: 'The place in the history of the attempt.' },
    }),
    actor: nullable(text),
    reason: nullable(text),
  }),
  AttemptHistory: listOf(component('AttemptEvent')),
}
