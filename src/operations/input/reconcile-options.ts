import * as z from 'zod'
import { type Period, periodOf } from '../../domain/calendar.js'
import type { Instant } from '../../domain/payments/payment.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import type { Context } from '../context.js'
import * as field from './fields.js'
import { parse } from './parse.js'

/** What a reconciliation is about, and whether it writes. */
export interface ReconcileOptions {
  /** Names the account and its bank or provider, always the same for the same account: lines are known by it. */
  source: string
  /** Calendar days, both inclusive: every payment paid in them gets an item. Left out: only lines get items. */
  period?: { from: string; to: string } | undefined
  /** For so many days after it was paid a payment without a line is `expected` rather than missing; default 3. */
  graceDays?: number | undefined
  /** The time as of which lines may still be expected; default the clock. */
  asOf?: Instant | undefined
  /** Write what the statement proves; default false, a preview. */
  apply?: boolean | undefined
  /** Who reconciles, for the history. */
  actor?: string | undefined
  /** The references that a line may mean, in place of the search through its narration. */
  referencesOf?: ((line: StatementLine) => readonly string[]) | undefined
}

type ReferencesOf = NonNullable<ReconcileOptions['referencesOf']>

const reconcileOptions = field.object({
  source: field.reference,
  period: field.object({ from: field.text, to: field.text }).optional(),
  graceDays: z
    .int('must be an integer from 0 to 366')
    .min(0, 'must be an integer from 0 to 366')
    .max(366, 'must be an integer from 0 to 366')
    .default(3),
  asOf: field.instant.optional(),
  apply: z.boolean('must be true or false').default(false),
  actor: field.actor.optional(),
  referencesOf: z.custom<ReferencesOf>((value) => typeof value === 'function', 'must be a function').optional(),
})

export interface Reconciliation {
  source: string
  period: Period | null
  graceDays: number
  asOf: Instant
  apply: boolean
  actor: string | null
  referencesOf: ReferencesOf | null
}

/** @throws PaymentError `invalid_request`, `invalid_date_range` */
export function readReconciliation(context: Context, options: unknown): Reconciliation {
  const read = parse(reconcileOptions, options)
  return {
    source: read.source,
    period: read.period ? periodOf(read.period, context.timeZone) : null,
    graceDays: read.graceDays,
    asOf: read.asOf ?? context.now(),
    apply: read.apply,
    actor: read.actor ?? null,
    referencesOf: read.referencesOf ?? null,
  }
}
