/** Libraries that keep their connection to themselves: they are used through `payments.within` alone. */
import { CompiledQuery, type Dialect, Kysely, MysqlDialect, SqliteDialect } from 'kysely'
import { createPool } from 'mysql2'
import type { MysqlDatabase, PgDatabase, SqliteDatabase, TestDatabase } from '../../support/databases/index.js'
import { connectPrisma, type PrismaClient } from '../../support/prisma/client.js'
import { databaseWithin } from '../../../src/sql/hosts/transactions/database-within.js'
import { connections, type HostEntry } from './host.js'

function noOutside(): never {
  throw new Error('These libraries have nothing to give outside a transaction.')
}

function kyselyOver<Database extends TestDatabase>(dialectOf: (database: Database) => Dialect): HostEntry<Database> {
  return {
    library: 'Kysely',
    connect(database) {
      const db = new Kysely<{ invoices: { number: string } }>({ dialect: dialectOf(database) })
      return {
        transaction: (work) =>
          db.transaction().execute((trx) =>
            work({
              database: databaseWithin(trx, database.dialect),
              connection: trx,
              addInvoice: (number) => trx.insertInto('invoices').values({ number }).execute(),
              query: async (text) => (await trx.executeQuery<object>(CompiledQuery.raw(text))).rows,
            }),
          ),
        outside: noOutside,
        end: () => db.destroy(),
      }
    },
  }
}

export const kyselyOnMariadb = kyselyOver<MysqlDatabase>(
  ({ url }) => new MysqlDialect({ pool: createPool({ uri: url, connectionLimit: connections }) }),
)

/** Its dialect is for better-sqlite3, whose API libsql has. */
export const kyselyOnLibsql = kyselyOver<SqliteDatabase>(
  ({ open }) =>
    new SqliteDialect({ database: open() as unknown as ConstructorParameters<typeof SqliteDialect>[0]['database'] }),
)

function prismaOver<Database extends TestDatabase>(connect: (database: Database) => PrismaClient): HostEntry<Database> {
  return {
    library: 'Prisma',
    connect(database) {
      const prisma = connect(database)
      return {
        transaction: (work) =>
          prisma.$transaction(
            (tx) =>
              work({
                database: databaseWithin(tx, database.dialect),
                connection: tx,
                addInvoice: (number) => tx.invoice.create({ data: { number } }),
                query: (text) => tx.$queryRawUnsafe<object[]>(text),
              }),
            { timeout: 30_000 },
          ),
        outside: noOutside,
        end: () => prisma.$disconnect(),
      }
    },
  }
}

export const prismaOnPostgres = prismaOver<PgDatabase>(({ url }) => connectPrisma.postgres(url))
export const prismaOnMariadb = prismaOver<MysqlDatabase>(({ url }) => connectPrisma.mariadb(url))
export const prismaOnLibsql = prismaOver<SqliteDatabase>(({ file }) => connectPrisma.sqlite(file))
