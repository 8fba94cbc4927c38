/** Two accounts of the hospital, the mappings of their files, and the hospital's own rules about their lines. */
import { fileURLToPath } from 'node:url'
import { readFileSync } from 'node:fs'
import type { StatementLine } from 'hospital-payments'
import {
  type CsvMapping,
  mpesaOrganisation,
  readCsvStatement,
  type StatementReader,
} from 'hospital-payments/statements'
import { hospitalZone } from './hospital.js'

export interface Account {
  readonly account: string
  readonly fileName: string
  readonly mapping: CsvMapping
  /** The channels whose money comes to this account. */
  readonly channels: readonly string[]
}

/** The layout of the bank's files. */
export const bankMapping: CsvMapping = {
  columns: {
    valueDate: 'Value Date',
    credit: 'Money In',
    debit: 'Money Out',
    currency: 'Currency',
    reference: 'Customer Reference',
    narration: 'Details',
  },
  dates: ['dd/MM/yyyy'],
  timeZone: hospitalZone,
}

export const bank: Account = {
  account: 'bank-1100',
  fileName: 'bank-november.csv',
  mapping: bankMapping,
  channels: ['bank', 'card'],
}

export const mpesa: Account = {
  account: 'mpesa-600123',
  fileName: 'mpesa-november.csv',
  mapping: mpesaOrganisation,
  channels: ['mpesa'],
}

export const accounts: readonly Account[] = [bank, mpesa]

export const month = { from: '2026-11-01', to: '2026-11-30' }

/** Opens a new reader of the whole file. */
export function openFile({ fileName, mapping }: Account): StatementReader {
  return readCsvStatement(readFileSync(fileURLToPath(new URL(`data/${fileName}`, import.meta.url))), mapping)
}

/**
 * The categories of charges and of transfers between accounts of the hospital, by the beginnings of the bank's texts.
 */
const categories: readonly (readonly [start: string, category: string])[] = [
  ['LEDGER FEE', 'bank_charge'],
  ['Organization Settlement Charge', 'bank_charge'],
  ['TRANSFER FROM TILL', 'own_transfer'],
  ['Organization Settlement to bank', 'own_transfer'],
]

export function categoryOf({ narration = '' }: StatementLine): string | undefined {
  return categories.find(([start]) => narration.startsWith(start))?.[1]
}
