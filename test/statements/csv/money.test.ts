import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CsvMapping } from '../../../src/statements/csv/mapping.js'
import { readCsvStatement } from '../../../src/statements/csv/read-csv-statement.js'
import { examples } from '../../support/rounds.js'
import { readAll } from '../support/read-csv.js'

const common = { dates: ['yyyy-MM-dd'], timeZone: 'Africa/Nairobi', currency: 'KES', delimiter: ';' }
const signed: CsvMapping = { ...common, columns: { valueDate: 'D', amount: 'A' } }
const two: CsvMapping = { ...common, columns: { valueDate: 'D', credit: 'In', debit: 'Out' } }
const marked: CsvMapping = { ...signed, debitWhen: { column: 'T', values: ['D', ' Debit  card'] } }
const ownCurrency: CsvMapping = { ...common, columns: { valueDate: 'D', amount: 'A', currency: 'C' } }

/** Returns `credit 150000 KES`, or the reason, of one row. */
async function outcome(names: string, row: string, mapping: CsvMapping): Promise<string> {
  const { records, summary } = await readAll(`D;${names}\n2026-11-20;${row}\n`, mapping)
  if (summary.skipped === 1) return 'no line'
  expect(records).toHaveLength(1)
  const [record] = records
  if (!record) throw new Error('no record')
  return 'rejected' in record ? record.rejected : `${record.direction} ${record.amount} ${record.currency}`
}

const noNumber = 'is not a number with the decimal mark .'

describe('readCsvStatement: a signed amount', () => {
  it.each([
    ['1,500.00', 'credit 150000 KES'],
    ['+1,500.00', 'credit 150000 KES'],
    ['-1,500.00', 'debit 150000 KES'],
    ['1,500.00-', 'debit 150000 KES'],
    ['(1,500.00)', 'debit 150000 KES'],
    ['1,500.00 DR', 'debit 150000 KES'],
    ['1,500.00 CR', 'credit 150000 KES'],
    ['1,500.00 (CR)', 'credit 150000 KES'],
    ['1,500.00(Dr.)', 'debit 150000 KES'],
    ['1500.0000', 'credit 150000 KES'],
    ["1'500.000", 'credit 150000 KES'],
    ['1,500.000', 'credit 150000 KES'],
    ['1 500.000', 'credit 150000 KES'],
    ['25,000', 'credit 2500000 KES'],
    ['0.000', 'amount is zero'],
    ['KES 1,500', 'credit 150000 KES'],
    ['90071992547409.91', 'credit 9007199254740991 KES'],
    ['90071992547409.92', 'amount has more decimals than its currency, or is too large'],
    ['1500.005', 'amount has more decimals than its currency, or is too large'],
    ['0.00', 'amount is zero'],
    ['-0', 'amount is zero'],
    ['', 'no line'],
    ['-', `amount ${noNumber}`],
    ['1,5', `amount ${noNumber}`],
    ['n/a', `amount ${noNumber}`],
    ['800.00 ETB', 'the amount names another currency'],
    ['800.00 XYZ', 'the amount names another currency'],
    ['KSh1,500.00', 'credit 150000 KES'],
    ['1,500/=', 'credit 150000 KES'],
    ['1,500/-', 'credit 150000 KES'],
    ...['Br 1,500.00', '£1,500.00', 'TSh 1,500', '1,500/= USh'].map((text) => [
      text,
      'the amount names another currency',
    ]),
    ...['-1,500.00 CR', '-1,500.00 DR', '(1,500.00) CR', '1,500 CR DR', '1,500/=/=', '1,500=/', '/=1,500'].map(
      (text) => [text, `amount ${noNumber}`],
    ),
    ...['KSh KES 1,500', 'Kshss 1,500', 'Sh 1,500', 'K 1,500', 'S/. 1,500'].map((text) => [text, `amount ${noNumber}`]),
  ])('%j is %s', async (text, expected) => {
    expect(await outcome('A', text, signed)).toBe(expected)
  })

  it('has the decimals of its currency', async () => {
    const inCurrency = (currency: string) => ({ ...signed, currency })
    expect(await outcome('A', '1,500', inCurrency('UGX'))).toBe('credit 1500 UGX')
    expect(await outcome('A', '1,500.50', inCurrency('UGX'))).toMatch('more decimals')
    expect(await outcome('A', '1.234', inCurrency('KWD'))).toBe('credit 1234 KWD')
  })
})

