/** Where the library says what it did; each function may be left out. Fields never hold a patient's data. */
export interface Logger {
  debug?(message: string, fields?: object): void
  info?(message: string, fields?: object): void
  warn?(message: string, fields?: object): void
  error?(message: string, fields?: object): void
}

const levels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly (keyof Logger)[]

/** What is wrong with a host's logger, or `null`. */
export function loggerProblem(logger: unknown): string | null {
  if (typeof logger !== 'object' || logger === null) return 'logger must be an object'
  const wrong = levels.find((level) => !['function', 'undefined'].includes(typeof (logger as Logger)[level]))
  return wrong === undefined ? null : `logger.${wrong} must be a function`
}

/** A log that fails must not make a payment fail. */
export function quietLogger(logger: Logger): Logger {
  const quiet = (level: keyof Logger) => (message: string, fields?: object) => {
    // Async, because a host's log may be, and a rejection that nobody handles ends a Node process. Nothing to tell it to.
    const tell = async () => logger[level]?.(message, fields)
    void tell().catch(() => undefined)
  }
  return { debug: quiet('debug'), info: quiet('info'), warn: quiet('warn'), error: quiet('error') }
}
