import { type CreatePaymentRequest, parseAmount } from 'hospital-payments'
import { readRecords } from './csv-file.js'
import { type Refusal, unreadable } from './refusal.js'

/** One click on "ask for payment" in the hospital's billing program. */
export interface Invoice {
  readonly row: number
  /** Epoch milliseconds. */
  readonly at: number
  /** The click's own id: a browser that sends it again must not make a second payment. */
  readonly click: string
  readonly request: CreatePaymentRequest
}

/**
 * Returns minor units; 0, which `createPayment` refuses, for text that is no amount; null when the currency has none.
 */
export function minorUnits(text: string, currency: string): number | null {
  try {
    return parseAmount(text, currency) ?? 0
  } catch {
    return null
  }
}

export function readInvoices(text: string): (Invoice | Refusal)[] {
  return readRecords(text).map(({ line: row, cell }) => {
    const at = Date.parse(cell('issuedAt'))
    if (Number.isNaN(at)) return unreadable(row, 'issuedAt is no date and time')
    const amount = minorUnits(cell('amount'), cell('currency'))
    if (amount === null) return unreadable(row, 'currency is none of ISO 4217')
    const request: CreatePaymentRequest = {
      amount,
      currency: cell('currency'),
      reference: cell('invoice'),
      channel: cell('channel'),
      customer: { name: cell('patient'), phone: cell('phone') },
      metadata: { department: cell('department') },
    }
    if (cell('description') !== '') request.description = cell('description')
    if (cell('expiresAt') !== '') request.expiresAt = cell('expiresAt')
    return { row, at, click: cell('requestId'), request }
  })
}
