/** What differs between the databases in the statements about lines, imports and search. */
import type { StoredEvent } from '../../../domain/event-stream.js'
import type { LineEntry } from '../../../repository/port.js'
import type { RefundEntry } from '../../../repository/refund-port.js'
import type { WriteStatement } from '../database.js'
import type { Condition } from '../condition.js'
import type { WriteSettings } from '../write-settings.js'
import type { TermRow } from './terms.js'

/** What is written of refunds behind the payments of a group. */
export interface RefundsToWrite {
  /** In the order of their ids. */
  readonly entries: readonly RefundEntry[]
  /** Events of versions that a payment has passed through in the group. */
  readonly passed: readonly StoredEvent[]
}

/** Writes of whole lines and of refunds, each in the transaction of the payments behind it. */
export interface LineWrites {
  /** Entries in the order of their keys, whose keys are stored already where they are new. */
  lines(entries: readonly LineEntry[], lockMs: number): readonly WriteStatement[]
  refunds(refunds: RefundsToWrite, lockMs: number): readonly WriteStatement[]
  /** Terms of payments, of which any may be there already. */
  terms(rows: readonly TermRow[]): readonly WriteStatement[]
}

export interface FinanceDialect {
  /** Whether a payment succeeded and no statement has proved it wholly, and its channel: as the index of these has them. */
  readonly unproved: { readonly condition: string; readonly channel: string }
  /**
   * A query for `account` and `value_date` of each day that has lines, each once: one look into the index a day, however many
   * lines it has. Every `?` is the tenant.
   */
  lineDays(accountLines: string): string
  /** Whether a column has a text in it, byte for byte. */
  contains(column: string, part: string): Condition
  /** Whether a column, which begins with `start`, has a text in it behind that. */
  containsBehind(column: string, start: string, part: string): Condition
  /** Joins two tables in the order in which they stand; the condition is part of the WHERE. */
  readonly inOrder: string
  /** Inserts one row, or puts these columns in the place of the one with its key. */
  upsert(table: string, columns: readonly string[], key: string): string
  /** Behind an INSERT: a row with this key that is there stays as it is. */
  orNothing(key: string): string
  /** Behind a write of which is asked how many rows it changes. */
  readonly counted: string
  lineWrites(setting: WriteSettings): LineWrites
}
