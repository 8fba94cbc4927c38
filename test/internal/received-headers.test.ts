import fc from 'fast-check'
import { verifyWebhook } from 'hospital-payments/webhooks'
import { describe, expect, it } from 'vitest'
import { examples } from '../support/rounds.js'
import { secret } from '../support/webhooks/secrets.js'
import { sentAt, signed } from '../support/webhooks/signed.js'

const { headers, body } = signed({ secrets: [secret] })
const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
const clock = () => sentAt * 1_000

const acceptsWith = (sentHeaders: unknown, sent: unknown) =>
  verifyWebhook({ headers: sentHeaders as never, body: sent as never, secrets: [secret], clock })
const accepts = (sentHeaders: unknown) => acceptsWith(sentHeaders, body)

const renamed = (rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [rename(name), value]))

describe('verifyWebhook: the headers', () => {
  it('may be those of Fetch, or of Node', () => {
    expect(accepts(new Headers({ ...headers }))).toBe(true)
    expect(accepts({ host: 'a', cookie: undefined, 'set-cookie': ['b', 'c'], ...headers })).toBe(true)
    expect(accepts(Object.assign(Object.create(null), headers))).toBe(true)
  })

  it('may be of any case', () => {
    const cases = [
      (name: string) => name.toUpperCase(),
      (name: string) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      (name: string) => [...name].map((letter, i) => (i % 2 ? letter.toUpperCase() : letter)).join(''),
    ]
    for (const rename of cases) {
      expect(accepts(renamed(rename))).toBe(true)
      expect(accepts(new Headers(renamed(rename)))).toBe(true)
    }
  })

  it('may be lists of one', () => {
    expect(accepts(Object.fromEntries(names.map((name) => [name, [headers[name]]])))).toBe(true)
  })

  it.each(names)('must have %s', (name) => {
    const { [name]: _, ...others } = headers
    for (const value of [undefined, null, '', [], [undefined], [''], 5, {}, [[headers[name]]]])
      expect(accepts({ ...others, [name]: value })).toBe(false)
    expect(accepts(others)).toBe(false)
    expect(accepts(new Headers(others))).toBe(false)
    expect(accepts(renamed((other) => (other === name ? `x-${other}` : other)))).toBe(false)
  })

  it('must have an id, also where the signature is of the id "null" or "undefined"', () => {
    for (const id of ['null', 'undefined']) {
      const { headers: ofText, body: sent } = signed({ id, secrets: [secret] })
      const { 'webhook-id': _, ...others } = ofText
      expect(acceptsWith({ ...ofText }, sent)).toBe(true)
      expect(acceptsWith(others, sent)).toBe(false)
    }
  })

  it.each(names)('must have one %s only, also in another case', (name) => {
    const value = headers[name]
    expect(accepts({ ...headers, [name]: [value, value] })).toBe(false)
    expect(accepts({ ...headers, [name.toUpperCase()]: value })).toBe(false)
    expect(accepts({ ...headers, [name.toUpperCase()]: undefined })).toBe(true)
    const twice = new Headers({ ...headers })
    twice.append(name, 'other')
    // Fetch joins them, and only a signature may stand in a list; the first is then none, for the comma behind it.
    expect(accepts(twice)).toBe(false)
  })

  it('are not those of a prototype', () => {
    expect(accepts(Object.create(headers))).toBe(false)
  })

  it.each([undefined, null, 'webhook-id: msg_1', 5, [], [['webhook-id', 'msg_1']], () => headers])(
    'are none where they are %s',
    (sentHeaders) => {
      expect(accepts(sentHeaders)).toBe(false)
    },
  )

  it('may be named like a function of Fetch', () => {
    expect(accepts({ ...headers, get: 'x', entries: 'y', __proto__: null })).toBe(true)
  })
})

describe('verifyWebhook', () => {
  it('never throws for anything that a sender controls, and accepts none of it', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...Object.values(headers), '', ' ', ',', 'v1,'),
    )
    const value = fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.constant(undefined), fc.anything())
    const name = fc.oneof(fc.constantFrom(...names, 'Webhook-Id', 'WEBHOOK-SIGNATURE', 'get', '__proto__'), fc.string())
    const anyHeaders = fc.oneof(
      fc.dictionary(name, value),
      fc.record({ 'webhook-id': value, 'webhook-timestamp': value, 'webhook-signature': value }, { requiredKeys: [] }),
      fc.constant(headers),
      fc.anything(),
    )
    const bodies = fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array(), fc.constant('{"a":2}'), fc.anything())
    const check = fc.property(anyHeaders, bodies, (sentHeaders, sent) => {
      fc.pre(sent !== body)
      expect(acceptsWith(sentHeaders, sent)).toBe(false)
    })
    fc.assert(check, { numRuns: examples(1_700) })
  })

  it('accepts long headers and bodies', () => {
    const many = Array.from({ length: 2_000 }, (_, i) => `v1,${i}`).join(' ')
    expect(accepts({ ...headers, 'webhook-signature': many })).toBe(false)
    expect(accepts({ ...headers, 'webhook-signature': `${many} ${headers['webhook-signature']}` })).toBe(true)
    expect(accepts({ ...headers, 'webhook-id': 'x'.repeat(100_000) })).toBe(false)
    expect(acceptsWith(headers, new Uint8Array(3 * 2 ** 20))).toBe(false)
  })
})
