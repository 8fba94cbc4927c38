import pg from 'pg'
import { freshName, neverReturned, poolSize, refuseLeaks, type DatabaseEntry, type PgDatabase } from './database.js'

const systemUrl = process.env['HP_TEST_PG_URL']

/** One of another release, where a variable names it. */
export const systemPostgres: DatabaseEntry<PgDatabase> = {
  name: 'postgres (system)',
  async lack() {
    if (!systemUrl) return { reason: 'HP_TEST_PG_URL names no second PostgreSQL', optional: true }
    try {
      await asAdmin(systemUrl, 'SELECT 1')
      return undefined
    } catch (error) {
      return { reason: `No PostgreSQL answers HP_TEST_PG_URL: ${String(error)}`, optional: false }
    }
  },
  open: () => openPostgres(systemUrl!),
}

/** Makes a new database on the server that `serverUrl` leads to. */
export async function openPostgres(serverUrl: string): Promise<PgDatabase> {
  const name = freshName()
  await asAdmin(serverUrl, `CREATE DATABASE ${name}`)
  const url = new URL(serverUrl)
  url.pathname = name
  const pool = new pg.Pool({ connectionString: url.href, max: poolSize })
  const clients: pg.PoolClient[] = []
  pool.on('connect', (client) => void clients.push(client))
  return {
    driver: 'pg',
    dialect: 'postgres',
    handle: pool,
    url: url.href,
    rows: async (sql) => (await pool.query<Record<string, unknown>>(sql)).rows,
    async close() {
      const leaks = await neverReturned(() => pool.totalCount - pool.idleCount)
      // With connections outside, the pool would wait for them for ever; the server then ends them. It may also end one of
      // which the pool has taken leave: `end` does not wait until they are closed, and what they meet is an error of the pool.
      for (const client of clients) client.on('error', () => undefined)
      pool.on('error', () => undefined)
      const ended = pool.ending ? Promise.resolve() : pool.end()
      if (leaks === 0) await ended
      await asAdmin(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
      refuseLeaks(leaks)
    },
  }
}

export async function asAdmin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
