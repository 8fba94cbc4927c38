import type { Transaction } from '@electric-sql/pglite'
import Libsql from 'libsql'
import { DataSource } from 'typeorm'
import type { PgliteDatabase, SqliteDatabase } from '../../support/databases/index.js'
import { onPostgres, onSqlite } from './bridges.js'
import type { HostEntry } from './host.js'
import { Invoice } from './typeorm-invoice.js'

export const pgliteHost: HostEntry<PgliteDatabase> = {
  library: 'PGlite',
  connect({ handle }) {
    return {
      transaction: (work) =>
        handle.transaction((tx) =>
          work({
            database: onPostgres.pglite(tx),
            connection: tx,
            addInvoice: (number) => tx.query('INSERT INTO invoices VALUES ($1)', [number]),
            query: async (sql) => (await tx.query<object>(sql)).rows,
          }),
        ),
      async outside(work) {
        let over: Transaction | undefined
        await handle.transaction(async (tx) => {
          over = tx
        })
        return work(onPostgres.pglite(over!))
      },
      end: () => Promise.resolve(),
    }
  },
}

export const libsqlHost: HostEntry<SqliteDatabase> = {
  library: 'libsql',
  connect({ open }) {
    const handle = open()
    return {
      async transaction(work) {
        handle.exec('BEGIN')
        try {
          const result = await work({
            database: onSqlite.libsql(handle),
            connection: handle as Libsql.Database,
            addInvoice: async (number) => handle.prepare('INSERT INTO invoices VALUES (?)').run(number),
            query: async (sql) => handle.prepare(sql).all() as object[],
          })
          handle.exec('COMMIT')
          return result
        } catch (error) {
          handle.exec('ROLLBACK')
          throw error
        }
      },
      outside: (work) => work(onSqlite.libsql(handle)),
      end: async () => handle.close(),
    }
  },
}

/** Its driver for better-sqlite3, over libsql, which has the same API. */
export const typeormOnLibsql: HostEntry<SqliteDatabase> = {
  library: 'TypeORM',
  async connect({ file }) {
    const driver = { type: 'better-sqlite3', driver: Libsql as never, database: file } as const
    const source = await new DataSource({ ...driver, entities: [Invoice] }).initialize()
    return {
      transaction: (work) =>
        source.transaction(async (manager) =>
          work({
            database: onSqlite.libsql((await manager.queryRunner!.connect()) as Libsql.Database),
            connection: manager,
            addInvoice: (number) => manager.insert(Invoice, { number }),
            query: (sql) => manager.query(sql),
          }),
        ),
      async outside(work) {
        const runner = source.createQueryRunner()
        return work(onSqlite.libsql((await runner.connect()) as Libsql.Database))
      },
      end: () => source.destroy(),
    }
  },
}