describe('readCsvStatement: an amount whose only mark has three digits behind it', () => {
  const twoWays =
    'can be read in two ways: its only mark has three digits behind it, and its currency has fewer decimals'

  it.each([
    ...['25.000', '1500.000', '-25.000', '25.000-', '(25.000)', '+25.000', ' 25.000 '],
    ...['25.000 CR', '25.000 DR', 'KES 25.000', '25.000KES', '-KES 25.000'],
  ])('is refused where the currency has fewer decimals: %j', async (text) => {
    expect(await outcome('A', text, signed)).toBe(`amount ${twoWays}`)
    expect(await outcome('A', text.replace('KES', 'XAF'), { ...signed, currency: 'XAF' })).toBe(`amount ${twoWays}`)
    expect(await outcome('A', text.replace('.', ','), { ...signed, decimal: ',' })).toBe(`amount ${twoWays}`)
  })

  it('is refused in every column of money, and by the currency of the row', async () => {
    expect(await outcome('In;Out', '25.000;', two)).toBe(`credit ${twoWays}`)
    expect(await outcome('In;Out', ';25.000', two)).toBe(`debit ${twoWays}`)
    expect(await outcome('In;Out', '0.000;-25.000', two)).toBe(`debit ${twoWays}`)
    expect(await outcome('A;T', '25.000;D', marked)).toBe(`amount ${twoWays}`)
    expect(await outcome('A;C', '25.000;ETB', ownCurrency)).toBe(`amount ${twoWays}`)
    expect(await outcome('A;C', '25.000;KWD', ownCurrency)).toBe('credit 25000 KWD')
    for (const text of ['.500', '0.500']) expect(await outcome('A', text, signed)).toBe(`amount ${twoWays}`)
  })

  it.each([
    ['25.000', 'KWD', 'credit 25000 KWD'],
    ['25.000', 'CLF', 'credit 250000 CLF'],
    ['25.0', 'XAF', 'credit 25 XAF'],
    ['25.00', 'XAF', 'credit 25 XAF'],
    ['25.0000', 'XAF', 'credit 25 XAF'],
    ['25,000', 'XAF', 'credit 25000 XAF'],
    ["25'000", 'XAF', 'credit 25000 XAF'],
    ['25 000', 'XAF', 'credit 25000 XAF'],
    ['25.001', 'XAF', 'amount has more decimals than its currency, or is too large'],
  ])(
    'has one meaning where its currency has as many decimals, or with another number of digits: %j %s is %s',
    async (text, currency, expected) => {
      expect(await outcome('A', text, { ...signed, currency })).toBe(expected)
    },
  )

  it('is never read as a thousandth of the written amount, nor as its thousandfold', async () => {
    const currencies = fc.constantFrom('XAF', 'KES', 'KWD')
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1000, max: 999_999 }), currencies, async (whole, currency) => {
        const digits = String(whole).replace(/(\d{3})$/, '.$1')
        for (const decimal of ['.', ','] as const) {
          const read = await outcome('A', digits, { ...signed, currency, decimal })
          // With a comma as decimal mark the point is one of thousands.
          const meant = decimal === ',' ? whole * { XAF: 1, KES: 100, KWD: 1000 }[currency]! : whole
          expect(read === `credit ${meant} ${currency}`).toBe(decimal === ',' || currency === 'KWD')
        }
      }),
      { numRuns: examples(100) },
    )
  })
})

describe('readCsvStatement: positive: debit', () => {
  const mapping: CsvMapping = { ...signed, positive: 'debit' }

  it.each([
    ['1,500.00', 'debit 150000 KES'],
    ['+1,500.00', 'debit 150000 KES'],
    ['-1,500.00', 'credit 150000 KES'],
    ['(1,500.00)', 'credit 150000 KES'],
    ['1,500.00 CR', 'credit 150000 KES'],
    ['1,500.00 DR', 'debit 150000 KES'],
    ['-1,500.00 DR', `amount ${noNumber}`],
  ])('%j is %s', async (text, expected) => {
    expect(await outcome('A', text, mapping)).toBe(expected)
  })

  it('needs one signed column', () => {
    for (const wrong of [
      { ...two, positive: 'debit' as const },
      { ...marked, positive: 'debit' as const },
      { ...signed, positive: 'credit' as unknown as 'debit' },
    ])
      expect(() => readCsvStatement('', wrong)).toThrow(/positive/)
  })
})

