import { DatabaseFault, type FaultKind } from '../core/fault.js'
import type { DriverProtocol } from './driver.js'
import { lastErrorOf } from './last-error.js'

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
