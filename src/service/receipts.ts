import type { Receipt } from '../domain/receipts/receipt.js'
import type { Page } from '../domain/report.js'
import type { Context } from '../operations/context.js'
import type { RowExportOptions } from '../operations/input/csv.js'
import type { ActorOption } from '../operations/input/payment-calls.js'
import type { ReceiptsExportQuery, ReceiptsQuery } from '../operations/input/receipt-calls.js'
import type { PrintedReceipt } from '../operations/receipts/print-receipt.js'
import { called, iterated } from './on-first-call.js'

/**
 * The functions of numbered receipts: 1, 2, 3 … of the hospital's calendar year, without a gap, also when calls fail or come
 * at the same time. Payments and deposits share one series.
 *
 * A receipt of a movement at the counter is void exactly while the movement is voided. Any other is void exactly while its
 * payment is reversed and the money was taken back: it stays valid after a refund, and where a reversal left the money on
 * its line (`match_undone`, `waiver_revoked`).
 *
 * Every function rejects with `internal_error` where the repository stores no statement lines.
 */
export interface ReceiptFunctions {
  /**
   * Issues the receipt of the money of a payment that has none yet: all of a payment that is paid, less what was written
   * off; of another one what lines brought. Where nothing is left it returns the last receipt, so that issuing again
   * returns the same one.
   *
   * @throws PaymentError `invalid_request`, `payment_not_found`, `invalid_transition` (nothing was received),
   * `concurrent_update`
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
   * Finds the newest receipt of a payment; `null` where none was issued.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.receipts.get(payment.id) // => null
   */
  get(paymentId: string): Promise<Receipt | null>
  /**
   * Lists receipts by year and number, a page at a time. With `from` or `to`, days of issue of which both are inclusive, the
   * order is that of the time of issue.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `invalid_cursor`
   * @example
   * await payments.confirmPayment(payment.id)
   * await payments.receipts.issue(payment.id)
   * const { items } = await payments.receipts.list({ year: 2026 })
   * items.map(({ number, reference }) => [number, reference]) // => [[1, 'INV-1']]
   */
  list(query?: ReceiptsQuery): Promise<Page<Receipt>>
  /**
   * Counts a print of a receipt, and returns what to print. `copy` is 0 for the original, which is the first print, then 1, 2,
   * 3 … for copies, which say so. Number and money never change.
   *
   * @throws PaymentError `invalid_request`, `receipt_not_found`, `concurrent_update`
   * @example
   * await payments.confirmPayment(payment.id)
   * const { number, year } = await payments.receipts.issue(payment.id)
   * const original = await payments.receipts.print(number, year, { actor: 'sara' })
   * original.copy // => 0
   * const again = await payments.receipts.print(number, year, { actor: 'sara' })
   * again.copy // => 1
   * again.copies // => 2
   */
  print(number: number, year: number, options?: ActorOption): Promise<PrintedReceipt>
  /**
   * Writes all matching receipts as CSV text in pieces, in the order of `list`; `received` is decimal text of the currency.
   * The rows are those of one instant.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `storage_unavailable`; also while rows are read
   * @example
   * await payments.confirmPayment(payment.id)
   * await payments.receipts.issue(payment.id)
   * let csv = ''
   * for await (const text of payments.receipts.exportCsv({ year: 2026 }, { mode: 'exact' })) csv += text
   * csv.split('\r\n')[0]?.slice(0, 27) // => 'year,number,status,issuedAt'
   */
  exportCsv(query?: ReceiptsExportQuery, options?: RowExportOptions): AsyncIterable<string>
}

export function receiptFunctions(context: Context): ReceiptFunctions {
  return Object.freeze<ReceiptFunctions>({
    issue: called(context, (all) => all.issueReceipt),
    get: called(context, (all) => all.getReceipt),
    list: called(context, (all) => all.listReceipts),
    print: called(context, (all) => all.printReceipt),
    exportCsv: (query, options) => iterated((all) => all.exportReceipts(context, query, options)),
  })
}
