import { describe, expect, it } from 'vitest'
import { currencyCodes, minorUnitExponent } from '../../../src/domain/currencies.js'
import { minorUnitsOf, stripeUnits } from '../../../src/providers/stripe/units.js'

describe('stripeUnits and minorUnitsOf', () => {
  it.each([
    ['USD', 1_500, 1_500],
    ['KES', 150_000, 150_000],
    ['JPY', 1_500, 1_500],
    ['RWF', 1_500, 1_500],
    ['XAF', 1_500, 1_500],
    ['UGX', 1_500, 150_000],
    ['ISK', 1_500, 150_000],
    ['MGA', 150_000, 1_500],
    ['KWD', 1_500, 1_500],
    ['TND', 10, 10],
  ])('convert %s both ways', (currency, minorUnits, units) => {
    expect(stripeUnits(minorUnits, currency)).toBe(units)
    expect(minorUnitsOf(units, currency)).toBe(minorUnits)
    expect(minorUnitsOf(-units, currency)).toBe(-minorUnits)
  })

  it.each([
    ['a part of an ariary', 150_050, 'MGA'],
    ['a last decimal of three', 1_505, 'KWD'],
    ['more than an integer holds', Number.MAX_SAFE_INTEGER, 'UGX'],
    ['a currency that is none', 100, 'XXX'],
  ])('stripeUnits: answers null for %s', (_, amount, currency) => {
    expect(stripeUnits(amount, currency)).toBeNull()
  })

  it.each([
    ['a part of a shilling', 150_050, 'UGX'],
    ['a fraction', 1.5, 'USD'],
    ['text', '150', 'USD'],
    ['a currency that is none', 100, 'xxx'],
  ])('minorUnitsOf: answers null for %s', (_, amount, currency) => {
    expect(minorUnitsOf(amount, currency)).toBeNull()
  })

  it('differ from ISO 4217 in three currencies alone', () => {
    const others = currencyCodes.filter(
      (code) => (minorUnitExponent(code) ?? 4) < 4 && stripeUnits(10_000, code) !== 10_000,
    )
    // IQD, LYD and UYI are no currencies of Stripe.
    expect(others.filter((code) => !['IQD', 'LYD', 'UYI'].includes(code))).toEqual(['ISK', 'MGA', 'UGX'])
  })
})
