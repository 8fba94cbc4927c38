import { DatabaseFault, type FaultKind } from '../core/fault.js'
import type { Done, DriverProtocol } from './driver.js'
import type { Deadline } from '../core/database.js'

type Translator = Pick<DriverProtocol<never>, 'kindOf'>

/** What a statement was sent over, and whether it stores something by itself. */
interface Sent {
  readonly connection: object
  readonly commits: boolean
  readonly wasReused: boolean
}

/** What came of a statement that was sent. */
export function faultOf({ kindOf }: Translator, error: unknown, { connection, commits, wasReused }: Sent): unknown {
  if (isOurs(error)) return error
  const kind = kindOf(error)
  const isBroken = kind === 'lost' || kind === 'unreachable'
  // Of a connection that broke before, the driver says no more than that it is closed.
  const cause = isBroken ? (lastErrorOf(connection) ?? error) : error
  const isOver = leaves(kind) || cause !== error
  return new DatabaseFault(kind, cause, { mayBeStored: commits && kind === 'lost', wasReused: wasReused && isOver })
}

/** Whether the connection is not to be used any more. */
export function leaves(kind: FaultKind): boolean {
  return kind === 'lost' || kind === 'unready'
}

/** What came of asking for a connection: nothing was sent yet. */
export function connectFaultOf({ kindOf }: Translator, error: unknown): unknown {
  if (isOurs(error)) return error
  const kind = kindOf(error)
  return new DatabaseFault(kind === 'lost' ? 'unreachable' : kind, error)
}

export function timeIsUp(kind: FaultKind, commits = false): DatabaseFault {
  const cause = new Error('The database did not answer within the time of the call.')
  return new DatabaseFault(kind, cause, { mayBeStored: commits, isTimeout: true })
}

/** A fault already, or a mistake in a program, which no database answered. */
function isOurs(error: unknown): boolean {
  return error instanceof DatabaseFault || (error instanceof TypeError && !('code' in error))
}

/**
 * Why a connection broke while nothing was sent over it: the server may have said so, and the driver passes it on as an
 * `error` event alone. One that nobody listens to ends the process.
 */
const lastErrors = new WeakMap<object, unknown>()

/** A listener of `error` events; the first says most, because the closing of the socket follows it. */
export function keepError(this: unknown, error?: unknown): void {
  if (!lastErrors.has(this as object)) lastErrors.set(this as object, error)
}

export function lastErrorOf(connection: object): unknown {
  return lastErrors.get(connection)
}

/** The longest that `setTimeout` can wait. */
const longestWait = 2 ** 31 - 1

/**
 * Starts something, and waits for it no longer than the call may take; when the time is over first, it fails with what
 * `expire` returns. What comes later is heard by nobody: where something must then be given back, `start` asks `isOver`.
 * Callbacks, because drivers are written in them, and each promise in between would be paid for by every statement. The
 * timer keeps the process alive: somebody waits for the answer.
 */
export function within<Value>(
  deadline: Deadline,
  start: (done: Done<Value>, isOver: () => boolean) => void,
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
      Math.min(remaining, longestWait),
    )
    const done: Done<Value> = (error, value) => {
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
