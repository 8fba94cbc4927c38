import type { RefundEvent } from '../domain/refunds/event.js'
import type { Refund } from '../domain/refunds/refund.js'
import type { Page } from '../domain/report.js'
import type { Context } from '../operations/context.js'
import type {
  ApproveRefundOptions,
  ConfirmRefundOptions,
  CreateRefundOptions,
  CreateRefundRequest,
  RefundReasonOptions,
} from '../operations/input/refund-calls.js'
import type { RefundFilter } from '../operations/input/refund-filter.js'
import type { RefundsExportQuery } from '../operations/refunds/export-refunds.js'
import type { RefundsQuery } from '../operations/refunds/read-refunds.js'
import type { RefundTotal } from '../operations/refunds/refund-totals.js'
import type { RowExportOptions } from '../operations/input/csv.js'
import { called, iterated } from './on-first-call.js'

/**
 * The functions of refunds: money of a payment, or of a statement line that belongs to no payment, that is to be given back,
 * and the proof that it was. The library moves no money. `amountRefundPending` of a payment is what its refunds reserve, and
 * `amountRefunded` what they have paid back. Both change in the same write as the refund, and together are never more than the
 * payment. A refund of a line is an allocation of the line. Amounts are integers in minor units.
 *
 * The same change of status again returns the refund unchanged. Every function rejects with `internal_error` where the
 * repository stores no statement lines.
 */
