import type { DateRange } from '../domain/calendar.js'
import type { Reply } from './reply.js'

export interface CsvRequest {
  /** What the file holds; it is called so, and by its days. */
  readonly name: string
  readonly days: DateRange
  export(options: { signal: AbortSignal }): AsyncIterable<string>
  /** Aborted when the client leaves, where that is known. */
  readonly signal: AbortSignal
  /** Called with what breaks the file off. */
  readonly onError: (error: unknown) => void
}

/** RFC 6266; the days are known to be such by now. */
function disposition(name: string, { from, to }: DateRange): string {
  const days = [from, to].filter((day) => day !== undefined)
  return `attachment; filename="${[name, ...new Set(days)].join('_')}.csv"`
}

/**
 * The export as a file (RFC 4180), piece by piece as the client reads. What is wrong with the request, or with a
 * storage that is away, is answered before the first byte; what fails later breaks the answer off.
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
        // Not waited for by the abort: this also ends an export that has not asked for its next piece.
        await pieces.return?.().catch(() => undefined)
      },
    },
    // Nothing is read ahead of the client.
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
