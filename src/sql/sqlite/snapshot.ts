import type { Snapshot, SqlRow, SqlStatement } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'
import { SqliteConnection } from './connection.js'
import { handleOf, type SqliteDatabase } from './handles.js'

/**
 * Reads over a handle of its own, of one instant, which is that of the call. `null` where they would keep others from
 * writing, because the file has no WAL; so has no database in memory, of which no other handle sees anything.
 */
export function snapshotOf(host: SqliteDatabase, open: () => SqliteDatabase): Promise<Snapshot> | null {
  try {
    const connection = connect(host, open)
    if (!connection) return null
    return Promise.resolve(new SqliteSnapshot(connection))
  } catch (fault) {
    return Promise.reject(fault instanceof DatabaseFault ? fault : new DatabaseFault('refused', fault))
  }
}

function connect(host: SqliteDatabase, open: () => SqliteDatabase): SqliteConnection | null {
  const connection = new SqliteConnection(handleOf(another(host, open)))
  try {
    if (connection.hasWal()) {
      connection.beginReading()
      return connection
    }
  } catch (fault) {
    connection.close()
    throw fault
  }
  connection.close()
  return null
}

/** Closed when the reading is done, so it must not be the host's own. */
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

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  async read(statement: SqlStatement): Promise<readonly SqlRow[]> {
    if (!this.#connection) throw new DatabaseFault('lost', new Error('The snapshot is closed.'))
    return this.#connection.read(statement)
  }

  async close(): Promise<void> {
    this.abort()
  }

  abort(): void {
    const connection = this.#connection
    this.#connection = null
    connection?.close()
  }
}
