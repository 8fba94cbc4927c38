/**
 * Open transactions of hosts, by structure: no library is imported. Each type asks for a member that the library's pool, or its
 * object for the whole database, does not have, so that these do not compile.
 */

/** A function of a host's library; only its name is looked at. */
export type HostCall = (...values: never[]) => unknown

/** A client of pg, or of its pool, on which BEGIN was sent. */
export interface PgHostClient {
  query: HostCall
  escapeIdentifier(text: string): string
}

/** The transaction that PGlite passes to its callback. */
export interface PgliteHostTransaction {
  readonly closed: boolean
  rollback: HostCall
  exec: HostCall
}

/** A connection of mysql2, of either API, on which a transaction was begun. */
export interface MysqlHostConnection {
  execute: HostCall
  beginTransaction: HostCall
  /** By its types, a pool of the promise API is a connection. */
  readonly getConnection?: never
}

/** A handle of better-sqlite3 or libsql on which BEGIN was sent. */
export interface BetterSqlite3HostHandle {
  readonly inTransaction: boolean
  prepare: HostCall
  exec: HostCall
}

/** A `DatabaseSync` of node:sqlite on which BEGIN was sent. */
export interface NodeSqliteHostHandle {
  readonly isTransaction?: boolean
  prepare: HostCall
  exec: HostCall
  close(): void
}

/** The transaction that `knex.transaction` passes. */
export interface KnexHostTransaction {
  isCompleted(): boolean
  commit: HostCall
  rollback: HostCall
  readonly client: unknown
}

/** The transaction that Kysely's `transaction().execute` passes, or that `startTransaction().execute()` resolves to. */
export interface KyselyHostTransaction {
  readonly isTransaction: true
  executeQuery: HostCall
}

/** The transaction that Drizzle's `transaction` passes. */
export interface DrizzleHostTransaction {
  rollback(): never
  transaction: HostCall
}

/** A query runner of TypeORM on which a transaction was started. */
export interface TypeormHostQueryRunner {
  readonly isTransactionActive: boolean
  connect(): Promise<unknown>
}

/** The entity manager that TypeORM's `transaction` passes. */
export interface TypeormHostManager {
  readonly queryRunner?: TypeormHostQueryRunner | undefined
  save: HostCall
  release(): Promise<void>
}

/** The transaction that Sequelize's `transaction` passes. */
export interface SequelizeHostTransaction {
  commit(): Promise<void>
  rollback(): Promise<void>
  afterCommit: HostCall
}

/** The `sql` function that `sql.begin` of postgres.js passes. */
export interface PostgresJsHostTransaction {
  savepoint: HostCall
  unsafe: HostCall
}

/** The client that Prisma's `$transaction` passes to its callback. */
export interface PrismaHostTransaction {
  $queryRawUnsafe: HostCall
  $executeRawUnsafe: HostCall
  readonly $disconnect?: never
}

/** An open transaction of the host's. */
export type HostTransaction =
  | PgHostClient
  | PgliteHostTransaction
  | MysqlHostConnection
  | BetterSqlite3HostHandle
  | NodeSqliteHostHandle
  | KnexHostTransaction
  | KyselyHostTransaction
  | DrizzleHostTransaction
  | TypeormHostQueryRunner
  | TypeormHostManager
  | SequelizeHostTransaction
  | PostgresJsHostTransaction
  | PrismaHostTransaction