export interface RefundFunctions {
  /**
   * Asks for a refund of a payment for which money came (`paymentId`), or of open money of a credit (`lineKey`). It is
   * `pending`, or `requested` where the option `refundApproval` asks for a second person. Without a `reference` it gets a short
   * code, which the payout should name. A repeated `idempotencyKey` with the same request returns the refund of the first call,
   * as it is now.
   *
   * @throws PaymentError `invalid_request`, `payment_not_found`, `line_not_found`, `refund_exceeds`, `idempotency_conflict`,
   *   `concurrent_update`, and `internal_error` when `refundApproval` fails; nothing is stored then
   * @example
   * await payments.confirmPayment(payment.id)
   * const refund = await payments.refunds.create({ paymentId: payment.id, amount: 50000, reason: 'service_not_given' })
   * refund.status // => 'pending'
   * const paid = await payments.getPayment(payment.id)
   * paid?.amountRefundPending // => 50000
   * await payments.refunds.create({ paymentId: payment.id, amount: 100001, reason: 'duplicate' }) // throws refund_exceeds
   */
  create(request: CreateRefundRequest, options?: CreateRefundOptions): Promise<Refund>
  /**
   * Approves a requested refund: it is `pending`. `actor` must be another person than the one who asked, and both must be
   * named.
   *
   * @throws PaymentError `invalid_request`, `refund_not_found`, `invalid_transition`, `self_approval`, `refund_exceeds` where
   *   the line has no longer so much open, `concurrent_update`
   * @example
   * await payments.refunds.approve('ref_01JD0000000000000000000000', { actor: 'dawit' }) // throws refund_not_found
   */
  approve(id: string, options?: ApproveRefundOptions): Promise<Refund>
  /**
   * Rejects a requested refund: it is `canceled`, and what it reserved is free again.
   *
   * @throws PaymentError `invalid_request`, `refund_not_found`, `invalid_transition`, `concurrent_update`
   * @example
   * await payments.refunds.reject('ref_01JD0000000000000000000000', { reason: 'no receipt' }) // throws refund_not_found
   */
  reject(id: string, options: RefundReasonOptions): Promise<Refund>
  /**
   * Records that a payout was made: a pending refund is `succeeded`. A statement that proves it later raises
   * `amountReconciled`. One receipt pays out one refund. When a refund fails, its receipt is free, unless a debit of a
   * statement proved the payout.
   *
   * @throws PaymentError `invalid_request`, `refund_not_found`, `invalid_transition`, `concurrent_update`, `duplicate_payment`
   *   where another refund has the receipt
   * @example
   * await payments.confirmPayment(payment.id)
   * const { id } = await payments.refunds.create({ paymentId: payment.id, amount: 50000, reason: 'duplicate' })
   * const refund = await payments.refunds.confirm(id, { providerTransactionId: 'FT26325XK1' })
   * refund.paidAt // => '2026-11-20T09:00:00.000Z'
   * const paid = await payments.getPayment(payment.id)
   * paid?.amountRefunded // => 50000
   */
  confirm(id: string, options?: ConfirmRefundOptions): Promise<Refund>
  /**
   * Records that the provider refused a payout, or that it came back: a pending or succeeded refund is `failed`, and its money
   * is free again. To pay again, make a new refund.
   *
   * @throws PaymentError `invalid_request`, `refund_not_found`, `invalid_transition`, `concurrent_update`, `day_closed` where
   *   the closing of a day holds the refund's allocation of its line
   * @example
   * await payments.confirmPayment(payment.id)
   * const { id } = await payments.refunds.create({ paymentId: payment.id, amount: 50000, reason: 'duplicate' })
   * const failed = await payments.refunds.fail(id, { reason: 'wallet closed' })
   * failed.status // => 'failed'
   */
  fail(id: string, options: RefundReasonOptions): Promise<Refund>
  /**
   * Withdraws a requested refund, or stops a pending one: it is `canceled`, and its money is free again.
   *
   * @throws PaymentError `invalid_request`, `refund_not_found`, `invalid_transition`, `concurrent_update`, `day_closed` where the
   *   closing of a day holds the refund's allocation of its line
   * @example
   * await payments.confirmPayment(payment.id)
   * const { id } = await payments.refunds.create({ paymentId: payment.id, amount: 50000, reason: 'duplicate' })
   * const canceled = await payments.refunds.cancel(id, { reason: 'asked for twice' })
   * canceled.status // => 'canceled'
   */
  cancel(id: string, options: RefundReasonOptions): Promise<Refund>
  /**
   * Finds one refund by its id (`ref_…`); `null` for an unknown or malformed id.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.refunds.get('ref_01JD0000000000000000000000') // => null
   */
  get(id: string): Promise<Refund | null>
  /**
   * Lists refunds, newest first, a page at a time; `from` and `to` are calendar days, both inclusive, of `basis` (default
   * `createdAt`).
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `invalid_cursor`
   * @example
   * await payments.refunds.list({ status: ['requested', 'pending'] }) // => { items: [], nextCursor: null }
   */
  list(query?: RefundsQuery): Promise<Page<Refund>>
  /**
   * Lists the events of one refund, oldest first, one for each version; empty for an unknown id. Those of a payment's refund
   * are also in the history of the payment. They contain no note.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.confirmPayment(payment.id)
   * const { id } = await payments.refunds.create({ paymentId: payment.id, amount: 50000, reason: 'duplicate' })
   * const events = await payments.refunds.history(id)
   * events.map(({ type }) => type) // => ['refund.pending']
   */
  history(id: string): Promise<readonly RefundEvent[]>
  /**
   * Counts and sums refunds, one total for each currency, reason and status, in that order. `amount` is text: exact decimal
   * digits in minor units.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`
   * @example
   * await payments.refunds.totals({ basis: 'paidAt', from: '2026-11-20', to: '2026-11-20' }) // => { items: [] }
   */
  totals(query?: RefundFilter): Promise<{ readonly items: readonly RefundTotal[] }>
  /**
   * Exports refunds as CSV text (RFC 4180), in pieces, as of one instant, oldest first. Nothing is read before iteration; wrong
   * arguments are thrown by the first `next()`, before any text. `mode` and `bom` may be in either argument; those of the
   * second replace those of the first.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`; and the reason of `signal`
   * @example
   * let csv = ''
   * for await (const text of payments.refunds.exportCsv({ status: 'pending' })) csv += text
   * csv.split(',')[0] // => 'refundId'
   */
  exportCsv(query?: RefundsExportQuery, options?: RowExportOptions): AsyncIterable<string>
}

export function refundFunctions(context: Context): RefundFunctions {
  return Object.freeze<RefundFunctions>({
    create: called(context, (all) => all.createRefund),
    approve: called(context, (all) => all.approve),
    reject: called(context, (all) => all.reject),
    confirm: called(context, (all) => all.confirm),
    fail: called(context, (all) => all.fail),
    cancel: called(context, (all) => all.cancel),
    get: called(context, (all) => all.getRefund),
    list: called(context, (all) => all.listRefunds),
    history: called(context, (all) => all.refundHistory),
    totals: called(context, (all) => all.refundTotals),
    exportCsv: (query, options) => iterated((all) => all.exportRefunds(context, query, options)),
  })
}
