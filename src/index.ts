export { createHospitalPayments } from './create-hospital-payments.js'
export { type CsvMode } from './domain/csv.js'
export type { Deliveries, SendEvent, SendResult } from './domain/delivery.js'
export type { Evidence, PaymentEvent, PaymentEventType } from './domain/event.js'
export { type ReferencePolicy, type Transition, transitions } from './domain/lifecycle.js'
export type { Logger } from './domain/logger.js'
export { formatAmount, parseAmount } from './domain/money.js'
export type {
  Channel,
  CreatePaymentRequest,
  Customer,
  Instant,
  Instructions,
  Payment,
  PaymentStatus,
} from './domain/payment.js'
export type {
  Allocation,
  LineItem,
  LineOutcome,
  MatchRule,
  PaymentItem,
  PaymentOutcome,
  ReconciliationItem,
  SummaryItem,
} from './domain/reconciliation.js'
export type { Basis, ExtraColumn, Page, ReportItem, Total } from './domain/report.js'
export type { StatementLine, StatementRecord } from './domain/statement.js'
export { textChannel } from './domain/text-channel.js'
export {
  type AnyPaymentError,
  errorCodes,
  isPaymentError,
  PaymentError,
  type PaymentErrorCode,
  type PaymentErrorDetails,
  type PaymentErrorOptions,
} from './errors.js'
export type { DeliverEventsOptions } from './operations/deliver-events.js'
export type { ExpireDueOptions } from './operations/expire-due.js'
export type { ExportOptions, ExportQuery } from './operations/export-csv.js'
export type { CreatePaymentOptions } from './operations/input/create-request.js'
export type { ReportFilter } from './operations/input/filter.js'
export type { PageOptions } from './operations/input/page.js'
export type { ReconcileOptions } from './operations/input/reconcile-options.js'
export { reconciliationCsv, type ReconciliationCsvOptions } from './operations/reconciliation-csv.js'
export type { RedeliverEventsOptions } from './operations/redeliver-events.js'
export type { ReportQuery } from './operations/report-payments.js'
export type { ActorOption, ConfirmOptions, FailOptions, ReverseOptions } from './operations/transitions.js'
export type { HospitalPaymentsOptions } from './options.js'
export { memoryRepository } from './repository/memory.js'
export type * from './repository/repository.js'
export type { HospitalPayments } from './service.js'
