import { errorsIn } from '../../internal/wrapped-errors.js'
import { fieldOf, systemKind } from '../connections/system-errors.js'
import type { FaultKind } from '../core/fault.js'

/** The state internal_error. */
const internalError = 'XX000'

/**
 * Messages of Citus, in that state, for a connection to the server of a tenant that broke. Only a read shows if a write that was
 * to be committed there is stored.
 */
const brokenBehind = /could not commit transaction for shard|SSL SYSCALL|connection marked as essential/

/** The state invalid_sql_statement_name. */
const statementIsGone = '26000'

/** Kinds of errors by SQLSTATE. Every other is `refused`, and one of class 08 is `lost`. */
const kinds: Readonly<Record<string, FaultKind>> = {
  '23505': 'duplicate', // unique_violation
  '40001': 'contention', // serialization_failure; on a standby also a conflict with recovery
  '40P01': 'contention', // deadlock_detected
  '55P03': 'contention', // lock_not_available
  '25P01': 'outside', // no_active_sql_transaction
  '53300': 'unreachable', // too_many_connections
  '57014': 'unreachable', // query_canceled
  '57P03': 'unready', // cannot_connect_now: starting, stopping or recovering
  '25P03': 'lost', // idle_in_transaction_session_timeout
  '25P04': 'lost', // transaction_timeout
  '40003': 'lost', // statement_completion_unknown
  '57P01': 'lost', // admin_shutdown
  '57P02': 'lost', // crash_shutdown
  '57P04': 'lost', // database_dropped
  '57P05': 'lost', // idle_session_timeout
  '42P05': 'pooler', // duplicate_prepared_statement
  '42P01': 'unmigrated', // undefined_table
  '42703': 'unmigrated', // undefined_column
  // The server has deallocated the prepared statement; nothing ran.
  [statementIsGone]: 'unreachable',
}

/** Messages of pg, pg-pool, PGlite and PgBouncer without a code of their own. */
const messages: readonly (readonly [RegExp, FaultKind])[] = [
  // Known before anything was sent.
  [/is not queryable$/, 'unreachable'],
  [/^Cannot use a pool after calling end/, 'refused'],
  [/^PGlite is clos/, 'refused'],
  [/^The server does not support SSL/, 'refused'],
  [/^SASL: /, 'refused'],
  // Messages of PGlite and of Kysely.
  [/^Transaction is (closed|already)/, 'outside'],
]

/** Messages of a pooler that has no connection to the server, and so has not sent the statement. */
const poolerWaits =
  /^(query_wait_timeout|server login|pgbouncer cannot connect|the database system is|no more connections)/

/**
 * Returns the kind of a violation of the protocol. The code also answers a broken message, which is a mistake of the library
 * and no lost connection. PgBouncer uses it for nearly everything, closes the connection with it, and never translates FATAL.
 */
function protocolKind(error: unknown): FaultKind {
  const sent = serverErrorIn(error)
  if (fieldOf(sent, 'severity') !== 'FATAL') return 'refused'
  return poolerWaits.test(messageOf(error)) ? 'unready' : 'lost'
}

/** Returns the message that a server has sent. */
function messageOf(error: unknown): string {
  return String(fieldOf(serverErrorIn(error), 'message'))
}

export function pgKind(error: unknown): FaultKind {
  const state = sqlStateOf(error)
  if (state === '08P01') return protocolKind(error)
  if (state === internalError) return brokenBehind.test(messageOf(error)) ? 'lost' : 'refused'
  if (state !== undefined) return state.startsWith('08') ? 'lost' : (kinds[state] ?? 'refused')
  const message = fieldOf(error, 'message')
  const known = typeof message === 'string' && messages.find(([shape]) => shape.test(message))
  return known ? known[1] : systemKind(error)
}

/** Returns true for the error that a prepared statement is gone on the server. */
export function isStatementGone(error: unknown): boolean {
  return sqlStateOf(error) === statementIsGone
}

/** The shape of a SQLSTATE: five characters with a digit, so that EPIPE is none; nor are Prisma's own P1000 to P6999. */
const sqlStateShape = /^(?=.*\d)(?!P[1-9])[0-9A-Z]{5}$/

function sqlStateOf(error: unknown): string | undefined {
  return fieldOf(serverErrorIn(error), 'code') as string | undefined
}

/** Returns the error that a server has sent, however it is wrapped. */
function serverErrorIn(error: unknown): unknown {
  for (const one of errorsIn(error)) {
    const code = fieldOf(one, 'code')
    if (typeof code === 'string' && sqlStateShape.test(code)) return one
  }
  return undefined
}
