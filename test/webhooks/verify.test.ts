import { createHmac } from 'node:crypto'
import { verifyWebhook, type WebhookToVerify } from 'hospital-payments/webhooks'
import { describe, expect, it } from 'vitest'
import { olderSecret, secret } from '../support/webhooks/secrets.js'
import { sentAt, signed } from '../support/webhooks/signed.js'

const good = signed({ body: '{"amount":150000,"reference":"ደረሰኝ-1"}', secrets: [secret] })
const bytes = new TextEncoder().encode(good.body as string)
const clock = () => sentAt * 1_000

const verify = (overrides: Partial<WebhookToVerify> = {}) =>
  verifyWebhook({ headers: { ...good.headers }, body: bytes, secrets: [secret], clock, ...overrides })

const withHeader = (name: keyof typeof good.headers, value: string) =>
  verify({ headers: { ...good.headers, [name]: value } })

/** Returns every text that differs in one bit of one character. */
function bitsChanged(text: string): string[] {
  const all: string[] = []
  for (let i = 0; i < text.length; i++)
    for (let bit = 0; bit < 7; bit++)
      all.push(text.slice(0, i) + String.fromCharCode(text.charCodeAt(i) ^ (1 << bit)) + text.slice(i + 1))
  return all
}

/** Returns every text with one character left out, or one more. */
function cutAndGrown(text: string): string[] {
  return [...text].flatMap((_, i) => [text.slice(0, i) + text.slice(i + 1), `${text.slice(0, i)}0${text.slice(i)}`])
}

describe('verifyWebhook: accepts', () => {
  it('a signature of signWebhook, of text and of bytes', () => {
    expect(verify()).toBe(true)
    expect(verify({ body: good.body })).toBe(true)
    expect(verify({ body: Buffer.from(bytes) })).toBe(true)
  })

  it('an empty body', () => {
    const empty = signed({ body: '', secrets: [secret] })
    for (const body of ['', new Uint8Array()]) expect(verify({ headers: { ...empty.headers }, body })).toBe(true)
  })

  it('each stage of replacing a secret: old, both, new', () => {
    const bySender = [[olderSecret], [secret, olderSecret], [olderSecret, secret], [secret]]
    const accepted = bySender.map((secrets) => {
      const { headers, body } = signed({ secrets })
      return [[olderSecret], [secret, olderSecret], [secret]].map((known) =>
        verify({ headers: { ...headers }, body, secrets: known }),
      )
    })
    expect(accepted).toEqual([
      [true, true, false],
      [true, true, true],
      [true, true, true],
      [false, true, true],
    ])
  })
})

