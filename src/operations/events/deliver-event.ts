/** Delivers one event, once, and has the result stored. */
import {
  type DeliveryResult,
  maxTries,
  type SendEvent,
  type SendResult,
  waitAfter,
} from '../../domain/payments/delivery-schedule.js'
import { instantOf, millisecondsOf } from '../../domain/instant.js'
import type { ClaimedEvent } from '../../repository/port.js'
import type { Context } from '../context.js'
import type { Complete } from './completions.js'

/** The shape of a code, short and without blanks, so that it cannot be a sentence about a patient. */
const codeShape = /^[A-Za-z0-9_.-]{1,40}$/

/** Returns the code of an error for the log: its message is the host's, and may contain anything. */
function codeOf(error: unknown): string | undefined {
  try {
    const { code } = error as { code?: unknown }
    return typeof code === 'string' && codeShape.test(code) ? code : undefined
  } catch {
    // Nothing was thrown that has properties, or they throw themselves.
    return undefined
  }
}

/** Returns a random number from 0 up to, but not including, 1. */
function chance(random: Context['random']): number {
  const [high = 0, low = 0] = random(2)
  return (high * 256 + low) / 65_536
}

/** Sends an event once. An unknown result means another try, because a typing error must not lose an event. */
async function resultOf(
  send: SendEvent,
  { event }: ClaimedEvent,
): Promise<{ result: SendResult; reason?: string | undefined }> {
  try {
    const result: unknown = await send(event)
    if (result === undefined || result === 'delivered') return { result: 'delivered' }
    if (result === 'dead') return { result }
    // Read here, where a property that throws is one more failure of `send`.
    if (typeof result === 'object' && result !== null) {
      return { result: { retryAfterMs: (result as Exclude<SendResult, string>).retryAfterMs } }
    }
    return { result: {}, reason: 'unknown_result' }
  } catch (error) {
    return { result: {}, reason: codeOf(error) }
  }
}

export async function deliverEvent(
  context: Context,
  send: SendEvent,
  claimed: ClaimedEvent,
  complete: Complete,
): Promise<keyof DeliveryResult> {
  const { logger } = context
  const { attempts } = claimed
  const { id: eventId, type } = claimed.event
  const { data } = claimed.event
  const refund = 'refundId' in data ? { refundId: data.refundId } : {}
  const about = { eventId, type, paymentId: data.paymentId, ...refund, attempt: attempts + 1 }
  const { result, reason } = await resultOf(send, claimed)
  if (result === 'delivered') {
    await complete(eventId, 'delivered')
    logger.debug('An event was delivered.', about)
    return 'delivered'
  }
  const failure = { ...about, ...(reason !== undefined && { reason }) }
  const wait = result === 'dead' ? null : waitAfter(attempts, chance(context.random), result.retryAfterMs)
  if (wait === null) {
    await complete(eventId, 'dead')
    const why = attempts + 1 < maxTries ? 'its receiver wants no more tries' : `${maxTries} tries failed`
    logger.error(`An event is dead: ${why}. redeliverEvents makes it due again.`, failure)
    return 'dead'
  }
  const retryAt = instantOf(millisecondsOf(context.now()) + wait)
  await complete(eventId, { retryAt })
  logger.warn('An event was not delivered; it will be tried again.', { ...failure, retryAt })
  return 'retrying'
}
