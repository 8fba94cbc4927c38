import type { Logger } from 'hospital-payments'

export interface LogLine {
  readonly level: string
  readonly message: string
  readonly fields: Record<string, unknown>
}

/** Makes a host's logger, and the list of what was logged. */
export function recordingLogger(): { logger: Logger; lines: LogLine[] } {
  const lines: LogLine[] = []
  const write =
    (level: string) =>
    (message: string, fields: object = {}) =>
      void lines.push({ level, message, fields: { ...fields } })
  return { logger: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }, lines }
}
