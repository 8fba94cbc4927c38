import type { Logger } from '../internal/logger.js'
import type { TextStream } from './io.js'

/** One line each, for the log of a service manager: the library's words and fields, which hold no patient's data. */
export function streamLogger(stream: TextStream): Logger {
  const write = (level: string) => (message: string, fields?: object) =>
    void stream.write(`${JSON.stringify({ level, message, ...fields })}\n`)
  return { warn: write('warn'), error: write('error') }
}
