import { createHmac } from 'node:crypto'
import { callbackPath } from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { keysOf, placeOf } from '../../../src/http/callbacks/callback-path.js'
import { demandOf } from '../../../src/internal/demand.js'

const [secret, newer] = ['the secret of the callbacks', 'another secret of callbacks']
const keys = (...secrets: string[]) => keysOf(secrets, demandOf('test'))
const tokenOf = (options: Partial<Parameters<typeof callbackPath>[0]> = {}) =>
  callbackPath({ provider: 'mpesa', secret, ...options }).replace('/v1/callbacks/', '')

describe('callbackPath', () => {
  it('is hexadecimal of the provider and the tenant, then of their HMAC, and shows no name in clear', () => {
    const content = Buffer.from('mpesa\0north')
    const hmac = createHmac('sha256', secret).update(content).digest('hex')
    expect(tokenOf({ tenant: 'north' })).toBe(content.toString('hex') + hmac)
    expect(callbackPath({ provider: 'mpesa', secret })).toMatch(/^\/v1\/callbacks\/[0-9a-f]+$/)
    for (const word of ['mpesa', 'safaricom', 'exe', 'cmd', 'sql', 'query'])
      expect(callbackPath({ provider: 'mpesa.exe-cmd_sql', secret, tenant: 'query' })).not.toContain(word)
  })

  it('names the tenant default where none is given', () => {
    expect(tokenOf({ tenant: 'default' })).toBe(tokenOf())
    expect(placeOf(tokenOf(), keys(secret))).toEqual({ provider: 'mpesa', tenant: 'default' })
  })

  it.each([
    ['mpesa', 'north'],
    ['a', 'ሆስፒታል 1'],
    ['x'.repeat(64), 'y'.repeat(255)],
  ])('is read again: %s, %s', (provider, tenant) => {
    expect(placeOf(tokenOf({ provider, tenant }), keys(secret))).toEqual({ provider, tenant })
  })

  it('is signed by the first secret, and any secret is accepted', () => {
    const rotated = [newer, secret]
    expect(tokenOf({ secret: rotated })).toBe(tokenOf({ secret: newer }))
    expect(placeOf(tokenOf({ secret: rotated }), keys(...rotated))).not.toBeNull()
    expect(placeOf(tokenOf(), keys(...rotated))).not.toBeNull()
    expect(placeOf(tokenOf({ secret: newer }), keys(secret))).toBeNull()
  })

  const noSecret = 'secret must be text, or a list of texts, and not empty'
  const noName = "provider must be the provider's name, [A-Za-z0-9_.-]{1,64}"
  const noTenant = 'tenant must be text of 1 to 255 bytes of UTF-8'
  const wrong: readonly [string, unknown][] = [
    ...[undefined, null, 'mpesa'].map((options) => ['options are required', options] as [string, unknown]),
    ['unknown option Tenant', { provider: 'mpesa', secret, Tenant: 'x' }],
    ...['', 'a b', 'ü', 'x'.repeat(65), 5, undefined].map((provider): [string, unknown] => [
      noName,
      { provider, secret },
    ]),
    ...['', 5, null, undefined, [], [''], [secret, ''], {}].map((one): [string, unknown] => [
      noSecret,
      { provider: 'mpesa', secret: one },
    ]),
    ...['', 'a\0b', '\ud800', 'x'.repeat(256), null, 5].map((tenant): [string, unknown] => [
      noTenant,
      { provider: 'mpesa', secret, tenant },
    ]),
  ]
  it.each(wrong)('refuses a wrong option: %s (%#)', (problem, options) => {
    expect(() => callbackPath(options as never)).toThrow(new TypeError(`callbackPath: ${problem}`))
  })
})

describe('placeOf', () => {
  const token = tokenOf({ tenant: 'north' })
  const changed = Array.from(token, (digit, i) => token.slice(0, i) + (digit === '0' ? '1' : '0') + token.slice(i + 1))
  const wrong = [
    ...['', 'x', '0', '00', 'zz', token.slice(1), token.slice(2), token.slice(0, -1), token.slice(0, -2)],
    ...[`${token}0`, `${token}00`, `0${token}`, token.toUpperCase(), ` ${token}`, `${token}\n`, token.repeat(20)],
    ...[token.slice(-64), '0'.repeat(64), '0'.repeat(100_000)],
    ...changed,
  ]

  it('accepts the token as it was made, and no text beside it', () => {
    expect(placeOf(token, keys(secret))).toEqual({ provider: 'mpesa', tenant: 'north' })
    expect(wrong.filter((text) => placeOf(text, keys(secret, newer)) !== null)).toEqual([])
  })
})
