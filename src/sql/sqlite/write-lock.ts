import type { Deadline } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'

const [minMs, maxMs] = [1, 16]

/**
 * Tries again while another handle or process holds the lock for writing: what SQLite's own `busy_timeout` is for, but
 * with the process free for others meanwhile. Of the time that is left, half: what then fails is tried anew as a whole.
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
