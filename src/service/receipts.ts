import type { Receipt } from '../domain/receipts/receipt.js'
import type { Page } from '../domain/report.js'
import type { Context } from '../operations/context.js'
import type { ReceiptsQuery } from '../operations/input/day-calls.js'
import type { ActorOption } from '../operations/input/payment-calls.js'
import { called } from './on-first-call.js'

/**
 * The functions of numbered receipts of payments: 1, 2, 3 … of the hospital's calendar year, without a gap, also when calls
 * fail or come at the same time. A receipt is void exactly while its payment is reversed; after a refund it stays valid.
 *
 * Every function rejects with `internal_error` where the repository stores no statement lines.
 */
export interface ReceiptFunctions {
  /**
   * Issues the receipt of a payment that succeeded. A payment has one receipt: issuing again returns it.
   *
   * @throws PaymentError `invalid_request`, `payment_not_found`, `invalid_transition`
   * @example
   * await payments.receipts.issue(payment.id) // throws invalid_transition
   * await payments.confirmPayment(payment.id)
   * const receipt = await payments.receipts.issue(payment.id, { actor: 'sara' })
   * receipt.number // => 1
   * receipt.amountDecimal // => '1500.00'
   * await payments.reversePayment(payment.id, { reason: 'charged twice' })
   * const later = await payments.receipts.get(payment.id)
   * later?.voidReason // => 'charged twice'
   */
  issue(paymentId: string, options?: ActorOption): Promise<Receipt>
  /**
   * Finds the receipt of a payment; `null` where none was issued.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.receipts.get(payment.id) // => null
   */
  get(paymentId: string): Promise<Receipt | null>
  /**
   * Lists receipts by year and number, a page at a time.
   *
   * @throws PaymentError `invalid_request`, `invalid_cursor`
   * @example
   * await payments.confirmPayment(payment.id)
   * await payments.receipts.issue(payment.id)
   * const { items } = await payments.receipts.list({ year: 2026 })
   * items.map(({ number, reference }) => [number, reference]) // => [[1, 'INV-1']]
   */
  list(query?: ReceiptsQuery): Promise<Page<Receipt>>
}

export function receiptFunctions(context: Context): ReceiptFunctions {
  return Object.freeze<ReceiptFunctions>({
    issue: called(context, (all) => all.issueReceipt),
    get: called(context, (all) => all.getReceipt),
    list: called(context, (all) => all.listReceipts),
  })
}
