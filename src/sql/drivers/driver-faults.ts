import { DatabaseFault, type FaultKind } from '../fault.js'
import type { Language } from './driver.js'

type Translator = Pick<Language<never>, 'kindOf'>

/** What came of a statement that was sent; `commits` when it stores something by itself. */
export function faultOf({ kindOf }: Translator, error: unknown, commits: boolean): unknown {
  if (isOurs(error)) return error
  const kind = kindOf(error)
  return new DatabaseFault(kind, error, commits && kind === 'lost')
}

/** What came of asking for a connection: nothing was sent yet. */
export function connectFaultOf({ kindOf }: Translator, error: unknown): unknown {
  if (isOurs(error)) return error
  const kind = kindOf(error)
  return new DatabaseFault(kind === 'lost' ? 'unreachable' : kind, error)
}

export function timeIsUp(kind: FaultKind, commits = false): DatabaseFault {
  return new DatabaseFault(kind, new Error('The database did not answer within the time of the call.'), commits)
}

/** A fault already, or a mistake in a program, which no database answered. */
function isOurs(error: unknown): boolean {
  return error instanceof DatabaseFault || (error instanceof TypeError && !('code' in error))
}
