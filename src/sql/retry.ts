import { backOff, callOf } from './call.js'
import type { Call, SqlDatabase } from './database.js'
import { DatabaseFault, type FaultKind, paymentErrorOf } from './fault.js'

/** One try of a call; `repeated` when an earlier one may have stored what this one is about to. */
export interface Attempt {
  readonly call: Call
  readonly repeated: boolean
}

const mostTries = 5

const worthAnotherTry: ReadonlySet<FaultKind> = new Set(['contention', 'unreachable', 'lost'])

/**
 * Runs a whole call again while the database is busy or away, within `timeoutMs` in all. In a host's transaction nothing
 * is repeated: after a deadlock or a lost connection that transaction is gone, and only the host can open another.
 */
export async function withRetries<Result>(
  database: SqlDatabase,
  timeoutMs: number,
  work: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  const call = callOf(timeoutMs)
  const isBound = database.isBound()
  let repeated = false
  for (let tries = 1; ; tries++) {
    try {
      return await work({ call, repeated })
    } catch (fault) {
      if (!(fault instanceof DatabaseFault)) throw fault
      repeated ||= fault.mayBeStored
      const isLast = isBound || tries === mostTries || !worthAnotherTry.has(fault.kind)
      // A transaction that the host has begun meanwhile on the same handle is waited out: this call is no part of it.
      do if (isLast || !(await backOff(tries, call))) throw paymentErrorOf(fault, repeated)
      while (database.isBound())
    }
  }
}
