import fc from 'fast-check'
import { signWebhook, verifyWebhook, type WebhookHeaders } from 'hospital-payments/webhooks'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { examples } from '../support/rounds.js'
import { anyId, anySecret, anyText, sentAt } from '../support/webhooks/signed.js'

/** The reference library knows no other clock. */
beforeAll(() => void vi.useFakeTimers({ now: sentAt * 1_000, toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

const clock = () => sentAt * 1_000

function theirs(secret: string, id: string, body: string | Buffer): WebhookHeaders {
  const signature = new Webhook(secret).sign(id, new Date(clock()), body)
  return { 'webhook-id': id, 'webhook-timestamp': String(sentAt), 'webhook-signature': signature }
}

function theyAccept(secret: string, headers: WebhookHeaders, body: string | Buffer): boolean {
  try {
    new Webhook(secret).verify(body, { ...headers }, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

describe('signWebhook and verifyWebhook: the reference library', () => {
  it('signs the same, and verifies our signatures, for thousands of random webhooks', () => {
    const check = fc.property(anySecret, anyId, anyText, (secret, id, text) => {
      const bytes = Buffer.from(text, 'utf8')
      const ours = signWebhook({ id, timestamp: sentAt, body: text, secrets: [secret] })
      const fromBytes = signWebhook({ id, timestamp: sentAt, body: new Uint8Array(bytes), secrets: [secret] })
      const weAccept = (body: string | Buffer) =>
        verifyWebhook({ headers: { ...ours }, body, secrets: [secret], clock })
      expect([ours, fromBytes]).toEqual([theirs(secret, id, text), theirs(secret, id, bytes)])
      expect([theyAccept(secret, ours, bytes), weAccept(text), weAccept(bytes)]).toEqual([true, true, true])
    })
    fc.assert(check, { numRuns: examples(3_500) })
  })

  it('verifies our signatures with several secrets by each of them, and its own are verified by any known secret', () => {
    const some = fc.uniqueArray(anySecret, {
      minLength: 2,
      maxLength: 4,
      selector: (secret) => `${atob(secret.slice(6))}`,
    })
    const check = fc.property(some, anyId, anyText, (all, id, text) => {
      const [stranger, ...secrets] = all as [string, ...string[]]
      const headers = signWebhook({ id, timestamp: sentAt, body: text, secrets })
      for (const known of secrets) {
        expect(theyAccept(known, headers, text)).toBe(true)
        expect(verifyWebhook({ headers: { ...headers }, body: text, secrets: [stranger, known], clock })).toBe(true)
        expect(verifyWebhook({ headers: { ...theirs(known, id, text) }, body: text, secrets, clock })).toBe(true)
      }
      expect(theyAccept(stranger, headers, text)).toBe(false)
      expect(verifyWebhook({ headers: { ...headers }, body: text, secrets: [stranger], clock })).toBe(false)
      expect(verifyWebhook({ headers: { ...theirs(stranger, id, text) }, body: text, secrets, clock })).toBe(false)
    })
    fc.assert(check, { numRuns: examples(300) })
  })

  it('refuses the same: another body, id, time or secret', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const headers = theirs(secret, 'msg_1', '{}')
    const changed: [WebhookHeaders, string][] = [
      [headers, '{ }'],
      [{ ...headers, 'webhook-id': 'msg_2' }, '{}'],
      [{ ...headers, 'webhook-timestamp': String(sentAt + 1) }, '{}'],
      [{ ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') }, '{}'],
      [{ ...headers, 'webhook-signature': '' }, '{}'],
    ]
    for (const [changedHeaders, body] of changed) {
      expect(theyAccept(secret, changedHeaders, body)).toBe(false)
      expect(verifyWebhook({ headers: { ...changedHeaders }, body, secrets: [secret], clock })).toBe(false)
    }
  })

  it('recognises the signature among those of versions to come', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const headers = theirs(secret, 'msg_1', '{}')
    const among = { ...headers, 'webhook-signature': `v1a,hnO3f9T8Ytu9 ${headers['webhook-signature']} v2,x` }
    expect(theyAccept(secret, among, '{}')).toBe(true)
    expect(verifyWebhook({ headers: among, body: '{}', secrets: [secret], clock })).toBe(true)
  })
})
