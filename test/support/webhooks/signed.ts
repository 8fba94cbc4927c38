/** A webhook as the standard's reference library gives it, and arbitrary ones. */
import fc from 'fast-check'
import { signWebhook, type WebhookHeaders } from 'hospital-payments/webhooks'

export const secretOf = (key: Uint8Array) => `whsec_${Buffer.from(key).toString('base64')}`

/** Seconds at which the webhooks of these tests were sent. */
export const sentAt = 1_614_265_330

export interface Signed {
  id: string
  body: string | Uint8Array
  secrets: string[]
  headers: WebhookHeaders
}

export function signed({ id = 'msg_1', body = '{"a":1}', secrets }: Partial<Signed> & { secrets: string[] }): Signed {
  return { id, body, secrets, headers: signWebhook({ id, timestamp: sentAt, body, secrets }) }
}

export const anySecret = fc.uint8Array({ minLength: 1, maxLength: 100 }).map(secretOf)

export const anyId = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 1, maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes))

const long = fc.tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }), fc.nat(1_000))

/** Empty, JSON, any script, and now and then a long one. */
export const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 20, arbitrary: fc.json({ maxDepth: 2 }) },
  { weight: 20, arbitrary: fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()) },
  { weight: 10, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 5, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 50, maxLength: 200 }) },
  { weight: 1, arbitrary: long.map(([text, times]) => text.toWellFormed().repeat(times)) },
)
