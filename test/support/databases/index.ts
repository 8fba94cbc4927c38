/**
 * One test body over a table of databases:
 *
 *     onEach(databases, 'a payment', (entry) => {
 *       const database = opened(entry)
 *       it('is found again', async () => … database().handle …)
 *     })
 */
import { afterAll, beforeAll } from 'vitest'
import { isLong } from '../rounds.js'
import type { DatabaseEntry, Opened } from './database.js'
import { mariadb } from './mariadb.js'
import { partitions, postgres } from './partitions.js'
import { pglite } from './pglite.js'
import { plainPostgres } from './postgres-from-npm.js'
import { systemPostgres } from './postgres.js'
import { libsql, nodeSqlite } from './sqlite.js'

export { freshTenant } from './database.js'
export type {
  DatabaseEntry,
  MysqlDatabase,
  PgDatabase,
  PgliteDatabase,
  SqliteDatabase,
  SqliteHandle,
  TestDatabase,
} from './database.js'
export { onEach } from './on-each.js'
export { ownServers, type OwnServerEntry } from './own-servers.js'
export type { OwnServer, OwnServerOptions } from './own-server.js'
export { libsql, mariadb, nodeSqlite, partitions, pglite, plainPostgres, postgres, systemPostgres }

export const databases: readonly DatabaseEntry[] = [postgres, systemPostgres, mariadb, libsql, nodeSqlite, pglite]

/**
 * Those whose statements differ. PGlite is sent those of PostgreSQL, over one connection and ten times as slowly: the
 * kit, the models, the schema and hosts meet it in each run, and suites over these in the long form alone.
 */
export const kinds: readonly DatabaseEntry[] = databases.filter((entry) => isLong || entry !== pglite)

/** Those on a server, where several processes and connections meet. */
export const servers = [postgres, systemPostgres, mariadb] as const

/** Opens a database for all tests of a suite, and closes it after them. */
export function opened<Entry extends DatabaseEntry>(entry: Entry): () => Opened<Entry> {
  let database: Opened<Entry> | undefined
  beforeAll(async () => {
    database = (await entry.open()) as Opened<Entry>
  })
  afterAll(() => database?.close())
  return () => database!
}
