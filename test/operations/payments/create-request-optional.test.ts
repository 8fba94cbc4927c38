import { describe, expect, it } from 'vitest'
import { isAccepted, problems } from '../../support/create-request.js'
import { request, testService } from '../../support/service.js'

const instantRule = 'expiresAt must be an ISO 8601 date and time with Z or an offset'
const phoneRule = 'customer.phone must be in E.164 form: + and at most 15 digits'

describe('CreatePaymentRequest: free text', () => {
  it.each([
    ['description', 500, (text: string) => ({ description: text })],
    ['customer.name', 200, (text: string) => ({ customer: { name: text } })],
    ['metadata.k', 500, (text: string) => ({ metadata: { k: text } })],
  ] as const)('%s has up to %d code points of well-formed text without NUL', async (path, max, field) => {
    await isAccepted(field('👍'.repeat(max)))
    await isAccepted(field(''))
    await isAccepted(field('line\r\nline\u2028\u202e\ufffd '))
    expect(await problems(request(field('👍'.repeat(max + 1))))).toEqual([`${path} is longer than ${max} characters`])
    expect(await problems(request(field('a\0b')))).toEqual([`${path} contains a NUL character`])
    expect(await problems(request(field('\ud800')))).toEqual([`${path} contains half of a surrogate pair`])
  })
})

describe('customer', () => {
  it.each(['+12', '+251911234567', '+999999999999999'])('accepts the phone %s', (phone) =>
    isAccepted({ customer: { phone } }),
  )

  const wrong = [
    '',
    '+',
    '+1',
    '+0911234567',
    '251911234567',
    '+1234567890123456',
    '+251 911',
    '+251911\n',
    ' +2519',
    '+٢٥١',
  ]
  it.each(wrong)('refuses the phone %j', async (phone) => {
    expect(await problems(request({ customer: { phone } }))).toEqual([phoneRule])
  })

  it.each([['x'], [[]], [5], [true]])('refuses %j', async (customer) => {
    expect(await problems(request({ customer }))).toEqual(['customer must be an object'])
  })
})

describe('metadata', () => {
  const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']))

  it('takes 20 pairs and names of 40 characters, no more', async () => {
    await isAccepted({ metadata: { ...pairs(19), [`a.B_9-${'x'.repeat(34)}`]: 'v' } })
    expect(await problems(request({ metadata: pairs(21) }))).toEqual(['metadata has more than 20 pairs'])
    const long = 'x'.repeat(41)
    expect(await problems(request({ metadata: { [long]: 'v', '': 'v', 'a b': 'v', ok: 1 } }))).toEqual([
      'metadata.? has a name outside [A-Za-z0-9_.-]{1,40}',
      'metadata.? has a name outside [A-Za-z0-9_.-]{1,40}',
      'metadata.? has a name outside [A-Za-z0-9_.-]{1,40}',
      'metadata.ok must be text',
    ])
  })

  it('reports a bad name and a bad value of one pair both', async () => {
    expect(await problems(request({ metadata: { 'a b': 5 } }))).toEqual([
      'metadata.? has a name outside [A-Za-z0-9_.-]{1,40}',
      'metadata.? must be text',
    ])
  })

  it.each([['x'], [['a']], [5], [true]])('%j is refused', async (metadata) => {
    expect(await problems(request({ metadata }))).toEqual(['metadata must be an object of text'])
  })

  it('is returned as a plain object', async () => {
    const { payments } = testService()
    const { metadata } = await payments.createPayment(request({ metadata: { a: 'b' } }))
    expect(metadata).toStrictEqual({ a: 'b' })
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype)
  })
})

describe('expiresAt', () => {
  const wrong = [
    '',
    'soon',
    '2026-12-01',
    '2026-12-01T09:00:00',
    '2026-02-30T09:00:00Z',
    '2026-12-01T24:00:00Z',
    '1765000000000',
  ]
  it.each(wrong)('%j is refused', async (expiresAt) => {
    expect(await problems(request({ expiresAt }))).toEqual([instantRule])
  })

  it.each([[new Date(0)], [0]])('%j is refused, for it is no text', async (expiresAt) => {
    expect(await problems(request({ expiresAt }))).toEqual(['expiresAt must be text'])
  })
})
