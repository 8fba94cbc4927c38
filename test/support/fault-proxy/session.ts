/** One connection of a driver, alike for PostgreSQL and MariaDB, as the tests of the proxy need it. */
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { opened, type DatabaseEntry, type MysqlDatabase, type PgDatabase } from '../databases/index.js'
import { faultProxy, type FaultProxy } from '../fault-proxy.js'

export interface Session {
  /** Runs SQL as text, unprepared. */
  query(sql: string): Promise<Record<string, unknown>[]>
  /** Runs a statement that is prepared once, named where the driver can. Values stand where `?` is written. */
  execute(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** Returns the server's number for it, and what asks the server whether it still has it. */
  whereabouts(): Promise<string>
  /** Ends it as a host ends what it has given up. */
  destroy(): void
}

export async function connected(url: string): Promise<Session> {
  const session = await (url.startsWith('mysql') ? throughMysql2(url) : throughPg(url))
  open.push(session)
  return session
}

const open: Session[] = []
afterEach(() => {
  for (const session of open.splice(0)) session.destroy()
})

async function throughPg(url: string): Promise<Session> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return {
    query: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    execute: async (sql, values = []) => {
      let number = 0
      const text = sql.replaceAll('?', () => `$${++number}`)
      const name = `named_${text.length}`
      return (await client.query<Record<string, unknown>>({ name, text, values: [...values] })).rows
    },
    whereabouts: async () => {
      const { rows } = await client.query<{ id: number }>('SELECT pg_backend_pid() AS id')
      return `SELECT pid FROM pg_stat_activity WHERE pid = ${rows[0]!.id}`
    },
    destroy: () => void client.connection.stream.destroy(),
  }
}

async function throughMysql2(url: string): Promise<Session> {
  const connection = await createConnection({ uri: url })
  connection.on('error', () => undefined)
  return {
    query: async (sql) => (await connection.query<RowDataPacket[]>(sql))[0],
    execute: async (sql, values = []) => (await connection.execute<RowDataPacket[]>(sql, values as string[]))[0],
    whereabouts: async () => {
      const [rows] = await connection.query<RowDataPacket[]>('SELECT connection_id() AS id')
      return `SELECT id FROM information_schema.processlist WHERE id = ${rows[0]!['id']}`
    },
    destroy: () => connection.destroy(),
  }
}

export const insert = 'INSERT INTO notes (note) VALUES (?)'

/** Opens a database with an empty table of notes, and for each test a proxy before it. */
export function proxied(entry: DatabaseEntry<PgDatabase | MysqlDatabase>) {
  const database = opened(entry)
  let proxy: FaultProxy
  beforeAll(() => database().rows('CREATE TABLE notes (note VARCHAR(100) PRIMARY KEY)'))
  beforeEach(async () => {
    await database().rows('DELETE FROM notes')
    const { hostname, port } = new URL(database().url)
    proxy = await faultProxy({ host: hostname, port: Number(port) })
  })
  afterEach(() => proxy.close())
  return {
    database,
    proxy: () => proxy,
    connect: () => connected(proxy.through(database().url)),
    notes: async () => (await database().rows('SELECT note FROM notes ORDER BY note')).map(({ note }) => note),
  }
}

/** Checks whether a promise has been kept or broken by now. */
export function fate(promise: Promise<unknown>): { readonly settled: boolean } {
  const seen = { settled: false }
  const settle = () => void (seen.settled = true)
  promise.then(settle, settle)
  return seen
}

/** Waits for what no event reports. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 10 })
