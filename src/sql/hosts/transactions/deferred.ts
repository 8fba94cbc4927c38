import type { DialectName, SqlDatabase } from '../../core/database.js'
import { DatabaseFault } from '../../core/fault.js'
import { driverTransaction } from './driver.js'
import { type IsOpen, refuseIdle } from './shape.js'

/**
 * Makes a database of the driver's connection that a library returns by a promise. It calls `connection` at once, so that the
 * end of the transaction is noticed before the first call. `connection` must return that of the transaction, and open no other.
 */
export function deferredTransaction(
  library: string,
  dialect: DialectName,
  isOpen: IsOpen,
  connection: () => Promise<unknown>,
): SqlDatabase {
  if (!isOpen()) refuseIdle(`this transaction of ${library}`)
  async function reach(): Promise<SqlDatabase> {
    const database = driverTransaction(await connection(), dialect, isOpen)
    if (database) return database
    throw new TypeError(`within: this transaction of ${library} is over a driver that is not known here`)
  }
  const opened = reach()
  // The first call reports the error; it may never come.
  opened.catch(() => undefined)
  async function open(): Promise<SqlDatabase> {
    if (!isOpen()) throw new DatabaseFault('outside', new Error(`The transaction of ${library} has ended.`))
    try {
      return await opened
    } catch (error) {
      throw new DatabaseFault('refused', error)
    }
  }
  return {
    dialect,
    isBound: () => true,
    read: async (statement, deadline) => (await open()).read(statement, deadline),
    write: async (statements, deadline) => (await open()).write(statements, deadline),
    // On the other databases, a result in a host's transaction is read at once.
    snapshot: (deadline) => (dialect === 'postgres' ? open().then((database) => database.snapshot(deadline)!) : null),
  }
}
