import type { DeliveryResult, SendEvent } from './domain/payments/delivery-schedule.js'
import type { StoredEvent } from './domain/event-stream.js'
import type { HistoryRow } from './domain/payments/imported-payment.js'
import type { CreatePaymentRequest, Instant, Payment } from './domain/payments/payment.js'
import type { Receipt } from './domain/receipts/receipt.js'
import type { Page, ReportItem, PaymentTotal } from './domain/report.js'
import type { StatementRecord } from './domain/reconciliation/statement-line.js'
import type { DeliverEventsOptions } from './operations/events/deliver-events.js'
import type { ExpireDueOptions } from './operations/payments/expire-due.js'
import type { ExportOptions } from './operations/input/csv.js'
import type { ExportQuery } from './operations/input/export-query.js'
import type { CreatePaymentOptions, KeyedRequest } from './operations/input/create-request.js'
import type { ErasureOptions, ErasureTarget } from './operations/input/erasure-calls.js'
import type { ImportHistoryOptions } from './operations/input/history-calls.js'
import type { ImportedHistory } from './operations/payments/import-history.js'
import type { ReportFilter } from './operations/input/filter.js'
import type { PageOptions } from './operations/input/page.js'
import type { Provider } from './domain/attempts/provider.js'
import type { SavedFilter } from './domain/desk/saved-filter.js'
import type { Upload } from './domain/desk/upload.js'
import type { FileToKeep, UploadKey } from './operations/desk/uploads.js'
import type { FilterToSave } from './operations/input/filter-calls.js'
import type { AttemptsForPeople } from './operations/attempts/attempts-attention.js'
import type { NamedByLine } from './operations/lines/named-by-line.js'
import type { CashSession } from './domain/cash/session.js'
import type { DepositLine } from './operations/payers/deposit-lines.js'
import type { SessionMovement } from './operations/cash/session-movements.js'
import type { ReconcileOptions } from './operations/input/reconcile-options.js'
import type { Attention, AttentionQuery } from './operations/reports/attention.js'
import type { RedeliverEventsOptions } from './operations/events/redeliver-events.js'
import { type ReportQuery, reportPayments } from './operations/reports/report-payments.js'
import type {
  ActorOption,
  CancelOptions,
  ConfirmOptions,
  FailOptions,
  ReverseOptions,
} from './operations/input/payment-calls.js'
import {
  cancelPayment,
  confirmPayment,
  expirePayment,
  failPayment,
  reversePayment,
} from './operations/payments/transitions.js'
import type { SafeLogger } from './internal/logger.js'
import type { HostTransaction } from './repository/host-transaction.js'
import type { PaymentRepository } from './repository/port.js'
import { checkTenant, tenantOf } from './repository/tenant.js'
import type { Context } from './operations/context.js'
import { createPayment } from './operations/payments/create-payment.js'
import { type CreatedPayment, createPayments } from './operations/payments/create-payments.js'
import { findByReference } from './operations/payments/find-by-reference.js'
import { getPayment } from './operations/payments/get-payment.js'
import { history } from './operations/payments/history.js'
import { type ReconciliationItems, reconciliationItems } from './service/reconciliation-items.js'
import type { RuleRequest } from './operations/input/rule-calls.js'
import type { RulePreview } from './operations/rules/apply-rule.js'
import type { SearchQuery } from './operations/input/search-query.js'
import { storageOf } from './operations/storage.js'
import { totals } from './operations/reports/totals.js'
import { checkRepository, type HospitalPaymentsOptions, readOptions } from './options.js'
import { type AccountFunctions, accountFunctions } from './service/accounts.js'
import { type CashFunctions, cashFunctions } from './service/cash.js'
import { type PayerFunctions, payerFunctions } from './service/payers.js'
import { type DayFunctions, dayFunctions } from './service/days.js'
import { type LayoutFunctions, layoutFunctions } from './service/layouts.js'
import { type LineFunctions, lineFunctions } from './service/lines.js'
import { called, iterated } from './service/on-first-call.js'
import { type RefundFunctions, refundFunctions } from './service/refunds.js'
import { type AttemptFunctions, attemptFunctions } from './service/attempts.js'
import { type WaiverFunctions, waiverFunctions } from './service/waivers.js'
import { type RuleFunctions, ruleFunctions } from './service/rules.js'
import { type ReceiptFunctions, receiptFunctions } from './service/receipts.js'
import { type ReportFunctions, reportFunctions } from './service/reports.js'
import { type StatementFunctions, statementFunctions } from './service/statements.js'

