import { recordError } from '../connections/driver-calls.js'
import type { Callback, PoolDriver } from '../connections/driver.js'
import { pooled } from '../connections/pooled.js'
import { SessionSettings } from '../connections/session-settings.js'
import type { TransactionSql } from '../connections/transaction.js'
import type { SqlDatabase } from '../core/database.js'
import { pgKind } from './faults.js'
import { isPgNative, nativeIsRefused, type PgCallbackClient, type PgPool } from './handles.js'
import { senderOfAllToPg, sendToPg } from './send.js'
import { checkStandby, isReadOnly, isStandby } from './standby.js'

/** A pool of pg with its functions by callbacks, which save two promises for each statement. */
interface CallbackPool {
  connect(done: (error: unknown, client: CallbackClient | undefined) => void): void
  on(event: 'error', listener: () => void): unknown
}

interface CallbackClient extends PgCallbackClient {
  release(destroy?: boolean): void
  on(event: 'error', listener: () => void): unknown
  removeListener(event: 'error', listener: () => void): unknown
}

/**
 * The settings of sessions. Under a stricter isolation, PostgreSQL refuses one of two payments that have nothing to do with
 * each other. They are read by SHOW, because a standby whose default is SERIALIZABLE answers no query.
 */
const sessions = new SessionSettings<CallbackClient>('SHOW default_transaction_isolation', ([isolation]) =>
  ['read committed', 'read uncommitted'].includes(String(isolation)),
)

const timeouts = "'statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'"

const begin: TransactionSql['begin'] = ({ lockMs, silenceMs }) => [
  `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${lockMs}; ` +
    `SET LOCAL statement_timeout = ${silenceMs}; SET LOCAL idle_in_transaction_session_timeout = ${silenceMs}`,
]

const limits =
  "SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true), " +
  "set_config('idle_in_transaction_session_timeout', $2, true)"

const transactionSql: TransactionSql = {
  autocommit: true,
  prepare: () => [],
  begin,
  beginAlone: begin,
  beginTogether: ({ lockMs, silenceMs }) => [
    { text: 'BEGIN ISOLATION LEVEL READ COMMITTED', values: [] },
    { text: limits, values: [`${lockMs}`, `${silenceMs}`] },
  ],
  // By a SELECT, which also takes the snapshot.
  beginSnapshot: [
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ' +
      `SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN (${timeouts})`,
  ],
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
  restore: [],
}

export function fromPgPool(handle: PgPool, prepares: boolean): SqlDatabase {
  const pool = handle as unknown as CallbackPool
  listenToErrors(pool)

  const standbyChecked =
    <Answer>(client: CallbackClient, done: Callback<Answer>): Callback<Answer> =>
    (error, answer) => {
      if (isReadOnly(error))
        checkStandby((text, answered) => sendToPg(client, { text }, prepares, answered), error, done)
      else done(error, answer)
    }

  const driver: PoolDriver<CallbackClient> = {
    dialect: 'postgres',
    sessionSettings: sessions,
    kindOf: (error) => (isStandby(error) ? 'unready' : pgKind(error)),
    acquire(done) {
      pool.connect((error, client) => {
        // The pool listens to the errors of idle clients only.
        client?.on('error', recordError)
        done(error, client)
      })
    },
    send(client, statement, done) {
      if (isPgNative(client)) throw new TypeError(nativeIsRefused)
      sendToPg(client, statement, prepares, standbyChecked(client, done))
    },
    senderOfAll(client) {
      const sendAll = senderOfAllToPg(client, prepares)
      return sendAll && ((statements, done) => sendAll(statements, standbyChecked(client, done)))
    },
    release(client) {
      client.removeListener('error', recordError)
      client.release()
    },
    destroy(client) {
      client.release(true)
      // The pool ends the connection, and keeps its place until the server answers, which may be silent. pg
      // has no documented way to close a socket at once; where it has no such field, nothing is done.
      client.connection?.stream?.destroy?.()
    },
  }
  return pooled(driver, transactionSql)
}

const listening = new WeakSet<CallbackPool>()

/**
 * Listens to the `error` events of a pool, once for each pool. The pool has removed the client already, and calls fail by
 * themselves; without a listener the event would end the process.
 */
function listenToErrors(pool: CallbackPool): void {
  if (listening.has(pool)) return
  listening.add(pool)
  pool.on('error', () => undefined)
}
