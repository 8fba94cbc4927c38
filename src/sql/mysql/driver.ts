/** Databases over mysql2: over a pool of the host's, or over its one connection. */
import { RecentlyUsed } from '../../internal/recently-used.js'
import { recordError } from '../connections/driver-calls.js'
import {
  type DriverProtocol,
  type DriverResult,
  maxPreparedStatements,
  type PoolDriver,
} from '../connections/driver.js'
import { bound } from '../connections/host-connection.js'
import { runInSession } from '../connections/pool-session.js'
import { pooled } from '../connections/pooled.js'
import { SessionSettings } from '../connections/session-settings.js'
import type { TransactionSql } from '../connections/transaction.js'
import type { SqlDatabase } from '../core/database.js'
import { mysqlKind } from './faults.js'
import type { MysqlConnection, MysqlPool, MysqlPoolConnection, MysqlQuery } from './handles.js'

/** Options of each query, which override those of the host's pool. */
const options = {
  rowsAsArray: true,
  supportBigNumbers: true,
  bigNumberStrings: true,
  typeCast: true,
  nestTables: false,
  namedPlaceholders: false,
} as const

/** Returns a value as mysql2 reads it: only a function keeps mysql2 from calling the host's. */
const asItComes = (_field: unknown, next: () => unknown) => next()

function typeCast({ config }: MysqlConnection): MysqlQuery['typeCast'] {
  return typeof config?.typeCast === 'function' ? asItComes : true
}

const protocol: DriverProtocol<MysqlConnection> = {
  dialect: 'mysql',
  kindOf: mysqlKind,
  send(connection, { text, values }, done) {
    const answered = (error: unknown, result: unknown) => {
      if (error) done(error)
      else done(null, resultOf(result))
    }
    const query = { ...options, sql: text, typeCast: typeCast(connection) }
    // Statements that control transactions and sessions cannot be prepared.
    if (values === undefined) connection.query(query, answered)
    else {
      preparedOn(connection).get(text, () => query)
      connection.execute({ ...query, values: [...values] }, answered)
    }
  },
}

const prepared = new WeakMap<MysqlConnection, RecentlyUsed<MysqlQuery>>()

/** Returns the statements that were prepared on a connection; mysql2 by itself would keep up to 16,000 of them. */
function preparedOn(connection: MysqlConnection): RecentlyUsed<MysqlQuery> {
  let queries = prepared.get(connection)
  if (!queries) {
    queries = new RecentlyUsed<MysqlQuery>(maxPreparedStatements, (_, query) => connection.unprepare?.(query))
    prepared.set(connection, queries)
  }
  return queries
}

function resultOf(result: unknown): DriverResult {
  if (Array.isArray(result)) return { rows: result, changed: result.length }
  return { rows: [], changed: Number((result as { affectedRows?: unknown }).affectedRows) }
}

function destroy(connection: MysqlConnection): void {
  connection.destroy()
  // mysql2 ends the socket and waits for the server, which may be silent.
  connection.stream?.destroy?.()
}

/**
 * A lone read may run where it is a transaction of its own and sees what is committed: InnoDB then takes no locks for it,
 * under SERIALIZABLE neither. MariaDB has one name for the level of isolation and MySQL another; each reads its own comment.
 */
const sessions = new SessionSettings<MysqlPoolConnection>(
  'SELECT @@autocommit, /*M!100000 @@tx_isolation */ /*!80000 @@transaction_isolation */ LIMIT 1',
  ([autocommit, isolation]) => Number(autocommit) === 1 && String(isolation) !== 'READ-UNCOMMITTED',
)

const transactionSql: TransactionSql = {
  autocommit: false,
  prepare: ({ lockMs, silenceMs }) => [
    'SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wait = @@SESSION.innodb_lock_wait_timeout, ' +
      '@hp_idle_wait = @@SESSION.wait_timeout, @hp_rows = @@SESSION.sql_select_limit, ' +
      "SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', " +
      `SESSION innodb_lock_wait_timeout = ${Math.max(1, Math.floor(lockMs / 1000))}, ` +
      `SESSION wait_timeout = ${Math.ceil(silenceMs / 1000) + 1}, SESSION sql_select_limit = ~0`,
  ],
  begin: () => ['START TRANSACTION'],
  beginAlone: () => ['SET TRANSACTION ISOLATION LEVEL READ COMMITTED', 'START TRANSACTION'],
  // Set for the next transaction alone: MariaDB and MySQL have different names for the session's own setting.
  beginSnapshot: [
    'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
    'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
  ],
  // By `completion_type` a host's session may begin the next transaction at once, or end.
  commit: 'COMMIT AND NO CHAIN NO RELEASE',
  rollback: 'ROLLBACK AND NO CHAIN NO RELEASE',
  restore: [
    'SET SESSION sql_mode = @hp_sql_mode, SESSION innodb_lock_wait_timeout = @hp_lock_wait, ' +
      'SESSION wait_timeout = @hp_idle_wait, SESSION sql_select_limit = @hp_rows, ' +
      '@hp_sql_mode = NULL, @hp_lock_wait = NULL, @hp_idle_wait = NULL, @hp_rows = NULL',
  ],
}

export function fromMysqlPool(pool: MysqlPool): SqlDatabase {
  const driver: PoolDriver<MysqlPoolConnection> = {
    ...protocol,
    sessionSettings: sessions,
    acquire(done) {
      pool.getConnection((error, connection) => {
        connection?.on('error', recordError)
        done(error, connection)
      })
    },
    release(connection) {
      connection.removeListener('error', recordError)
      connection.release()
    },
    destroy,
  }
  return {
    ...pooled(driver, transactionSql),
    session: (work, deadline) => runInSession(driver, transactionSql, work, deadline),
  }
}

/**
 * Makes a database of a connection with an open transaction.
 *
 * @param isOpen returns true while the record of a library says that the transaction is open
 */
export function fromMysqlConnection(connection: MysqlConnection, isOpen?: () => boolean): SqlDatabase {
  return bound(connection, {
    ...protocol,
    isOpen,
    close: destroy,
    canClose: () => true,
    forgetsSavepoints: true,
    readsInParts: false,
  })
}