/**
 * The functions of one service. You may take a function out of the object and call it alone. Arguments and results are plain
 * JSON data: amounts are integers in minor units, and instants are ISO 8601 text in UTC. Every failure is a `PaymentError`.
 * Besides the codes of each function, any function may reject with `storage_unavailable` or `internal_error`, and one that
 * writes with `outcome_unknown`.
 *
 * In the examples, `payments` is a service of `Africa/Addis_Ababa` with the channel `cash`, and `payment` was just created:
 * 1,500.00 ETB for `INV-1`, at noon of 20 November 2026 there, which is 09:00 UTC. `line` is the only statement line that is
 * stored: a credit of 1,485.00 ETB of that day, which no rule could match, with the narration `Abebe INV 1`.
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
   * Creates up to 5,000 payments. The results are in the order of the requests, and each is what `createPayment` would have
   * returned or thrown. Payments are written in groups of up to 1,000. Where a group cannot be written, each of its results is
   * that error, and the other groups are stored. `timeoutMs` of a storage is for one group. With an `idempotencyKey` for each
   * request, the whole call can be repeated.
   *
   * The channels of a group are called in the order of its requests, before it is written, and at most 8 of these calls run at
   * a time. With a channel that takes 200 ms, 40 payments are created a second.
   *
   * @throws PaymentError `invalid_request` for more than 5,000, no list or a wrong option; nothing is stored then
   * @example
   * const bill = (reference: string, amount: number) => ({ amount, currency: 'ETB', reference, channel: 'cash' })
   * const [lab, ward] = await payments.createPayments([
   *   { request: bill('LAB-7', 90000), idempotencyKey: 'LAB-7/1' },
   *   { request: bill('WARD-3', 0), idempotencyKey: 'WARD-3/1' },
   * ])
   * lab?.payment?.status // => 'pending'
   * ward?.error?.message // => 'The request was refused: amount must be an integer of minor units from 1 to 9007199254740991.'
   */
  createPayments(requests: readonly KeyedRequest[], options?: ActorOption): Promise<readonly CreatedPayment[]>
  /**
   * Imports payments that were paid before this library, of any age, as they were: `imported: true`, and one event
   * `payment.imported`, which is never delivered. A repeated import stores nothing twice: a row is known by its `id` where it has
   * one, else by reference, `createdAt`, amount, currency, `customer.id` and receipt. Known rows are `already`, whatever else
   * differs. Rows are read and written in groups, so there may be any number of them. A call that rejects has stored some of
   * them: repeat it.
   *
   * @throws PaymentError `invalid_request` for wrong options; what `rows` throws, and the reason of `signal`
   * @example
   * const times = { createdAt: '2019-05-02T08:00:00Z', paidAt: '2019-05-02T08:20:00Z' }
   * const row = { reference: 'OLD-1', amount: 90000, currency: 'ETB', channel: 'cash', ...times, status: 'succeeded' } as const
   * await payments.importHistory([row, { ...row, amount: 0 }], { actor: 'migration' })
   * // => { imported: 1, already: 0, rejected: [{ row: 2, reason: 'invalid_request' }] }
   * await payments.importHistory([row], { actor: 'migration' }) // => { imported: 0, already: 1, rejected: [] }
   */
  importHistory(
    rows: AsyncIterable<HistoryRow> | Iterable<HistoryRow>,
    options: ImportHistoryOptions,
  ): Promise<ImportedHistory>
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
   * Searches payments by what a payer can say about them, newest first, a page at a time. `text` is a whole receipt, a whole
   * reference in any spelling (letters of either case, spaces, dashes, O and 0, I and 1), or a part of the payer's name.
   * `phone` is the end of a phone number, or a masked one such as `2547****678`. `from` and `to` are days on which payments
   * were created. A payment must fit all fields that are set.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `invalid_cursor`, and `internal_error` where the repository
   *   cannot search
   * @example
   * const { items } = await payments.search({ text: 'inv 1', amount: 150000 })
   * items.map(({ reference }) => reference) // => ['INV-1']
   * await payments.search({ phone: '678' }) // => { items: [], nextCursor: null }
   */
  search(query?: SearchQuery): Promise<Page<Payment>>
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
   * Records that the payer did not pay: a pending payment is `failed`, with the reason as `statusReason`.
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
   * Cancels a pending payment: it is `expired` now, with the reason as `statusReason`, and the time as `expiresAt` and as
   * `canceledAt`, which stays. Money that comes later is accepted, and marked `late`. An expired payment is returned unchanged.
   *
   * @throws PaymentError `invalid_request`, `payment_not_found`, `invalid_transition`, `concurrent_update`
   * @example
   * const canceled = await payments.cancelPayment(payment.id, { reason: 'asked for twice' })
   * canceled.status // => 'expired'
   * canceled.statusReason // => 'asked for twice'
   * canceled.canceledAt // => '2026-11-20T09:00:00.000Z'
   */
  cancelPayment(id: string, options: CancelOptions): Promise<Payment>
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
   * Expires pending payments whose `expiresAt` has come, the longest overdue first, at most `limit` of them (default 500). Call
   * it from a timer, in any number of processes.
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
   * // An item is { paymentId, reference, amount, currency, status, paidAt }.
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
   * // => { items: [{ currency: 'ETB', channel: 'cash', status: 'pending', count: 1, amount: '150000', waived: '0' }] }
   */
  totals(query?: ReportFilter): Promise<{ readonly items: readonly PaymentTotal[] }>
  /**
   * Lists the events of one payment, oldest first, one for each version; empty for an unknown id.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.failPayment(payment.id, { reason: 'wrong PIN', actor: 'mobile-banking' })
   * const events = await payments.history(payment.id)
   * events.map(({ type, actor }) => [type, actor]) // => [['payment.created', null], ['payment.failed', 'mobile-banking']]
   */
  history(id: string): Promise<readonly StoredEvent[]>
  /**
   * Matches statement lines to payments. Yields one item for each line, then one for each payment that was paid in the
   * `period`, then a `summary`. Without `apply` it is a preview that writes nothing. With `apply: true` it records the money
   * that the statement proves. Each line counts once, so a run that was cut off can be repeated.
   *
   * Nothing is read or written before iteration. `await` on the result itself is an error of the compiler, and a `TypeError`.
   * `statements.import` runs to the end in one call. For wrong options the first `next()` throws; a line that cannot be read is
   * a `rejected_line`.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `concurrent_update`; what `lines` throws, and the reason of
   *   `signal`
   * @example
   * const line = { row: 2, direction: 'credit', amount: 150000, currency: 'ETB', valueDate: '2026-11-20', reference: 'INV-1' } as const
   * const items = []
   * for await (const item of payments.reconcile([line], { account: 'cbe-1000', apply: true })) items.push(item)
   * items.map((item) => (item.kind === 'line' ? item.outcome : item.kind)) // => ['confirmed', 'summary']
   * const proved = await payments.getPayment(payment.id)
   * proved?.amountReconciled // => 150000
   */
  reconcile(
    lines: AsyncIterable<StatementRecord> | Iterable<StatementRecord>,
    options: ReconcileOptions,
  ): ReconciliationItems
  /**
   * Statement files and their imports: an object of functions, each documented with `StatementFunctions`.
   *
   * @throws PaymentError each as documented there
   * @example
   * (await payments.statements.list()).items // => []
   */
  readonly statements: StatementFunctions
  /**
   * Stored layouts of CSV files and spreadsheets: an object of functions, each documented with `LayoutFunctions`.
   *
   * @throws PaymentError each as documented there
   * @example
   * (await payments.layouts.list()).items // => []
   */
  readonly layouts: LayoutFunctions
  /**
   * The work of people on stored statement lines: an object of functions, each documented with `LineFunctions`.
   *
   * @throws PaymentError each as documented there
   * @example
   * (await payments.lines.list()).items.map(({ key }) => key === line.key) // => [true]
   */
  readonly lines: LineFunctions
  /**
   * Remembered rules, which settle bank charges and the like without a person: an object of functions, each documented with
   * `RuleFunctions`.
   *
   * @throws PaymentError each as documented there
   * @example
   * (await payments.rules.list()).items // => []
   */
  readonly rules: RuleFunctions
  /**
   * Money that is given back: an object of functions, each documented with `RefundFunctions`.
   *
   * @throws PaymentError each as documented there
   * @example
   * (await payments.refunds.list()).items // => []
   */
  readonly refunds: RefundFunctions
  /**
   * Waivers, by which a scheme of the hospital pays a bill or a part of it: an object of functions, each documented with
   * `WaiverFunctions`.
   *
   * @throws PaymentError each as documented there
   * @example
   * (await payments.waivers.list()).items // => []
   */
  readonly waivers: WaiverFunctions
  /**
   * Attempts, by which a provider takes a payment with a push to the payer's phone or a page of its own: an object of functions,
   * each documented with `AttemptFunctions`.
   *
   * @throws PaymentError each as documented there
   * @example
   * (await payments.attempts.list()).items // => []
   */
  readonly attempts: AttemptFunctions
  /**
   * Closed days of accounts: an object of functions, each documented with `DayFunctions`.
   *
   * @throws PaymentError each as documented there
   * @example
   * (await payments.days.list()).items // => []
   */
  readonly days: DayFunctions
  /**
   * Numbered receipts: an object of functions, each documented with `ReceiptFunctions`.
   *
   * @throws PaymentError each as documented there
   * @example
   * (await payments.receipts.list()).items // => []
   */
  readonly receipts: ReceiptFunctions
  /**
   * The books: the journal for a system of accounts, the audit, and sums by person. An object of functions, each documented with
   * `ReportFunctions`.
   *
   * @throws PaymentError each as documented there
   * @example
   * await payments.reports.audit({ from: '2026-11-21', to: '2026-11-21' }) // => { items: [], nextCursor: null }
   */
  readonly reports: ReportFunctions
  /**
   * Accounts and their balances: an object of functions, each documented with `AccountFunctions`.
   *
   * @throws PaymentError each as documented there
   * @example
   * (await payments.accounts.list()).nextCursor // => null
   */
  readonly accounts: AccountFunctions
  /**
   * The counter: an object of functions, each documented with `CashFunctions`.
   *
   * @throws PaymentError each as documented there
   * @example
   * (await payments.cash.list()).items // => []
   */
  readonly cash: CashFunctions
  /**
   * Payers and their deposits: an object of functions, each documented with `PayerFunctions`.
   *
   * @throws PaymentError each as documented there
   * @example
   * (await payments.payers.get('MRN-1042')).currencies // => []
   */
  readonly payers: PayerFunctions
  /**
   * Erases what is said of a person, of all payments by the host's own id, or of one payment: name, phone, description, metadata,
   * search terms, notes, and the narrations of lines that are the person's alone. Amounts, references, ids and history stay, and
   * `instructions.message` becomes the reference. `erased` is the number of payments that changed, each in a write of its own with
   * an event `payment.erased`; of a call that was cut short, the next one erases the rest. An unknown customer has none.
   *
   * @throws PaymentError `invalid_request`, `payment_not_found`, `concurrent_update`
   * @example
   * const options = { reason: 'asked for by letter 2026-118', actor: 'amina' }
   * await payments.eraseCustomer({ paymentId: payment.id }, options) // => { erased: 1 }
   * await payments.eraseCustomer({ paymentId: payment.id }, options) // => { erased: 0 }
   * const kept = await payments.getPayment(payment.id)
   * kept?.customer // => undefined
   * kept?.amount // => 150000
   */
  eraseCustomer(target: ErasureTarget, options: ErasureOptions): Promise<{ readonly erased: number }>
  /**
   * Delivers events at least once, in the order of each payment, by calling `send` with each. Ends when nothing is due or
   * `limit` sends were made (default 500): call it from a timer, in any number of processes, all with the same `send`. There
   * are ten attempts for an event, over some four days; then the event is dead.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * const types: string[] = []
   * await payments.deliverEvents(async ({ type }) => void types.push(type)) // => { delivered: 1, retrying: 0, dead: 0 }
   * types // => ['payment.created']
   */
  deliverEvents(send: SendEvent, options?: DeliverEventsOptions): Promise<DeliveryResult>
  /**
   * Makes dead events due again, at most `limit` of them (default 500), with the same ids and ten new attempts each. Use it
   * when the receiver works again.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * await payments.deliverEvents(async () => 'dead') // => { delivered: 0, retrying: 0, dead: 1 }
   * await payments.redeliverEvents() // => { redelivered: 1 }
   */
  redeliverEvents(options?: RedeliverEventsOptions): Promise<{ readonly redelivered: number }>
  /**
   * Lists dead events, oldest first, a page at a time, without leasing them. `redeliverEvents` makes them due again.
   *
   * @throws PaymentError `invalid_request`, `invalid_cursor`, and `internal_error` where the repository cannot list them
   * @example
   * await payments.deliverEvents(async () => 'dead')
   * const { items } = await payments.deadEvents()
   * items.map(({ type }) => type) // => ['payment.created']
   */
  deadEvents(query?: PageOptions): Promise<Page<StoredEvent>>
  /**
   * Counts what waits for people, as of `asOf` (default the clock): open statement lines, payments that were paid in part or
   * twice, those that no statement has proved, refunds to approve and to pay, days that are not closed, and dead events. Amounts
   * are exact decimal digits in minor units.
   *
   * @throws PaymentError `invalid_request`, and `internal_error` where the repository stores no statement lines
   * @example
   * const { openLines, deadEvents } = await payments.attention()
   * openLines.map(({ outcome, count, amount }) => [outcome, count, amount]) // => [['unmatched_line', 1, '148500']]
   * deadEvents // => 0
   */
  attention(query?: AttentionQuery): Promise<Attention>
  /**
   * Returns the same service over another repository, such as one bound to the host's open transaction.
   *
   * @throws TypeError where the repository lacks a function of the port, or the tenant that the service's repository has
   * @example
   * await payments.using(memoryRepository()).getPayment(payment.id) // => null
   */
  using(repository: PaymentRepository): HospitalPayments
  /**
   * Returns the same service in your open transaction: what it writes is committed or rolled back with your own rows.
   * `connection` is a client of pg, a connection of mysql2, a handle of SQLite, or the transaction of Knex, Kysely, Drizzle,
   * TypeORM, Sequelize, postgres.js or Prisma. Tables, tenant and time limits are those of the service's repository. The call
   * itself sends nothing. Calls after the end of the transaction are refused.
   *
   * @throws TypeError for a pool or any other value that is no open transaction, and over a repository without tables; one in
   *   memory accepts any value
   * @example
   * import Database from 'libsql'
   *
   * const db = new Database(':memory:')
   * await migrate(fromSqlite(db))
   * const stored = payments.using(sqlRepository(fromSqlite(db)))
   * db.exec('BEGIN')
   * const { id } = await stored.within(db).createPayment({ amount: 5000, currency: 'ETB', reference: 'INV-9', channel: 'cash' })
   * db.exec('ROLLBACK')
   * await stored.getPayment(id) // => null
   */
  within(connection: HostTransaction): HospitalPayments
}

