export { createHospitalPayments } from './service.js'
export type { CsvMode } from './domain/csv.js'
export type { DeliveryResult, EventTenant, SendEvent, SendResult } from './domain/payments/delivery-schedule.js'
export type { StoredEvent } from './domain/event-stream.js'
export type { Evidence, PaymentEvent, PaymentEventType } from './domain/payments/event.js'
export type { RefundEvent, RefundEventType } from './domain/refunds/event.js'
export type { Attempt, AttemptStatus } from './domain/attempts/attempt.js'
export type { AttemptEvent, AttemptEventType } from './domain/attempts/event.js'
export type {
  AttemptRequest,
  CallbackContent,
  CallbackMessage,
  CallbackReply,
  CallbackRequest,
  JsonObject,
  Outcome,
  Provider,
  ProviderLimits,
} from './domain/attempts/provider.js'
export { type AttemptTransition, attemptTransitions } from './domain/attempts/transitions.js'
export type {
  AbandonAttemptOptions,
  AttemptsQuery,
  CheckDueOptions,
  PullRange,
  StartAttemptOptions,
  StartAttemptRequest,
} from './operations/input/attempt-calls.js'
export type { WaiverEvent, WaiverEventType } from './domain/waivers/event.js'
export type { Waiver, WaiverStatus } from './domain/waivers/waiver.js'
export { type WaiverTransition, waiverTransitions } from './domain/waivers/transitions.js'
export type {
  ApproveWaiverOptions,
  EndWaiverOptions,
  RequestWaiverOptions,
  RevokeWaiverOptions,
  WaiverFilter,
  WaiverRequest,
  WaiversExportQuery,
  WaiversQuery,
} from './operations/input/waiver-calls.js'
export type { Refund, RefundBasis, RefundReason, RefundStatus } from './domain/refunds/refund.js'
export { type PaymentTransition, paymentTransitions } from './domain/payments/transitions.js'
export type { ReferencePolicy } from './domain/payments/reference-policy.js'
export type { Logger } from './internal/logger.js'
export type { PaymentFlag } from './domain/payments/flags.js'
export { formatAmount, parseAmount } from './domain/money.js'
export type {
  Channel,
  CreatePaymentRequest,
  Customer,
  Instant,
  Instructions,
  Payment,
  PaymentStatus,
  UndoneAllocation,
} from './domain/payments/payment.js'
export type {
  ItemAllocation,
  LineItem,
  LineOutcome,
  LineWarningCode,
  MatchRule,
  PaymentItem,
  PaymentOutcome,
  ReconciliationItem,
  SummaryItem,
} from './domain/reconciliation/items.js'
export type { Basis, Page, ReportItem, PaymentTotal } from './domain/report.js'
export type {
  AccountLine,
  LineEvent,
  LineEventType,
  Allocation,
  LineStatus,
  StoredAllocation,
} from './domain/reconciliation/account-line.js'
export type { Closing, ClosingCurrency, ClosingRecord, DayAllocation } from './domain/days/closing.js'
export type { MonthOfAccount } from './domain/days/month.js'
export type { Rule } from './domain/rules/rule.js'
export type { Receipt, ReceiptAllocation, ReceiptStatus } from './domain/receipts/receipt.js'
export type {
  PaymentSuggestion,
  SuggestionReason,
  Suggestion,
  TransferSuggestion,
  LineSuggestion,
} from './domain/reconciliation/suggestions.js'
export type { LeftOut, StatementBalances, CurrencyAmount } from './domain/reconciliation/statement-balances.js'
export type { StatementLine, StatementRecord } from './domain/reconciliation/statement-line.js'
export { type EmvQrAccount, emvQrChannel, type EmvQrOptions } from './domain/payments/emv-qr-channel.js'
export { epcQrChannel, type EpcQrOptions } from './domain/payments/epc-qr-channel.js'
export { textChannel } from './domain/payments/text-channel.js'
export {
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
export type { ExportQuery } from './operations/input/export-query.js'
export type { DateRange } from './domain/calendar.js'
export type { CsvOptions, ExportOptions, RowExportOptions } from './operations/input/csv.js'
export type { CreatePaymentOptions } from './operations/input/create-request.js'
export type { HistoryRow } from './domain/payments/imported-payment.js'
export type { ImportHistoryOptions } from './operations/input/history-calls.js'
export type { ImportedHistory, RejectedRow } from './operations/payments/import-history.js'
export type { ErasureOptions, ErasureTarget } from './operations/input/erasure-calls.js'
export type { ReportFilter } from './operations/input/filter.js'
export type { MetadataField } from './domain/payments/metadata.js'
export type {
  AllocateOptions,
  AssignOptions,
  EraseTextOptions,
  MarkDuplicateOptions,
  MarkOptions,
  NoteOptions,
  SetPayerOptions,
  ExpectedVersion,
  AcceptSuggestionOptions,
  UnallocateOptions,
} from './operations/input/line-calls.js'
export type {
  CloseDayOptions,
  CloseThroughOptions,
  ClosingsExportQuery,
  ClosingsQuery,
  DayReportQuery,
  MonthQuery,
  ReopenDayOptions,
  VerifyQuery,
} from './operations/input/day-calls.js'
export type { ReceiptFilter, ReceiptsExportQuery, ReceiptsQuery } from './operations/input/receipt-calls.js'
export type { AuditFilter, AuditQuery, DaysQuery, JournalOptions, JournalQuery } from './operations/input/book-calls.js'
export type { AuditEntry, AuditKind } from './operations/reports/audit.js'
export type { ActorAction, ActorSum } from './operations/reports/by-actor.js'
export type { PrintedReceipt } from './operations/receipts/print-receipt.js'
export type { ClosedDays } from './operations/days/close-through.js'
export type { DayPreview } from './operations/days/preview-day.js'
export type { DayReport, OpenLinesOfDay } from './operations/days/report-day.js'
export type { Month } from './operations/days/report-month.js'
export type { Verification } from './operations/days/verify-chain.js'
export type { ApplyRuleOptions, RuleActor, RuleRequest, RulesQuery } from './operations/input/rule-calls.js'
export type { LineFilter } from './operations/input/line-filter.js'
export type { PageOptions } from './operations/input/page.js'
export type { LinesExportQuery } from './operations/lines/export-lines.js'
export type { LineTotal } from './operations/lines/line-totals.js'
export type { LinesQuery } from './operations/lines/list-lines.js'
export type { LineNote } from './operations/lines/notes.js'
export type { SearchQuery } from './operations/input/search-query.js'
export type { ReconcileOptions } from './operations/input/reconcile-options.js'
export type { ReconciliationItems } from './service/reconciliation-items.js'
export type { ReconciliationCsvOptions } from './operations/reconciliation/reconciliation-csv.js'
export type { RedeliverEventsOptions } from './operations/events/redeliver-events.js'
export type { ReportQuery } from './operations/reports/report-payments.js'
export type { CreatedPayment } from './operations/payments/create-payments.js'
export type {
  ActorOption,
  CancelOptions,
  ConfirmOptions,
  FailOptions,
  ReverseOptions,
} from './operations/input/payment-calls.js'
export type { HospitalPaymentsOptions } from './options.js'
export { memoryRepository } from './repository/memory/on-first-call.js'
export type { HostTransaction } from './repository/host-transaction.js'
export type { PaymentRepository } from './repository/port.js'
export type { HospitalPayments } from './service.js'
export { reconciliationCsv } from './service/reconciliation-csv.js'
export { runWorker, type WorkerOptions } from './service/run-worker.js'
export type { WorkerPace } from './service/worker-options.js'
export type { Attention, AttentionQuery, UnderPaidSum } from './operations/reports/attention.js'
export type { AttentionSum } from './operations/reports/attention-sum.js'
export type { UnclosedDays } from './operations/days/unclosed-days.js'
export type { OpenLineSum } from './repository/finance-port.js'
export type { ImportOptions, ImportsQuery } from './operations/input/import-calls.js'
export type { ImportWarning, ImportWarningCode, StatementImport } from './domain/reconciliation/statement-import.js'
export { type RefundTransition, refundTransitions } from './domain/refunds/transitions.js'
export type {
  ApproveRefundOptions,
  ConfirmRefundOptions,
  CreateRefundOptions,
  CreateRefundRequest,
  RefundReasonOptions,
} from './operations/input/refund-calls.js'
export type { RefundFilter } from './operations/input/refund-filter.js'
export type { RefundsExportQuery } from './operations/refunds/export-refunds.js'
export type { RefundsQuery } from './operations/refunds/read-refunds.js'
export type { RefundTotal } from './operations/refunds/refund-totals.js'
export type { AppliedDeposit } from './operations/payers/apply-deposit.js'
export type { CsvColumn, CsvMapping, Layout, LayoutRequest } from './service/layout.js'
export type { LayoutDigests } from './domain/layouts/stored-layout.js'
export type { LayoutOptions } from './operations/input/layout-calls.js'
export type { Payer } from './operations/payers/get-payer.js'
export type { PayerStatementEntry } from './operations/payers/payer-statement.js'
export type {
  RemittanceProblem,
  RemittanceProblemCode,
  RemittanceProposal,
  RemittanceRow,
} from './domain/reconciliation/propose.js'
export type { ApplyDepositRequest, PayerKeyOptions, PayerStatementQuery } from './operations/input/payer-calls.js'
export type { Account, AccountBalance } from './operations/accounts/list-accounts.js'
export type { AccountKind } from './domain/accounts/account-kind.js'
export type { AccountsQuery, BalanceQuery } from './operations/input/account-calls.js'
export {
  type CashSession,
  type CashSessionEvent,
  type CashSessionEventType,
  type CashSessionStatus,
  type CashSessionTransition,
  cashSessionTransitions,
  type ConfirmedByCashier,
} from './domain/cash/session.js'
export type {
  CashMovementKind,
  CashMovementSum,
  CashSessionReport,
  CashTransferState,
  ReceiptRange,
} from './domain/cash/report.js'
export type { TakeAllocation } from './domain/cash/take.js'
export type { PaidOut } from './operations/cash/pay-out.js'
export type { TakeResult } from './operations/cash/take.js'
export type { CashTransit, MovedCash } from './operations/cash/transfer.js'
export type {
  CashActorOption,
  CashKeyOptions,
  CashLineRequest,
  CashSessionsQuery,
  CloseSessionRequest,
  ExplainOptions,
  OpenSessionRequest,
  PayOutRequest,
  ReceiveCashRequest,
  SendCashRequest,
  TakeRequest,
  TransitsQuery,
} from './operations/input/cash-calls.js'
export type { OpenSession, TransitToFind, UnexplainedDifference } from './operations/cash/cash-attention.js'
