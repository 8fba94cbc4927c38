import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { type HmacToVerify, verifyHmac } from 'hospital-payments/webhooks'
import { describe, expect, it } from 'vitest'

const secret = 'a secret of the provider'
const body = '{"amount":150000,"reference":"ደረሰኝ-1"}'
const nowMs = 1_790_000_000_000
const clock = () => nowMs

type Algorithm = NonNullable<HmacToVerify['algorithm']>
type Encoding = NonNullable<HmacToVerify['encoding']>

const signatureOf = (content: string | Uint8Array, algorithm: Algorithm = 'sha256', encoding: Encoding = 'hex') =>
  createHmac(algorithm, secret).update(content).digest(encoding)

const verify = (overrides: Partial<HmacToVerify> = {}) =>
  verifyHmac({
    headers: { 'x-signature': signatureOf(body) },
    body,
    secrets: [secret],
    header: 'X-Signature',
    clock,
    ...overrides,
  })

const stamp = String(nowMs / 1_000)
const stamped = (overrides: Partial<HmacToVerify> & { at?: string } = {}) => {
  const { at = stamp, ...others } = overrides
  const headers = { 'x-signature': signatureOf(`${at}.${body}`), 'x-timestamp': at }
  return verify({ headers, timestamp: { header: 'x-timestamp' }, ...others })
}

describe('verifyHmac: accepts', () => {
  it('the signature that GitHub documents', () => {
    const headers = new Headers({
      'X-Hub-Signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    })
    const scheme = { header: 'x-hub-signature-256', prefix: 'sha256=', secrets: ["It's a Secret to Everybody"] }
    expect(verifyHmac({ ...scheme, headers, body: 'Hello, World!' })).toBe(true)
    expect(verifyHmac({ ...scheme, headers, body: 'Hello, World! ' })).toBe(false)
  })

  it.each(
    (['sha1', 'sha256', 'sha384', 'sha512'] as const).flatMap((algorithm) =>
      (['hex', 'base64', 'base64url'] as const).map((encoding) => [algorithm, encoding] as const),
    ),
  )('%s in %s, over any bytes', (algorithm, encoding) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const headers = { 'x-signature': signatureOf(bytes, algorithm, encoding) }
        expect(verify({ headers, body: bytes, algorithm, encoding })).toBe(true)
        expect(verify({ headers, body: new Uint8Array([...bytes, 0]), algorithm, encoding })).toBe(false)
      }),
      { numRuns: 20 },
    )
  })

  it('capitals in hex, padding in base64url, a secret as bytes, and any of several secrets', () => {
    expect(verify({ headers: { 'x-signature': signatureOf(body).toUpperCase() } })).toBe(true)
    const padded = `${signatureOf(body, 'sha256', 'base64url')}=`
    expect(verify({ headers: { 'x-signature': padded }, encoding: 'base64url' })).toBe(true)
    expect(verify({ secrets: ['another', new TextEncoder().encode(secret)] })).toBe(true)
  })

  it('a timestamp that is signed with the body, as far as it is tolerated', () => {
    expect(stamped()).toBe(true)
    for (const seconds of [-300, 300]) expect(stamped({ at: String(nowMs / 1_000 + seconds) })).toBe(true)
    for (const seconds of [-301, 301]) expect(stamped({ at: String(nowMs / 1_000 + seconds) })).toBe(false)
    const headers = { 'x-signature': signatureOf(`${nowMs}:${body}`), 'x-timestamp': String(nowMs) }
    const timestamp = { header: 'X-Timestamp', unit: 'ms', separator: ':', toleranceSeconds: 0 } as const
    expect(verify({ headers, timestamp })).toBe(true)
    expect(verify({ headers, timestamp, clock: () => nowMs + 1 })).toBe(false)
  })
})