describe('readCsvStatement: CR and DR against their column', () => {
  it.each([
    ['In;Out', '800.00 DR;', two, 'credit is negative'],
    ['In;Out', ';800.00 CR', two, 'debit has CR'],
    ['In;Out', '800.00 CR;', two, 'credit 80000 KES'],
    ['In;Out', ';800.00 DR', two, 'debit 80000 KES'],
    ['A;T', '800.00 CR;D', marked, 'amount has CR, yet the row is a debit'],
    ['A;T', '800.00 DR;C', marked, 'amount is negative, yet the row is not a debit'],
    ['A;T', '800.00 DR;D', marked, 'debit 80000 KES'],
  ])('are read or refused: %s: %s', async (names, row, mapping, expected) => {
    expect(await outcome(names, row, mapping)).toBe(expected)
  })
})

describe('readCsvStatement: credit and debit columns', () => {
  it.each([
    ['800.00;', 'credit 80000 KES'],
    ['800.00;0.00', 'credit 80000 KES'],
    ['800.00;-', 'credit 80000 KES'],
    ['+800.00;', 'credit 80000 KES'],
    [';800.00', 'debit 80000 KES'],
    [';-800.00', 'debit 80000 KES'],
    [';+800.00', 'debit 80000 KES'],
    ['0;(800.00)', 'debit 80000 KES'],
    ['–;800.00 DR', 'debit 80000 KES'],
    ['800.00;800.00', 'credit and debit are both filled'],
    [';', 'no line'],
    ['-; ', 'no line'],
    ['0.00;0.00', 'credit and debit are both empty'],
    ['-800.00;', 'credit is negative'],
    ['8OO;', `credit ${noNumber}`],
    ['800.00;x', `debit ${noNumber}`],
    ['x;800.00', `credit ${noNumber}`],
    ['1;500.00', 'credit and debit are both filled'],
  ])('%j are %s', async (cells, expected) => {
    expect(await outcome('In;Out', cells, two)).toBe(expected)
  })

  it('may be one of them only', async () => {
    const credits: CsvMapping = { ...common, columns: { valueDate: 'D', credit: 'In' } }
    const debits: CsvMapping = { ...common, columns: { valueDate: 'D', debit: 'Out' } }
    expect(await outcome('In;Out', '5;', credits)).toBe('credit 500 KES')
    expect(await outcome('In;Out', ';5', credits)).toBe('no line')
    expect(await outcome('In;Out', ';5', debits)).toBe('debit 500 KES')
  })
})

describe('readCsvStatement: a column that marks debits', () => {
  it.each([
    ['5;D', 'debit 500 KES'],
    ['5; d ', 'debit 500 KES'],
    ['5;debit\u00a0CARD', 'debit 500 KES'],
    ['-5;D', 'debit 500 KES'],
    ['5;C', 'credit 500 KES'],
    ['5;', 'credit 500 KES'],
    ['+5;C', 'credit 500 KES'],
    ['-5;C', 'amount is negative, yet the row is not a debit'],
    ['(5);', 'amount is negative, yet the row is not a debit'],
    ['+5;D', 'debit 500 KES'],
    ['5', 'the row has no cell that marks a debit'],
  ])('%j is %s', async (cells, expected) => {
    expect(await outcome('A;T', cells, marked)).toBe(expected)
  })
})

describe('readCsvStatement: the currency of a row', () => {
  it.each([
    ['5;ETB', 'credit 500 ETB'],
    ['5; etb ', 'credit 500 ETB'],
    ['5;', 'credit 500 KES'],
    ['5 ETB;ETB', 'credit 500 ETB'],
    ['5 ETB;', 'the amount names another currency'],
    ['5;KSH', 'currency is not an active ISO 4217 code with minor units'],
    ['5;XAU', 'currency is not an active ISO 4217 code with minor units'],
  ])('with %j is %s', async (cells, expected) => {
    expect(await outcome('A;C', cells, ownCurrency)).toBe(expected)
  })

  it('stands beside the amount, where neither its column nor the mapping has one', async () => {
    const { currency: _, ...without } = ownCurrency
    expect(await outcome('A;C', '5 ETB;', without)).toBe('credit 500 ETB')
    expect(await outcome('A;C', '5;', without)).toBe('currency is missing')
    expect(await outcome('A;C', '5 QQQ;', without)).toBe('currency is not an active ISO 4217 code with minor units')
  })
})