/** Registered, because a worker, or a page that shows days, may come from another copy of the library. */
const settingsKey = Symbol.for('hospital-payments.settings.1')

/** The settings of a service, for parts of the library that have only the service. */
interface ServiceSettings {
  readonly timeZone: string
  readonly now: () => Instant
  readonly logger: SafeLogger
  /** Finds what a line names, for a page that links it. */
  readonly namedBy: (lineKey: string) => Promise<NamedByLine>
  /** Lists the movements of a session at the counter, newest first, with their receipts. */
  readonly movementsOf: (sessionId: string) => Promise<readonly SessionMovement[]>
  /** Finds one movement at the counter; `null` for any other line. */
  readonly movement: (lineKey: string) => Promise<SessionMovement | null>
  /** Lists the sessions with a difference that has no reason yet, oldest first. */
  readonly unexplainedSessions: () => Promise<readonly CashSession[]>
  /** Returns the time of the oldest refund or waiver that waits for a second person. */
  readonly oldestRequest: () => Promise<Instant | null>
  /** Reads payments together, such as those of a remittance. */
  readonly paymentsById: (ids: readonly string[]) => Promise<ReadonlyMap<string, Payment>>
  /** Finds the receipt that has a number of a year; `null` where none has it. */
  readonly receiptByNumber: (receipt: Pick<Receipt, 'number' | 'year'>) => Promise<Receipt | null>
  /** Lists the lines whose open money is a payer's deposit, oldest first. */
  readonly depositsOf: (payerId: string) => Promise<readonly DepositLine[]>
  /** Lists the attempts that wait for people, with the open money of those that are paid. */
  readonly attemptsForPeople: () => Promise<AttemptsForPeople>
  /** Lists the filters that a person saved for a list of the desk, by name. */
  readonly listFilters: (query: { readonly actor: string; readonly path: string }) => Promise<readonly SavedFilter[]>
  /** Saves a filter, in the place of the one with its name. */
  readonly saveFilter: (filter: FilterToSave) => Promise<SavedFilter>
  /** Deletes a filter of this person. */
  readonly deleteFilter: (filter: { readonly id: string; readonly actor: string }) => Promise<void>
  /** Keeps a file that a person sent, for a day at most. */
  readonly keepUpload: (file: FileToKeep) => Promise<Upload>
  /** Finds a file of this person; `null` where it is gone. */
  readonly findUpload: (key: UploadKey) => Promise<Upload | null>
  readonly readUpload: (upload: Upload) => AsyncIterable<Uint8Array>
  /** Deletes a file of this person. */
  readonly deleteUpload: (key: UploadKey) => Promise<void>
  /** Deletes the files that are too old; `null` where the repository keeps none. */
  readonly removeUploads: (() => Promise<number>) | null
  /** Counts and sums the open lines that a rule would settle, with the first of them. */
  readonly previewRule: (request: RuleRequest, limit: number) => Promise<RulePreview>
  /** The providers of payments by their names, for a worker that asks them and a page on which people choose one. */
  readonly providers: ReadonlyMap<string, Provider>
}

