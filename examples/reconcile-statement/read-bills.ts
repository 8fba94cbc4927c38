import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import type { CreatePaymentRequest, Instant, PaymentStatus } from 'hospital-payments'
import { minorUnits } from '../collect-payments/read-invoices.js'
import { type Refusal, unreadable } from '../collect-payments/refusal.js'

/** A bill as the hospital's own books have it, before any statement. */
export interface Bill {
  readonly row: number
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly request: CreatePaymentRequest
  readonly status: PaymentStatus
  readonly paidAt: Instant
  readonly providerTransactionId: string | undefined
  readonly reversedAt: Instant
}

const statuses: readonly PaymentStatus[] = ['pending', 'succeeded', 'failed', 'expired', 'reversed']

function isStatus(text: string): text is PaymentStatus {
  return (statuses as readonly string[]).includes(text)
}

function readBill(cell: (column: string) => string, row: number, unknownDate: Instant): Bill | Refusal {
  const createdAt = Date.parse(cell('createdAt') || unknownDate)
  if (Number.isNaN(createdAt)) return unreadable(row, 'createdAt is no date and time')
  const amount = minorUnits(cell('amount'), cell('currency'))
  if (amount === null) return unreadable(row, 'currency is none of ISO 4217')
  const status = cell('status') || 'pending'
  if (!isStatus(status)) return unreadable(row, `status is none of ${statuses.join(', ')}`)
  const request: CreatePaymentRequest = {
    amount,
    currency: cell('currency'),
    reference: cell('reference'),
    channel: cell('channel') || 'bank',
  }
  if (cell('expiresAt') !== '') request.expiresAt = cell('expiresAt')
  const paidAt = cell('paidAt') || new Date(createdAt).toISOString()
  return {
    row,
    createdAt,
    request,
    status,
    paidAt,
    providerTransactionId: cell('providerTransactionId') || undefined,
    reversedAt: cell('reversedAt') || paidAt,
  }
}

/** Reads the bills of a CSV as a stream; `unknownDate` stands in for `createdAt` where the file has none. */
export async function* readBills(file: string, unknownDate: Instant): AsyncGenerator<Bill | Refusal> {
  const rows = createReadStream(file).pipe(parse({ bom: true, columns: true, info: true, skip_empty_lines: true }))
  for await (const { record, info } of rows as AsyncIterable<{
    record: Record<string, string>
    info: { lines: number }
  }>) {
    yield readBill((column) => record[column] ?? '', info.lines, unknownDate)
  }
}
