import type { Context } from '../operations/context.js'
import type { Page } from '../domain/report.js'
import type { PayerStatementEntry } from '../operations/payers/payer-statement.js'
import type { ApplyDepositRequest, PayerKeyOptions, PayerStatementQuery } from '../operations/input/payer-calls.js'
import type { AppliedDeposit } from '../operations/payers/apply-deposit.js'
import type { Payer } from '../operations/payers/get-payer.js'
import { called } from './on-first-call.js'

/**
 * The functions of payers: patients, employers and insurers, by the host's own id, which is the `customer.id` of their bills and
 * the `payerId` of their money. A payer's deposit is the money of their lines that is neither allocated nor given back; to give
 * it back, ask for a refund of its line (`refunds.create({ lineKey })`).
 *
 * Every function rejects with `internal_error` where the repository stores no statement lines.
 */
export interface PayerFunctions {
  /**
   * Returns what a payer's pending payments ask for, what is open of them, and the payer's deposit: one entry for each currency,
   * exact decimal digits in minor units.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * await payments.payers.get('MRN-1042') // => { payerId: 'MRN-1042', currencies: [] }
   */
  get(payerId: string): Promise<Payer>
  /**
   * Lists what was recorded of a payer, the oldest first, a page at a time: bills, money, each allocation to the payer's bills,
   * whoever paid, and refunds. An allocation that was taken back is an entry of its own, with an amount below 0.
   *
   * @throws PaymentError `invalid_request`, `invalid_cursor`
   * @example
   * await payments.payers.statement({ payerId: 'MRN-1042' }) // => { items: [], nextCursor: null }
   */
  statement(query: PayerStatementQuery): Promise<Page<PayerStatementEntry>>
  /**
   * Draws a payer's deposit for a bill, the oldest money first: all or nothing, in one write of the payment and all lines. The
   * bill may be another payer's. Without `amount` it draws all that is open of the payment. A repeated call with the same
   * idempotency key answers what the first one drew, also after it was undone.
   *
   * @throws PaymentError `invalid_request`, `payment_not_found`, `invalid_transition` for a payment that is paid, was reversed or
   *   is given back, `allocation_exceeds` where the payment or the deposit has less, `idempotency_conflict`,
   *   `concurrent_update`; nothing is stored then
   * @example
   * const { version } = await payments.lines.setPayer(line.key, { expectedVersion: line.version, payerId: 'MRN-1042' })
   * version // => 2
   * const { lines } = await payments.payers.apply({ payerId: 'MRN-1042', paymentId: payment.id, amount: 100000 })
   * lines.map(({ amount, allocated }) => amount - allocated) // => [48500]
   * const { currencies } = await payments.payers.get('MRN-1042')
   * currencies // => [{ currency: 'ETB', asked: '0', open: '0', deposit: '48500' }]
   */
  apply(request: ApplyDepositRequest, options?: PayerKeyOptions): Promise<AppliedDeposit>
}

export function payerFunctions(context: Context): PayerFunctions {
  return Object.freeze<PayerFunctions>({
    get: called(context, (all) => all.getPayer),
    statement: called(context, (all) => all.payerStatement),
    apply: called(context, (all) => all.applyDeposit),
  })
}
