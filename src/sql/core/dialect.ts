/** The form that the one set of statements takes for each database. */
import type { ChangeGroup, InsertEntry } from '../../repository/port.js'
import type { Condition } from './condition.js'
import type { DialectName, SqlValue, WriteStatement } from './database.js'
import type { FinanceDialect } from './finance/finance-dialect.js'
import type { Tables } from './tables.js'
import type { WriteSettings } from './write-settings.js'

export type { Condition, WriteSettings }

/** The end of an index that a page is read from, and the row that it starts after. */
export interface PagePosition {
  /** The columns of the order, the last of which makes it total. */
  readonly columns: readonly string[]
  readonly direction: 'asc' | 'desc'
  /** The row's values of these columns. */
  readonly values: readonly SqlValue[]
  /** True where many rows are equal in the first column. */
  readonly hasManyTies?: boolean
}

/** The writes of payments, all or nothing: one statement on some databases, several on others. */
export interface PaymentWrites {
  /** Returns the statements that insert payments; `lockMs` is the time that each may wait for locks. */
  insert(entries: readonly InsertEntry[], lockMs: number): readonly WriteStatement[]
  replace(group: ChangeGroup, lockMs: number): readonly WriteStatement[]
}

export type UniqueColumn = 'idempotency_key' | 'live_reference'

interface HolderColumn {
  readonly column: string
  /** Returns what the column holds for a tenant's value. */
  valueOf(tenant: string, value: string): string
}

interface RowText {
  /** Returns the SQL of one text that holds all the columns. */
  select(columns: string): string
  /** Splits such a text into `count` columns, each as text. */
  read(text: string, count: number): (string | null)[]
}

/** The rules of one database; statements are written with `?` throughout, which `placeholders` replaces. */
export interface Dialect {
  readonly name: DialectName
  /** Returns a statement in the database's own placeholders, which returns all rows even where the session limits them. */
  placeholders(text: string): string
  /**
   * Returns the condition for the rows after one of a sorted page, in the form that the database's planner reads from
   * its index.
   */
  rowsAfter(place: PagePosition): Condition
  /** Returns the condition that a column is one of these values. */
  oneOf(column: string, values: readonly string[]): Condition
  /** Returns the column whose index finds the holder of a value that at most one payment of a tenant has. */
  holderBy(name: UniqueColumn): HolderColumn
  /** Cuts a list of any length into batches that each fit into one statement; no batch for an empty list. */
  batches(values: readonly string[]): readonly (readonly string[])[]
  /** Returns a largest number of rows as the value of a LIMIT. */
  limit(rows: number): SqlValue
  /** The exact sum of amounts as text: whole, or as one part before and one part from the last nine digits. */
  readonly sums: readonly string[]
  /** The form in which all columns of a row are sent as one text, where drivers take longer for each column alone. */
  readonly rowText: RowText | null
  /** Returns a table, under another name where one is given, with the index that it is to be read by where a statement can name one. */
  byIndex(table: string, index: string, alias?: string): string
  /** The condition, written so that it has an index, that statements have proved a part of a payment. */
  readonly isUnderPaid: string
  /** The condition, written so that it has an index, that a payment was canceled. */
  readonly isCanceled: string
  /** The time at which a payment expires, and the condition of those that may, written so that both have an index over all tenants. */
  readonly expiry: { readonly column: string; readonly condition: string }
  /**
   * The end of a SELECT that must see what is committed now, although the host's transaction reads an older snapshot.
   */
  readonly lockingRead: string
  /** The `groupSize` of the repository, where writes are done in the host's own process. */
  readonly groupSize?: number
  /** True where every write is a transaction, with a limit of its waits for locks. */
  readonly writesInTransactions?: true
  writes(setting: WriteSettings): PaymentWrites
  /** The rules for statement lines, imports and search. */
  readonly finance: FinanceDialect
  /**
   * Returns the statements that lease events at once, where the database can choose, lock and return rows in one
   * statement.
   */
  claim: ((tables: Tables) => { due: string; dead: string }) | null
}
