import { data as currencyCodesData } from 'currency-codes'
import * as dineroCurrencies from 'dinero.js/currencies'
import { describe, expect, it } from 'vitest'
import { currencyCodes, minorUnitExponent } from '../../src/domain/currencies.js'

/** Codes on which an oracle is known to differ from ISO 4217; undefined: does not list the code. */
interface Exception {
  readonly codes: string
  readonly ours: number | undefined
  readonly theirs: number | undefined
  readonly reason: string
}

interface Oracle {
  readonly name: string
  readonly exponents: ReadonlyMap<string, number>
  readonly exceptions: readonly Exception[]
}

const none = undefined

const oracles: readonly Oracle[] = [
  {
    name: 'currency-codes',
    exponents: new Map(currencyCodesData.map(({ code, digits }) => [code, digits])),
    exceptions: [
      { codes: 'ANG', ours: none, theirs: 2, reason: 'its data is of 2024-06-25; replaced by XCG on 2025-03-31' },
      { codes: 'XCG', ours: 2, theirs: none, reason: 'its data is of 2024-06-25; amendment 176, from 2025-03-31' },
      { codes: 'CUC', ours: none, theirs: 2, reason: 'its data is of 2024-06-25; amendment 178 of February 2025' },
      { codes: 'XAD', ours: 2, theirs: none, reason: 'its data is of 2024-06-25; amendment 179, from 2025-05-12' },
      { codes: 'BGN', ours: none, theirs: 2, reason: 'its data is of 2024-06-25; the euro, amendment 180, 2026-01-01' },
      {
        codes: 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX',
        ours: none,
        theirs: 0,
        reason: 'ISO gives no minor unit (N.A.), which its import reads as 0',
      },
    ],
  },
  {
    name: 'dinero.js',
    exponents: new Map(Object.values(dineroCurrencies).map(({ code, exponent }) => [code, exponent])),
    exceptions: [
      { codes: 'BGN', ours: none, theirs: 2, reason: 'still listed there; the euro, amendment 180, 2026-01-01' },
      { codes: 'MGA MRU', ours: 2, theirs: 1, reason: 'it counts coins of a fifth (base 5); ISO gives 2 decimals' },
    ],
  },
]

type Difference = readonly [code: string, ours: number | undefined, theirs: number | undefined]

function differences(exponents: ReadonlyMap<string, number>): Difference[] {
  const codes = [...new Set([...currencyCodes, ...exponents.keys()])].sort()
  return codes
    .map((code): Difference => [code, minorUnitExponent(code), exponents.get(code)])
    .filter(([, ours, theirs]) => ours !== theirs)
}

function expected(exceptions: readonly Exception[]): Difference[] {
  return exceptions
    .flatMap(({ codes, ours, theirs }) => codes.split(' ').map((code): Difference => [code, ours, theirs]))
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

describe('currencyCodes', () => {
  // Equality both ways: an unlisted difference fails, and so does a listed one that no longer exists.
  it.each(oracles)('agree with $name except the listed exceptions', ({ exponents, exceptions }) => {
    expect(exponents.size).toBeGreaterThan(150)
    expect(differences(exponents)).toEqual(expected(exceptions))
  })

  it('are as many for each exponent as in List One', () => {
    const counts: Record<string, number> = {}
    for (const code of currencyCodes) {
      const exponent = String(minorUnitExponent(code))
      counts[exponent] = (counts[exponent] ?? 0) + 1
    }
    expect(counts).toEqual({ 0: 17, 2: 139, 3: 7, 4: 2 })
  })

  it('are three capitals each, listed once and in order', () => {
    expect(currencyCodes.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([])
    expect(currencyCodes).toEqual([...new Set(currencyCodes)].sort())
  })

  it.each([
    ['ETB', 2],
    ['HUF', 2],
    ['IQD', 3],
    ['ISK', 0],
    ['MGA', 2],
    ['MRU', 2],
    ['TWD', 2],
    ['UGX', 0],
  ])('take the exponent of %s from ISO, whatever is customary', (code, exponent) => {
    expect(minorUnitExponent(code)).toBe(exponent)
  })

  it.each(['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL'])('leave out the withdrawn %s', (code) => {
    expect(minorUnitExponent(code)).toBeUndefined()
  })

  it.each(['constructor', '__proto__', 'toString', '', 'etb', ' ETB', 'XXX'])('do not contain %j', (text) => {
    expect(minorUnitExponent(text)).toBeUndefined()
  })
})
