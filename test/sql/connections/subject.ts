/** The same host for each kind of server: its pool, connections of its own, and a table to try things on. */
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import pg from 'pg'
import type { Deadline, SqlStatement, SqlDatabase, SqlValue, WriteStatement } from '../../../src/sql/core/database.js'
import { fromMysql2 } from '../../../src/sql/hosts/mysql2.js'
import { fromPg } from '../../../src/sql/hosts/pg.js'
import { DatabaseFault } from '../../../src/sql/core/fault.js'
import {
  type DatabaseEntry,
  mariadb,
  type MysqlDatabase,
  type PgDatabase,
  postgres,
  systemPostgres,
} from '../../support/databases/index.js'
import type { Needed } from '../../support/databases/on-each.js'

type Rows = Record<string, unknown>[]

/** A connection of the host's own. */
export interface Host {
  readonly database: SqlDatabase
  /** Makes one more over the same connection. */
  again(): SqlDatabase
  query(sql: string): Promise<Rows>
  /** The number by which the server knows it. */
  readonly id: number
  end(): Promise<void>
}

export interface Subject {
  /** Over the pool. */
  readonly database: SqlDatabase
  /** Queries by the pool, as the host itself uses it. */
  query(sql: string): Promise<Rows>
  connect(): Promise<Host>
  /** Ends connections of the server as an administrator does. */
  kill(ids: readonly number[]): Promise<void>
  insert(id: number, amount?: number, mustChange?: number): WriteStatement
  update(id: number, amount: number, mustChange?: number): WriteStatement
  ids(): SqlStatement
  sleep(seconds: number): WriteStatement
  /** The statement that reads the id of the connection which runs it. */
  readonly ownId: SqlStatement
  /** Reads all settings of a session. */
  settings(query: Host['query']): Promise<unknown>
  /** Takes every connection of the pool, kept out of it until they are given back. */
  drain(): Promise<{ query(sql: string): Promise<Rows>; release(): void }[]>
  /** Counts the connections which the pool has, and those which are not free. */
  counts(): { all: number; out: number }
  close(): Promise<void>
}

export interface SubjectEntry extends Needed {
  open(): Promise<Subject>
}

/** Limits the time of one call. */
export function callOf(ms = 20_000): Deadline {
  const end = performance.now() + ms
  return { remaining: () => end - performance.now() }
}

/** Returns the fault that a call failed with, which must be one. */
export async function faultOf(call: Promise<unknown>): Promise<DatabaseFault> {
  const failure = await call.then(
    () => new Error('nothing failed'),
    (error: unknown) => error,
  )
  if (failure instanceof DatabaseFault) return failure
  throw failure
}

export async function idsOf(database: SqlDatabase, command: SqlStatement): Promise<number[]> {
  return (await database.read(command, callOf())).map(([id]) => Number(id))
}

const columns = 'id BIGINT PRIMARY KEY, amount BIGINT NOT NULL CHECK (amount > 0)'

function onPostgres(entry: DatabaseEntry<PgDatabase>): SubjectEntry {
  return {
    name: entry.name,
    lack: () => entry.lack(),
    async open() {
      const opened = await entry.open()
      const pool = opened.handle
      await pool.query(`CREATE TABLE things (${columns})`)
      const step = (text: string, values: SqlValue[], mustChange?: number): WriteStatement =>
        mustChange === undefined ? { text, values } : { text, values, mustChange }
      return {
        database: fromPg(pool),
        query: async (sql) => (await pool.query<Rows[number]>(sql)).rows,
        async connect() {
          const client = new pg.Client({ connectionString: opened.url })
          await client.connect()
          return {
            database: fromPg(client),
            again: () => fromPg(client),
            id: (client as unknown as { processID: number }).processID,
            query: async (sql) => (await client.query<Rows[number]>(sql)).rows,
            end: () => client.end(),
          }
        },
        async kill(ids) {
          const admin = new pg.Client({ connectionString: opened.url })
          await admin.connect()
          await admin.query('SELECT pg_terminate_backend(id) FROM unnest($1::int[]) AS id', [ids])
          await admin.end()
        },
        insert: (id, amount = 1, mustChange) =>
          step('INSERT INTO things VALUES ($1, $2) RETURNING id', [id, amount], mustChange),
        update: (id, amount, mustChange) =>
          step('UPDATE things SET amount = $2 WHERE id = $1 RETURNING id', [id, amount], mustChange),
        ids: () => ({ text: 'SELECT id FROM things ORDER BY id', values: [] }),
        sleep: (seconds) => ({ text: 'SELECT pg_sleep($1::float8)', values: [seconds] }),
        ownId: { text: 'SELECT pg_backend_pid()', values: [] },
        settings: (query) => query('SHOW ALL'),
        drain: () =>
          Promise.all(
            Array.from({ length: pool.totalCount }, async () => {
              const client = await pool.connect()
              return {
                query: async (sql: string) => (await client.query<Rows[number]>(sql)).rows,
                release: () => client.release(),
              }
            }),
          ),
        counts: () => ({ all: pool.totalCount, out: pool.totalCount - pool.idleCount }),
        close: () => opened.close(),
      }
    },
  }
}

