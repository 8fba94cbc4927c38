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
const inTheWay: readonly number[] = [codes.SQLITE_BUSY, codes.SQLITE_LOCKED, codes.SQLITE_PROTOCOL]
const taken: readonly number[] = [codes.SQLITE_CONSTRAINT_UNIQUE, codes.SQLITE_CONSTRAINT_PRIMARYKEY]

/** `commits` for what came of a COMMIT. */
export function sqliteFault(error: unknown, commits = false): DatabaseFault {
  const code = resultCode(error)
  // A write that fails comes before the mark of the commit; after a sync that fails, it may be on the disk.
  const mayBeStored = commits && primary(code) === codes.SQLITE_IOERR && code !== codes.SQLITE_IOERR_WRITE
  return new DatabaseFault(sqliteKind(error), error, { mayBeStored })
}

export function sqliteKind(error: unknown): FaultKind {
  const code = resultCode(error)
  if (taken.includes(code)) return 'duplicate'
  if (inTheWay.includes(primary(code)) || isIterating(error)) return 'contention'
  return isUnmigrated(error) ? 'unmigrated' : 'refused'
}

/** SQLITE_ERROR is a mistake of any kind; only the text says which. */
function isUnmigrated(error: unknown): boolean {
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' && /no such (table|column)|has no column named/.test(message)
}

/** SQLite's extended result code: libsql and node:sqlite give the number, better-sqlite3 its name only. 0: none. */
function resultCode(error: unknown): number {
  const { rawCode, errcode, code } = (error ?? {}) as { rawCode?: unknown; errcode?: unknown; code?: unknown }
  if (typeof rawCode === 'number') return rawCode
  if (typeof errcode === 'number') return errcode
  if (typeof code !== 'string') return 0
  const [prefix, name] = code.split('_')
  return named.get(code) ?? named.get(`${prefix}_${name}`) ?? 0
}

/** What an extended code is a kind of. */
function primary(code: number): number {
  return code & 0xff
}

/** better-sqlite3 takes no other statement while the host reads rows one by one. */
function isIterating(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes('connection is busy executing a query')
}
