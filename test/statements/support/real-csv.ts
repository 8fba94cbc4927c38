/** Real exports of banks, how each is read, and what is in it. */
import type { CsvMapping } from '../../../src/statements/csv/mapping.js'

const vienna = { dates: ['dd.MM.yyyy'], timeZone: 'Europe/Vienna', decimal: ',' } as const

export interface RealCsv {
  file: string
  mapping: CsvMapping
  credits: [count: number, sum: string | null]
  debits: [count: number, sum: string | null]
  currency: string
  rejected: number[]
}

// Counts and sums were added up from the files by another program.
export const realCsv: readonly RealCsv[] = [
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
    ...{ credits: [0, null], debits: [11, '615222'], currency: 'EUR', rejected: [] },
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
    ...{ credits: [9, '187820'], debits: [64, '645890'], currency: 'EUR', rejected: [76, 77] },
  },
  {
    file: 'test_raiffeisen_01.csv',
    mapping: {
      columns: { valueDate: '1', amount: '4', currency: '5', narration: '2' },
      header: false,
      ...vienna,
      dates: ['dd.MM.yyyy'],
    },
    ...{ credits: [9, '187820'], debits: [64, '645890'], currency: 'EUR', rejected: [] },
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
