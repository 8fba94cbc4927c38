/**
 * From the open transaction of each library to a database for `sqlRepository`, as a host writes it. One bridge a
 * transaction: the calls over it take turns.
 */
import type { Transaction as PgliteTransaction } from '@electric-sql/pglite'
import { fromMysql2, fromPg, fromSqlite } from 'hospital-payments/sql'
import type { Knex } from 'knex'
import { CompiledQuery, type Transaction as KyselyTransaction } from 'kysely'
import type { Connection as MysqlConnection } from 'mysql2/promise'
import type { ClientBase } from 'pg'
import type { TransactionSql } from 'postgres'
import type { Transaction as SequelizeTransaction } from 'sequelize'
import type { QueryRunner } from 'typeorm'
import type { SqliteHandle } from '../../support/databases/index.js'

export const onPostgres = {
  pg: (client: ClientBase) => fromPg(client),

  /**
   * Bridges a transaction of postgres.js, which after a failed query rolls the whole of `sql.begin` back, even if the
   * failure was caught. Its savepoints are the way around: some failures are expected.
   */
  postgresJs: (tx: TransactionSql) =>
    fromPg({
      query: async ({ text, values }) => ({
        rows: await (values ? tx.savepoint((part) => part.unsafe(text, values).values()) : tx.unsafe(text)),
      }),
    }),

  knex: async (trx: Knex.Transaction) => fromPg(await trx.client.acquireConnection()),

  /** Bridges the client that was given to `drizzle(client)`. */
  drizzle: (client: ClientBase) => fromPg(client),

  typeorm: async (queryRunner: QueryRunner) => fromPg(await queryRunner.connect()),

  sequelize: (transaction: SequelizeTransaction) =>
    fromPg((transaction as SequelizeTransaction & { connection: ClientBase }).connection),

  kysely: <Tables>(trx: KyselyTransaction<Tables>) =>
    fromPg({
      query: ({ text, values }) => trx.withoutPlugins().executeQuery(CompiledQuery.raw(text, values)),
    }),

  pglite: (tx: PgliteTransaction) => fromPg(tx),
}

export const onMariadb = {
  mysql2: (connection: MysqlConnection) => fromMysql2(connection),

  knex: async (trx: Knex.Transaction) => fromMysql2(await trx.client.acquireConnection()),

  typeorm: async (queryRunner: QueryRunner) => fromMysql2(await queryRunner.connect()),

  /** Bridges the connection that its session keeps to itself. */
  drizzle: (tx: object) => fromMysql2((tx as { session: { client: MysqlConnection } }).session.client),

  sequelize: (transaction: SequelizeTransaction) =>
    fromMysql2((transaction as SequelizeTransaction & { connection: MysqlConnection }).connection),
}

export const onSqlite = {
  /** Bridges the handle on which the host has said BEGIN. */
  libsql: (handle: SqliteHandle) => fromSqlite(handle),
}
