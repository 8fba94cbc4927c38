import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../../src/domain/money.js'
import { amountReader } from '../../../src/statements/csv/decimal.js'
import { examples } from '../../support/rounds.js'

const point = amountReader('.')
const comma = amountReader(',')

/** Writes an amount as `-1234.50 KES`. */
function amountText(read: typeof point, text: string): string | null {
  const written = read(text)
  return written && `${written.sign}${written.digits}${written.currency === null ? '' : ` ${written.currency}`}`
}

describe('amountReader: a decimal point', () => {
  it.each([
    ['1500', '1500.0'],
    ['1500.00', '1500.00'],
    ['.5', '0.5'],
    ['007.50', '007.50'],
    ['1,500.00', '1500.00'],
    ['1,234,567.89', '1234567.89'],
    ['1,00,000.00', '100000.00'],
    ['12,34,567.5', '1234567.5'],
    ['1 500.00', '1500.00'],
    ['1\u00a0500.00', '1500.00'],
    ['1\u202f500.00', '1500.00'],
    ["1'500.00", '1500.00'],
    ['1’500.00', '1500.00'],
    ['  12.50  ', '12.50'],
    [`\n${' '.repeat(1000)}12.50\t`, '12.50'],
    ['KES   1,200.00  CR', '+1200.00 KES'],
    ['-1,200.00', '-1200.00'],
    ['- 1,200.00', '-1200.00'],
    ['\u22121,200.00', '-1200.00'],
    ['1,200.00-', '-1200.00'],
    ['(1,200.00)', '-1200.00'],
    ['+1,200.00', '+1200.00'],
    ['1,200.00 CR', '+1200.00'],
    ['1,200.00Dr', '-1200.00'],
    ['800.00 ETB', '800.00 ETB'],
    ['800.00ETB', '800.00 ETB'],
    ['KES 1,200.00', '1200.00 KES'],
    ['kes1,200.00', '1200.00 KES'],
    ['-KES 1,200.00', '-1200.00 KES'],
    ['KES -1,200.00', '-1200.00 KES'],
    ['KES (1,200.00)', '-1200.00 KES'],
    ['(KES 1,200.00)', '-1200.00 KES'],
    ['1,200.00 KES CR', '+1200.00 KES'],
    ['1,200 IDR', '1200.0 IDR'],
    ['1,200 IDR DR', '-1200.0 IDR'],
    ['0.00', '0.00'],
    ...[
      'KSh1,500.00',
      'Ksh 1,500.00',
      'Ksh. 1,500.00',
      'KSH.1,500.00',
      'KShs 1,500.00',
      'Kshs.1,500.00',
      '1,500.00 KSH',
    ].map((text) => [text, '1500.00 KES']),
    ['TSh 1,500', '1500.0 TZS'],
    ['USh 1,500/=', '1500.0 UGX'],
    ['Br 1,500.00', '1500.00 ETB'],
    ['Br.1,500.00', '1500.00 ETB'],
    ['1,500.00 Birr', '1500.00 ETB'],
    ['£67.40', '67.40 GBP'],
    ['-£67.40', '-67.40 GBP'],
    ['67.40 £', '67.40 GBP'],
    ['Kes. 1,500', '1500.0 KES'],
    ['1,500/=', '1500.0'],
    ['1,500/-', '1500.0'],
    ['1,500.50 /=', '1500.50'],
    ['-1,500/-', '-1500.0'],
    ['KSh 1,500/= CR', '+1500.0 KES'],
    ['1,500/= DR', '-1500.0'],
    ['DR 1,500.00', '-1500.00'],
    ['Cr. KSh 1,500.00', '+1500.00 KES'],
  ])('reads %j', (text, expected) => {
    expect(amountText(point, text)).toBe(expected)
  })

  it.each([
    ...[
      '',
      ' ',
      '-',
      '.',
      '(',
      '()',
      'CR',
      'KES',
      'abc',
      '1e3',
      '1.5E3',
      '0x10',
      'Infinity',
      'NaN',
      '١٥٠٠',
      '１５００',
    ],
    ...[
      '1,5',
      '1,50',
      '2,56',
      '15,00',
      '1500,00',
      '1,5000',
      '1,500,00',
      '0,500',
      '00,500',
      '12,345,67',
      '1,23,45',
      ',500',
    ],
    ...['1.500,00', '1.500.000', '1..5', '1. 50', '5.', '1,500 000', '1 500,000.00', '1 5', '15 00', '1234,567'],
    ...[
      '--1',
      '-1-',
      '(-1)',
      '-(1)',
      '(1',
      '1)',
      '-1 DR',
      '1 CR DR',
      '+ -1',
      'KES 1 KES',
      'KES 1 ETB',
      '1 Ksh..',
      '€5',
      '5 $',
    ],
    ...['1-2', '2026-11-20', '1/2', '123,45,678', '1,,000', '1, 000', '1\n500\n0'],
    ...['5\n100', '5  100', '5\t100', '5\u00a0 100', '5\u2028100', '1\ufeff500'],
    ...['('.repeat(300) + '5' + ')'.repeat(300), '5'.repeat(300)],
  ])('refuses %j', (text) => {
    expect(point(text)).toBeNull()
  })

  it('distinguishes zero from everything else', () => {
    expect([point('0'), point('0.00'), point('-0.000 KES'), point('0.001')].map((read) => read?.isZero)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})

describe('amountReader: a decimal comma', () => {
  it.each([
    ['1500,00', '1500.00'],
    ['1.500,00', '1500.00'],
    ['1.234.567,8', '1234567.8'],
    ["1'500,00", '1500.00'],
    ['1 500,00', '1500.00'],
    ['-2,56', '-2.56'],
    ['1.500', '1500.0'],
    ['750,00 EUR', '750.00 EUR'],
  ])('reads %j', (text, expected) => {
    expect(amountText(comma, text)).toBe(expected)
  })

  it.each(['1500.00', '1.5', '12.50', '1,500.00', '1,500,000', '1.00.000,00', '1.2345,00', '0.500'])(
    'refuses %j',
    (text) => {
      expect(comma(text)).toBeNull()
    },
  )
})

describe('amountReader: every amount', () => {
  const amounts = fc.integer({ min: 1, max: 2 ** 53 - 1 })
  const group = (digits: string, mark: string) => digits.replace(/\B(?=(\d{3})+$)/g, mark)
  const lakhs = (digits: string) =>
    digits.length <= 3 ? digits : `${digits.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',')},${digits.slice(-3)}`

  it('is read back as it was, however its thousands are marked', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom('', ',', ' ', '\u00a0', '\u202f', "'", 'lakhs'), (amount, mark) => {
        const whole = String(Math.floor(amount / 100))
        const cents = String(amount % 100).padStart(2, '0')
        const text = `${mark === 'lakhs' ? lakhs(whole) : group(whole, mark)}.${cents}`
        expect(parseAmount(point(text)?.digits ?? '', 'KES')).toBe(amount)
      }),
    )
  })

  it('is refused with the other decimal mark: only whole thousands can be taken for each other', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 99 }), fc.boolean(), (whole, cents, isGrouped) => {
        const digits = isGrouped ? group(String(whole), '.') : String(whole)
        expect(point(`${digits},${String(cents).padStart(2, '0')}`)).toBeNull()
      }),
    )
  })

  it('has no digits but those of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0159,.' -+()CRDKES") }), (text) => {
        const read = point(text)
        const digits = text.replace(/\D/g, '')
        if (read) expect(read.digits.replace(/\D/g, '').replace(/^0+|0+$/g, '')).toBe(digits.replace(/^0+|0+$/g, ''))
      }),
      { numRuns: examples(2000) },
    )
  })
})
