/** A fresh file for each test, with one table, and `fromSqlite` over it. */
import { fromSqlite } from 'hospital-payments/sql'
import { afterEach, beforeEach } from 'vitest'
import type { Deadline, SqlDatabase, SqlValue, WriteStatement } from '../../../src/sql/core/database.js'
import {
  libsql,
  nodeSqlite,
  type DatabaseEntry,
  type SqliteDatabase,
  type SqliteHandle,
} from '../../support/databases/index.js'

export const sqliteEntries: readonly DatabaseEntry<SqliteDatabase>[] = [libsql, nodeSqlite]

export interface SqliteFile {
  readonly handle: SqliteHandle
  readonly sql: SqlDatabase
  readonly file: string
  readonly driver: SqliteDatabase['driver']
  /** Opens one more handle, closed after the test. */
  another(): SqliteHandle
  /** Opens one more handle, which is not closed after the test, but must be by then. */
  open(): SqliteHandle
  keys(): unknown[]
}

export function freshFile(entry: DatabaseEntry<SqliteDatabase>): () => SqliteFile {
  let database: SqliteDatabase
  let others: SqliteHandle[]
  let sql: SqlDatabase
  beforeEach(async () => {
    database = await entry.open()
    others = []
    database.handle.exec('CREATE TABLE notes (key TEXT NOT NULL UNIQUE, number INTEGER) STRICT')
    sql = fromSqlite(database.handle, { open: database.open })
    await sql.prepare?.(call)
  })
  afterEach(async () => {
    for (const other of others.filter(isOpen)) other.close()
    await database.close()
  })
  return () => ({
    handle: database.handle,
    sql,
    file: database.file,
    driver: database.driver,
    open: database.open,
    another() {
      const other = database.open()
      others.push(other)
      return other
    },
    keys: () => keysIn(database.handle),
  })
}

export const call: Deadline = { remaining: () => 10_000 }

export function note(key: string, number: SqlValue = null): WriteStatement {
  return { text: 'INSERT INTO notes (key, number) VALUES (?, ?)', values: [key, number] }
}

export const keysAndNumbers = { text: 'SELECT key, number FROM notes ORDER BY key', values: [] }

export function keysIn(handle: SqliteHandle): unknown[] {
  return column(handle, 'SELECT key AS value FROM notes ORDER BY key')
}

export function pragma(handle: SqliteHandle, name: string): unknown {
  return Object.values(handle.prepare(`PRAGMA ${name}`).all()[0] as object)[0]
}

function column(handle: SqliteHandle, text: string): unknown[] {
  return handle
    .prepare(text)
    .all()
    .map((row) => (row as { value: unknown }).value)
}

/** Checks whether a transaction is open, by trying, because each driver reports it in its own way. */
export function inTransaction(handle: SqliteHandle): boolean {
  return !accepts(handle, 'BEGIN; COMMIT')
}

export function isOpen(handle: SqliteHandle): boolean {
  return accepts(handle, 'SELECT 1')
}

function accepts(handle: SqliteHandle, text: string): boolean {
  try {
    handle.exec(text)
    return true
  } catch {
    return false
  }
}

/** Returns the fields that a fault is compared with. */
export function faultOf(kind: string): { name: string; kind: string; mayBeStored: boolean } {
  return { name: 'DatabaseFault', kind, mayBeStored: false }
}
