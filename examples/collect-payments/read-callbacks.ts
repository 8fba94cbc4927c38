import type { ConfirmOptions } from 'hospital-payments'
import { readRecords } from './csv-file.js'
import { minorUnits } from './read-invoices.js'
import { type Refusal, unreadable } from './refusal.js'

interface Reported {
  readonly row: number
  /** Epoch milliseconds at which the provider reported it. */
  readonly at: number
  readonly provider: string
  readonly reference: string
}

/** The report of a payment provider (or the cashier) about one bill. */
export type Callback = Reported &
  (
    | { readonly outcome: 'paid'; readonly proof: ConfirmOptions }
    | { readonly outcome: 'failed' | 'reversed'; readonly reason: string }
  )

export function readCallbacks(text: string): (Callback | Refusal)[] {
  return readRecords(text).map(({ line: row, cell }) => {
    const reported: Reported = {
      row,
      at: Date.parse(cell('receivedAt')),
      provider: cell('provider'),
      reference: cell('reference'),
    }
    if (Number.isNaN(reported.at)) return unreadable(row, 'receivedAt is no date and time')
    const outcome = cell('outcome')
    if (outcome === 'failed' || outcome === 'reversed') return { ...reported, outcome, reason: cell('reason') }
    if (outcome !== 'paid') return unreadable(row, 'outcome is none of paid, failed, reversed')

    const amount = minorUnits(cell('amount'), cell('currency'))
    if (amount === null) return unreadable(row, 'currency is none of ISO 4217')
    const proof: ConfirmOptions = { amount, currency: cell('currency'), paidAt: cell('paidAt') }
    if (cell('transactionId') !== '') proof.providerTransactionId = cell('transactionId')
    return { ...reported, outcome, proof }
  })
}
