import type { Context } from './operations/context.js'
import { createPayment } from './operations/payments/create-payment.js'
import { deliverEvents } from './operations/events/deliver-events.js'
import { expireDue } from './operations/payments/expire-due.js'
import { exportCsv } from './operations/reports/export-csv.js'
import { findByReference } from './operations/payments/find-by-reference.js'
import { getPayment } from './operations/payments/get-payment.js'
import { history } from './operations/payments/history.js'
import { reconcile } from './operations/reconciliation/reconcile.js'
import { redeliverEvents } from './operations/events/redeliver-events.js'
import { reportPayments } from './operations/reports/report-payments.js'
import { guardRepository } from './operations/storage.js'
import { totals } from './operations/reports/totals.js'
import { confirmPayment, expirePayment, failPayment, reversePayment } from './operations/payments/transitions.js'
import { checkRepository, type HospitalPaymentsOptions, readOptions } from './options.js'
import type { HospitalPayments } from './service.js'

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