describe('verifyWebhook: refuses', () => {
  it('every change of one bit of the body, and every byte less or more', () => {
    const accepted: string[] = []
    const tryBody = (body: Uint8Array, what: string) => void (verify({ body }) && accepted.push(what))
    for (let i = 0; i < bytes.length; i++) {
      for (let bit = 0; bit < 8; bit++)
        tryBody(
          bytes.map((byte, at) => (at === i ? byte ^ (1 << bit) : byte)),
          `${i}.${bit}`,
        )
      tryBody(Uint8Array.of(...bytes.slice(0, i), ...bytes.slice(i + 1)), `without ${i}`)
      tryBody(Uint8Array.of(...bytes.slice(0, i), 0x20, ...bytes.slice(i)), `more at ${i}`)
    }
    tryBody(Uint8Array.of(...bytes, 0), 'more at the end')
    tryBody(new Uint8Array(), 'empty')
    expect(accepted).toEqual([])
  })

  it('JSON that was parsed and written again', () => {
    const { headers } = signed({ body: '{ "a": 1 }', secrets: [secret] })
    expect(verify({ headers: { ...headers }, body: JSON.stringify(JSON.parse('{ "a": 1 }')) })).toBe(false)
  })

  it.each(['webhook-id', 'webhook-timestamp'] as const)('every change of one bit or character of %s', (name) => {
    const changes = [...bitsChanged(good.headers[name]), ...cutAndGrown(good.headers[name])]
    expect(changes.filter((value) => value !== good.headers[name] && withHeader(name, value))).toEqual([])
  })

  it('every change of one bit or character of the signature', () => {
    const signature = good.headers['webhook-signature']
    // With a blank after it, what was signed stands there unchanged.
    const changes = [...bitsChanged(signature), ...cutAndGrown(signature)].filter((value) => value !== signature)
    expect(changes.filter((value) => withHeader('webhook-signature', value))).toEqual([])
  })

  it.each(['v1', 'v1,', ',', ' ', 'v1, ', 'v1a,', 'v2', 'undefined', 'null'])('the signature %j', (signature) => {
    expect(withHeader('webhook-signature', signature)).toBe(false)
  })

  it('the signature of another version, another base64, another case, or in hexadecimal', () => {
    const signature = good.headers['webhook-signature']
    const code = signature.slice(3)
    const others = [
      code,
      `v0,${code}`,
      `v1a,${code}`,
      `V1,${code}`,
      `v1=${code}`,
      `v1,${code.slice(0, -1)}`,
      `v1,${code.replaceAll('+', '-').replaceAll('/', '_')}_`,
      `v1,${code.toLowerCase()}`,
      `v1,${Buffer.from(code, 'base64').toString('hex')}`,
      `${signature},${signature}`,
      `"${signature}"`,
    ]
    expect(others.filter((value) => withHeader('webhook-signature', value))).toEqual([])
  })

  it.each([
    '1614265330 ',
    ' 1614265330',
    '+1614265330',
    '1614265330.0',
    '1.61426533e9',
    '0x6037bab2',
    '1614265330\n',
    '-1614265330',
    '1614265330000',
    'NaN',
    '1234567890123456',
  ])('the time %j, even with a true signature of it', (timestamp) => {
    const signature = (time: string) => {
      const hmac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      return { 'webhook-signature': `v1,${hmac.update(`msg_1.${time}.{}`).digest('base64')}` }
    }
    const headers = (time: string) => ({ 'webhook-id': 'msg_1', 'webhook-timestamp': time, ...signature(time) })
    expect(verify({ headers: headers(String(sentAt)), body: '{}' })).toBe(true)
    expect(verify({ headers: headers(timestamp), body: '{}' })).toBe(false)
  })

  it('a body that moved into the headers, where it would be another webhook of another time', () => {
    const body = `${sentAt + 9_000}.{"replayed":true}`
    const { headers } = signed({ body, secrets: [secret] })
    expect(verify({ headers: { ...headers }, body })).toBe(true)
    const moved = {
      ...headers,
      'webhook-id': `${headers['webhook-id']}.${sentAt}`,
      'webhook-timestamp': String(sentAt + 9_000),
    }
    expect(verify({ headers: moved, body: '{"replayed":true}', clock: () => (sentAt + 9_000) * 1_000 })).toBe(false)
  })

  it.each([
    [`a.${sentAt}`, false],
    [`a.${sentAt}.b`, false],
    [`a.b.${sentAt}`, false],
    ['a.b', true],
    ['a.12345678', true],
    [`a.b${sentAt}`, true],
    [`${sentAt}.a`, true],
  ])('an id with a full stop only where a time may have moved into it: %s', (id, isAccepted) => {
    const hmac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(`${id}.${sentAt}.{}`)
    const signature = `v1,${hmac.digest('base64')}`
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(sentAt), 'webhook-signature': signature }
    expect(verify({ headers, body: '{}' })).toBe(isAccepted)
  })

  it('a signature of another secret', () => {
    expect(verify({ secrets: [olderSecret] })).toBe(false)
  })

  it.each([undefined, null, 5, true, {}, [], { amount: 150_000 }, new ArrayBuffer(3), Symbol('body')])(
    'a body that is neither text nor bytes: %s',
    (body) => {
      expect(verify({ body: body as never })).toBe(false)
    },
  )
})

describe('verifyWebhook: refuses with a TypeError, whatever was sent,', () => {
  const refusal = (overrides: object) => {
    try {
      verify(overrides)
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError)
      return (error as TypeError).message
    }
    throw new Error('not refused')
  }

  it.each([undefined, null, [], '', secret, new Set([secret])])('the secrets %s', (secrets) => {
    expect(refusal({ secrets })).toBe('verifyWebhook: secrets must be a list of at least one')
  })

  it.each(['', 'whsec_', secret.slice(6), 'whsec_no base64', 'whsk_QUJD', 5, null])('a secret %j', (bad) => {
    for (const secrets of [[bad], [secret, bad]])
      expect(refusal({ secrets })).toBe('verifyWebhook: a secret must be whsec_ and the base64 of its bytes')
  })

  it.each([-1, NaN, -Infinity, '300', null])('the tolerance %s', (toleranceSeconds) => {
    expect(refusal({ toleranceSeconds })).toBe('verifyWebhook: toleranceSeconds must be 0 or more')
  })

  it.each([null, 5, new Date(0)])('the clock %s', (bad) => {
    expect(refusal({ clock: bad })).toBe('verifyWebhook: clock must be a function that returns epoch milliseconds')
  })

  it('a mistake of the receiver, which must not wait for a webhook to show', () => {
    expect(refusal({ headers: {}, body: null, secrets: [] })).toMatch(/secrets/)
    expect(refusal({ headers: {}, body: null, toleranceSeconds: -1 })).toMatch(/toleranceSeconds/)
  })
})
