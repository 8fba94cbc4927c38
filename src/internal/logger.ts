import { callSafely } from './callbacks.js'

/**
 * A logger for reports of the library; each function is optional. Fields never contain a patient's data. An object with
 * the shape of pino or bunyan, also a child logger, is called with `(fields, message)`, any other with
 * `(message, fields)`.
 */
export interface Logger {
  debug?(message: string, fields?: object): void
  info?(message: string, fields?: object): void
  warn?(message: string, fields?: object): void
  error?(message: string, fields?: object): void
}

/** A host's logger as the library calls it: each function is there, and none throws. */
export type SafeLogger = Required<Logger>

const levels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly (keyof Logger)[]

/** Functions of loggers with levels of their own and children: pino's and bunyan's methods take the fields first. */
const fieldsFirst = ['child', 'fatal', 'trace'] as const
/** Functions of winston, whose levels may be named so, and which takes the fields second. */
const isOfWinston = ['configure', 'pipe'] as const

function hasAll(logger: object, names: readonly string[]): boolean {
  return names.every((name) => typeof (logger as Record<string, unknown>)[name] === 'function')
}

/** Returns true where the logger has the shape of pino or bunyan, or is a child of one: it is called `(fields, message)`. */
function takesFieldsFirst(logger: object): boolean {
  return hasAll(logger, fieldsFirst) && !hasAll(logger, isOfWinston)
}

type FieldsFirst = Partial<Record<keyof Logger, (fields: object, message: string) => void>>

/**
 * Reads the host's logger, each function of which may be missing, throw or reject.
 *
 * @throws TypeError, in the name of `caller`, for a value that is no logger
 */
export function readLogger(caller: string, logger: unknown): SafeLogger {
  if (typeof logger !== 'object' || logger === null) throw new TypeError(`${caller}: logger must be an object`)
  const hostLogger = logger as Logger
  const wrong = levels.find((level) => !['function', 'undefined'].includes(typeof hostLogger[level]))
  if (wrong) throw new TypeError(`${caller}: logger.${wrong} must be a function`)
  // Looked up at each call, as the methods that they may be.
  const safeLevel = takesFieldsFirst(hostLogger)
    ? (level: keyof Logger) =>
        callSafely((message: string, fields: object = {}) =>
          (hostLogger as unknown as FieldsFirst)[level]?.(fields, message),
        )
    : (level: keyof Logger) => callSafely((message: string, fields?: object) => hostLogger[level]?.(message, fields))
  return { debug: safeLevel('debug'), info: safeLevel('info'), warn: safeLevel('warn'), error: safeLevel('error') }
}
