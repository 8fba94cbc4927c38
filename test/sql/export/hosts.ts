/** Hosts that count how many of their connections an export holds. */
import { fromMysql2, fromPg, fromSqlite, sqlRepository, type SqlDatabase } from 'hospital-payments/sql'
import type { MysqlDatabase, PgDatabase, SqliteDatabase, SqliteHandle } from '../../support/databases/index.js'
import { testService } from '../../support/service.js'
import { inTransaction } from '../sqlite/sqlite-file.js'

export const tenant = 'exports'

export interface Host {
  readonly sql: SqlDatabase
  /** Counts the connections in use. */
  held(): number
  /** Counts all connections, in use or ready for the next call. */
  open(): number
}

export function hostOf(database: PgDatabase | MysqlDatabase | SqliteDatabase): Host {
  switch (database.driver) {
    case 'pg': {
      const { handle: pool } = database
      return { sql: fromPg(pool), held: () => pool.totalCount - pool.idleCount, open: () => pool.totalCount }
    }
    case 'mysql2': {
      const { handle } = database
      const inside = handle.pool as unknown as Record<'_allConnections' | '_freeConnections', { length: number }>
      return {
        sql: fromMysql2(handle),
        held: () => inside._allConnections.length - inside._freeConnections.length,
        open: () => inside._allConnections.length,
      }
    }
    case 'libsql':
    case 'node:sqlite':
      return onSqlite(database)
  }
}

/** Exports have handles of their own there, in a transaction while they read. */
function onSqlite(database: SqliteDatabase): Host {
  const handles: SqliteHandle[] = []
  const closed = new Set<SqliteHandle>()
  const open = () => {
    const handle = database.open()
    const close = handle.close.bind(handle)
    handle.close = () => {
      closed.add(handle)
      return close()
    }
    handles.push(handle)
    return handle
  }
  const left = () => handles.filter((handle) => !closed.has(handle))
  return {
    sql: fromSqlite(database.handle, { open }),
    held: () => left().filter(inTransaction).length,
    open: () => left().length,
  }
}

/** Exports all payments of the tenant, one text after another. */
export function exporting({ sql }: Pick<Host, 'sql'>, signal?: AbortSignal): AsyncIterator<string, undefined> {
  const { payments } = testService({ repository: sqlRepository(sql, { dialect: sql.dialect, tenant }) })
  return payments.exportCsv({}, signal && { signal })[Symbol.asyncIterator]()
}
