import { keysOf, signaturesOf, isWebhookId } from './signature.js'
import { type Demand, demandOf } from '../internal/demand.js'

const demand: Demand = demandOf('signWebhook')

/** The content to sign, and the secrets to sign it with. */
export interface WebhookToSign {
  /**
   * The id of the event, the same at each attempt: visible ASCII characters, preferably without a full stop. It must not have a
   * full stop followed by ten digits.
   */
  readonly id: string
  /** The time of this attempt in Unix seconds. */
  readonly timestamp: number
  /** The exact bytes that are sent. */
  readonly body: string | Uint8Array
  /** At least one secret, each `whsec_` and base64. While a secret is replaced, the new one and the old one. */
  readonly secrets: readonly string[]
}

/** The three headers of Standard Webhooks. */
export interface WebhookHeaders {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/**
 * Signs a webhook by Standard Webhooks 1.0.0 (HMAC-SHA-256) and returns the headers that prove who sent it and when. There is
 * one signature for each secret; a receiver that has one of the secrets accepts the webhook.
 *
 * @throws TypeError for a secret, an id, a timestamp or a body of another form
 * @example
 * const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
 * const body = '{"test": 2432232314}'
 * const headers = signWebhook({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body, secrets })
 * headers['webhook-signature'] // => 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
 */
export function signWebhook({ id, timestamp, body, secrets }: WebhookToSign): WebhookHeaders {
  const keys = keysOf('signWebhook', secrets)
  demand(typeof id === 'string' && isWebhookId(id), 'id must be visible ASCII characters, without .1234567890 in it')
  demand(Number.isSafeInteger(timestamp) && timestamp >= 0, 'timestamp must be whole Unix seconds')
  demand(typeof body === 'string' || body instanceof Uint8Array, 'body must be text or bytes, as they are sent')
  return headersBy(keys, { id, timestamp, body })
}

/** Makes the headers as `signWebhook` does, with keys that were read before. */
export function headersBy(
  keys: readonly Uint8Array[],
  { id, timestamp, body }: Omit<WebhookToSign, 'secrets'>,
): WebhookHeaders {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signaturesOf(keys, id, String(timestamp), body).join(' '),
  }
}
