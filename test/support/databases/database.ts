import type { PGlite } from '@electric-sql/pglite'
import type Libsql from 'libsql'
import type { Pool as MysqlPool } from 'mysql2/promise'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MigrateOptions, SqlRepositoryOptions } from 'hospital-payments/sql'
import type pg from 'pg'
import type { Needed } from './on-each.js'

/** A kind of database, of which tests open as many as they like. */
export interface DatabaseEntry<Database extends TestDatabase = TestDatabase> extends Needed {
  /** Opens a fresh and empty one. */
  open(): Promise<Database>
}

/** The database that an entry opens. */
export type Opened<Entry extends DatabaseEntry> = Awaited<ReturnType<Entry['open']>>

/** A database of the test's own, with what a host would hand to the library. */
export type TestDatabase = PgDatabase | PgliteDatabase | MysqlDatabase | SqliteDatabase

interface Common {
  /** The options with which the tests make the library's tables and repositories in it; none where they are the usual ones. */
  readonly options?: LibraryOptions
  /** Returns the rows of one statement. */
  rows(sql: string): Promise<Record<string, unknown>[]>
  /** Removes it; rejects when a connection was not given back. A test may have closed the handle before. */
  close(): Promise<void>
}

export interface PgDatabase extends Common {
  readonly driver: 'pg'
  readonly dialect: 'postgres'
  readonly handle: pg.Pool
  /** For connections of the test's own, as many as it likes. */
  readonly url: string
}

/** The options of the library's tables and repositories in a database. */
export interface LibraryOptions {
  readonly migrate: Pick<MigrateOptions, 'distribute' | 'partitions'>
  readonly repository: Pick<SqlRepositoryOptions, 'writes'>
}

/** PostgreSQL within this process, on one connection: no place for races. */
export interface PgliteDatabase extends Common {
  readonly driver: 'pglite'
  readonly dialect: 'postgres'
  readonly handle: PGlite
}

export interface MysqlDatabase extends Common {
  readonly driver: 'mysql2'
  readonly dialect: 'mysql'
  readonly handle: MysqlPool
  readonly url: string
}

export interface SqliteDatabase extends Common {
  readonly driver: 'libsql' | 'node:sqlite'
  readonly dialect: 'sqlite'
  readonly handle: SqliteHandle
  /** Opens one more connection, to be closed by whoever asked for it. */
  open(): SqliteHandle
  readonly file: string
}

/** The API of better-sqlite3 as far as libsql and node:sqlite share it. */
export type SqliteHandle = Pick<Libsql.Database, 'exec' | 'prepare'> & { close(): unknown } & (
    | Pick<Libsql.Database, 'inTransaction' | 'open'>
    // Before Node 22.16 there is no such information.
    | { readonly isTransaction?: boolean }
  )

/** Returns a name that no other test uses, in this or any other process. */
export function freshName(): string {
  return `hp_test_${randomUUID().replaceAll('-', '').slice(0, 20)}`
}

/** Returns a tenant, which is an empty repository at no cost, where a database a test would take too long. */
export function freshTenant(): string {
  return `tenant ${randomUUID()}`
}

/** The maximum of connections of a pool. */
export const poolSize = 10

/**
 * Counts the connections that still miss from a pool. An abandoned export returns its connection by itself, within a
 * second; a test may end before that.
 */
export async function neverReturned(outside: () => number): Promise<number> {
  for (let tries = 0; outside() > 0 && tries < 100; tries++) await sleep(20)
  return outside()
}

export function refuseLeaks(leaks: number): void {
  if (leaks > 0) throw new Error(`${leaks} connections of the test database were never given back`)
}
