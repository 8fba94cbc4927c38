export { createHospitalPayments } from './service.js'
export { type CsvMode } from './domain/csv.js'
export type { Deliveries, SendEvent, SendResult } from './domain/payments/delivery-schedule.js'
export type { Evidence, PaymentEvent, PaymentEventType } from './domain/payments/event.js'
export { type Transition, transitions } from './domain/payments/transitions.js'
export type { ReferencePolicy } from './domain/payments/reference-policy.js'
export type { Logger } from './internal/logger.js'
export { formatAmount, parseAmount } from './domain/money.js'
export type {
  Channel,
  CreatePaymentRequest,
  Customer,
  Instant,
  Instructions,
  Payment,
  PaymentStatus,
} from './domain/payments/payment.js'
export type {
  Allocation,
  LineItem,
  LineOutcome,
  MatchRule,
  PaymentItem,
  PaymentOutcome,
  ReconciliationItem,
  SummaryItem,
} from './domain/reconciliation/items.js'
export type { Basis, ExtraColumn, Page, ReportItem, Total } from './domain/report.js'
export type { BankLine, LineShare, LineStatus, StoredOutcome, StoredShare } from './domain/reconciliation/bank-line.js'
export type { StatementLine, StatementRecord } from './domain/reconciliation/statement-line.js'
export { textChannel } from './domain/payments/text-channel.js'
export {
  type AnyPaymentError,
  type DetailsOf,
  errorCodes,
  isPaymentError,
  type Money,
  PaymentError,
  type PaymentErrorCode,
  type PaymentErrorDetails,
  type PaymentErrorOptions,
} from './errors.js'
export type { DeliverEventsOptions } from './operations/events/deliver-events.js'
export type { ExpireDueOptions } from './operations/payments/expire-due.js'
export type { ExportOptions, ExportQuery } from './operations/reports/export-csv.js'
export type { DateRange } from './domain/calendar.js'
export type { CsvOptions } from './operations/input/csv.js'
export type { CreatePaymentOptions, KeyedRequest } from './operations/input/create-request.js'
export type { ReportFilter } from './operations/input/filter.js'
export type { PageOptions } from './operations/input/page.js'
export type { ReconcileOptions } from './operations/input/reconcile-options.js'
export { reconciliationCsv, type ReconciliationCsvOptions } from './operations/reconciliation/reconciliation-csv.js'
export type { RedeliverEventsOptions } from './operations/events/redeliver-events.js'
export type { ReportQuery } from './operations/reports/report-payments.js'
export type { CreatedPayment } from './operations/payments/create-payments.js'
export type { ActorOption, ConfirmOptions, FailOptions, ReverseOptions } from './operations/payments/transitions.js'
export type { HospitalPaymentsOptions } from './options.js'
export { memoryRepository } from './repository/memory/memory-repository.js'
export type { PaymentRepository } from './repository/port.js'
export type { HospitalPayments } from './service.js'
