import type { ConfirmOptions } from 'hospital-payments'
import type { Transaction } from './hospital.js'

export interface Invoice {
  readonly number: string
  readonly paymentId: string
  readonly isClosed: boolean
}

/**
 * The invoice, for this transaction alone: whoever else has proof of its money waits here until we have committed. All
 * lock it before they touch the payment, so that no two wait for one another.
 */
export async function lockInvoice({ rows }: Transaction, number: string): Promise<Invoice | null> {
  const [found] = await rows<{ payment_id: string; closed: boolean }>(
    'SELECT payment_id, closed_at IS NOT NULL AS closed FROM invoices WHERE number = $1 FOR UPDATE',
    [number],
  )
  return found ? { number, paymentId: found.payment_id, isClosed: found.closed } : null
}

/** The payment succeeds and its invoice is closed. Whether this was done now, or had been done before. */
export async function settle(tx: Transaction, invoice: Invoice, proof: ConfirmOptions): Promise<boolean> {
  await tx.payments.confirmPayment(invoice.paymentId, proof)
  if (invoice.isClosed) return false
  await tx.rows('UPDATE invoices SET closed_at = now(), closings = closings + 1 WHERE number = $1', [invoice.number])
  return true
}
