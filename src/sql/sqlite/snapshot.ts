import type { Snapshot, SqlDatabase, SqlRow, SqlStatement } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'
import { type SqliteConnection } from './connection.js'
import { handleOf, type SqliteDatabase } from './handles.js'
import { whenFree } from './write-lock.js'

/**
 * Makes the function that opens a snapshot over another handle, of the instant of the call. It returns `null` where a reader
 * would block writers, because the file has no WAL. No database in memory has one, and no other handle could read it.
 */
export function snapshotsOf(
  { database, connection }: { database: SqliteDatabase; connection: SqliteConnection },
  open: () => SqliteDatabase,
): () => Promise<Snapshot> | null {
  const idle = connection.idleBeside

  function keep(used: SqliteConnection): void {
    try {
      used.endReading()
    } catch (fault) {
      used.close()
      throw fault
    }
    idle.giveBack(used)
  }

  function begin(): SqliteConnection | null {
    const used = idle.take() ?? connection.beside(handleOf(another(database, open)))
    try {
      if (used.hasWal()) {
        used.beginReading()
        return used
      }
    } catch (fault) {
      used.close()
      throw fault
    }
    used.close()
    return null
  }

  return () => {
    try {
      const used = begin()
      return used && Promise.resolve(new SqliteSnapshot(used, keep))
    } catch (fault) {
      return Promise.reject(fault instanceof DatabaseFault ? fault : new DatabaseFault('refused', fault))
    }
  }
}

/**
 * Makes the function that runs a transaction over another handle, so that what the host does on its own meanwhile is no part of it.
 */
export function transactionsOf(
  { database, connection }: { database: SqliteDatabase; connection: SqliteConnection },
  open: () => SqliteDatabase,
): NonNullable<SqlDatabase['transaction']> {
  return async (work, deadline) => {
    const used = connection.beside(handleOf(another(database, open)))
    try {
      await whenFree(() => used.beginAlone(), deadline)
      try {
        const result = await work(async (text, values = []) => {
          await used.turn([{ text, values }])
          return used.runAlone({ text, values })
        })
        used.endAlone(true)
        return result
      } catch (failure) {
        used.endAlone(false)
        throw failure
      }
    } finally {
      used.close()
    }
  }
}

/** Opens another handle. It must not be the host's own, because it is kept or closed after the reading. */
function another(host: SqliteDatabase, open: () => SqliteDatabase): SqliteDatabase {
  let opened: SqliteDatabase
  try {
    opened = open()
  } catch (cause) {
    throw new DatabaseFault('unreachable', cause)
  }
  if (opened === host) throw new TypeError('open must open another handle each time, not give the same one')
  return opened
}

class SqliteSnapshot implements Snapshot {
  readonly cursor = 0
  #connection: SqliteConnection | null
  readonly #keep: (connection: SqliteConnection) => void

  constructor(connection: SqliteConnection, keep: (connection: SqliteConnection) => void) {
    this.#connection = connection
    this.#keep = keep
  }

  async read(statement: SqlStatement): Promise<readonly SqlRow[]> {
    await this.#connection?.turn()
    if (!this.#connection) throw new DatabaseFault('lost', new Error('The snapshot is closed.'))
    return this.#connection.read(statement)
  }

  async close(): Promise<void> {
    this.abort()
  }

  abort(): void {
    const connection = this.#connection
    this.#connection = null
    if (connection) this.#keep(connection)
  }
}
