import { signWebhook, verifyWebhook } from 'hospital-payments/webhooks'
import { describe, expect, it } from 'vitest'
import { olderSecret, secret } from '../support/webhooks/secrets.js'
import { sentAt } from '../support/webhooks/signed.js'

const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
const body = '{"test": 2432232314}'
const published = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
const valid = { id, timestamp: sentAt, body, secrets: [secret] }

const sign = (overrides: object) => signWebhook({ ...valid, ...overrides } as never)

describe('signWebhook', () => {
  it('returns the published signature of the standard, in its three headers', () => {
    expect(signWebhook(valid)).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': published,
    })
  })

  it('signs text as its UTF-8 bytes', () => {
    const text = 'ደረሰኝ 👍'
    expect(sign({ body: text })).toEqual(sign({ body: new TextEncoder().encode(text) }))
  })

  it('signs bytes that are no text', () => {
    const bytes = Uint8Array.of(0xff, 0, 0xc3, 0x28)
    const headers = { ...sign({ body: bytes }) }
    const clock = () => sentAt * 1_000
    expect(verifyWebhook({ headers, body: bytes, secrets: [secret], clock })).toBe(true)
    expect(verifyWebhook({ headers, body: Uint8Array.of(0xfe, 0, 0xc3, 0x28), secrets: [secret], clock })).toBe(false)
  })

  it('returns one signature for each secret, in their order', () => {
    const signatures = [[secret], [olderSecret]].map((secrets) => sign({ secrets })['webhook-signature'])
    expect(sign({ secrets: [secret, olderSecret] })['webhook-signature']).toBe(signatures.join(' '))
  })

  it('takes a secret with and without the padding of base64', () => {
    for (const [padded, bare] of [
      ['whsec_QUI=', 'whsec_QUI'],
      ['whsec_QQ==', 'whsec_QQ'],
    ])
      expect(sign({ secrets: [padded] })).toEqual(sign({ secrets: [bare] }))
  })

  it.each(['!', '~', 'evt_1', 'a/b:c,d;e', 'x'.repeat(1_000)])('takes the id %s', (id) => {
    expect(sign({ id })['webhook-id']).toBe(id)
  })

  it.each([0, 1, Number.MAX_SAFE_INTEGER])('takes the timestamp %i', (timestamp) => {
    expect(sign({ timestamp })['webhook-timestamp']).toBe(String(timestamp))
  })
})

describe('signWebhook: refuses with a TypeError', () => {
  const refusal = (overrides: object) => {
    try {
      sign(overrides)
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError)
      return (error as TypeError).message
    }
    throw new Error('not refused')
  }

  it.each([
    '',
    'msg.1614265330',
    'msg.1614265330.a',
    'msg\n1',
    'msg\r\n1',
    'msg_1\n',
    ' msg',
    'msg 1',
    'ሰነድ',
    '\x7f',
    '\0',
    5,
    null,
    undefined,
    ['a'],
  ])('the id %j', (bad) => {
    expect(refusal({ id: bad })).toBe('signWebhook: id must be visible ASCII characters, without .1234567890 in it')
  })

  it.each([-1, 1.5, NaN, Infinity, 2 ** 53, '1614265330', 1614265330n, null, undefined, new Date(0)])(
    'the timestamp %s',
    (timestamp) => {
      expect(refusal({ timestamp })).toBe('signWebhook: timestamp must be whole Unix seconds')
    },
  )

  it.each([undefined, null, 5, {}, [], new ArrayBuffer(2), { a: 1 }])('the body %s', (bad) => {
    expect(refusal({ body: bad })).toBe('signWebhook: body must be text or bytes, as they are sent')
  })

  it.each([undefined, null, [], secret, { 0: secret, length: 1 }, new Set([secret])])('the secrets %s', (secrets) => {
    expect(refusal({ secrets })).toBe('signWebhook: secrets must be a list of at least one')
  })

  it.each([
    '',
    'whsec_',
    secret.slice(6),
    `WHSEC_${secret.slice(6)}`,
    ` ${secret}`,
    `${secret}\n`,
    'whsec_=',
    'whsec_====',
    'whsec_QQ=',
    'whsec_QQ===',
    'whsec_Q',
    'whsec_QQQQQ',
    'whsec_QQ==QQ==',
    'whsec_QQQ-',
    'whsec_QQQ_',
    'whsec_QQ QQ',
    'whsec_QQQ!',
    'whsk_QUJD',
    5,
    null,
    undefined,
    Uint8Array.of(1),
  ])('a secret %j, without repeating it', (bad) => {
    for (const secrets of [[bad], [secret, bad], [bad, secret]])
      expect(refusal({ secrets })).toBe('signWebhook: a secret must be whsec_ and the base64 of its bytes')
  })
})
