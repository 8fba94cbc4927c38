import type { SqlValue } from '../core/database.js'

/**
 * The limit of a statement's wait for locks: it waits no longer than its call may take. The setting ends with the statement.
 */
interface LockTimeout {
  /** Writes a condition that is always true, and makes the setting; `parameter` is the number of its value. */
  condition(parameter: number): string
  values(lockMs: number): SqlValue[]
}

/** Returns the limit of a statement. In a host's transaction nothing is set. */
export function lockTimeout(bound: boolean): LockTimeout {
  if (bound) return { condition: () => '', values: () => [] }
  return {
    condition: (parameter) => ` AND set_config('lock_timeout', $${parameter}, true) IS NOT NULL`,
    values: (lockMs) => [String(Math.max(1, Math.floor(lockMs)))],
  }
}
