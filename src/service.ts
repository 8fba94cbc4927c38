import type { Deliveries, SendEvent } from './domain/payments/delivery-schedule.js'
import type { PaymentEvent } from './domain/payments/event.js'
import type { CreatePaymentRequest, Payment } from './domain/payments/payment.js'
import type { ReconciliationItem } from './domain/reconciliation/items.js'
import type { Page, ReportItem, Total } from './domain/report.js'
import type { StatementRecord } from './domain/reconciliation/statement-line.js'
import { type DeliverEventsOptions, deliverEvents } from './operations/events/deliver-events.js'
import { type ExpireDueOptions, expireDue } from './operations/payments/expire-due.js'
import { type ExportOptions, type ExportQuery, exportCsv } from './operations/reports/export-csv.js'
import type { CreatePaymentOptions, KeyedRequest } from './operations/input/create-request.js'
import type { ReportFilter } from './operations/input/filter.js'
import type { PageOptions } from './operations/input/page.js'
import type { ReconcileOptions } from './operations/input/reconcile-options.js'
import { type RedeliverEventsOptions, redeliverEvents } from './operations/events/redeliver-events.js'
import { type ReportQuery, reportPayments } from './operations/reports/report-payments.js'
import {
  type ActorOption,
  type ConfirmOptions,
  type FailOptions,
  type ReverseOptions,
  confirmPayment,
  expirePayment,
  failPayment,
  reversePayment,
} from './operations/payments/transitions.js'
import type { PaymentRepository } from './repository/port.js'
import type { Context } from './operations/context.js'
import { createPayment } from './operations/payments/create-payment.js'
import { type CreatedPayment, createPayments } from './operations/payments/create-payments.js'
import { findByReference } from './operations/payments/find-by-reference.js'
import { getPayment } from './operations/payments/get-payment.js'
import { history } from './operations/payments/history.js'
import { reconcile } from './operations/reconciliation/reconcile.js'
import { guardRepository } from './operations/storage.js'
import { totals } from './operations/reports/totals.js'
import { checkRepository, type HospitalPaymentsOptions, readOptions } from './options.js'

/**
 * The functions of one service; each may be taken out of the object and called alone. What goes in and comes out is
 * plain JSON data: amounts are integers in minor units, instants ISO 8601 text in UTC. Every failure is a
 * `PaymentError`; besides the codes named below, any function may reject with `storage_unavailable` or
 * `internal_error`, and one that writes with `outcome_unknown`.
 *
 * In the examples, `payments` is a service of `Africa/Addis_Ababa` with the channel `cash`, and `payment` was just
 * created: 1,500.00 ETB for `INV-1`, at noon of 20 November 2026 there, which is 09:00 UTC.
 */
