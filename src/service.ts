import type { PaymentEvent } from './domain/event.js'
import type { CreatePaymentRequest, Payment } from './domain/payment.js'
import type { Page, ReportItem, Total } from './domain/report.js'
import type { Context } from './operations/context.js'
import { createPayment } from './operations/create-payment.js'
import { expireDue, type ExpireDueOptions } from './operations/expire-due.js'
import { exportCsv, type ExportOptions, type ExportQuery } from './operations/export-csv.js'
import { findByReference } from './operations/find-by-reference.js'
import { getPayment } from './operations/get-payment.js'
import { history } from './operations/history.js'
import type { CreatePaymentOptions } from './operations/input/create-request.js'
import type { ReportFilter } from './operations/input/filter.js'
import type { PageOptions } from './operations/input/page.js'
import { reportPayments, type ReportQuery } from './operations/report-payments.js'
import { guardRepository } from './operations/storage.js'
import { totals } from './operations/totals.js'
import {
  type ActorOption,
  confirmPayment,
  type ConfirmOptions,
  expirePayment,
  failPayment,
  type FailOptions,
  reversePayment,
  type ReverseOptions,
} from './operations/transitions.js'
import { checkRepository, type HospitalPaymentsOptions, readOptions } from './options.js'
import type { PaymentRepository } from './repository/repository.js'

/** The functions of one service; each may be taken out of the object and called alone. All failures are `PaymentError`. */
export interface HospitalPayments {
  /** Asks for money: stores a `pending` payment with the payer's instructions, and answers a repeated key with the first. */
  createPayment(request: CreatePaymentRequest, options?: CreatePaymentOptions): Promise<Payment>
  /** `null` for an unknown or malformed id. */
  getPayment(id: string): Promise<Payment | null>
  /** The payments of one reference, newest first. */
  findByReference(reference: string, options?: PageOptions): Promise<Page<Payment>>
  /** The money came: `succeeded`, also after expiry, and after failure with a `providerTransactionId`. */
  confirmPayment(id: string, options?: ConfirmOptions): Promise<Payment>
  /** The attempt failed: `failed`, with the reason. */
  failPayment(id: string, options: FailOptions): Promise<Payment>
  /** The payer's time is over: `expired`; never before `expiresAt`. */
  expirePayment(id: string, options?: ActorOption): Promise<Payment>
  /** The whole payment was undone: `reversed`, with the reason. */
  reversePayment(id: string, options: ReverseOptions): Promise<Payment>
  /** Expires pending payments whose `expiresAt` has come; safe from many processes at once. */
  expireDue(options?: ExpireDueOptions): Promise<{ expired: number }>
  /** One page of payments in the order (basis, id). */
  reportPayments(query?: ReportQuery): Promise<Page<ReportItem>>
  /** The whole range as CSV text in pieces, as of one instant. Nothing is read before iteration. */
  exportCsv(query?: ExportQuery, options?: ExportOptions): AsyncIterable<string>
  /** Counts and exact sums, one a (currency, channel, status). */
  totals(query?: ReportFilter): Promise<{ items: Total[] }>
  /** What happened to a payment, oldest first; empty for an unknown id. */
  history(id: string): Promise<PaymentEvent[]>
  /** The same service over another repository, such as one bound to the host's open transaction. */
  using(repository: PaymentRepository): HospitalPayments
}

function bind(context: Context): HospitalPayments {
  return Object.freeze<HospitalPayments>({
    createPayment: (request, options) => createPayment(context, request, options),
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
    using(repository) {
      checkRepository(repository)
      return bind({ ...context, repository: guardRepository(repository) })
    },
  })
}

/**
 * A payment service over a repository. Does no I/O by itself.
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