/** Returns the settings of a service; `undefined` for an object that only has its shape. */
export function settingsOf(service: HospitalPayments): ServiceSettings | undefined {
  return (service as { readonly [settingsKey]?: ServiceSettings })[settingsKey]
}

/** Makes `confirmPayment`: a confirmation that counts in a cashier's session is one of the operations that are loaded later. */
function confirmation(context: Context): HospitalPayments['confirmPayment'] {
  const atCounter = called(context, (all) => all.confirmAtCounter)
  return (id, options) =>
    options?.sessionId === undefined
      ? confirmPayment(context, id, options)
      : atCounter(id, options as Parameters<typeof atCounter>[1])
}

/** Makes the settings of a service. */
function serviceSettings(context: Context): ServiceSettings {
  const { timeZone, now, logger } = context
  return {
    timeZone,
    now,
    logger,
    namedBy: called(context, (all) => all.namedByLine),
    movementsOf: called(context, (all) => all.sessionMovements),
    movement: called(context, (all) => all.sessionMovement),
    unexplainedSessions: called(context, (all) => all.unexplainedSessions),
    oldestRequest: called(context, (all) => all.oldestRequest),
    paymentsById: called(context, (all) => all.paymentsById),
    receiptByNumber: called(context, (all) => all.receiptByNumber),
    depositsOf: called(context, (all) => all.depositLines),
    attemptsForPeople: called(context, (all) => all.attemptsForPeople),
    listFilters: called(context, (all) => all.listFilters),
    saveFilter: called(context, (all) => all.saveFilter),
    deleteFilter: called(context, (all) => all.deleteFilter),
    keepUpload: called(context, (all) => all.keepUpload),
    findUpload: called(context, (all) => all.findUpload),
    readUpload: (upload) => iterated((all) => all.readUpload(context, upload)),
    deleteUpload: called(context, (all) => all.deleteUpload),
    removeUploads: context.finance && called(context, (all) => all.removeUploads),
    previewRule: called(context, (all) => all.previewRule),
    providers: context.providers,
  }
}

