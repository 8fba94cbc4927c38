import { systemClock } from '../internal/clock.js'
import { equalBytes } from '../internal/crypto.js'
import { bytesOf } from '../internal/encoding.js'
import { readHeader, type ReceivedHeaders } from './received-headers.js'
import { keysOf, signaturesOf, isWebhookId } from './signature.js'

/** What was received, and how to judge it. */
export interface WebhookToVerify {
  readonly headers: ReceivedHeaders
  /** The body as it came, to the byte: JSON that was parsed and written again is another text. */
  readonly body: string | Uint8Array
  /** Those that a sender may use just now, `whsec_` and base64. */
  readonly secrets: readonly string[]
  /** How far the time of sending may be from now, either way; default 300. */
  readonly toleranceSeconds?: number | undefined
  /** Epoch milliseconds; default `Date.now`. */
  readonly clock?: (() => number) | undefined
}

/** Seconds far beyond any that a sender means are no number of seconds. */
const timestampShape = /^\d{1,15}$/

function demand(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new TypeError(`verifyWebhook: ${problem}`)
}

/**
 * Whether a webhook came from a sender that has one of the secrets, unchanged and just now, by Standard Webhooks 1.0.0.
 * Never throws for what a sender sent. A webhook that is true may still come twice: remember its `webhook-id`.
 *
 * @throws TypeError for secrets, a tolerance or a clock of another form, which are the receiver's own
 * @example
 * const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
 * const headers = {
 *   'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
 *   'webhook-timestamp': '1614265330',
 *   'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
 * }
 * const clock = () => 1614265390_000 // a minute later
 * verifyWebhook({ headers, body: '{"test": 2432232314}', secrets, clock }) // => true
 * verifyWebhook({ headers, body: '{"test": 2432232315}', secrets, clock }) // => false
 */
export function verifyWebhook(webhook: WebhookToVerify): boolean {
  const { headers, body, secrets, toleranceSeconds = 300, clock = systemClock } = webhook
  const keys = keysOf('verifyWebhook', secrets)
  demand(typeof toleranceSeconds === 'number' && toleranceSeconds >= 0, 'toleranceSeconds must be 0 or more')
  demand(typeof clock === 'function', 'clock must be a function that returns epoch milliseconds')
  // A body parser leaves something else for a content type that it does not know, and that is the sender's word.
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return false
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signature = readHeader(headers, 'webhook-signature')
  if (!id || !timestamp || !signature || !timestampShape.test(timestamp)) return false
  if (!isWebhookId(id)) return false
  const age = Math.floor(clock() / 1_000) - Number(timestamp)
  // Said this way round, the age of a clock that gives no number is too great.
  if (!(Math.abs(age) <= toleranceSeconds)) return false
  const given = signature.split(' ').map(bytesOf)
  let isTrue = false
  for (const expected of signaturesOf(keys, id, timestamp, body).map(bytesOf))
    for (const bytes of given) if (equalBytes(bytes, expected)) isTrue = true
  return isTrue
}
