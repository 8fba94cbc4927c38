/** The form of a failure: a few lines for people, or one document, and the status of the process. */
import { type AnyPaymentError, isPaymentError } from '../errors.js'
import { wrappings } from '../internal/wrapped-errors.js'

/** The status that the process ends with. */
export const exitCodes = {
  done: 0,
  /** The call was refused or failed; `check` found a problem. */
  failed: 1,
  /** The arguments cannot be followed; nothing was tried. */
  usage: 2,
  /** The database did not answer, or others were in the way: the same command may succeed later. */
  tryAgain: 3,
  /** Ended by SIGINT, as shells have it. */
  interrupted: 130,
} as const

/** The arguments cannot be followed. Messages name options and never repeat a value, which may hold a password. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Throws what a call has thrown; a `TypeError` as a `UsageError`: options that the library refuses came from the arguments. */
export function throwAsUsage(error: unknown): never {
  throw error instanceof TypeError ? new UsageError(error.message) : error
}

/** The machine lacks something, or a file of the user's cannot be read; the message says what to do. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}

/** The reader of our standard output has ended, as `head` does: there is no more to do. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed'
}

interface Failure {
  readonly exitCode: number
  /** The code of the `PaymentError`, else a word of this program. */
  readonly code: string
  /** The lines for people: the first names the failure; at most eight. */
  readonly lines: readonly string[]
  readonly details?: object
}

/** The most lines that are printed of an error. */
export const maxLines = 8

const refused = 'check that the server is running, and that host and port are right.'
const login = 'check user and password, and whether the server lets this user connect from here.'
const database = 'create the database first, or correct its name.'
const rights =
  'grant this database user SELECT, INSERT, UPDATE and DELETE on the tables, and CREATE where it migrates: npx hospital-payments check'

/**
 * The advice about a driver's error, by its code. Its message is printed for these alone: those of other errors may
 * hold what was stored.
 */
const advice: Readonly<Record<string, string>> = {
  ECONNREFUSED: refused,
  ECONNRESET: refused,
  EHOSTUNREACH: refused,
  ETIMEDOUT: refused,
  ENOTFOUND: 'check the name of the host.',
  EAI_AGAIN: 'check the name of the host, and that this machine reaches a name server.',
  '28000': login,
  '28P01': login,
  ER_ACCESS_DENIED_ERROR: login,
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: login,
  ER_HOST_NOT_PRIVILEGED: login,
  '3D000': database,
  ER_BAD_DB_ERROR: database,
  ER_DBACCESS_DENIED_ERROR: 'grant this database user its rights on this database, or correct its name.',
  ER_NO_DB_ERROR: 'name the database in the URL: mysql://user@host/name',
  ER_TABLEACCESS_DENIED_ERROR: rights,
  '42501': rights,
  SQLITE_CANTOPEN: 'check that the folder exists, and that this user may write to it.',
  SQLITE_READONLY: 'let this user write to the file and its folder.',
  SQLITE_NOTADB: 'the file is not a SQLite database: correct the path.',
  SQLITE_CORRUPT: 'the file is damaged: restore it from a backup.',
}

interface DriversError {
  readonly code?: unknown
  readonly message?: unknown
}

/** Returns the innermost error with a code, `null` for none: some drivers wrap those of the system. */
function driversError(error: unknown, seen = new Set()): { code: string; message: string } | null {
  // An error may be its own cause.
  if (typeof error !== 'object' || error === null || seen.has(error)) return null
  seen.add(error)
  for (const name of [...wrappings, 'errors']) {
    const inner = (error as Record<string, unknown>)[name]
    const innermost = driversError(Array.isArray(inner) ? inner[0] : inner, seen)
    if (innermost) return innermost
  }
  const { code, message } = error as DriversError
  return typeof code === 'string' ? { code, message: typeof message === 'string' ? message : '' } : null
}

/**
 * The advice where the driver gives no code, as for a server that offers no TLS, or that is of another kind: its text
 * may hold secrets, and is not printed.
 */
const uncoded =
  'to do: check host, port, kind of database and TLS settings of the URL, and that the server answers other programs.'

function causeLines(cause: unknown): string[] {
  const fault = driversError(cause)
  if (!fault) return []
  const { code, message } = fault
  const [text = ''] = message.split('\n')
  return Object.hasOwn(advice, code) ? [`cause: ${code} ${text}`, `to do: ${advice[code]}`] : [`cause: ${code}`]
}

/** The paths of a problem with the statement's file: none, or the reader's own; nothing is wrong with the arguments. */
const pathsOfFiles = ['', 'input']

function isUsage(error: AnyPaymentError): boolean {
  if (error.code === 'invalid_date_range') return true
  return error.code === 'invalid_request' && error.details.issues.every(({ path }) => !pathsOfFiles.includes(path))
}

const maxIssues = 5

function ofPaymentError(error: AnyPaymentError): Failure {
  const { code, message, retryable, details, cause } = error
  const exitCode = retryable ? exitCodes.tryAgain : isUsage(error) ? exitCodes.usage : exitCodes.failed
  if (code !== 'invalid_request') {
    const known = causeLines(cause)
    const lines = code === 'storage_unavailable' && known.length === 0 ? [uncoded] : known
    return { exitCode, code, lines: [`${code}: ${message}`, ...lines], details }
  }
  const { issues, more = 0 } = error.details
  const problems = issues.slice(0, maxIssues).map(({ path, message }) => (path === '' ? message : `${path} ${message}`))
  const others = issues.length + more - problems.length
  const rest = others > 0 ? [`... and ${others} more`] : []
  return {
    exitCode,
    code,
    lines: [
      `${code}: ${problems.length > 1 ? `${problems.length + others} problems` : problems[0]}`,
      ...(problems.length > 1 ? problems : []),
      ...rest,
    ],
    details,
  }
}

function ofOther(error: unknown): Failure {
  if (error instanceof UsageError) return { exitCode: exitCodes.usage, code: 'usage', lines: error.message.split('\n') }
  if (error instanceof SetupError)
    return { exitCode: exitCodes.failed, code: 'setup', lines: error.message.split('\n') }
  const { name, message, cause } = error instanceof Error ? error : new Error(String(error))
  return {
    exitCode: exitCodes.failed,
    code: 'failure',
    lines: [`${name}: ${message.split('\n')[0]}`, ...causeLines(cause ?? error)],
  }
}

export function failureOf(error: unknown): Failure {
  const failure = isPaymentError(error) ? ofPaymentError(error) : ofOther(error)
  return { ...failure, lines: failure.lines.slice(0, maxLines) }
}

/** A function that returns a text without any secret. */
export type Redact = (text: string) => string
