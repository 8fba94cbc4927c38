import { DatabaseFault, type FaultKind } from '../core/fault.js'

const codes = {
  SQLITE_BUSY: 5,
  SQLITE_LOCKED: 6,
  SQLITE_IOERR: 10,
  SQLITE_PROTOCOL: 15,
  SQLITE_IOERR_WRITE: 778,
  SQLITE_CONSTRAINT_PRIMARYKEY: 1555,
  SQLITE_CONSTRAINT_UNIQUE: 2067,
} as const

const named: ReadonlyMap<string, number> = new Map(Object.entries(codes))
const ofLocks: readonly number[] = [codes.SQLITE_BUSY, codes.SQLITE_LOCKED, codes.SQLITE_PROTOCOL]
const ofDuplicates: readonly number[] = [codes.SQLITE_CONSTRAINT_UNIQUE, codes.SQLITE_CONSTRAINT_PRIMARYKEY]

/** Converts an error to a fault; `commits` is true for the error of a COMMIT. */
export function sqliteFault(error: unknown, commits = false): DatabaseFault {
  const code = resultCode(error)
  // A write that fails comes before the mark of the commit; after a sync that fails, it may be on the disk.
  const mayBeStored = commits && primary(code) === codes.SQLITE_IOERR && code !== codes.SQLITE_IOERR_WRITE
  return new DatabaseFault(sqliteKind(error), error, { mayBeStored })
}

export function sqliteKind(error: unknown): FaultKind {
  const code = resultCode(error)
  if (ofDuplicates.includes(code)) return 'duplicate'
  if (ofLocks.includes(primary(code)) || isIterating(error)) return 'contention'
  return isUnmigrated(error) ? 'unmigrated' : 'refused'
}

/** Checks by its text if an error is a missing table or column: SQLITE_ERROR is the code of every mistake. */
function isUnmigrated(error: unknown): boolean {
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' && /no such (table|column)|has no column named/.test(message)
}

/** Returns SQLite's extended result code, 0 for none: libsql and node:sqlite have the number, better-sqlite3 its name only. */
function resultCode(error: unknown): number {
  const { rawCode, errcode, code } = (error ?? {}) as { rawCode?: unknown; errcode?: unknown; code?: unknown }
  if (typeof rawCode === 'number') return rawCode
  if (typeof errcode === 'number') return errcode
  if (typeof code !== 'string') return 0
  const [prefix, name] = code.split('_')
  return named.get(code) ?? named.get(`${prefix}_${name}`) ?? 0
}

/** Returns the primary code of an extended one. */
function primary(code: number): number {
  return code & 0xff
}

/** Returns true for the error of better-sqlite3 while the host reads rows one by one: it takes no other statement then. */
function isIterating(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes('connection is busy executing a query')
}
