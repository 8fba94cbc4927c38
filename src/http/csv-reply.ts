import type { DateRange } from '../domain/calendar.js'
import type { Reply } from './reply.js'

interface CsvRequest {
  /** The name of the content, with which the name of the file begins; its days follow. */
  readonly name: string
  readonly days: DateRange
  export(options: { signal: AbortSignal }): AsyncIterable<string>
  /** Aborted when the client leaves, where that can be noticed. */
  readonly signal: AbortSignal
  /** Gets the error that breaks the file off. */
  readonly onError: (error: unknown) => void
}

/** Writes the header that names the file (RFC 6266). The days have been checked before. */
function disposition(name: string, { from, to }: DateRange): string {
  const days = [from, to].filter((day) => day !== undefined)
  return `attachment; filename="${[name, ...new Set(days)].join('_')}.csv"`
}

/**
 * Answers with the export as a file (RFC 4180), piece by piece as the client reads. An error of the request, or a storage that
 * is away, is answered before the first byte; a later failure breaks the answer off.
 */
export async function csvReply({ name, days, signal, onError, ...file }: CsvRequest): Promise<Reply> {
  const ending = new AbortController()
  const leave = () => ending.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const pieces = file.export({ signal: ending.signal })[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let first: IteratorResult<string> | null = await pieces.next()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = first ?? (await pieces.next())
          first = null
          if (!done) return controller.enqueue(encoder.encode(value))
          signal.removeEventListener('abort', leave)
          controller.close()
        } catch (error) {
          signal.removeEventListener('abort', leave)
          if (!ending.signal.aborted) onError(error)
          controller.error(error)
        }
      },
      async cancel(reason) {
        signal.removeEventListener('abort', leave)
        ending.abort(reason)
        // The abort does not wait for it; it also ends an export that has not asked for its next piece.
        await pieces.return?.().catch(() => undefined)
      },
    },
    // Reads nothing ahead of the client.
    { highWaterMark: 0 },
  )
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': disposition(name, days),
    },
    body,
  }
}
