import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { createHandler, type NodeRequest, toNodeListener } from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { withExactNumbers } from '../../../src/http/request/exact-numbers.js'
import { examples } from '../../support/rounds.js'
import { request, testService } from '../../support/service.js'
import { issuesOf, post, server } from '../support/server.js'

const text = JSON.stringify(request())
const withAmount = (amount: string) => text.replace('150000', amount)
const rule = 'amount must be an integer of minor units from 1 to 9007199254740991'
const refusal = [`${rule}; parseAmount('1500.50', 'ETB') converts decimal text`]

/** Each is rounded by a double to an integer that it is not. */
const rounded = [
  '9007199254740990.9',
  '1500.00000000000000001',
  '1499.99999999999999999',
  '0.99999999999999999999',
  '150000000000000000001e-17',
  '15.0000000000000000000001e2',
  '1500.0000000000000000000000000001E0',
]

describe('withExactNumbers: an amount that a double would round', () => {
  it.each(rounded)('is refused as it is written: %s', async (amount) => {
    expect(await issuesOf(post(withAmount(amount)))).toEqual(refusal)
  })

  it.each([
    '1500.0',
    '1500.000',
    '1e3',
    '1.5E+3',
    '15e2',
    '0.15e4',
    '150000e-2',
    '100.00e-2',
    '1500000000000000000000e-18',
  ])('is accepted where it is an integer, however it is written: %s', async (amount) => {
    const answer = await post(withAmount(amount))
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ amount: Number(amount) })
  })

  it('may be as long as a body', async () => {
    const zeros = '0'.repeat(60_000)
    expect(await issuesOf(post(withAmount(`1500.${zeros}1`)))).toEqual(refusal)
    expect((await post(withAmount(`1500.${zeros}`))).status).toBe(201)
  })

  it('is refused together with all other mistakes, at its place', async () => {
    const body = `{"amount":1500.00000000000000001,"currency":"ETB","reference":"","channel":"cash","metadata":{"a":1.0000000000000000001},"x":1}`
    expect(await issuesOf(post(body))).toEqual([
      ...refusal,
      'reference is empty',
      'metadata.a must be text',
      'x is not a known field',
    ])
  })

  it('is refused by a transition, too', async () => {
    const { ask, payments } = server({ manage: true })
    const { id } = await payments.createPayment(request({ amount: 1500 }))
    const body = '{"amount":1500.00000000000000001}'
    const headers = { 'content-type': 'application/json' }
    expect(await issuesOf(ask(`/v1/payments/${id}/confirm`, { method: 'POST', body, headers }))).toEqual(refusal)
    expect((await payments.getPayment(id))!.status).toBe('pending')
  })

  it('is not a number within a text', async () => {
    const reference = '"1500.00000000000000001\\", \\\\'
    const answer = await post(JSON.stringify(request({ reference })))
    expect(await answer.json()).toMatchObject({ reference })
  })
})

describe('withExactNumbers: through Node', () => {
  const listen = async (parse: (request: NodeRequest) => Promise<void>) => {
    const listener = toNodeListener(createHandler({ payments: testService().payments, authenticate: 'none' }))
    const host = createServer((incoming, response) => {
      void parse(incoming as unknown as NodeRequest).then(() => listener(incoming, response))
    })
    await new Promise<void>((resolve) => void host.listen(0, '127.0.0.1', resolve))
    const { port } = host.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/v1/payments`, {
      method: 'POST',
      body: withAmount('9007199254740990.9'),
      headers: { 'content-type': 'application/json' },
    })
    host.close()
    return answer
  }
  const readAs = (as: (text: string) => unknown) => async (incoming: NodeRequest) => {
    let read = ''
    for await (const chunk of incoming as unknown as AsyncIterable<Uint8Array>) read += new TextDecoder().decode(chunk)
    Object.assign(incoming, { body: as(read) })
  }

  it('a body that was not read, or that was read as text, is compared as it was written', async () => {
    expect(await issuesOf(listen(async () => undefined))).toEqual(refusal)
    expect(await issuesOf(listen(readAs((read) => read)))).toEqual(refusal)
  })

  it('a body that the host parsed is the value of its parser', async () => {
    const answer = await listen(readAs((read) => JSON.parse(read) as unknown))
    expect(await answer.json()).toMatchObject({ amount: 9_007_199_254_740_991 })
  })
})

describe('withExactNumbers', () => {
  /** Computes the value of a number's text as a fraction, by whole numbers alone. */
  function isInteger(token: string): boolean {
    const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? []
    const power = Number(exponent) - fraction.length
    return power >= 0 || BigInt(whole + fraction) % 10n ** BigInt(-power) === 0n
  }
  const digits = (max: number) =>
    fc.array(fc.constantFrom('0', '0', '9', '1'), { minLength: 1, maxLength: max }).map((all) => all.join(''))
  /** Digits that a double rounds away. */
  const faint = fc
    .tuple(fc.constantFrom('0', '9'), fc.nat(30), fc.constantFrom('0', '1', '9'))
    .map(([digit, count, last]) => digit.repeat(count) + last)
  const token = fc
    .tuple(
      fc.constantFrom('', '-'),
      digits(16),
      fc.option(fc.oneof(digits(25), faint)),
      fc.option(fc.integer({ min: -30, max: 30 })),
    )
    .map(([sign, whole, fraction, exponent]) => {
      const integer = whole.replace(/^0+(?=\d)/, '')
      return sign + integer + (fraction === null ? '' : `.${fraction}`) + (exponent === null ? '' : `e${exponent}`)
    })

  it.each(['[0e-9,0.0e-9]', '[1.00000000000000001e17]', '[1500,2]', '"1500.00000000000000001'])(
    'leaves %s as it is',
    (text) => {
      expect(withExactNumbers(text)).toBe(text)
    },
  )

  it('changes exactly the numbers that are rounded to an integer, and nothing else of any value', () => {
    const seen = { exact: 0, rounded: 0 }
    fc.assert(
      fc.property(token, fc.jsonValue(), (number, other) => {
        const isRounded = Number.isInteger(Number(number)) && !isInteger(number)
        seen[isRounded ? 'rounded' : 'exact']++
        const around = JSON.stringify(other)
        const value = JSON.parse(withExactNumbers(`[${around},{"a":${number}},${number}]`)) as unknown
        const expected = isRounded ? 0.5 : Number(number)
        expect(value).toStrictEqual([JSON.parse(around), { a: expected }, expected])
      }),
      { numRuns: examples(3000) },
    )
    expect(Math.min(seen.exact, seen.rounded)).toBeGreaterThan(examples(100))
  })
})
