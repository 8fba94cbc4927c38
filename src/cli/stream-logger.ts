import type { Logger } from '../internal/logger.js'
import { plainJson, type PlainStream } from './plain-text.js'

/**
 * Logs one line for each message, for the log of a service manager: the library's words and fields, which hold no
 * patient's data.
 */
export function streamLogger(stream: PlainStream): Logger {
  const write = (level: string) => (message: string, fields?: object) =>
    void stream.write(`${plainJson({ level, message, ...fields })}\n`)
  return { warn: write('warn'), error: write('error') }
}
