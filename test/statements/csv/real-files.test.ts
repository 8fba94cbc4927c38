import { describe, expect, it } from 'vitest'
import type { CsvMapping } from '../../../src/statements/csv/mapping.js'
import { pieces, sharedStatement, sharedStatements } from '../support/shared-data.js'
import { readAll } from '../support/read-csv.js'

const folder = sharedStatements('bank-csv')

const vienna = { dates: ['dd.MM.yyyy'], timeZone: 'Europe/Vienna', decimal: ',' } as const

interface Case {
  file: string
  mapping: CsvMapping
  credits: [count: number, sum: string | null]
  debits: [count: number, sum: string | null]
  currency: string
  rejected: number[]
}

// Counts and sums were added up from the files by another program.
const cases: Case[] = [
  {
    file: '2018-04-14_10-52-13_bunq-transactieoverzicht.csv',
    mapping: {
      columns: { valueDate: 'Datum', amount: 'Bedrag', narration: ['Naam', 'Omschrijving'] },
      ...{ dates: ['yyyy-MM-dd'], timeZone: 'Europe/Amsterdam', currency: 'EUR', decimal: ',' },
    },
    ...{ credits: [1, '75000'], debits: [2, '2146'], currency: 'EUR', rejected: [] },
  },
  {
    file: 'MonzoDataExport_February2018_2018-02-26_174335.csv',
    mapping: {
      columns: { bookedAt: 'created', amount: 'amount', currency: 'currency', lineId: 'id', narration: 'description' },
      ...{ dates: ['yyyy-MM-dd HH:mm:ss xx'], timeZone: 'Europe/London' },
    },
    ...{ credits: [0, null], debits: [1, '1000'], currency: 'GBP', rejected: [] },
  },
  {
    file: 'TH_20180101-20180523_page_1.csv',
    mapping: {
      columns: { valueDate: 'Posting date', amount: 'Amount CZK', reference: 'Variable symbol 1' },
      ...{ dates: ['yyyy/MM/dd'], timeZone: 'Europe/Prague', currency: 'CZK', decimal: ',', encoding: 'windows-1250' },
    },
    // All of the year 1111.
    ...{ credits: [0, null], debits: [0, null], currency: 'CZK', rejected: [2, 3, 4, 5, 6, 7, 8, 9, 10] },
  },
  {
    file: 'export_BE11123456789012_20180304_1422.csv',
    mapping: {
      columns: {
        valueDate: 'Datum',
        amount: 'Bedrag',
        currency: 'Munt',
        narration: ['Omschrijving', 'Vrije mededeling'],
      },
      ...{ dates: ['dd/MM/yyyy'], timeZone: 'Europe/Brussels', decimal: ',' },
    },
    ...{ credits: [0, null], debits: [1, '340'], currency: 'EUR', rejected: [] },
  },
  {
    file: 'kta_ei.dat',
    mapping: {
      columns: { valueDate: '3', amount: '5', narration: ['2', '4', '6'] },
      ...{ header: false, dates: ['yyyyMMdd'], timeZone: 'Europe/Vienna', currency: 'EUR' },
    },
    // The first line is about the account.
    ...{ credits: [0, null], debits: [11, '615222'], currency: 'EUR', rejected: [1] },
  },
  {
    file: 'test_BOI_TransactionExport.csv',
    mapping: {
      columns: { valueDate: 'Date', credit: 'Credit', debit: 'Debit', narration: 'Details' },
      ...{ dates: ['dd/MM/yyyy'], timeZone: 'Europe/Dublin', currency: 'EUR' },
    },
    ...{ credits: [6, '384122'], debits: [21, '426083'], currency: 'EUR', rejected: [] },
  },
  {
    file: 'test_headers.csv',
    mapping: {
      columns: { valueDate: 'Date', amount: 'Inflow', currency: 'Currency', narration: 'Payee' },
      ...vienna,
      dates: ['dd.MM.yyyy'],
    },
    ...{ credits: [9, '187820'], debits: [64, '645890'], currency: 'EUR', rejected: [72, 76, 77] },
  },
  {
    file: 'test_raiffeisen_01.csv',
    mapping: {
      columns: { valueDate: '1', amount: '4', currency: '5', narration: '2' },
      header: false,
      ...vienna,
      dates: ['dd.MM.yyyy'],
    },
    ...{ credits: [9, '187820'], debits: [64, '645890'], currency: 'EUR', rejected: [71] },
  },
  {
    file: 'test_row_format_CD_flag.csv',
    // `only` leaves out three rows whose flag is neither in nor out: without it they would be credits.
    mapping: {
      columns: { valueDate: '1', amount: '4', narration: '2' },
      ...{ header: false, ...vienna, dates: ['dd.MM.yyyy'], currency: 'EUR' },
      ...{ debitWhen: { column: '5', values: ['O'] }, only: { column: '5', values: ['O', 'I'] } },
    },
    ...{ credits: [9, '187820'], debits: [61, '631936'], currency: 'EUR', rejected: [] },
  },
]

describe('real exports of banks', () => {
  it.skipIf(folder === null).each(cases)('$file', async ({ file, mapping, currency, ...expected }) => {
    const bytes = sharedStatement(folder, file)
    const read = await readAll(bytes, mapping)
    const count = (direction: string) => read.lines.filter((line) => line.direction === direction).length
    const sums = (sum: string | null) => (sum === null ? [] : [{ currency, amount: sum }])
    expect([count('credit'), count('debit')]).toEqual([expected.credits[0], expected.debits[0]])
    expect(read.summary.credits).toEqual(sums(expected.credits[1]))
    expect(read.summary.debits).toEqual(sums(expected.debits[1]))
    expect(read.rejected.map(({ row }) => row)).toEqual(expected.rejected)
    for (const sizes of [[1], [7, 64], [997]]) {
      expect((await readAll(pieces(bytes, sizes), mapping)).records).toEqual(read.records)
    }
  })

  it.skipIf(folder === null)('show their texts as they are', async () => {
    const [first] = cases
    const { lines } = await readAll(sharedStatement(folder, first!.file), first!.mapping)
    expect(lines[1]).toEqual({
      ...{ row: 3, direction: 'credit', amount: 75000, currency: 'EUR', valueDate: '2018-03-09' },
      narration: 'W. KOELEWIJN EO Naar Bunq',
    })
  })

  it.skipIf(folder === null)('take a row for a credit that debitWhen does not name', async () => {
    const { file, mapping } = cases.find((one) => one.mapping.debitWhen)!
    const { only: _, ...without } = mapping
    const { lines, rejected } = await readAll(sharedStatement(folder, file), without)
    expect(
      lines
        .filter(({ direction }) => direction === 'credit')
        .map(({ row }) => row)
        .slice(-3),
    ).toEqual([72, 73, 74])
    expect(rejected.map(({ row }) => row)).toEqual([71])
  })
})
