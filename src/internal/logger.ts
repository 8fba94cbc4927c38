import { callSafely } from './callbacks.js'

/** Where the library says what it did; each function may be left out. Fields never hold a patient's data. */
export interface Logger {
  debug?(message: string, fields?: object): void
  info?(message: string, fields?: object): void
  warn?(message: string, fields?: object): void
  error?(message: string, fields?: object): void
}

const levels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly (keyof Logger)[]

/**
 * The host's logger, each function of which may be missing, throw or reject.
 *
 * @throws TypeError, in the name of `caller`, for what is no logger
 */
export function readLogger(caller: string, logger: unknown): Logger {
  if (typeof logger !== 'object' || logger === null) throw new TypeError(`${caller}: logger must be an object`)
  const given = logger as Logger
  const wrong = levels.find((level) => !['function', 'undefined'].includes(typeof given[level]))
  if (wrong) throw new TypeError(`${caller}: logger.${wrong} must be a function`)
  // Looked up at each call, as the methods that they may be.
  const quiet = (level: keyof Logger) =>
    callSafely((message: string, fields?: object) => given[level]?.(message, fields))
  return { debug: quiet('debug'), info: quiet('info'), warn: quiet('warn'), error: quiet('error') }
}
