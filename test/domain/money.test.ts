import { dinero, toDecimal } from 'dinero.js/bigint'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyCodes, minorUnitExponent } from '../../src/domain/currencies.js'
import { formatAmount, isAmount, parseAmount, parseSum } from '../../src/domain/money.js'
import { examples } from '../support/rounds.js'

const largest = Number.MAX_SAFE_INTEGER

/** One currency of each exponent that ISO 4217 knows. */
const byExponent = { JPY: 0, ETB: 2, IQD: 3, CLF: 4 } as const
type Code = keyof typeof byExponent
const code = fc.constantFrom(...(Object.keys(byExponent) as Code[]))
const amount = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }),
  fc.maxSafeNat().map((value) => Math.max(value, 1)),
)

/** Formats an amount by division instead of by digits. */
function byDivision(value: bigint, exponent: number): string {
  if (exponent === 0) return String(value)
  const unit = 10n ** BigInt(exponent)
  const size = value < 0n ? -value : value
  return `${value < 0n ? '-' : ''}${size / unit}.${String(size % unit).padStart(exponent, '0')}`
}

const byDinero = (value: bigint, currency: Code) =>
  toDecimal(dinero({ amount: value, currency: { code: currency, base: 10n, exponent: BigInt(byExponent[currency]) } }))

describe('isAmount', () => {
  it.each([1, 2, 150_000, largest])('is true for %d', (value) => {
    expect(isAmount(value)).toBe(true)
  })

  it.each([0, -0, -1, 0.5, 1.5, largest + 1, -largest, NaN, Infinity, '1', '', true, null, undefined, 1n, [1], {}])(
    'is false for %o',
    (value) => {
      expect(isAmount(value)).toBe(false)
    },
  )
})

describe('formatAmount', () => {
  it.each([
    [150_000, 'ETB', '1500.00'],
    [5, 'KWD', '0.005'],
    [1, 'ETB', '0.01'],
    [10, 'ETB', '0.10'],
    [99, 'ETB', '0.99'],
    [100, 'ETB', '1.00'],
    [999, 'IQD', '0.999'],
    [1000, 'IQD', '1.000'],
    [1, 'CLF', '0.0001'],
    [12_345, 'UYW', '1.2345'],
    [1, 'JPY', '1'],
    [150_000, 'UGX', '150000'],
    [largest, 'JPY', '9007199254740991'],
    [largest, 'ETB', '90071992547409.91'],
    [largest, 'IQD', '9007199254740.991'],
    [largest, 'CLF', '900719925474.0991'],
    [0, 'ETB', '0.00'],
    [-5, 'ETB', '-0.05'],
    [-150_000, 'JPY', '-150000'],
    [10n ** 30n, 'ETB', `1${'0'.repeat(28)}.00`],
    ['123456789012345678901234567890', 'KWD', '123456789012345678901234567.890'],
    ['-7', 'CLF', '-0.0007'],
  ])('writes %s in minor units of %s as %s', (value, currency, text) => {
    expect(formatAmount(value, currency)).toBe(text)
  })

  it('writes the digits of exact division and of dinero.js, far beyond 2^53 too', () => {
    const value = fc.oneof(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), amount.map(BigInt))
    fc.assert(
      fc.property(value, code, (minor, currency) => {
        const text = formatAmount(minor, currency)
        expect(text).toBe(byDivision(minor, byExponent[currency]))
        expect(text).toBe(byDinero(minor, currency))
        expect(formatAmount(String(minor), currency)).toBe(text)
        if (Number.isSafeInteger(Number(minor))) expect(formatAmount(Number(minor), currency)).toBe(text)
      }),
      { numRuns: examples(500) },
    )
  })

  it.each([
    1.5,
    NaN,
    Infinity,
    largest + 1,
    '',
    '1.5',
    '1e3',
    ' 1',
    '1\n',
    '+1',
    '--1',
    '0x10',
    '1_000',
    '１',
    'x1',
    '1x',
  ])('refuses %j, which is no integer', (value) => {
    expect(() => formatAmount(value, 'ETB')).toThrow(new RangeError('an amount must be an integer in minor units'))
  })
})

