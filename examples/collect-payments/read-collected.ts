import { tz } from '@date-fns/tz/tz'
import { parse } from 'date-fns/parse'
import type { CreatePaymentRequest } from 'hospital-payments'
import { type Field, placesOf } from './column-map.js'
import { readRows } from './csv-file.js'
import { readWrittenAmount } from './decimal-text.js'
import type { FileFormat } from './file-format.js'
import { minorUnits } from './read-invoices.js'
import { type Refusal, unreadable } from './refusal.js'

export interface Credit {
  readonly row: number
  /** The start of the value date where the file comes from; epoch milliseconds. */
  readonly at: number
  readonly request: CreatePaymentRequest
}

/** A row that moved no money to us: a debit, or nothing at all. */
export type Reading = Credit | 'no credit' | Refusal

type Cells = (field: Field) => string

/** Returns the credit's digits in decimal text. */
function readCredit(
  cell: Cells,
  { columns: { columns, flags }, decimal }: FileFormat,
): string | 'no credit' | { reason: string } {
  const field = columns.has('credit') ? 'credit' : 'amount'
  const text = cell(field).trim()
  if (text === '' && cell('debit').trim() !== '') return 'no credit'
  if (text === '') return { reason: `${field} is empty` }
  const written = readWrittenAmount(text, decimal)
  if (!written) return { reason: `${field} is no amount in this format` }
  if (flags) {
    const flag = cell('flag').trim()
    if (flag === flags.out) return 'no credit'
    if (flag !== flags.in) return { reason: `flag is neither ${flags.in} nor ${flags.out}` }
  }
  return written.negative || written.zero ? 'no credit' : written.digits
}

/** Two-digit years are read as those nearest to this one: 1991 … 2090. */
const nearestYear = Date.UTC(2040, 0, 1)

function readDay(text: string, { datePattern, timeZone }: FileFormat): number | null {
  const at = parse(text.trim(), datePattern, nearestYear, { in: tz(timeZone) })
  const year = at.getFullYear()
  return year >= 1970 && year <= 9998 ? at.getTime() : null
}

/** Reads the credits of a file; `name` is the file's own, for the references of files that have none. */
export function readCollected(text: string, name: string, format: FileFormat): Reading[] {
  const rows = readRows(text, format)
  const header = format.header ? rows.shift() : undefined
  const places = placesOf(format.columns, header?.cells ?? null)

  return rows.map(({ line: row, cells }) => {
    const cell: Cells = (field) => cells[places[field] ?? -1] ?? ''
    const credit = readCredit(cell, format)
    if (credit === 'no credit') return credit
    if (typeof credit !== 'string') return unreadable(row, credit.reason)
    const at = readDay(cell('date'), format)
    if (at === null) return unreadable(row, 'date is no day of 1970 to 9998 in this format')
    const currency = places.currency === undefined ? format.currency : cell('currency').trim()
    const amount = minorUnits(credit, currency)
    if (amount === null) return unreadable(row, 'currency is none of ISO 4217')
    if (amount === 0) return unreadable(row, 'amount is finer than its currency allows, or too large')

    const reference = places.reference === undefined ? `${name}-${row}` : cell('reference')
    const request: CreatePaymentRequest = { amount, currency, reference, channel: 'bank' }
    if (cell('description') !== '') request.description = cell('description')
    return { row, at, request }
  })
}
