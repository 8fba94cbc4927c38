/** The one place where a driver's calls get their time limit, and where its errors become faults. */
import type { Deadline } from '../core/database.js'
import { DatabaseFault, type FaultKind } from '../core/fault.js'
import type { Callback, Driver, DriverProtocol } from './driver.js'

type ErrorKinds = Pick<DriverProtocol<never>, 'kindOf'>

/** The connection of a statement, and `commits`: true where the statement stores something by itself. */
interface Sending<Connection> {
  readonly connection: Connection
  readonly commits: boolean
  readonly wasReused: boolean
}

/** Acquires a connection. Where the time of the call is over by then, the connection is released at once. */
export function acquire<Connection extends object>(
  driver: Driver<Connection>,
  isOver: () => boolean,
  done: Callback<Connection>,
): void {
  driver.acquire((error, connection) => {
    if (error) done(connectFaultOf(driver, error))
    else if (isOver()) driver.release(connection!)
    else done(null, connection)
  })
}

/** Sends something over a connection; what the driver reports or throws is passed on as a fault. */
export function send<Answer>(
  driver: ErrorKinds,
  start: (answered: Callback<Answer>) => void,
  sending: Sending<object>,
  done: Callback<Answer>,
): void {
  const answered: Callback<Answer> = (error, answer) => {
    if (error) done(statementFaultOf(driver, error, sending), answer)
    else done(null, answer)
  }
  try {
    start(answered)
  } catch (error) {
    answered(error)
  }
}

/** Converts the error of a statement that was sent to a fault. */
export function statementFaultOf(
  { kindOf }: ErrorKinds,
  error: unknown,
  { connection, commits, wasReused }: Sending<object>,
): unknown {
  if (isOurs(error)) return error
  const kind = kindOf(error)
  const isBroken = kind === 'lost' || kind === 'unreachable'
  // Of a connection that broke before, the driver reports only that it is closed.
  const cause = isBroken ? (lastErrors.get(connection) ?? error) : error
  const isOver = endsConnection(kind) || cause !== error
  return new DatabaseFault(kind, cause, { mayBeStored: commits && kind === 'lost', wasReused: wasReused && isOver })
}

/** Converts an error of acquiring a connection to a fault: nothing was sent yet. */
export function connectFaultOf({ kindOf }: ErrorKinds, error: unknown): unknown {
  if (isOurs(error)) return error
  const kind = kindOf(error)
  return new DatabaseFault(kind === 'lost' ? 'unreachable' : kind, error)
}

export function timeoutFault(kind: FaultKind, commits = false): DatabaseFault {
  const cause = new Error('The database did not answer within the time of the call.')
  return new DatabaseFault(kind, cause, { mayBeStored: commits, isTimeout: true })
}

/** Returns true for a fault after which the connection must not be used. */
export function endsConnection(kind: FaultKind): boolean {
  return kind === 'lost' || kind === 'unready'
}

/** Returns true for a fault, and for a mistake in a program, which no database answered. */
function isOurs(error: unknown): boolean {
  return error instanceof DatabaseFault || (error instanceof TypeError && !('code' in error))
}

/**
 * Reasons for which connections broke while nothing was sent: a driver passes the reason of the server on as an `error` event
 * alone. Without a listener that event ends the process.
 */
const lastErrors = new WeakMap<object, unknown>()

/** Listens to `error` events, and keeps the first: the closing of the socket follows it, and says less. */
export function recordError(this: unknown, error?: unknown): void {
  if (!lastErrors.has(this as object)) lastErrors.set(this as object, error)
}

/** Maximum of milliseconds that `setTimeout` can wait. */
const maxWait = 2 ** 31 - 1

/**
 * Calls `start`, and waits for its answer no longer than the call may take; when the time is over first, rejects with the
 * result of `expire`. A later answer is ignored: `start` asks `isOver` where something must then be given back. The functions
 * take callbacks as drivers do: each promise between them would cost every statement time. The timer keeps the process alive,
 * because the caller waits for the answer.
 */
export function withDeadline<Value>(
  deadline: Deadline,
  start: (done: Callback<Value>, isOver: () => boolean) => void,
  expire: () => unknown,
): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    const remaining = deadline.remaining()
    if (!(remaining > 0)) {
      reject(expire())
      return
    }
    let over = false
    const timer = setTimeout(
      () => {
        over = true
        reject(expire())
      },
      Math.min(remaining, maxWait),
    )
    const done: Callback<Value> = (error, value) => {
      if (over) return
      over = true
      clearTimeout(timer)
      if (error) reject(error)
      else resolve(value as Value)
    }
    try {
      start(done, () => over)
    } catch (error) {
      done(error)
    }
  })
}
