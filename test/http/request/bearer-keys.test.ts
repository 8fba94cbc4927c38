import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createDesk } from 'hospital-payments/desk'
import { bearerKeys, createHandler } from 'hospital-payments/http'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { request, testService } from '../../support/service.js'

const sha256 = (key: string) => createHash('sha256').update(key).digest('hex')
const entry = { sha256: sha256('old'), actor: 'till', scopes: ['payments:read'] as const }
const asking = (authorization?: string) =>
  new Request('http://localhost/', authorization === undefined ? {} : { headers: { authorization } })

describe('bearerKeys', () => {
  it('accepts several keys at once, so that one can replace another', () => {
    const authenticate = bearerKeys([entry, { ...entry, sha256: sha256('new').toUpperCase() }])
    for (const key of ['old', 'new']) {
      expect(authenticate(asking(`Bearer ${key}`))).toEqual({ actor: 'till', scopes: ['payments:read'] })
    }
    expect(bearerKeys([{ ...entry, sha256: sha256('new') }])(asking('Bearer old'))).toBeNull()
  })

  it.each(['bearer old', 'BEARER old', 'Bearer   old', ' Bearer old '])('accepts %j', (header) => {
    expect(bearerKeys([entry])(asking(header))?.actor).toBe('till')
  })

  it.each([
    ...[undefined, '', 'Bearer', 'Bearer ', 'old', 'Basic old', 'Bearer wrong', 'Bearer Old', 'Bearerold'],
    ...[
      'Bearer old, Bearer old',
      'Bearer old old',
      'Bearer "old"',
      'Bearer\u0009old',
      'Bearer öld',
      'Bearer =',
      'Bearer old=',
    ],
    `Bearer ${sha256('old')}`,
    `Bearer ${'x'.repeat(10_000)}`,
  ])('returns null for %j', (header) => expect(bearerKeys([entry])(asking(header))).toBeNull())

  it('refuses two headers, which Fetch joins', () => {
    const request = asking('Bearer old')
    request.headers.append('authorization', 'Bearer old')
    expect(bearerKeys([entry])(request)).toBeNull()
  })

  it('has no key that is empty', () => {
    const authenticate = bearerKeys([{ ...entry, sha256: sha256('') }])
    for (const header of [undefined, '', 'Bearer', 'Bearer ']) expect(authenticate(asking(header))).toBeNull()
  })

  it('passes on the other fields of a key, and never its digest', () => {
    const principal = bearerKeys([{ ...entry, hospital: 'black-lion' }])(asking('Bearer old'))
    expect(principal).toEqual({ actor: 'till', scopes: ['payments:read'], hospital: 'black-lion' })
    expectTypeOf(principal!.hospital).toEqualTypeOf<'black-lion'>()
    expectTypeOf(principal!).not.toHaveProperty('sha256')
    const hospital: string = 'zewditu'
    const several = bearerKeys([
      { ...entry, hospital },
      { ...entry, sha256: sha256('new'), till: 3 },
    ])(asking('Bearer new'))!
    if ('till' in several) expectTypeOf(several.till).toEqualTypeOf<3>()
    else expectTypeOf(several.hospital).toEqualTypeOf<string>()
    expect(several).toEqual({ actor: 'till', scopes: ['payments:read'], till: 3 })
    expect(Object.isFrozen(principal) && Object.isFrozen(principal!.scopes)).toBe(true)
  })

  it('has the type of its principal inferred for the functions of the principal beside it, in any order', async () => {
    const { payments: north } = testService()
    const { payments: south } = testService()
    await south.createPayment(request())
    const hospitals = { north, south }
    const handler = createHandler({
      payments: ({ hospital }) => hospitals[hospital],
      authenticate: bearerKeys([
        { sha256: sha256('n'), actor: 'n', scopes: ['payments:read'], hospital: 'north' },
        { sha256: sha256('s'), actor: 's', scopes: ['payments:read'], hospital: 'south' },
      ]),
      finance: true,
      layouts: ({ hospital }) => {
        expectTypeOf(hospital).toEqualTypeOf<'north' | 'south'>()
        return {}
      },
    })
    const countFor = async (key: string) => {
      const answer = await handler(
        new Request('http://localhost/v1/payments?reference=INV-1', { headers: { authorization: `Bearer ${key}` } }),
      )
      return ((await answer.json()) as { items: unknown[] }).items.length
    }
    expect([await countFor('n'), await countFor('s')]).toEqual([0, 1])
    createDesk({
      authenticate: bearerKeys([{ sha256: sha256('n'), actor: 'n', scopes: ['lines:read'], hospital: 'north' }]),
      payments: ({ hospital }) => hospitals[hospital],
      title: ({ hospital }) => {
        expectTypeOf(hospital).toEqualTypeOf<'north'>()
        return hospital
      },
    })
  })

  const noKeys = 'a list of at least one key is required'
  const noKey = 'a key must be { sha256, actor, scopes }'
  const noDigest = 'sha256 must be the 64 hexadecimal digits of the SHA-256 of a key'
  const noActor = 'a key needs an actor, text of 1 to 128 characters, without control or invisible characters'
  const noScopes =
    'scopes must be a list of payments:read, payments:write, payments:manage, attempts:write, reports:read, lines:read, lines:write, ' +
    'refunds:request, refunds:approve, refunds:settle, waivers:request, waivers:approve, receipts:issue, cash:take, cash:supervise, payers:read, payers:write, ' +
    'days:close, customers:erase'
  const wrong: [problem: string, keys: unknown][] = [
    ...[undefined, [], {}].map((keys): [string, unknown] => [noKeys, keys]),
    [noKey, [null]],
    ...[
      undefined,
      '',
      'x',
      sha256('x').slice(1),
      `${sha256('x')}0`,
      `0${sha256('x')}`,
      `${sha256('x')}\n`,
      [sha256('x')],
    ].map((digest): [string, unknown] => [noDigest, [{ ...entry, sha256: digest }]]),
    ...[undefined, null, '', ' ', 1, 'x'.repeat(129), 'a\u200bb', 'a\nb'].map((actor): [string, unknown] => [
      noActor,
      [{ ...entry, actor }],
    ]),
    ...[undefined, 'payments:read', ['payments:all'], ['payments:read', 1]].map((scopes): [string, unknown] => [
      noScopes,
      [{ ...entry, scopes }],
    ]),
    ['two keys have the same digest', [entry, { ...entry, sha256: entry.sha256.toUpperCase() }]],
  ]
  it.each(wrong.map(([problem, keys]) => ({ problem, keys })))(
    'refuses wrong entries at once (%#): $problem',
    ({ problem, keys }) => {
      expect(() => bearerKeys(keys as never)).toThrow(new TypeError(`bearerKeys: ${problem}`))
    },
  )

  it('compares all keys and all bytes, whichever fits', async () => {
    const sources = ['http/request/bearer-keys.ts', 'internal/crypto.ts'].map((path) =>
      readFile(new URL(`../../../src/${path}`, import.meta.url), 'utf8'),
    )
    const lines = (await Promise.all(sources)).join('\n').split('\n')
    const loops = lines.filter((line) => /^\s*for \((const \{ digest|let i = 0)/.test(line))
    expect(loops).toHaveLength(2)
    expect(loops.join('\n')).not.toMatch(/return|break/)
  })
})
