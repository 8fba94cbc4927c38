import Libsql from 'libsql'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { neverReturned, refuseLeaks, type DatabaseEntry, type SqliteDatabase, type SqliteHandle } from './database.js'

export const libsql: DatabaseEntry<SqliteDatabase> = {
  name: 'sqlite (libsql)',
  // Starts no server, and sends most of what the others are sent.
  standsForAll: true,
  lack: async () => undefined,
  open: async () => openFile('libsql', (file) => new Libsql(file)),
}

/** The module of Node 22.13 and later, which the types of Node 20 do not know. */
const builtin = process.getBuiltinModule('node:sqlite') as
  { DatabaseSync: new (file: string) => SqliteHandle } | undefined

export const nodeSqlite: DatabaseEntry<SqliteDatabase> = {
  name: 'sqlite (node:sqlite)',
  lack: async () =>
    builtin === undefined
      ? { reason: `node:sqlite comes with Node 22.13, and this is ${process.version}`, optional: true }
      : undefined,
  open: async () => openFile('node:sqlite', (file) => new builtin!.DatabaseSync(file)),
}

function openFile(driver: SqliteDatabase['driver'], make: (file: string) => SqliteHandle): SqliteDatabase {
  const directory = mkdtempSync(join(tmpdir(), 'hospital-payments-'))
  const file = join(directory, 'payments.db')
  const connect = () => {
    const connection = make(file)
    // As many hosts have it, with WAL: no test cuts the power, and a flush for each write takes most of its time.
    connection.exec('PRAGMA synchronous = NORMAL')
    return connection
  }
  const handle = connect()
  const further: SqliteHandle[] = []
  return {
    driver,
    dialect: 'sqlite',
    handle,
    file,
    open() {
      const connection = connect()
      further.push(connection)
      return connection
    },
    rows: async (sql) => handle.prepare(sql).all() as Record<string, unknown>[],
    async close() {
      const left = () => further.filter(isOpen)
      // So many handles are kept for the scans to come, outside any transaction; those beside a handle that a test has closed
      // are closed within a second.
      const leaked = await neverReturned(
        () => left().filter(inTransaction).length + Math.max(0, left().length - maxIdleHandles),
      )
      for (const connection of [handle, ...left()].filter(isOpen)) connection.close()
      rmSync(directory, { recursive: true })
      refuseLeaks(leaked)
    },
  }
}

const maxIdleHandles = 4

function inTransaction(handle: SqliteHandle): boolean {
  try {
    handle.exec('BEGIN; COMMIT')
    return false
  } catch {
    return true
  }
}

function isOpen(handle: SqliteHandle): boolean {
  if ('inTransaction' in handle) return handle.open
  try {
    handle.exec('SELECT 1')
    return true
  } catch {
    return false
  }
}