export interface HospitalPayments {
  /**
   * Creates a payment: stores it as `pending`, with the payer's instructions from its channel. A repeated `idempotencyKey`
   * with the same request returns the payment of the first call, as it is now, and stores nothing.
   *
   * @throws PaymentError `invalid_request`, `unsupported_channel`, `unsupported_currency`, `idempotency_conflict`,
   *   `reference_conflict`, and `internal_error` when the channel fails; nothing is stored then
   * @example
   * const request = { amount: 150000, currency: 'ETB', reference: 'INV-2', channel: 'cash' }
   * const first = await payments.createPayment(request, { idempotencyKey: 'invoice-2' })
   * const again = await payments.createPayment(request, { idempotencyKey: 'invoice-2' })
   * again.id === first.id // => true
   */
  createPayment(request: CreatePaymentRequest, options?: CreatePaymentOptions): Promise<Payment>
  /**
   * Creates up to 5,000 payments. Each request is answered for itself, in order, as if `createPayment` had been called with
   * one after the other, but they are written in groups of up to 1,000: a group that cannot be written is that error for
   * each of its payments, the others are stored all the same, and `timeoutMs` of a storage is for one group. Give each its
   * `idempotencyKey`, and the whole call can be repeated.
   *
   * The channels of a group are called in the order of its requests before it is written, and at most 8 of these calls are
   * under way at a time: a channel that takes 200 ms makes 40 payments a second.
   *
   * @throws PaymentError `invalid_request` for more than 5,000, no list or a wrong option; nothing is stored then
   * @example
   * const bill = (reference: string, amount: number) => ({ amount, currency: 'ETB', reference, channel: 'cash' })
   * const [lab, ward] = await payments.createPayments([
   *   { request: bill('LAB-7', 90000), idempotencyKey: 'LAB-7/1' },
   *   { request: bill('WARD-3', 0), idempotencyKey: 'WARD-3/1' },
   * ])
   * lab?.payment?.status // => 'pending'
   * ward?.error?.message // => 'Refused: amount must be an integer of minor units from 1 to 9007199254740991.'
   */
  createPayments(requests: readonly KeyedRequest[], options?: ActorOption): Promise<readonly CreatedPayment[]>
  /**
   * Finds one payment by its id; `null` for an unknown or malformed id.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * (await payments.getPayment(payment.id))?.status // => 'pending'
   * await payments.getPayment('INV-1') // => null
   */
  getPayment(id: string): Promise<Payment | null>
  /**
   * Lists the payments of one reference, newest first, a page at a time. The reference is compared byte for byte.
   *
   * @throws PaymentError `invalid_request`, `invalid_cursor`
   * @example
   * const { items } = await payments.findByReference('INV-1')
   * items.map(({ id }) => id === payment.id) // => [true]
   * await payments.findByReference('inv-1') // => { items: [], nextCursor: null }
   */
  findByReference(reference: string, options?: PageOptions): Promise<Page<Payment>>
  /**
   * Records that the money came: the payment is `succeeded`. An expired payment can be confirmed too, a failed one only with
   * a `providerTransactionId`. Confirming again returns the payment unchanged.
   *
   * @throws PaymentError `invalid_request`, `unsupported_currency`, `payment_not_found`, `invalid_transition`,
   *   `amount_mismatch`, `duplicate_payment`, `concurrent_update`; nothing is changed then
   * @example
   * const paid = await payments.confirmPayment(payment.id, { paidAt: '2026-11-20T11:58:30+03:00', amount: 150000 })
   * paid.status // => 'succeeded'
   * paid.paidAt // => '2026-11-20T08:58:30.000Z'
   * await payments.confirmPayment(payment.id, { amount: 1500 }) // throws amount_mismatch
   */
  confirmPayment(id: string, options?: ConfirmOptions): Promise<Payment>
  /**
   * Records that the payer's attempt failed: a pending payment is `failed`, with the reason as `statusReason`.
   *
   * @throws PaymentError `invalid_request`, `payment_not_found`, `invalid_transition`, `concurrent_update`
   * @example
   * (await payments.failPayment(payment.id, { reason: 'insufficient funds' })).statusReason // => 'insufficient funds'
   */
  failPayment(id: string, options: FailOptions): Promise<Payment>
  /**
   * Expires one pending payment. Refused before its `expiresAt`; a payment without one can be expired at any time. Money
   * that comes later is still accepted by `confirmPayment`.
   *
   * @throws PaymentError `invalid_request`, `payment_not_found`, `invalid_transition`, `concurrent_update`
   * @example
   * (await payments.expirePayment(payment.id, { actor: 'front-desk' })).status // => 'expired'
   */
  expirePayment(id: string, options?: ActorOption): Promise<Payment>
  /**
   * Records that a succeeded payment was undone as a whole: it is `reversed`, with the reason as `statusReason`. `paidAt`
   * stays, and `reversedAt` is set.
   *
   * @throws PaymentError `invalid_request`, `payment_not_found`, `invalid_transition`, `concurrent_update`
   * @example
   * await payments.confirmPayment(payment.id)
   * const reversed = await payments.reversePayment(payment.id, { reason: 'charged twice' })
   * reversed.reversedAt // => '2026-11-20T09:00:00.000Z'
   */
  reversePayment(id: string, options: ReverseOptions): Promise<Payment>
  /**
   * Expires pending payments whose `expiresAt` has come, the longest overdue first, at most `limit` of them (default 500).
   * Call it from a timer, in as many processes as there are.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * await payments.expireDue({ limit: 1000 }) // => { expired: 0 }
   */
  expireDue(options?: ExpireDueOptions): Promise<{ readonly expired: number }>
  /**
   * Reports one page of payments for the days `from` to `to`, both inclusive, in the service's time zone. Ordered by the
   * time that `basis` names (default `createdAt`), then by id.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `invalid_cursor`
   * @example
   * const { items } = await payments.reportPayments({ from: '2026-11-20', to: '2026-11-20', status: ['pending'] })
   * // 'items' holds { paymentId, reference, amount, currency, status, paidAt }
   * items.map(({ reference, paidAt }) => [reference, paidAt]) // => [['INV-1', null]]
   */
  reportPayments(query?: ReportQuery): Promise<Page<ReportItem>>
  /**
   * Exports the whole range as CSV text (RFC 4180), in pieces, as of one instant. Nothing is read before iteration; wrong
   * arguments are thrown by the first `next()`, before any text.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`; and the reason of `signal`
   * @example
   * let csv = ''
   * for await (const text of payments.exportCsv({ from: '2026-11-20', to: '2026-11-20' })) csv += text
   * csv.split('\r\n')[0] // => 'paymentId,reference,amount,currency,status,paidAt'
   */
  exportCsv(query?: ExportQuery, options?: ExportOptions): AsyncIterable<string>
  /**
   * Counts and sums payments, one total for each currency, channel and status, in that order. `amount` is text: exact
   * decimal digits in minor units.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`
   * @example
   * await payments.totals({ from: '2026-11-20' })
   * // => { items: [{ currency: 'ETB', channel: 'cash', status: 'pending', count: 1, amount: '150000' }] }
   */
  totals(query?: ReportFilter): Promise<{ readonly items: readonly Total[] }>
  /**
   * Lists the events of one payment, oldest first, one for each version; empty for an unknown id.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.failPayment(payment.id, { reason: 'wrong PIN', actor: 'mobile-banking' })
   * const events = await payments.history(payment.id)
   * events.map(({ type, actor }) => [type, actor]) // => [['payment.created', null], ['payment.failed', 'mobile-banking']]
   */
  history(id: string): Promise<readonly PaymentEvent[]>
  /**
   * Matches statement lines to payments. Yields one item for each line, then one for each payment paid in the `period`,
   * then a `summary`. Without `apply` it is a preview that writes nothing. With `apply: true` it records the money that the
   * statement proves, and each line counts once: a run that was cut off can be repeated. Nothing is read before iteration;
   * wrong options are thrown by the first `next()`, and a line that cannot be read is a `rejected_line`.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `concurrent_update`; and what `lines` throws
   * @example
   * const line = { row: 2, direction: 'credit', amount: 150000, currency: 'ETB', valueDate: '2026-11-20', reference: 'INV-1' } as const
   * const items = []
   * for await (const item of payments.reconcile([line], { source: 'cbe-1000', apply: true })) items.push(item)
   * items.map((item) => (item.kind === 'line' ? item.outcome : item.kind)) // => ['confirmed', 'summary']
   * const proved = await payments.getPayment(payment.id)
   * proved?.amountReconciled // => 150000
   */
  reconcile(
    lines: AsyncIterable<StatementRecord> | Iterable<StatementRecord>,
    options: ReconcileOptions,
  ): AsyncIterable<ReconciliationItem>
  /**
   * Delivers pending events at least once, ordered per payment, by calling `send` with each. Ends when nothing is due or
   * `limit` sends were made (default 500): call it from a timer, in any number of processes, all with the same `send`. A send
   * that fails is tried ten times in all, over some four days; then the event is dead.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * const types: string[] = []
   * await payments.deliverEvents(async ({ type }) => void types.push(type)) // => { delivered: 1, retrying: 0, dead: 0 }
   * types // => ['payment.created']
   */
  deliverEvents(send: SendEvent, options?: DeliverEventsOptions): Promise<Deliveries>
  /**
   * Makes dead events due again, at most `limit` of them (default 500), with the same ids and ten new tries each. Use it when
   * the receiver works again.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * await payments.deliverEvents(async () => 'dead') // => { delivered: 0, retrying: 0, dead: 1 }
   * await payments.redeliverEvents() // => { redelivered: 1 }
   */
  redeliverEvents(options?: RedeliverEventsOptions): Promise<{ readonly redelivered: number }>
  /**
   * Returns the same service over another repository, such as one bound to the host's open transaction.
   *
   * @throws TypeError when a function of the port is missing
   * @example
   * await payments.using(memoryRepository()).getPayment(payment.id) // => null
   */
  using(repository: PaymentRepository): HospitalPayments
}

