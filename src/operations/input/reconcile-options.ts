import * as z from 'zod'
import { type Period, periodOf } from '../../domain/calendar.js'
import type { Instant } from '../../domain/payments/payment.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import * as field from './fields.js'
import { parse } from './parse.js'

/** The scope of a reconciliation, and the switch that makes it write. */
export interface ReconcileOptions {
  /** The name of the account, always the same for the same account, because it is part of a line's identity. */
  account: string
  /**
   * A range of calendar days, both inclusive. Every payment that was paid in them gets an item. Without it only lines
   * get items.
   */
  period?: { from: string; to: string } | undefined
  /**
   * The number of days after its payment for which a payment without a line is `expected`, and later `missing_line`;
   * default 3.
   */
  graceDays?: number | undefined
  /** The time as of which lines may still be expected; default the clock. */
  asOf?: Instant | undefined
  /** True writes what the statement proves; default false, a preview. */
  apply?: boolean | undefined
  /** The person or program that reconciles, for the history. */
  actor?: string | undefined
  /** A function that returns the references that a line may mean, in place of the search through its narration. */
  referencesOf?: ((line: StatementLine) => readonly string[]) | undefined
  /** The channels whose payments are expected on this account in the `period`; default all. */
  channels?: readonly string[] | undefined
  /**
   * A function that returns the host's category of a line that no payment settles, such as `'bank_fee'` (`[a-z0-9_.-]{1,64}`),
   * or `undefined`. The line is then `set_aside`.
   */
  categoryOf?: ((line: StatementLine) => string | undefined) | undefined
  /**
   * A signal that ends the run before the next group of lines is written, also while the run waits for lines. Its
   * reason is thrown.
   */
  signal?: AbortSignal | undefined
}

type ReferencesOf = NonNullable<ReconcileOptions['referencesOf']>
type CategoryOf = NonNullable<ReconcileOptions['categoryOf']>

function functionOf<Host>() {
  return z.custom<Host>((value) => typeof value === 'function', 'must be a function').optional()
}

/** The fields that `reconcile` and an import share. */
export const runFields = {
  account: field.statementAccount,
  period: field.object({ from: field.dayText, to: field.dayText }).optional(),
  graceDays: z
    .int('must be an integer from 0 to 366')
    .min(0, 'must be an integer from 0 to 366')
    .max(366, 'must be an integer from 0 to 366')
    .default(3),
  asOf: field.instant.optional(),
  actor: field.actor.optional(),
  referencesOf: functionOf<ReferencesOf>(),
  channels: field.oneOrMore(field.text, 1000).optional(),
  categoryOf: functionOf<CategoryOf>(),
  signal: field.signal.optional(),
}

const reconcileOptions = field.object({ ...runFields, apply: z.boolean('must be true or false').default(false) })

export interface Reconciliation {
  account: string
  period: Period | null
  graceDays: number
  asOf: Instant
  apply: boolean
  actor: string | null
  referencesOf: ReferencesOf | null
  channels: readonly string[] | null
  categoryOf: CategoryOf | null
  signal: AbortSignal | null
  /** The import that stores new lines. */
  importId: string | null
  /** True for a movement that only a hint of a provider reported: its line is held, and is no money until it is proved. */
  isHint: boolean
  /**
   * The entry by which the message of a provider is done that reported the movement, in the write of its line; `null` for statements.
   * No caller reads the items of a message: a movement whose time cannot be true is stored open, and not rejected.
   */
  message: RowEntry | null
  /** Returns the layout of the file whose record was read last; `null` where none is known. */
  layout: () => string | null
  /** Returns the number of that file; an archive has several. */
  fileNumber: () => number
}

/** The settings of the service that a reconciliation is read with. */
interface Setting {
  readonly timeZone: string
  now(): Instant
}

type RunOptions = z.output<z.ZodObject<typeof runFields>>

/** @throws PaymentError `invalid_date_range` */
export function reconciliationOf(
  setting: Setting,
  read: RunOptions,
  {
    apply,
    importId,
    layout,
    fileNumber,
    isHint = false,
    message = null,
  }: Pick<Reconciliation, 'apply' | 'importId' | 'layout' | 'fileNumber'> &
    Partial<Pick<Reconciliation, 'isHint' | 'message'>>,
): Reconciliation {
  return {
    account: read.account,
    period: read.period ? periodOf(read.period, setting.timeZone) : null,
    graceDays: read.graceDays,
    asOf: read.asOf ?? setting.now(),
    apply,
    actor: read.actor ?? null,
    referencesOf: read.referencesOf ?? null,
    channels: read.channels ?? null,
    categoryOf: read.categoryOf ?? null,
    signal: read.signal ?? null,
    importId,
    isHint,
    message,
    layout,
    fileNumber,
  }
}

/** @throws PaymentError `invalid_request`, `invalid_date_range` */
export function readReconciliation(setting: Setting, options: unknown): Reconciliation {
  const read = parse(reconcileOptions, options, 1)
  return reconciliationOf(setting, read, {
    apply: read.apply,
    importId: null,
    layout: () => null,
    fileNumber: () => 1,
  })
}
