import { isPaymentError } from '../errors.js'
import { unknownNames } from '../internal/option-checks.js'
import { maxWrappings, wrappings } from '../internal/wrapped-errors.js'
import { type Demand, demandOf } from '../internal/demand.js'
import { backOff, deadlineIn } from './core/deadline.js'
import { checkTimeoutMs } from './core/options.js'
import { mysqlKind } from './mysql/faults.js'
import { pgKind } from './postgres/faults.js'
import { sqliteKind } from './sqlite/faults.js'

const demand: Demand = demandOf('retryTransaction')

/** The options of `retryTransaction`, beside the transaction. */
export interface RetryTransactionOptions {
  /** The milliseconds in which the transaction may be run again. Default 10,000. */
  timeoutMs?: number | undefined
  /** A signal that ends the waiting; its reason is thrown. A transaction that runs is not stopped. */
  signal?: AbortSignal | undefined
}

const names = ['timeoutMs', 'signal'] as const satisfies readonly (keyof RetryTransactionOptions)[]

/**
 * Runs a whole transaction of yours, and runs it again after a conflict with other transactions. A conflict is a rejection with
 * `concurrent_update`, or an error of pg, PGlite, mysql2 or a SQLite driver with the same meaning: a deadlock, a serialization
 * failure, a lock timeout, a busy database. It may come from your own statements or your COMMIT. Before the next run it waits a
 * random part of a time that grows from 10 ms to a second. When `timeoutMs` is over, it rejects with the last error. Any other
 * error is thrown at once, unchanged.
 *
 * `run` begins the transaction and commits it, and rolls it back when a call fails. It may run several times, so it must do
 * nothing outside the database.
 *
 * @throws TypeError for a wrong option
 * @example
 * import Database from 'libsql'
 *
 * const db = new Database(':memory:')
 * db.exec('CREATE TABLE invoices (number text PRIMARY KEY)')
 * let runs = 0
 * await retryTransaction(async () => {
 *   db.exec('BEGIN IMMEDIATE')
 *   try {
 *     db.prepare('INSERT INTO invoices VALUES (?)').run('INV-1')
 *     if (++runs < 3) throw new PaymentError('concurrent_update', 'Others were in the way.')
 *     db.exec('COMMIT')
 *   } catch (error) {
 *     db.exec('ROLLBACK')
 *     throw error
 *   }
 * })
 * runs // => 3
 */
export async function retryTransaction<Result>(
  run: () => Result | PromiseLike<Result>,
  options: RetryTransactionOptions = {},
): Promise<Result> {
  demand(typeof run === 'function', 'the first argument is a function that runs the transaction')
  demand(typeof options === 'object' && options !== null, 'options must be an object')
  const unknown = unknownNames(options, names)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
  const { timeoutMs = 10_000, signal } = options
  checkTimeoutMs('retryTransaction', timeoutMs)
  demand(signal === undefined || signal instanceof AbortSignal, 'signal must be an AbortSignal')
  const deadline = deadlineIn(timeoutMs)
  for (let tries = 1; ; tries++) {
    signal?.throwIfAborted()
    try {
      return await run()
    } catch (error) {
      if (!isContention(error) || !(await backOff(tries, deadline, 0, signal))) throw error
    }
  }
}

function isContention(error: unknown, depth = 0): boolean {
  // The library has looked at its own cause already.
  if (isPaymentError(error)) return error.code === 'concurrent_update'
  if (typeof error !== 'object' || error === null) return false
  if ([pgKind, mysqlKind, sqliteKind].some((kindOf) => kindOf(error) === 'contention')) return true
  return (
    depth < maxWrappings && wrappings.some((name) => isContention((error as Record<string, unknown>)[name], depth + 1))
  )
}