function bind(context: Context): HospitalPayments {
  return Object.freeze<HospitalPayments>({
    createPayment: (request, options) => createPayment(context, request, options),
    createPayments: (requests, options) => createPayments(context, requests, options),
    getPayment: (id) => getPayment(context, id),
    findByReference: (reference, options) => findByReference(context, reference, options),
    confirmPayment: (id, options) => confirmPayment(context, id, options),
    failPayment: (id, options) => failPayment(context, id, options),
    expirePayment: (id, options) => expirePayment(context, id, options),
    reversePayment: (id, options) => reversePayment(context, id, options),
    expireDue: (options) => expireDue(context, options),
    reportPayments: (query) => reportPayments(context, query),
    exportCsv: (query, options) => exportCsv(context, query, options),
    totals: (query) => totals(context, query),
    history: (id) => history(context, id),
    reconcile: (lines, options) => reconcile(context, lines, options),
    deliverEvents: (send, options) => deliverEvents(context, send, options),
    redeliverEvents: (options) => redeliverEvents(context, options),
    using(repository) {
      checkRepository(repository)
      return bind({ ...context, repository: guardRepository(repository) })
    },
  })
}

/**
 * Makes a payment service over a repository. Options are checked and copied at once; nothing is read or written.
 *
 * @throws TypeError for wrong options, at once
 * @example
 * const payments = createHospitalPayments({
 *   repository: memoryRepository(),
 *   channels: { cash: textChannel('Pay at the cashier with reference {reference}.') },
 * })
 * const payment = await payments.createPayment({ amount: 150000, currency: 'ETB', reference: 'INV-1', channel: 'cash' })
 * payment.status // => 'pending'
 * payment.instructions.message // => 'Pay at the cashier with reference INV-1.'
 */
export function createHospitalPayments(options: HospitalPaymentsOptions): HospitalPayments {
  return bind(readOptions(options))
}
