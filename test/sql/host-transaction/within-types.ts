/** Types that `payments.within` takes, and others that it does not, of each library; `npm run typecheck` reads them. */
import type { PGlite, Transaction as PgliteTransaction } from '@electric-sql/pglite'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { MySql2Database } from 'drizzle-orm/mysql2'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { HospitalPayments } from 'hospital-payments'
import type { Knex } from 'knex'
import type { ControlledTransaction, Kysely, Transaction as KyselyTransaction } from 'kysely'
import type Libsql from 'libsql'
import type * as callbacks from 'mysql2'
import type * as promises from 'mysql2/promise'
import type pg from 'pg'
import type postgres from 'postgres'
import type { Sequelize, Transaction as SequelizeTransaction } from 'sequelize'
import type { DataSource, EntityManager, QueryRunner } from 'typeorm'
import type { PrismaClient, PrismaTransaction } from '../../support/prisma/client.js'

type TransactionOf<Database extends { transaction: (...values: never[]) => unknown }> = Parameters<
  Parameters<Database['transaction']>[0]
>[0]

/** Each compiles. */
export interface Transactions {
  pg: pg.ClientBase | pg.Client | pg.PoolClient
  pglite: PgliteTransaction
  mysql2: promises.Connection | promises.PoolConnection | callbacks.Connection | callbacks.PoolConnection
  sqlite: Libsql.Database
  knex: Knex.Transaction
  kysely: KyselyTransaction<{ invoices: object }> | ControlledTransaction<{ invoices: object }>
  drizzle:
    | TransactionOf<NodePgDatabase>
    | TransactionOf<PostgresJsDatabase>
    | TransactionOf<MySql2Database>
    | TransactionOf<BetterSQLite3Database>
  typeorm: EntityManager | QueryRunner
  sequelize: SequelizeTransaction
  postgresJs: postgres.TransactionSql
  prisma: PrismaTransaction
}

/** None of these has a transaction. */
export interface Refused {
  pgPool: pg.Pool
  pglite: PGlite
  mysqlPool: promises.Pool
  mysqlCallbackPool: callbacks.Pool
  knex: Knex
  kysely: Kysely<{ invoices: object }>
  drizzle: NodePgDatabase
  drizzleOnMysql: MySql2Database
  typeorm: DataSource
  sequelize: Sequelize
  postgresJs: postgres.Sql
  prisma: PrismaClient
  text: string
  nothing: undefined
}

type Accepted = Parameters<HospitalPayments['within']>[0]
type Compiles<Given> = { [Name in keyof Given]: Given[Name] extends Accepted ? Name : never }[keyof Given]

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
export const everyTransactionCompiles: Same<Compiles<Transactions>, keyof Transactions> = true
export const nothingElseCompiles: Same<Compiles<Refused>, never> = true
