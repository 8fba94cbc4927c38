/** The differences between the databases in the statements about lines, imports and search. */
import type { AnyAggregate } from '../../../repository/aggregates/aggregate.js'
import type { RowEntry } from '../../../repository/aggregates/port.js'
import type { LineEntry } from '../../../repository/port.js'
import type { WriteStatement } from '../database.js'
import type { Condition } from '../condition.js'
import type { WriteSettings } from '../write-settings.js'
import type { RowLimits } from '../row-statements.js'
import type { TermRow } from './terms.js'

/** Writes of whole lines, in the transaction of the payments behind them. */
export interface LineWrites {
  /** Returns the statements for entries, sorted by key; the keys of new lines are stored already. */
  lines(entries: readonly LineEntry[], lockMs: number): readonly WriteStatement[]
  /** Returns the statements for terms of payments, of which any may be stored already. */
  terms(rows: readonly TermRow[]): readonly WriteStatement[]
}

/** Returns the statements for rows of one aggregate, sorted by key; `lockMs` is the time that each may wait for locks. */
export type RowWrites = (entries: readonly RowEntry[], lockMs: number) => readonly WriteStatement[]

export interface FinanceDialect {
  /**
   * The condition that a payment succeeded and no statement has proved it wholly, and the column of its channel, both
   * as their index has them.
   */
  readonly unproved: { readonly condition: string; readonly channel: string }
  /**
   * Returns a query for `account` and `value_date` of each day that has lines, each once: one look-up in the index for
   * a day, however many lines it has. `equal` is the tenant alone, or tenant and account; each condition has all of them.
   */
  lineDays(accountLines: string, equal: readonly ['tenant'] | readonly ['tenant', 'account']): string
  /** Returns the condition that a column contains a text, byte for byte. */
  contains(column: string, part: string): Condition
  /** Returns the condition that a column, which begins with `start`, contains a text behind that. */
  containsBehind(column: string, start: string, part: string): Condition
  /** The SQL that joins two tables in the order in which they stand; the condition is part of the WHERE. */
  readonly inOrder: string
  /** Returns the end of an INSERT that leaves a row with this key as it is. */
  orNothing(key: string): string
  /** The end of a write whose number of changed rows is checked. */
  readonly counted: string
  /** The end of a SELECT whose rows stay as they are until the transaction ends. */
  readonly forUpdate: string
  /** The limits of one statement that inserts rows. */
  readonly rowLimits: RowLimits
  lineWrites(setting: WriteSettings): LineWrites
  rowWrites(of: AnyAggregate, setting: WriteSettings): RowWrites
}
