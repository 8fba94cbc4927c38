import type { Transaction } from '@electric-sql/pglite'
import type { PgliteDatabase, SqliteDatabase } from '../../support/databases/index.js'
import { onPostgres, onSqlite } from './bridges.js'
import type { HostEntry } from './host.js'

export const pgliteHost: HostEntry<PgliteDatabase> = {
  library: 'PGlite',
  connect({ handle }) {
    return {
      transaction: (work) =>
        handle.transaction((tx) =>
          work({
            database: onPostgres.pglite(tx),
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
