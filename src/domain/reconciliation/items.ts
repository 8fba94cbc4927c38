import type { ReportItem } from '../report.js'
import type { StatementLine } from './statement-line.js'

/** What became of a statement line; `matched`, `confirmed` and `under_paid` record its money, the others write nothing. */
export type LineOutcome =
  | 'matched'
  | 'confirmed'
  | 'already_reconciled'
  | 'under_paid'
  | 'over_paid'
  | 'currency_mismatch'
  | 'status_mismatch'
  | 'duplicate_credit'
  | 'ambiguous'
  | 'unmatched_line'
  | 'reversal_candidate'
  | 'rejected_line'

export const lineOutcomes: readonly LineOutcome[] = [
  'matched',
  'confirmed',
  'already_reconciled',
  'under_paid',
  'over_paid',
  'currency_mismatch',
  'status_mismatch',
  'duplicate_credit',
  'ambiguous',
  'unmatched_line',
  'reversal_candidate',
  'rejected_line',
]

/** What statements say of a payment that was paid in the period. */
export type PaymentOutcome = 'matched' | 'under_paid' | 'expected' | 'missing_line'

export const paymentOutcomes: readonly PaymentOutcome[] = ['matched', 'under_paid', 'expected', 'missing_line']

/** How a line found its payments. */
export type MatchRule = 'transaction_id' | 'reference' | 'narration'

/** A share of a line's money; 0 where the line wrote nothing and the payment is only one that it may mean. */
export interface Allocation {
  paymentId: string
  reference: string
  /** Integer, minor units. */
  amount: number
  late: boolean
}

/** What became of one line of the statement. */
export interface LineItem {
  kind: 'line'
  row: number
  outcome: LineOutcome
  /** Whether this run wrote it; a preview never does. */
  applied: boolean
  rule: MatchRule | null
  /** `null` for a rejected line. */
  line: StatementLine | null
  /** Why no money was allocated, in words for people. */
  reason: string | null
  allocations: Allocation[]
}

/** A payment that was paid in the period, held against all statements so far. */
export interface PaymentItem {
  kind: 'payment'
  outcome: PaymentOutcome
  payment: ReportItem
  /** Minor units that statements have proved. */
  amountReconciled: number
}

/** The end: counts, and sums as exact decimal digits in minor units. */
export interface SummaryItem {
  kind: 'summary'
  lines: {
    outcome: LineOutcome
    direction: StatementLine['direction'] | null
    currency: string | null
    count: number
    amount: string
  }[]
  payments: { outcome: PaymentOutcome; currency: string; count: number; amount: string }[]
}

/** What `reconcile` gives out: lines in file order, then payments of the period, then the summary. */
export type ReconciliationItem = LineItem | PaymentItem | SummaryItem
