/** The events of Stripe about Checkout Sessions. */
import type { CallbackContent, CallbackRequest, Outcome } from '../../domain/attempts/provider.js'
import { instantOf } from '../../domain/instant.js'
import { verifyHmac } from '../../internal/verify-hmac.js'
import { isAttemptId } from '../callback-url.js'
import { fieldOf, jsonOf, textOf } from '../json.js'
import { failed } from '../judgement.js'
import { outcomeOfSession } from './session.js'

interface EventOptions {
  readonly secrets: readonly string[]
  readonly clock: () => number
}

/** Returns the outcome of an event about a session; `null` for any other event. */
function outcomeOfEvent(type: string | null, session: unknown): Outcome | null {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return outcomeOfSession(session)
    case 'checkout.session.async_payment_failed':
      return failed('async_payment_failed', true)
    default:
      return null
  }
}

/** Adds the time of the event to a payment, because an event has the charge by its id alone. */
function withTime(outcome: Outcome | null, created: unknown): Outcome | null {
  if (outcome?.state !== 'paid' || !Number.isSafeInteger(created)) return outcome
  return { bookedAt: instantOf((created as number) * 1_000), ...outcome }
}

/**
 * Reads an event that one of the secrets signed, at most 300 seconds ago. One about a session that is no attempt's is nothing
 * to do.
 */
export function readEvent(
  { method, headers, body }: CallbackRequest,
  { secrets, clock }: EventOptions,
): CallbackContent {
  const isSigned = verifyHmac({ headers, body, header: 'stripe-signature', format: 't,v1', secrets, clock })
  if (method !== 'POST' || !isSigned) return null
  const event = jsonOf(body)
  const session = fieldOf(event, 'data', 'object')
  const [messageId, sessionId] = [textOf(event, 'id'), textOf(session, 'id')]
  const attemptId = textOf(session, 'client_reference_id')
  const outcome = withTime(outcomeOfEvent(textOf(event, 'type'), session), fieldOf(event, 'created'))
  if (attemptId === null || !isAttemptId(attemptId) || outcome === null) return []
  return [
    {
      proof: 'signed',
      about: { attemptId },
      outcome,
      ...(messageId !== null && { messageId }),
      ...(sessionId !== null && { session: { sessionId } }),
    },
  ]
}
