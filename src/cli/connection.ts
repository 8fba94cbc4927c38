import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type DialectName,
  fromMysql2,
  fromPg,
  fromSqlite,
  type MysqlHandle,
  type PgPool,
  type SqlDatabase,
  type SqliteDatabase,
} from '../sql/index.js'
import type { DatabasePlace } from './database-url.js'
import { type FoundDriver, needDriver, needSqlite } from './drivers.js'
import { SetupError } from './failures.js'

/** An open database. */
export interface Connection {
  readonly dialect: DialectName
  readonly database: SqlDatabase
  /** The driver and its version. */
  readonly driver: string
  /** The place of the database, for people. */
  readonly shown: string
  close(): Promise<void>
}

/** The most connections: one for a call, one for an export beside it, and some in reserve for deliveries. */
const maxConnections = 4
const connectMs = 10_000

interface ConnectOptions {
  /** The folder in which drivers and relative paths are looked for. */
  readonly folder: string
  /** True where a file of SQLite that is not there is made. */
  readonly create: boolean
}

/** @throws SetupError where a driver or the file is missing; a server is first asked when it is used */
export async function connectTo(place: DatabasePlace, options: ConnectOptions): Promise<Connection> {
  const { dialect, shown } = place
  const open = { postgres: openPostgres, mysql: openMysql, sqlite: openSqlite }[dialect]
  return { dialect, shown, ...open(place.target, options) }
}

type OpenDatabase = Pick<Connection, 'database' | 'driver' | 'close'>

function openPostgres(connectionString: string, { folder }: ConnectOptions): OpenDatabase {
  const { module, shown } = needDriver('pg', folder)
  const { Pool } = module as { Pool: new (options: object) => PgPool & { end(): Promise<void> } }
  const pool = new Pool({ connectionString, max: maxConnections, connectionTimeoutMillis: connectMs })
  return { database: fromPg(pool), driver: shown, close: () => pool.end() }
}

function openMysql(uri: string, { folder }: ConnectOptions): OpenDatabase {
  const { module, shown } = needDriver('mysql2', folder)
  const { createPool } = module as {
    createPool(options: object): MysqlHandle & { end(done: () => void): void }
  }
  const pool = createPool({ uri, connectionLimit: maxConnections, connectTimeout: connectMs })
  return { database: fromMysql2(pool), driver: shown, close: () => new Promise((resolve) => pool.end(resolve)) }
}

type SqliteClass = new (file: string) => SqliteDatabase

/** Returns the class of a driver: better-sqlite3 and libsql are a class, node:sqlite has one. */
function classOf({ module }: FoundDriver): SqliteClass {
  return (typeof module === 'function' ? module : (module as { DatabaseSync: unknown }).DatabaseSync) as SqliteClass
}

function openSqlite(path: string, { folder, create }: ConnectOptions): OpenDatabase {
  const file = resolve(folder, path)
  if (!create && !existsSync(file)) {
    throw new SetupError(
      `There is no file ${file}.\nTo do: make it with npx hospital-payments migrate, or correct the path.`,
    )
  }
  const driver = needSqlite(folder)
  const Database = classOf(driver)
  const open = () => {
    try {
      return new Database(file)
    } catch (cause) {
      throw new SetupError(
        `The file ${file} cannot be opened.\nTo do: check that its folder exists, and that this user may write to it.`,
        { cause },
      )
    }
  }
  const handle = open()
  return { database: fromSqlite(handle, { open }), driver: driver.shown, close: async () => void handle.close() }
}
