import { seemsToReturnRows } from '../connections/driver.js'
import type { SqlRow, SqlValue } from '../core/database.js'

/** A database of better-sqlite3 or libsql, which have the same API. */
export interface BetterSqlite3Database {
  readonly open: boolean
  readonly inTransaction: boolean
  prepare(text: string): unknown
  exec(text: string): unknown
  close(): unknown
}

/** A `DatabaseSync` of node:sqlite. Before Node 22.16 it does not report its state. */
export interface NodeSqliteDatabase {
  readonly isOpen?: boolean
  readonly isTransaction?: boolean
  prepare(text: string): unknown
  exec(text: string): unknown
  close(): unknown
}

/** A database handle of the host's. */
export type SqliteDatabase = BetterSqlite3Database | NodeSqliteDatabase

/** A handle of either kind, under the same names. */
export interface SqliteHandle {
  isOpen(): boolean
  inTransaction(): boolean
  prepare(text: string): SqliteStatement
  /** Runs statements, and leaves none unfinished, even where one fails. */
  exec(text: string): void
  close(): void
}

export interface SqliteStatement {
  readonly returnsRows: boolean
  all(values: readonly SqlValue[]): readonly SqlRow[]
  /** Runs a statement that returns no rows, and returns the number of changed rows. Others would stay unfinished on libsql. */
  run(values: readonly SqlValue[]): number
}

interface BetterSqlite3Statement {
  readonly reader: boolean
  raw(): unknown
  all(values: readonly SqlValue[]): SqlRow[]
  run(values: readonly SqlValue[]): { changes: number }
}

interface NodeSqliteStatement {
  columns?(): unknown[]
  setReadBigInts(on: boolean): unknown
  setReturnArrays?(on: boolean): unknown
  all(...values: SqlValue[]): object[]
  run(...values: SqlValue[]): { changes: number | bigint }
}

const wrongHandle =
  'fromSqlite needs an open database of better-sqlite3, libsql or node:sqlite (not their promise APIs), ' +
  'and open a function that opens another'

/** @throws TypeError for anything that is no open database of those that are known */
export function handleOf(database: SqliteDatabase): SqliteHandle {
  let statement: unknown
  try {
    statement = database.prepare('SELECT 1')
  } catch (cause) {
    throw new TypeError(wrongHandle, { cause })
  }
  if (has(statement, 'raw', 'all', 'run') && 'inTransaction' in database) return betterSqlite3(database)
  if (has(statement, 'setReadBigInts', 'all', 'run')) return nodeSqlite(database)
  throw new TypeError(wrongHandle)
}

export function checkOpen(open: unknown): void {
  if (open !== undefined && typeof open !== 'function') throw new TypeError(wrongHandle)
}

function has(value: unknown, ...methods: readonly string[]): boolean {
  const functions = (value ?? {}) as Record<string, unknown>
  return methods.every((method) => typeof functions[method] === 'function')
}

function betterSqlite3(database: BetterSqlite3Database): SqliteHandle {
  return {
    isOpen: () => database.open,
    // Asking a closed handle of libsql ends the process.
    inTransaction: () => database.open && database.inTransaction,
    prepare(text) {
      const statement = database.prepare(text) as BetterSqlite3Statement
      const returnsRows = statement.reader
      if (returnsRows) statement.raw()
      return {
        returnsRows,
        all: (values) => statement.all(values),
        run: (values) => statement.run(values).changes,
      }
    },
    exec: (text) => void database.exec(text),
    close: () => void database.close(),
  }
}

function nodeSqlite(database: NodeSqliteDatabase): SqliteHandle {
  const isOpen = () => database.isOpen ?? accepts(database, 'SELECT 1')
  return {
    isOpen,
    inTransaction: () => isOpen() && (database.isTransaction ?? !accepts(database, 'BEGIN; COMMIT')),
    prepare(text) {
      const statement = database.prepare(text) as NodeSqliteStatement
      statement.setReturnArrays?.(true)
      return {
        returnsRows: statement.columns ? statement.columns().length > 0 : seemsToReturnRows(text),
        all: (values) => statement.all(...values).map(arrayOf),
        run: (values) => Number(statement.run(...values).changes),
      }
    },
    exec: (text) => void database.exec(text),
    close: () => void database.close(),
  }
}

/**
 * Converts a row to values: before Node 22.16 it is an object. The order of its values is that of the columns, because each
 * column of our statements has another name, and none is a number.
 */
function arrayOf(row: object): SqlRow {
  return Array.isArray(row) ? row : Object.values(row)
}

/**
 * Checks if a handle accepts a statement. Before Node 22.16 it reports no state; a plain BEGIN takes no lock, and fails within a
 * transaction.
 */
function accepts(database: NodeSqliteDatabase, text: string): boolean {
  try {
    database.exec(text)
    return true
  } catch {
    return false
  }
}
