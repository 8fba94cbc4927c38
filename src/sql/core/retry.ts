import type { Deadline, SqlDatabase } from './database.js'
import { backOff, deadlineIn } from './deadline.js'
import { DatabaseFault, type FaultKind, paymentErrorOf } from './fault.js'

/** One try of a call; `repeated` is true where an earlier one may have stored what this one is about to store. */
export interface Attempt {
  readonly deadline: Deadline
  readonly repeated: boolean
}

const worthAnotherTry: ReadonlySet<FaultKind> = new Set(['contention', 'unreachable', 'unready', 'lost'])

/**
 * Returns the time of a call that must be left for another try, in milliseconds: a try that begins too late would turn
 * a busy database into an unknown outcome. It is ten times as long as the try before took, but never so much that the
 * end of a call is left unused.
 */
function neededMs(tookMs: number, timeoutMs: number): number {
  return Math.min(Math.max(10 * tookMs, 100), timeoutMs / 10)
}

/**
 * Runs a whole call again while the database is busy or away, until `timeoutMs`. In a host's transaction nothing is
 * repeated: after a deadlock or a lost connection that transaction is gone, and only the host can open another.
 */
export async function withRetries<Result>(
  database: SqlDatabase,
  timeoutMs: number,
  work: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  const deadline = deadlineIn(timeoutMs)
  const isBound = database.isBound()
  let repeated = false
  let answered: DatabaseFault | undefined
  let waits = 0
  for (;;) {
    const begun = deadline.remaining()
    try {
      return await work({ deadline, repeated })
    } catch (fault) {
      if (!(fault instanceof DatabaseFault)) throw fault
      repeated ||= fault.mayBeStored
      if (!fault.isTimeout) answered = fault
      // The errors before a last try that was cut short explain more.
      const last = fault.isTimeout && begun < timeoutMs / 2 ? (answered ?? fault) : fault
      if (isBound || !worthAnotherTry.has(fault.kind)) throw paymentErrorOf(last, repeated)
      // Each of these is closed, so that there are no more of them than the pool has connections.
      if (fault.wasReused && deadline.remaining() > 0) continue
      const needed = neededMs(begun - deadline.remaining(), timeoutMs)
      // A transaction that the host has begun meanwhile on the same handle is waited out: this call is no part of it.
      do if (!(await backOff(++waits, deadline, needed))) throw paymentErrorOf(last, repeated)
      while (database.isBound())
    }
  }
}
