import type { DialectName, SqlDatabase } from '../../core/database.js'

/** The host's transaction as a database; `null` where it is of another library. Throws a `TypeError` where none is open. */
export type ReadTransaction = (given: unknown, dialect: DialectName) => SqlDatabase | null

/** Whether the library's own record says that the transaction is still open. */
export type IsOpen = () => boolean

export function has(value: unknown, ...methods: readonly string[]): value is object {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  return methods.every((method) => typeof (value as Record<string, unknown>)[method] === 'function')
}

/** @throws TypeError, always: what was given has no open transaction */
export function refuseIdle(what: string): never {
  throw new TypeError(`within: ${what} has no open transaction: open a transaction first`)
}
