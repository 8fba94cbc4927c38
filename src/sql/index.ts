export type {
  SqlStatement,
  Deadline,
  DialectName,
  RunStatement,
  Snapshot,
  SqlDatabase,
  SqlRow,
  SqlValue,
  WriteStatement,
  TransactionResult,
} from './core/database.js'
export type { MysqlHandle } from './mysql/handles.js'
export type { PgClient, PgHandle, Pglite, PgliteTransaction, PgPool, PgQuery } from './postgres/handles.js'
export type { BetterSqlite3Database, NodeSqliteDatabase, SqliteDatabase } from './sqlite/handles.js'
export { fromMysql2 } from './hosts/mysql2.js'
export { fromPg, type PgOptions } from './hosts/pg.js'
export { fromSqlite, type SqliteOptions } from './hosts/sqlite.js'
export { migrate, type MigrateOptions } from './migrate.js'
export type { SqlRepositoryOptions } from './core/options.js'
export { sqlRepository } from './sql-repository.js'
export { retryTransaction, type RetryTransactionOptions } from './retry-transaction.js'
export { schemaSql, type SchemaOptions } from './schema-sql.js'
