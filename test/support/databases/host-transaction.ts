/** A transaction that the host has open, on a connection of its own or on the one handle of SQLite. */
import { fromMysql2, fromPg, fromSqlite, type SqlDatabase } from 'hospital-payments/sql'
import type { TestDatabase } from './index.js'

export interface HostTransaction {
  readonly database: SqlDatabase
  commit(): Promise<unknown>
  rollBack(): Promise<unknown>
}

export async function begin(database: Exclude<TestDatabase, { driver: 'pglite' }>): Promise<HostTransaction> {
  switch (database.driver) {
    case 'pg': {
      const client = await database.handle.connect()
      await client.query('BEGIN')
      const end = (word: string) => client.query(word).finally(() => client.release())
      return { database: fromPg(client), commit: () => end('COMMIT'), rollBack: () => end('ROLLBACK') }
    }
    case 'mysql2': {
      const connection = await database.handle.getConnection()
      await connection.beginTransaction()
      return {
        database: fromMysql2(connection),
        commit: () => connection.commit().finally(() => connection.release()),
        rollBack: () => connection.rollback().finally(() => connection.release()),
      }
    }
    case 'libsql':
    case 'node:sqlite': {
      database.handle.exec('BEGIN')
      const end = async (word: string) => database.handle.exec(word)
      return { database: fromSqlite(database.handle), commit: () => end('COMMIT'), rollBack: () => end('ROLLBACK') }
    }
  }
}
