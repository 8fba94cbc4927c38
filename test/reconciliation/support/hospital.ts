/** A hospital with its bank's statement: shared by the tests of reconciliation over the repository in memory. */
import type {
  CreatePaymentRequest,
  HospitalPaymentsOptions,
  LineItem,
  Payment,
  PaymentItem,
  ReconciliationItem,
  StatementLine,
  StatementRecord,
  SummaryItem,
} from 'hospital-payments'
import type { ReconcileOptions } from '../../../src/operations/input/reconcile-options.js'
import { batchSize } from '../../../src/operations/reconciliation/batches.js'
import { collect, minute, request, type TestService, testService } from '../../support/service.js'

export const account = 'cbe-1000'

/** Returns money in, on the day of the clock's start; overrides may make it anything else. */
export function credit(overrides: Partial<StatementLine> = {}): StatementLine {
  return { row: 2, direction: 'credit', amount: 150_000, currency: 'ETB', valueDate: '2026-11-20', ...overrides }
}

export function debit(overrides: Partial<StatementLine> = {}): StatementLine {
  return credit({ direction: 'debit', ...overrides })
}

/** Returns the item of a line that could not be read. */
export function rejected(reason: string, row = 7): LineItem {
  return {
    kind: 'line',
    row,
    outcome: 'rejected_line',
    applied: false,
    rule: null,
    line: null,
    reason,
    allocations: [],
  }
}

/** Numbers lines with rows as a file has them, one after the other. */
export function file(...lines: readonly StatementLine[]): StatementLine[] {
  return lines.map((line, index) => ({ ...line, row: index + 2 }))
}

export type Lines = AsyncIterable<StatementRecord> | Iterable<StatementRecord>

export interface Outcome {
  items: ReconciliationItem[]
  lines: LineItem[]
  payments: PaymentItem[]
  summary: SummaryItem
}

export function sorted(items: ReconciliationItem[]): Outcome {
  const summaries = items.filter((item) => item.kind === 'summary')
  const summary = items.at(-1)
  if (summary?.kind !== 'summary' || summaries.length !== 1) throw new Error('a reconciliation ends in one summary')
  return {
    items,
    lines: items.filter((item) => item.kind === 'line'),
    payments: items.filter((item) => item.kind === 'payment'),
    summary,
  }
}

export interface Hospital extends TestService {
  bill(overrides?: Partial<CreatePaymentRequest>): Promise<Payment>
  reconcile(lines: Lines, options?: Partial<ReconcileOptions>): Promise<Outcome>
  preview(lines: Lines, options?: Partial<ReconcileOptions>): Promise<Outcome>
  apply(lines: Lines, options?: Partial<ReconcileOptions>): Promise<Outcome>
  /** Applies lines and returns the outcome of each, in file order. */
  outcomes(lines: Lines, options?: Partial<ReconcileOptions>): Promise<string[]>
  now(payment: { id: string }): Promise<Payment>
}

/** Makes a hospital, each of whose bills is a minute older than the next. */
export function hospital(options: Partial<HospitalPaymentsOptions> = {}): Hospital {
  const service = testService(options)
  const { payments, clock } = service
  const reconcile = async (lines: Lines, more: Partial<ReconcileOptions> = {}) =>
    sorted(await collect(payments.reconcile(lines, { account, ...more })))
  return {
    ...service,
    async bill(overrides) {
      const payment = await payments.createPayment(request(overrides))
      clock.advance(minute)
      return payment
    },
    reconcile,
    preview: (lines, more) => reconcile(lines, more),
    apply: (lines, more) => reconcile(lines, { apply: true, ...more }),
    outcomes: async (lines, more) =>
      (await reconcile(lines, { apply: true, ...more })).lines.map(({ outcome }) => outcome),
    async now({ id }) {
      const payment = await payments.getPayment(id)
      if (!payment) throw new Error('this payment is gone')
      return payment
    },
  }
}

/** Returns so many lines that name nothing: what comes after them is looked up by itself, in the next batch. */
export function filler(count = batchSize): StatementRecord[] {
  return Array.from({ length: count }, (_, index) => ({ row: index, rejected: 'filler' }))
}
