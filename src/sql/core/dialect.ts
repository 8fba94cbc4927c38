/** How the one set of statements is written for each database. */
import type { ChangeGroup, InsertEntry } from '../../repository/port.js'
import type { Condition } from './condition.js'
import type { DialectName, SqlValue, WriteStatement } from './database.js'
import type { FinanceDialect } from './finance/finance-dialect.js'
import type { Tables } from './tables.js'
import type { WriteSettings } from './write-settings.js'

export type { Condition, WriteSettings }

/** Which end of an index a page is read from, and the row that it starts after. */
export interface PagePosition {
  readonly column: string
  /** Which makes the order total; `id` where it is not given. */
  readonly idColumn?: string
  readonly direction: 'asc' | 'desc'
  readonly at: number | string
  readonly id: number | string
  /** Whether many rows are equal in `column`. */
  readonly hasManyTies?: boolean
}

/** The writes of payments, all or nothing: one statement on some databases, several on others. */
export interface PaymentWrites {
  /** `lockMs` is how long the statement may wait for others. */
  insert(entries: readonly InsertEntry[], lockMs: number): readonly WriteStatement[]
  replace(group: ChangeGroup, lockMs: number): readonly WriteStatement[]
}

export type UniqueColumn = 'idempotency_key' | 'live_reference'

export interface HolderColumn {
  readonly column: string
  /** What it holds for a tenant's value. */
  valueOf(tenant: string, value: string): string
}

export interface RowText {
  /** The columns as one, in SQL. */
  select(columns: string): string
  /** So many columns, each as the text that it is read from. */
  read(text: string, count: number): (string | null)[]
}

/** One record a database; statements are written with `?` throughout, which `placeholders` turns into its own. */
export interface Dialect {
  readonly name: DialectName
  /** A statement in the database's own placeholders, and whole whatever the session is set to. */
  placeholders(text: string): string
  /** The rows after one of a sorted page, in the form that the database's planner reads from its index. */
  rowsAfter(place: PagePosition): Condition
  /** Whether a column is one of these values. */
  oneOf(column: string, values: readonly string[]): Condition
  /** By which column's index the holder of a value is found which at most one payment of a tenant has. */
  holderBy(name: UniqueColumn): HolderColumn
  /** A list of any length, in batches of which each fits into one statement; none of an empty list. */
  batches(values: readonly string[]): readonly (readonly string[])[]
  /** How many rows at most, as the value of a LIMIT. */
  limit(rows: number): SqlValue
  /** An exact sum of amounts as text, whole or as what stands before and behind the last nine digits. */
  readonly sums: readonly string[]
  /** How all columns of a row travel as one text, where drivers take longer for each column alone. */
  readonly rowText: RowText | null
  /** A table, read by one of its indexes where a statement can name it. */
  byIndex(table: string, index: string): string
  /** Whether statements have proved a part of a payment: the condition that has an index. */
  readonly isUnderPaid: string
  /** Whether a payment was canceled: so too. */
  readonly isCanceled: string
  /** Behind a SELECT that must see what is committed now, although the host's transaction reads an older snapshot. */
  readonly lockingRead: string
  /** `groupSize` of the repository, where writes are done in the host's own process. */
  readonly groupSize?: number
  writes(setting: WriteSettings): PaymentWrites
  /** What statement lines, imports and search need beside. */
  readonly finance: FinanceDialect
  /** Leases events in one statement, where the database can choose, lock and return rows in one. */
  claim: ((tables: Tables) => { due: string; dead: string }) | null
}
