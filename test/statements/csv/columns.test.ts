import { describe, expect, it } from 'vitest'
import { mpesaCustomer, mpesaOrganisation, vodafoneCash } from '../../../src/statements/csv/layouts.js'
import type { CsvMapping } from '../../../src/statements/csv/mapping.js'
import { readCsvStatement } from '../../../src/statements/csv/read-csv-statement.js'
import { readAll } from '../support/read-csv.js'

const common = { dates: ['dd-MM-yyyy'], timeZone: 'Africa/Nairobi', currency: 'KES' }
const unnamed = 'Date,Text,FX,Change,,Balance,\n20-11-2026,INV-000042,,EUR,"0,19",EUR,"13,88"\n'

describe('readCsvStatement: a column by its number', () => {
  const mapping: CsvMapping = {
    ...{ ...common, currency: 'EUR', decimal: ',' },
    columns: { valueDate: 'Date', amount: { at: 5 }, narration: 'Text' },
  }

  it('may have no name', async () => {
    const { records } = await readAll(unnamed, mapping)
    expect(records).toEqual([
      { row: 2, direction: 'credit', amount: 19, currency: 'EUR', valueDate: '2026-11-20', narration: 'INV-000042' },
    ])
  })

  it('is found again below the header of a new page', async () => {
    const { lines, rejected } = await readAll(unnamed + unnamed, mapping)
    expect([lines.length, rejected.length]).toEqual([2, 0])
  })

  it('makes a header only of rows that are wide enough', async () => {
    const { lines } = await readAll(`Date,Text\n${unnamed}`, mapping)
    expect(lines).toMatchObject([{ row: 3, amount: 19 }])
    await expect(readAll('Date,Text\n', mapping)).rejects.toThrow('column 5 not found')
  })

  it('may stand for any column, in lists and conditions too, and in a file without a header', async () => {
    const { lines } = await readAll('A,B,C,D\n20-11-2026,5,x,debit\n', {
      ...common,
      columns: { valueDate: 'A', amount: { at: 2 }, narration: ['C', { at: 4 }], reference: { at: 3 } },
      debitWhen: { column: { at: 4 }, values: ['debit'] },
      only: { column: { at: 3 }, values: ['x'] },
    })
    expect(lines).toMatchObject([{ direction: 'debit', amount: 500, narration: 'x debit', reference: 'x' }])
    const bare = await readAll('20-11-2026,5,x\n', {
      ...common,
      header: false,
      columns: { valueDate: { at: 1 }, amount: '2', reference: { at: 3 } },
    })
    expect(bare.lines).toMatchObject([{ amount: 500, reference: 'x' }])
  })
})

describe('readCsvStatement: the n-th column of a name', () => {
  const twice = 'Date,Amount,Text,Amount,Text\n20-11-2026,1.00,A,2.00,B\n'
  const mapping = (nth: number): CsvMapping => ({
    ...common,
    columns: { valueDate: 'Date', amount: { name: ' Amount', nth }, narration: ['Text', { name: 'Text', nth: 2 }] },
  })

  it('counts from 1', async () => {
    expect((await readAll(twice, mapping(1))).lines).toMatchObject([{ amount: 100, narration: 'A B' }])
    expect((await readAll(twice, mapping(2))).lines).toMatchObject([{ amount: 200, narration: 'A B' }])
  })

  it('is named in the refusal of a file that lacks it', async () => {
    await expect(readAll(twice, mapping(3))).rejects.toThrow('3 columns "Amount" not found')
  })
})

it.each([
  ['{ at: 0 }', { at: 0 }],
  ['{ at: 1.5 }', { at: 1.5 }],
  ['{ at: "3" }', { at: '3' }],
  ['{ at: 10000 }', { at: 10_000 }],
  ['{ at, name }', { at: 1, name: 'A' }],
  ['{ name }', { name: 'A' }],
  ['{ name, nth: 0 }', { name: 'A', nth: 0 }],
  ['{ name: "", nth }', { name: ' ', nth: 1 }],
  ['a list', ['A']],
  ['a number', 3],
])('readCsvStatement: a column %s is a TypeError at once', (_, amount) => {
  const mapping = { ...common, columns: { valueDate: 'Date', amount } } as unknown as CsvMapping
  expect(() => readCsvStatement('', mapping)).toThrow(/columns\.amount must be/)
})

