import type { DriverResult } from '../connections/driver.js'
import type { Callback } from '../connections/driver.js'
import { fieldOf } from '../connections/system-errors.js'

/** Returns true for read_only_sql_transaction, the error of a standby, and of a database or role that is set so. */
export function isReadOnly(error: unknown): boolean {
  return fieldOf(error, 'code') === '25006'
}

/** Errors of servers that are standbys. */
const ofStandbys = new WeakSet<object>()

export function isStandby(error: unknown): boolean {
  return typeof error === 'object' && error !== null && ofStandbys.has(error)
}

const question = 'SELECT pg_is_in_recovery()'

/** Returns true for in_failed_sql_transaction. */
const isInTransaction = (error: unknown) => fieldOf(error, 'code') === '25P02'

/** Asks the server that refused to write if it is a standby, which its error does not show; then passes the error on. */
export function checkStandby(
  send: (text: string, answered: Callback<DriverResult>) => void,
  error: unknown,
  done: (error: unknown) => void,
): void {
  const answered: Callback<DriverResult> = (failure, result) => {
    if (failure && isInTransaction(failure)) return send('ROLLBACK', () => send(question, answered))
    // A server that does not answer now is left, as a standby is.
    if (failure || result?.rows[0]?.[0] === 't') ofStandbys.add(error as object)
    done(error)
  }
  send(question, answered)
}