/** Variables of MySQL and MariaDB which are about the session's past, and are no settings. */
const ofEachMoment: ReadonlySet<string> = new Set([
  'timestamp',
  'pseudo_thread_id',
  'last_gtid',
  'rand_seed1',
  'rand_seed2',
  'insert_id',
  'last_insert_id',
  'identity',
  'warning_count',
  'error_count',
])

function onMysql(entry: DatabaseEntry<MysqlDatabase>): SubjectEntry {
  return {
    name: entry.name,
    lack: () => entry.lack(),
    async open() {
      const opened = await entry.open()
      const pool = opened.handle
      await pool.query(`CREATE TABLE things (${columns}) ENGINE = InnoDB`)
      const step = (text: string, values: SqlValue[], mustChange?: number): WriteStatement =>
        mustChange === undefined ? { text, values } : { text, values, mustChange }
      const counts = () => {
        const { _allConnections: all, _freeConnections: free } = pool.pool as unknown as Record<
          string,
          { length: number }
        >
        return { all: all!.length, out: all!.length - free!.length }
      }
      return {
        database: fromMysql2(pool),
        query: async (sql) => (await pool.query<RowDataPacket[]>(sql))[0],
        async connect() {
          const connection = await createConnection({ uri: opened.url })
          return {
            database: fromMysql2(connection),
            again: () => fromMysql2(connection),
            id: connection.threadId,
            query: async (sql) => (await connection.query<RowDataPacket[]>(sql))[0],
            end: () => connection.end(),
          }
        },
        async kill(ids) {
          const admin = await createConnection({ uri: opened.url })
          for (const id of ids) await admin.query(`KILL ${id}`)
          await admin.end()
        },
        insert: (id, amount = 1, mustChange) => step('INSERT INTO things VALUES (?, ?)', [id, amount], mustChange),
        update: (id, amount, mustChange) => step('UPDATE things SET amount = ? WHERE id = ?', [amount, id], mustChange),
        ids: () => ({ text: 'SELECT id FROM things ORDER BY id', values: [] }),
        sleep: (seconds) => ({ text: 'SELECT SLEEP(?)', values: [seconds] }),
        ownId: { text: 'SELECT CONNECTION_ID()', values: [] },
        settings: async (query) => {
          const all = await query('SHOW SESSION VARIABLES')
          const [ours] = await query('SELECT @hp_sql_mode, @hp_lock_wait, @hp_idle_wait')
          return [ours, all.filter(({ Variable_name: name }) => !ofEachMoment.has(String(name)))]
        },
        drain: () =>
          Promise.all(
            Array.from({ length: counts().all }, async () => {
              const connection = await pool.getConnection()
              return {
                query: async (sql: string) => (await connection.query<RowDataPacket[]>(sql))[0],
                release: () => connection.release(),
              }
            }),
          ),
        counts,
        close: () => opened.close(),
      }
    },
  }
}

export const subjects: readonly SubjectEntry[] = [onPostgres(postgres), onPostgres(systemPostgres), onMysql(mariadb)]
