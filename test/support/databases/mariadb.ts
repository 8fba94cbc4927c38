import { createConnection, createPool, type Connection, type Pool, type RowDataPacket } from 'mysql2/promise'
import { freshName, neverReturned, poolSize, refuseLeaks, type DatabaseEntry, type MysqlDatabase } from './database.js'

const systemUrl = process.env['HP_TEST_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306'

export const mariadb: DatabaseEntry<MysqlDatabase> = {
  name: 'mariadb',
  async lack() {
    try {
      await asAdmin(systemUrl, (admin) => admin.ping())
      return undefined
    } catch (error) {
      const isGiven = process.env['HP_TEST_MYSQL_URL'] !== undefined
      const place = isGiven
        ? 'HP_TEST_MYSQL_URL'
        : 'root without a password at 127.0.0.1:3306 (install mariadb-server, or set HP_TEST_MYSQL_URL)'
      return { reason: `No MariaDB answers ${place}: ${String(error)}`, optional: false }
    }
  },
  open: () => openMariadb(systemUrl),
}

/** Makes a new database on the server that `serverUrl` leads to. */
export async function openMariadb(serverUrl: string): Promise<MysqlDatabase> {
  const name = freshName()
  await asAdmin(serverUrl, (admin) => admin.query(`CREATE DATABASE ${name}`))
  const url = new URL(serverUrl)
  url.pathname = name
  // All sessions of a server share 16,382 prepared statements, and the model asks in more shapes than any host.
  const pool = createPool({ uri: url.href, connectionLimit: poolSize, maxPreparedStatements: 100 })
  return {
    driver: 'mysql2',
    dialect: 'mysql',
    handle: pool,
    url: url.href,
    rows: async (sql) => (await pool.query<RowDataPacket[]>(sql))[0],
    async close() {
      const inside = insideOf(pool)
      const leaks = await neverReturned(() => inside._allConnections.length - inside._freeConnections.length)
      const ended = inside._closed ? Promise.resolve() : pool.end()
      if (leaks === 0) await ended
      else ended.catch(() => undefined)
      await asAdmin(serverUrl, (admin) => drop(admin, name))
      refuseLeaks(leaks)
    },
  }
}

/** Reads what is private in a pool of mysql2. */
function insideOf(pool: Pool) {
  return pool.pool as unknown as {
    readonly _allConnections: { readonly length: number }
    readonly _freeConnections: { readonly length: number }
    readonly _closed: boolean
  }
}

/**
 * Drops a database. DROP waits for every transaction that has touched a table, be it of a connection that is not used
 * any more.
 */
async function drop(admin: Connection, name: string): Promise<void> {
  const [open] = await admin.execute<RowDataPacket[]>('SELECT id FROM information_schema.processlist WHERE db = ?', [
    name,
  ])
  for (const { id } of open) await admin.query(`KILL ${id}`).catch(() => undefined)
  await admin.query(`DROP DATABASE ${name}`)
}

async function asAdmin(url: string, work: (admin: Connection) => Promise<unknown>): Promise<void> {
  const admin = await createConnection({ uri: url, connectTimeout: 10_000 })
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