it('readCsvStatement: a mapping by numbers alone needs a file without a header row', () => {
  const columns = { valueDate: { at: 1 }, amount: { at: 2 } }
  expect(() => readCsvStatement('', { ...common, columns })).toThrow('must have one by its name')
  expect(() => readCsvStatement('', { ...common, columns, header: false })).not.toThrow()
  expect(() =>
    readCsvStatement('', { ...common, header: false, columns: { ...columns, amount: { name: 'A', nth: 1 } } }),
  ).toThrow('columns.amount must be')
})

describe('readCsvStatement: names in other spellings', () => {
  const mapping: CsvMapping = {
    ...common,
    columns: { valueDate: 'Date', amount: 'Amount', reference: 'A/C No.' },
    otherNames: { 'A/C No.': ['Account No.'], Amount: [] },
  }
  const file = (names: string) => `${names}\n20-11-2026,5.00,X\n`

  it.each(['Date,Amount,A/C No.', 'Date,AMOUNT,a/c no', 'Date,amount.,Account No', 'Date,Amount,ACCOUNT  NO.'])(
    'are read: %s',
    async (names) => {
      expect((await readAll(file(names), mapping)).lines).toMatchObject([{ amount: 500, reference: 'X' }])
    },
  )

  it('come after the name of the mapping; a column without others is compared exactly', async () => {
    const both = 'Date,AMOUNT,Amount,A/C No.\n20-11-2026,1.00,2.00,X\n'
    expect((await readAll(both, mapping)).lines).toMatchObject([{ amount: 200 }])
    await expect(readAll(file('DATE,Amount,A/C No.'), mapping)).rejects.toThrow('"Date" not found')
  })

  it.each([
    ['texts', 'x'],
    ['a list', []],
    ['no lists', { A: 'B' }],
    ['a blank', { A: [' '] }],
  ])('are a TypeError where they are %s', (_, otherNames) => {
    expect(() => readCsvStatement('', { ...mapping, otherNames } as unknown as CsvMapping)).toThrow(/otherNames/)
  })
})

describe('mpesaCustomer and mpesaOrganisation', () => {
  const names = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance'
  const file = (header: string, time: string) =>
    `${header}\nSKL4AB12CD,${time},Pay Bill from 2547****678 Acc. OPD-1041,Completed,"1,500.00",,"10,000.00"\n`
  const time = '20-11-2026 10:15:00'

  it.each([
    names,
    names.replace('No.', 'No'),
    names.replace('Paid In', 'Paid in'),
    names.toUpperCase(),
    names.toLowerCase(),
    names.replace('Withdrawn', 'Withdraw'),
  ])('read the header %s', async (header) => {
    const { records } = await readAll(file(header, time), mpesaCustomer)
    expect(records).toMatchObject([
      {
        direction: 'credit',
        amount: 150000,
        providerTransactionId: 'SKL4AB12CD',
        bookedAt: '2026-11-20T07:15:00.000Z',
      },
    ])
    expect(await readAll(file(header, time), vodafoneCash).catch((error: Error) => error.message)).toMatch('"Currency"')
  })

  it.each(['A/C No.', 'A/C No', 'a/c no.', 'Account No.', 'ACCOUNT NO', 'Account Number'])(
    'read the account in %s',
    async (name) => {
      const { lines } = await readAll(
        file(names, time).replace('Balance', name).replace('"10,000.00"', 'OPD-1041'),
        mpesaOrganisation,
      )
      expect(lines).toMatchObject([{ reference: 'OPD-1041' }])
    },
  )

  it.each([
    '2026-11-20T10:15:00',
    '20/11/2026 10:15',
    '20/11/2026 10:15:00',
    '20/11/2026 10:15:00 AM',
    '20/11/2026 10:15 AM',
    '20/11/26 10:15',
    '20-11-2026 10:15',
    '2026-11-20 10:15',
  ])('read the time %s, as Excel saves it', async (written) => {
    expect((await readAll(file(names, written), mpesaCustomer)).records).toMatchObject([
      { amount: 150000, valueDate: '2026-11-20', bookedAt: '2026-11-20T07:15:00.000Z' },
    ])
  })

  it('refuse a month before the day', async () => {
    expect((await readAll(file(names, '11/20/2026 10:15'), mpesaCustomer)).records).toMatchObject([
      { rejected: 'bookedAt is not a date of the given patterns' },
    ])
  })
})
