import type { Deadline } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'

const [minMs, maxMs] = [1, 16]

/**
 * Calls `work` again while another handle or process holds the lock for writing, as SQLite does with `busy_timeout`, but
 * without blocking the process. It waits for half of the remaining time: a call that then fails is tried again as a whole.
 */
export async function whenFree<Result>(work: () => Result, deadline: Deadline): Promise<Result> {
  const reserve = deadline.remaining() / 2
  for (let wait = minMs; ; wait = Math.min(wait * 2, maxMs)) {
    try {
      return work()
    } catch (fault) {
      const isLocked = fault instanceof DatabaseFault && fault.kind === 'contention'
      if (!isLocked || deadline.remaining() - wait < reserve) throw fault
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
