import type Libsql from 'libsql'
import type { SqliteDatabase } from '../../support/databases/index.js'

/** Names as better-sqlite3 gives them; libsql and node:sqlite give numbers, which mean the same. */
export type SqliteCode = 'SQLITE_BUSY' | 'SQLITE_FULL' | 'SQLITE_IOERR_FSYNC' | 'SQLITE_READONLY'

/** A failure of the driver, and the calls that it strikes. */
export interface Strike {
  readonly code: SqliteCode
  /** The number of calls that pass first. */
  readonly skip: number
  readonly times: number
  /** SQLite undoes a whole transaction by itself after some failures. */
  readonly undoes?: boolean
  /** The statements that it is about, where it is not about all. */
  readonly text?: RegExp
}

/** The handles of a database, which all fail by one count. */
export interface FailingHandles extends Pick<SqliteDatabase, 'handle' | 'open'> {
  /** Calls of the driver so far. */
  readonly calls: number
  arm(strike: Strike): void
  disarm(): Struck
}

export interface Struck {
  readonly count: number
  /** True where the last one was the end of a scan on its own handle, when all is read. */
  readonly atEndOfScan: boolean
}

export const driverText = 'canary of the driver'

/** Statements that never fail: undoing, and the question which asks nothing of the file. */
const safe = /^(?:ROLLBACK|SELECT 1$)/

export function failingHandles(real: SqliteDatabase): FailingHandles {
  let armed: Strike | null = null
  let [calls, passed, struck] = [0, 0, 0]
  let atEndOfScan = false

  function around<Result>(database: Libsql.Database, text: string, work: () => Result): Result {
    calls++
    if (armed === null || safe.test(text) || armed.text?.test(text) === false) return work()
    if (passed++ < armed.skip || struck === armed.times) return work()
    struck++
    atEndOfScan = database !== real.handle && text === 'COMMIT'
    const { code, undoes = false } = armed
    // The only failure after which it may be done all the same.
    if (code === 'SQLITE_IOERR_FSYNC') work()
    if (undoes && database.inTransaction) database.exec('ROLLBACK')
    throw Object.assign(new Error(driverText), { code })
  }

  function failing(handle: SqliteDatabase['handle']): SqliteDatabase['handle'] {
    const database = handle as Libsql.Database
    const prepare = (text: string) => {
      const statement = around(database, text, () => database.prepare(text))
      return {
        reader: statement.reader,
        raw: () => statement.raw(),
        all: (values: unknown[]) => around(database, text, () => statement.all(values)),
        run: (values: unknown[]) => around(database, text, () => statement.run(values)),
      }
    }
    const wrapped = {
      get open() {
        return database.open
      },
      get inTransaction() {
        return database.inTransaction
      },
      prepare,
      exec: (text: string) => around(database, text, () => database.exec(text)),
      close: () => database.close(),
    }
    return wrapped as unknown as SqliteDatabase['handle']
  }

  return {
    handle: failing(real.handle),
    open: () => failing(real.open()),
    get calls() {
      return calls
    },
    arm(strike) {
      armed = strike
      ;[passed, struck, atEndOfScan] = [0, 0, false]
    },
    disarm() {
      armed = null
      return { count: struck, atEndOfScan }
    },
  }
}
