import { systemClock } from '../internal/clock.js'
import { equalBytes } from '../internal/crypto.js'
import { bytesOf } from '../internal/encoding.js'
import { type Demand, demandOf } from '../internal/demand.js'
import { readHeader, type ReceivedHeaders } from '../internal/received-headers.js'
import { keysOf, signaturesOf, isWebhookId } from './signature.js'

const demand: Demand = demandOf('verifyWebhook')

/** The received webhook, and the options of the check. */
export interface WebhookToVerify {
  /** The headers of the request, of Fetch or of Node. */
  readonly headers: ReceivedHeaders
  /** The exact bytes of the body. JSON that was parsed and written again is another text. */
  readonly body: string | Uint8Array
  /** The secrets of which the sender uses one, each `whsec_` and base64. */
  readonly secrets: readonly string[]
  /** The maximum difference between the timestamp and the clock, in seconds; default 300. */
  readonly toleranceSeconds?: number | undefined
  /** Epoch milliseconds; default `Date.now`. */
  readonly clock?: (() => number) | undefined
}

/** The shape of a timestamp; more digits than that are no time that a sender means. */
const timestampShape = /^\d{1,15}$/

/**
 * Checks that a webhook was signed with one of the secrets, came unchanged and was sent just now, by Standard Webhooks 1.0.0.
 * Never throws because of what a sender sent. A genuine webhook may still come twice: store its `webhook-id`.
 *
 * @throws TypeError for wrong secrets, a wrong tolerance or a wrong clock, which the receiver passes
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
  // A body parser leaves another type for a content type that it does not support, and the sender chooses that type.
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return false
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signature = readHeader(headers, 'webhook-signature')
  if (!id || !timestamp || !signature || !timestampShape.test(timestamp)) return false
  if (!isWebhookId(id)) return false
  const age = Math.floor(clock() / 1_000) - Number(timestamp)
  // Not `>`: a clock that gives no number must fail too.
  if (!(Math.abs(age) <= toleranceSeconds)) return false
  const signatures = signature.split(' ').map(bytesOf)
  let isTrue = false
  for (const expected of signaturesOf(keys, id, timestamp, body).map(bytesOf))
    for (const bytes of signatures) if (equalBytes(bytes, expected)) isTrue = true
  return isTrue
}
