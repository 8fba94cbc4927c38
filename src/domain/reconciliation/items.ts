import type { ReportItem } from '../report.js'
import type { StatementLine } from './statement-line.js'

/**
 * The outcome of a statement line. `matched`, `confirmed` and `under_paid` record its money on payments; the others
 * change no payment. The page "Reconcile a statement" explains each.
 */
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
  | 'on_hold'
  | 'set_aside'
  | 'refund_paid'
  | 'refund_returned'
  | 'possible_duplicate'
  | 'unproved'
  | 'recorded'
  | 'in_transit'
  | 'transfer_received'
  | 'voided'

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
  'on_hold',
  'set_aside',
  'refund_paid',
  'refund_returned',
  'possible_duplicate',
  'unproved',
  'recorded',
  'in_transit',
  'transfer_received',
  'voided',
]

/** The result for a payment that was paid in the period: how much of it statements prove. */
export type PaymentOutcome = 'matched' | 'under_paid' | 'expected' | 'missing_line'

export const paymentOutcomes: readonly PaymentOutcome[] = ['matched', 'under_paid', 'expected', 'missing_line']

/** The rule by which a line's payments were found. */
export type MatchRule = 'transaction_id' | 'reference' | 'narration'

/** An allocation of a line's money. The amount is 0 where nothing was written, and the line may be for the payment. */
export interface ItemAllocation {
  readonly paymentId: string
  readonly reference: string
  /** Integer, minor units. */
  readonly amount: number
  /** True where the money came after the payment's `expiresAt`. */
  readonly late: boolean
}

/** The result of one line of the statement. */
export interface LineItem {
  readonly kind: 'line'
  /** The row of the line in its file. */
  readonly row: number
  readonly outcome: LineOutcome
  /** True where this run wrote it; a preview never does. */
  readonly applied: boolean
  /** The rule by which its payments were found; `null` where none was found. */
  readonly rule: MatchRule | null
  /** The line; `null` for a rejected one. */
  readonly line: StatementLine | null
  /** The reason for which no money was allocated, in words for people. */
  readonly reason: string | null
  /** The allocations, or with amount 0 the payments that the line may be for. */
  readonly allocations: readonly ItemAllocation[]
  /** The id of the remembered rule that sets the line aside; absent for every other line. */
  readonly ruleId?: string
}

/** A payment that was paid in the period, with what all statements so far have proved of it. */
export interface PaymentItem {
  readonly kind: 'payment'
  readonly outcome: PaymentOutcome
  readonly payment: ReportItem
  /** Minor units that statements have proved. */
  readonly amountReconciled: number
}

/** The end of a run: counts, and sums as exact decimal digits in minor units. */
export interface SummaryItem {
  readonly kind: 'summary'
  readonly lines: readonly {
    readonly outcome: LineOutcome
    readonly direction: StatementLine['direction'] | null
    readonly currency: string | null
    readonly count: number
    readonly amount: string
  }[]
  readonly payments: readonly {
    readonly outcome: PaymentOutcome
    readonly currency: string
    readonly count: number
    readonly amount: string
  }[]
  /** Warnings about the lines of the file; absent where there are none. */
  readonly warnings?: readonly LineWarningCode[]
}

/**
 * A warning about the lines of a file. `id_repeats`: a `lineId` or receipt came with another value date, reference,
 * direction or amount. `possible_duplicates`: lines of the file are held, because they may be stored already.
 * `other_layout`: days of the file are stored from a file of another layout or format. `other_account`: the receipts of
 * this file are stored under another account.
 */
export type LineWarningCode = 'id_repeats' | 'possible_duplicates' | 'other_layout' | 'other_account'

/** An item of `reconcile`: lines in file order, then payments of the period, then the summary. */
export type ReconciliationItem = LineItem | PaymentItem | SummaryItem