describe('verifyHmac: refuses', () => {
  it('every signature that differs in one character', () => {
    const good = signatureOf(body)
    for (let i = 0; i < good.length; i++) {
      const other = good[i] === '0' ? '1' : '0'
      expect(verify({ headers: { 'x-signature': good.slice(0, i) + other + good.slice(i + 1) } })).toBe(false)
    }
    for (const wrong of ['', good.slice(1), `${good}0`, `${good},${good}`, ` ${good}`])
      expect(verify({ headers: { 'x-signature': wrong } })).toBe(false)
  })

  it('a header that is missing, sent twice, or without the prefix; and a body that is none', () => {
    expect(verify({ headers: {} })).toBe(false)
    expect(verify({ headers: { 'x-signature': [signatureOf(body), signatureOf(body)] } })).toBe(false)
    expect(verify({ prefix: 'sha256=' })).toBe(false)
    expect(verify({ headers: null as never })).toBe(false)
    for (const wrong of [undefined, null, {}, 7]) expect(verify({ body: wrong as never })).toBe(false)
  })

  it('a signature by another secret, another algorithm, or over another time', () => {
    expect(verify({ secrets: ['another'] })).toBe(false)
    expect(verify({ algorithm: 'sha512' })).toBe(false)
    expect(
      stamped({ headers: { 'x-signature': signatureOf(`${stamp}.${body}`), 'x-timestamp': `${stamp.slice(0, -1)}1` } }),
    ).toBe(false)
    for (const at of ['', 'now', '-1', '1e9', `${stamp} `, ` ${stamp}`, `+${stamp}`, '9'.repeat(16)])
      expect(stamped({ at })).toBe(false)
    expect(stamped({ clock: () => Number.NaN })).toBe(false)
  })

  it.each<[object, string]>([
    [{ secrets: [] }, 'secrets must be a list of at least one'],
    [{ secrets: secret }, 'secrets must be a list of at least one'],
    [{ secrets: [''] }, 'a secret must be text or bytes, and not empty'],
    ...[7, null, [secret], { length: 1 }].map((wrong): [object, string] => [
      { secrets: [secret, wrong] },
      'a secret must be text or bytes, and not empty',
    ]),
    [{ header: 'x signature' }, 'header must be the name of a header'],
    [{ algorithm: 'md5' }, 'algorithm must be sha1, sha256, sha384 or sha512'],
    [{ algorithm: 'toString' }, 'algorithm must be sha1, sha256, sha384 or sha512'],
    [{ encoding: 'utf8' }, 'encoding must be hex, base64 or base64url'],
    [{ prefix: 7 }, 'prefix must be text'],
    [{ format: 'v1' }, "format must be 't,v1'"],
    [{ format: 't,v1', prefix: 'v1=' }, 'prefix and timestamp are none of a scheme with format'],
    [{ format: 't,v1', timestamp: { header: 't' } }, 'prefix and timestamp are none of a scheme with format'],
    [{ timestamp: null }, 'timestamp must be { header }'],
    [{ timestamp: 'x-timestamp' }, 'timestamp must be { header }'],
    [{ timestamp: {} }, 'timestamp.header must be the name of a header'],
    [{ timestamp: { header: 't', unit: 'm' } }, "timestamp.unit must be 's' or 'ms'"],
    [{ timestamp: { header: 't', separator: 7 } }, 'timestamp.separator must be text'],
    [{ timestamp: { header: 't', toleranceSeconds: -1 } }, 'timestamp.toleranceSeconds must be 0 or more'],
    [{ timestamp: { header: 't', toleranceSeconds: '300' } }, 'timestamp.toleranceSeconds must be 0 or more'],
    [{ clock: 7 }, 'clock must be a function that returns epoch milliseconds'],
    [{ tolerance: 7, secret: 'a' }, 'unknown option tolerance, secret'],
  ])('%j by a TypeError, for it is a mistake of the receiver', (overrides, problem) => {
    expect(() => verify(overrides)).toThrow(new TypeError(`verifyHmac: ${problem}`))
  })

  it.each([undefined, null, 'x-signature', 7])('%j in place of the callback by a TypeError', (callback) => {
    expect(() => verifyHmac(callback as never)).toThrow(
      new TypeError('verifyHmac: the received body and headers are required'),
    )
  })
})

describe("verifyHmac: format 't,v1'", () => {
  const at = nowMs / 1_000
  const signed = (time: number | string = at, content = body) => signatureOf(`${time}.${content}`)
  const received = (header: string, overrides: Partial<HmacToVerify> = {}) =>
    verify({ headers: { 'x-signature': header }, format: 't,v1', ...overrides })

  it('any signature that fits any secret, in whichever order and with other names among them, is accepted', () => {
    expect(received(`t=${at},v1=${signed()}`)).toBe(true)
    expect(received(`v0=aa, v1=${'0'.repeat(64)}, t=${at}, v1=${signed().toUpperCase()}`)).toBe(true)
    expect(received(`t=${at},v1=${signed()}`, { secrets: ['new', secret] })).toBe(true)
  })

  it('a time of up to 300 seconds before or after the clock is accepted, another one is not', () => {
    for (const seconds of [-300, 300]) expect(received(`t=${at + seconds},v1=${signed(at + seconds)}`)).toBe(true)
    for (const seconds of [-301, 301]) expect(received(`t=${at + seconds},v1=${signed(at + seconds)}`)).toBe(false)
  })

  it.each([
    ['', 'no time and no signature'],
    [`t=${at}`, 'no signature'],
    [`v1=${signed()}`, 'no time'],
    [`t=${at},t=${at},v1=${signed()}`, 'two times'],
    [`t=${at + 1},v1=${signed()}`, 'the signature of another time'],
    [`t=${at},v1=${signed(at, 'another body')}`, 'the signature of another body'],
    [`t=${at},v0=${signed()}`, 'a signature of another scheme'],
    [`t=x,v1=${signed('x')}`, 'a time that is no number'],
  ])('%j is refused: %s', (header) => {
    expect(received(header)).toBe(false)
  })
})
