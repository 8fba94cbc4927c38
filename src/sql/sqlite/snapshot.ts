import type { Snapshot, SqlRow, SqlStatement } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'
import { type SqliteConnection } from './connection.js'
import { handleOf, type SqliteDatabase } from './handles.js'

/**
 * Reads over handles of their own, each of one instant, which is that of the call. `null` where they would keep others from
 * writing, because the file has no WAL; so has no database in memory, of which no other handle sees anything.
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

/** Kept or closed when the reading is done, so it must not be the host's own. */
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
