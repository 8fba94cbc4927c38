import type { HostTransaction as OpenTransaction } from 'hospital-payments'
import type { SqlDatabase } from 'hospital-payments/sql'
import type { DatabaseEntry, TestDatabase } from '../../support/databases/index.js'
import type { Needed } from '../../support/databases/on-each.js'

export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE'

/** The means that the code of a host has at hand within its transaction. */
export interface HostTransaction {
  /** Made by the library's bridge. */
  readonly database: SqlDatabase
  /** The transaction that the library hands out, for `payments.within`. */
  readonly connection: OpenTransaction
  /** Writes a row of the host's own, as its code does it with that library. */
  addInvoice(number: string): PromiseLike<unknown>
  query(sql: string): Promise<readonly object[]>
}

/** A program with its own tables, and the way to its database that it has always gone. */
export interface Host {
  /** Commits when `work` resolves and rolls back when it rejects; each library begins, commits and rolls back itself. */
  transaction<Result>(work: (tx: HostTransaction) => Promise<Result>, isolation?: Isolation): Promise<Result>
  /** Runs `work` over the same bridge where no transaction is open. */
  outside<Result>(work: (database: SqlDatabase) => Promise<Result>): Promise<Result>
  end(): Promise<unknown>
}

export interface HostEntry<Database extends TestDatabase = TestDatabase> {
  readonly library: string
  connect(database: Database): Host | Promise<Host>
}

/** The settings by which a transaction of a host reads one instant, whatever others do since. */
export interface Instant {
  readonly name: string
  readonly isolation?: Isolation
  /** A setting of the host's that decides about it. */
  readonly variable?: string
  /** True where the database refuses a transaction that would write on top of what it has not seen. */
  readonly aborts: boolean
}

/** A database, and the libraries that its hosts use. */
export interface Place<Database extends TestDatabase = TestDatabase> extends Needed {
  readonly database: DatabaseEntry<Database>
  readonly hosts: readonly HostEntry<Database>[]
  readonly instants: readonly Instant[]
  /** True where several transactions may write at once. */
  readonly isServer: boolean
}

/** The maximum of transactions that a host has open at once. */
export const connections = 4
