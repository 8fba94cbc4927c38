import type { DialectName, SqlDatabase } from '../../core/database.js'

/**
 * A function that makes a database of a host's transaction, and returns `null` for that of another library. It throws a
 * `TypeError` where no transaction is open.
 */
export type ReadTransaction = (handle: unknown, dialect: DialectName) => SqlDatabase | null

/** A function that returns true while the record of the library says that the transaction is open. */
export type IsOpen = () => boolean

export function has(value: unknown, ...methods: readonly string[]): value is object {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  return methods.every((method) => typeof (value as Record<string, unknown>)[method] === 'function')
}

/** @throws TypeError always: the value has no open transaction */
export function refuseIdle(what: string): never {
  throw new TypeError(`within: ${what} has no open transaction: open a transaction first`)
}
