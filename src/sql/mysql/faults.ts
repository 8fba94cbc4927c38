import { savepoint } from '../connections/host-connection.js'
import { fieldOf, systemKind } from '../connections/system-errors.js'
import type { FaultKind } from '../core/fault.js'

/** Kinds of errors by their number, on MySQL and MariaDB; every other error is `refused`. */
const kinds: ReadonlyMap<unknown, FaultKind> = new Map([
  [1062, 'duplicate'], // ER_DUP_ENTRY
  [1586, 'duplicate'], // ER_DUP_ENTRY_WITH_KEY_NAME
  [1020, 'contention'], // ER_CHECKREAD: changed since the snapshot
  [1205, 'contention'], // ER_LOCK_WAIT_TIMEOUT
  [1213, 'contention'], // ER_LOCK_DEADLOCK
  [1615, 'contention'], // ER_NEED_REPREPARE: the schema changed just then
  [1637, 'contention'], // ER_TOO_MANY_CONCURRENT_TRXS
  [3101, 'contention'], // ER_TRANSACTION_ROLLBACK_DURING_COMMIT
  [3572, 'contention'], // ER_LOCK_NOWAIT
  [1040, 'unreachable'], // ER_CON_COUNT_ERROR
  [1129, 'unreachable'], // ER_HOST_IS_BLOCKED: by one server, after connections that broke
  [1135, 'unreachable'], // ER_CANT_CREATE_THREAD
  [1203, 'unreachable'], // ER_TOO_MANY_USER_CONNECTIONS
  [1226, 'unreachable'], // ER_USER_LIMIT_REACHED
  [1461, 'unreachable'], // ER_MAX_PREPARED_STMT_COUNT_REACHED: by all sessions of the server together
  [1317, 'unreachable'], // ER_QUERY_INTERRUPTED
  [1969, 'unreachable'], // ER_STATEMENT_TIMEOUT of MariaDB
  [3024, 'unreachable'], // ER_QUERY_TIMEOUT of MySQL
  [2002, 'unreachable'], // CR_CONNECTION_ERROR, as a proxy passes it on
  [2003, 'unreachable'], // CR_CONN_HOST_ERROR
  [2005, 'unreachable'], // CR_UNKNOWN_HOST
  [9001, 'unreachable'], // ProxySQL reaches no server in time
  [1047, 'unready'], // ER_UNKNOWN_COM_ERROR: a Galera node that is not part of its cluster
  [1836, 'unready'], // ER_READ_ONLY_MODE
  [1054, 'unmigrated'], // ER_BAD_FIELD_ERROR
  [1146, 'unmigrated'], // ER_NO_SUCH_TABLE
  [1053, 'lost'], // ER_SERVER_SHUTDOWN
  [1152, 'lost'], // ER_ABORTING_CONNECTION
  [1158, 'lost'], // ER_NET_READ_ERROR
  [1159, 'lost'], // ER_NET_READ_INTERRUPTED
  [1160, 'lost'], // ER_NET_ERROR_ON_WRITE
  [1161, 'lost'], // ER_NET_WRITE_INTERRUPTED
  [1180, 'lost'], // ER_ERROR_DURING_COMMIT: a Galera node that lost its cluster meanwhile; it may have been stored
  [1184, 'lost'], // ER_NEW_ABORTING_CONNECTION
  [1927, 'lost'], // ER_CONNECTION_KILLED
  [2006, 'lost'], // CR_SERVER_GONE_ERROR
  [2013, 'lost'], // CR_SERVER_LOST
  [2055, 'lost'], // CR_SERVER_LOST_EXTENDED
  [3100, 'lost'], // ER_RUN_HOOK_ERROR: of group replication, before or after COMMIT
  [3169, 'lost'], // ER_SESSION_WAS_KILLED
  [4031, 'lost'], // ER_CLIENT_INTERACTION_TIMEOUT
])

/**
 * The number of ER_OPTION_PREVENTS_STATEMENT, which names the option. A server that is read-only is the standby of another one,
 * or is about to be; any other option, such as --secure-file-priv, stays as it is.
 */
const optionPrevents = 1290
const otherOption = /--(?!(?:\w+-)*read[-_]only)/

/** Messages of mysql2 without a number. */
const messages: readonly (readonly [RegExp, FaultKind])[] = [
  // Known before anything was sent.
  [/^Can't add new command/, 'unreachable'],
  [/^(Queue limit reached|No connections available)/, 'unreachable'],
  [/^Pool is closed/, 'refused'],
]

export function mysqlKind(error: unknown): FaultKind {
  const errno = fieldOf(error, 'errno')
  const message = fieldOf(error, 'message')
  // ER_SP_DOES_NOT_EXIST: the savepoint that was just set; but functions that do not exist have the same number.
  if (errno === 1305) return String(message).includes(savepoint) ? 'outside' : 'refused'
  if (errno === optionPrevents) return otherOption.test(String(message)) ? 'refused' : 'unready'
  // Numbers below zero are the operating system's.
  if (typeof errno === 'number' && errno > 0) return kinds.get(errno) ?? 'refused'
  const known = typeof message === 'string' && messages.find(([shape]) => shape.test(message))
  return known ? known[1] : systemKind(error)
}