describe('parseAmount', () => {
  it.each([
    ['1500.00', 'ETB', 150_000],
    ['1500', 'ETB', 150_000],
    ['1500.5', 'ETB', 150_050],
    ['0.01', 'ETB', 1],
    ['0.10', 'ETB', 10],
    ['00012.30', 'ETB', 1230],
    ['1.23000000', 'ETB', 123],
    ['7', 'JPY', 7],
    ['7.000', 'JPY', 7],
    ['0.005', 'KWD', 5],
    ['1.0001', 'CLF', 10_001],
    ['9007199254740991', 'JPY', largest],
    ['90071992547409.91', 'ETB', largest],
    ['900719925474.09910', 'CLF', largest],
  ])('reads %s %s as %d minor units', (text, currency, minor) => {
    expect(parseAmount(text, currency)).toBe(minor)
  })

  it.each([
    ['1500.005', 'ETB'],
    ['1.001', 'ETB'],
    ['1.5', 'JPY'],
    ['1.00001', 'CLF'],
    ['0', 'JPY'],
    ['0.00', 'ETB'],
    ['0.001', 'ETB'],
    ['9007199254740992', 'JPY'],
    ['90071992547409.92', 'ETB'],
    ['90071992547409.910001', 'ETB'],
    ['9'.repeat(400), 'ETB'],
    ...[
      '',
      ' ',
      '1.',
      '.5',
      '.',
      '-1',
      '+1',
      '1e3',
      '1E3',
      'Infinity',
      'NaN',
      '0x10',
      '1,5',
      '1,500.00',
      "1'500",
      '1_000',
    ].map((text) => [text, 'ETB']),
    ...[' 1', '1 ', '1 000', '1\n', '\ufeff1', '1\u00a0', '1.5.5', '١', '１', '1.5x', 'x1.5', 'true'].map((text) => [
      text,
      'ETB',
    ]),
  ])('refuses %j %s', (text, currency) => {
    expect(parseAmount(text!, currency!)).toBeNull()
  })

  it('reads back exactly the text of formatAmount', () => {
    fc.assert(
      fc.property(amount, code, (minor, currency) => parseAmount(formatAmount(minor, currency), currency) === minor),
    )
  })

  it('accepts surplus digits only where they are zeros', () => {
    fc.assert(
      fc.property(amount, code, fc.stringMatching(/^\d{1,20}$/), (minor, currency, surplus) => {
        const decimal = formatAmount(minor, currency)
        const text = decimal + (byExponent[currency] === 0 ? '.' : '') + surplus
        expect(parseAmount(text, currency)).toBe(/[1-9]/.test(surplus) ? null : minor)
      }),
    )
  })
})

describe('formatAmount and parseAmount', () => {
  it('accept every currency with its exponent', () => {
    for (const currency of currencyCodes) {
      const exponent = minorUnitExponent(currency)!
      expect(formatAmount(1, currency)).toBe(byDivision(1n, exponent))
      expect(parseAmount('1', currency)).toBe(10 ** exponent)
    }
  })

  it.each(['XAU', 'etb', '', 'HRK', 'constructor'])('refuse %j, which is no currency with minor units', (currency) => {
    const refusal = new RangeError('formatAmount and parseAmount need an active ISO 4217 currency with minor units')
    expect(() => formatAmount(1, currency)).toThrow(refusal)
    expect(() => parseAmount('1', currency)).toThrow(refusal)
  })
})

describe('parseSum', () => {
  it.each<[string, bigint | null]>([
    ['0', 0n],
    ['0.00', 0n],
    ['12.5', 1250n],
    ['12.500', 1250n],
    ['900719925474099300.00', 90071992547409930000n],
    ['12.505', null],
    ['', null],
    ['-1', null],
    ['12,50', null],
    ['twelve', null],
  ])('reads %j as %s', (text, expected) => {
    expect(parseSum(text, 'ETB')).toBe(expected)
  })
})