/** Makes each function of a service, and each of its groups of functions. */
const makers: { readonly [Name in keyof HospitalPayments]: (context: Context) => HospitalPayments[Name] } = {
  createPayment: (context) => (request, options) => createPayment(context, request, options),
  createPayments: (context) => (requests, options) => createPayments(context, requests, options),
  importHistory: (context) => called(context, (all) => all.importHistory),
  getPayment: (context) => (id) => getPayment(context, id),
  findByReference: (context) => (reference, options) => findByReference(context, reference, options),
  search: (context) => called(context, (all) => all.searchPayments),
  confirmPayment: confirmation,
  failPayment: (context) => (id, options) => failPayment(context, id, options),
  expirePayment: (context) => (id, options) => expirePayment(context, id, options),
  cancelPayment: (context) => (id, options) => cancelPayment(context, id, options),
  reversePayment: (context) => (id, options) => reversePayment(context, id, options),
  expireDue: (context) => called(context, (all) => all.expireDue),
  reportPayments: (context) => (query) => reportPayments(context, query),
  exportCsv: (context) => (query, options) => iterated((all) => all.exportCsv(context, query, options)),
  totals: (context) => (query) => totals(context, query),
  history: (context) => (id) => history(context, id),
  reconcile: (context) => (lines, options) =>
    reconciliationItems(iterated((all) => all.reconcile(context, lines, options))),
  statements: statementFunctions,
  layouts: layoutFunctions,
  lines: lineFunctions,
  rules: ruleFunctions,
  refunds: refundFunctions,
  waivers: waiverFunctions,
  attempts: attemptFunctions,
  days: dayFunctions,
  accounts: accountFunctions,
  cash: cashFunctions,
  payers: payerFunctions,
  receipts: receiptFunctions,
  reports: reportFunctions,
  eraseCustomer: (context) => called(context, (all) => all.eraseCustomer),
  deliverEvents: (context) => called(context, (all) => all.deliverEvents),
  redeliverEvents: (context) => called(context, (all) => all.redeliverEvents),
  deadEvents: (context) => called(context, (all) => all.deadEvents),
  attention: (context) => called(context, (all) => all.attention),
  using: (context) => (repository) => {
    checkRepository(repository)
    checkTenant(context.tenant, tenantOf(repository))
    return bind({ ...context, ...storageOf(repository) })
  },
  within: (context) => (connection) => {
    if (!context.within)
      throw new TypeError('within: this repository has no tables to share a transaction with; use sqlRepository')
    return bind({ ...context, ...storageOf(context.within(connection)), isInTransaction: () => true })
  },
}

const madeKey = Symbol('the context of a service, and what was made of it')

interface Made {
  readonly [madeKey]: { readonly context: Context; readonly parts: Partial<Record<string | symbol, unknown>> }
}

/**
 * The properties of a service. All services share them, and each makes what is read of it by the first read: a process may have
 * the services of ten thousand tenants, of which most use few functions.
 */
const properties: PropertyDescriptorMap = {
  [settingsKey]: propertyOf(settingsKey, serviceSettings),
  ...Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, propertyOf(name, make)])),
}

/** Returns a property that is made by its first read. */
function propertyOf(name: string | symbol, make: (context: Context) => unknown): PropertyDescriptor {
  function get(this: Made): unknown {
    const { context, parts } = this[madeKey]
    return (parts[name] ??= make(context))
  }
  return { enumerable: true, get }
}

function bind(context: Context): HospitalPayments {
  const service = Object.defineProperty({}, madeKey, { value: { context, parts: {} } })
  return Object.freeze(Object.defineProperties(service, properties)) as HospitalPayments
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
