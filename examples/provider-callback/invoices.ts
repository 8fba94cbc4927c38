import type { ConfirmOptions } from 'hospital-payments'
import type { Transaction } from './hospital.js'

export interface Invoice {
  readonly number: string
  readonly paymentId: string
  readonly isClosed: boolean
}

/**
 * Locks the invoice for this transaction alone: any other with proof of its money waits here until this one has
 * committed. All lock it before they touch the payment, so that no two wait for one another.
 */
export async function lockInvoice({ rows }: Transaction, number: string): Promise<Invoice | null> {
  const [row] = await rows<{ payment_id: string; closed: boolean }>(
    'SELECT payment_id, closed_at IS NOT NULL AS closed FROM invoices WHERE number = $1 FOR UPDATE',
    [number],
  )
  return row ? { number, paymentId: row.payment_id, isClosed: row.closed } : null
}

/** Confirms the payment and closes its invoice; returns `false` where it was closed before. */
export async function settle(tx: Transaction, invoice: Invoice, proof: ConfirmOptions): Promise<boolean> {
  await tx.payments.confirmPayment(invoice.paymentId, proof)
  if (invoice.isClosed) return false
  await tx.rows('UPDATE invoices SET closed_at = now(), closings = closings + 1 WHERE number = $1', [invoice.number])
  return true
}
