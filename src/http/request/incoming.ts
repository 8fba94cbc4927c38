import { invalidRequest } from '../../domain/issue.js'
import { isPaymentError, PaymentError } from '../../errors.js'
import { joinBytes } from '../../internal/encoding.js'

/** What is read of headers, as Fetch has them: by names in lower case, several values joined by `, `. */
export interface HeaderReader {
  get(name: string): string | null
}

/** A request as the handler reads it, whatever kind of server it came through. */
export interface Incoming {
  /** As the client sent it; also one that no Fetch request may have, such as TRACE. */
  readonly method: string
  readonly pathname: string
  /** With its question mark; empty where there is none. */
  readonly search: string
  readonly headers: HeaderReader
  /** Aborted when the client leaves before its answer is whole. */
  readonly signal: AbortSignal
  /** The request of Node's, where it came through one. */
  readonly node?: unknown
  /** Whether the client has left. */
  isGone(): boolean
  /**
   * The bytes of the body; `null` where there are more than `most`, and then nothing beyond them is read.
   *
   * @throws PaymentError `invalid_request` when the body breaks off, `internal_error` when the host has read it before
   */
  readBody(most: number): Promise<Uint8Array | null>
  /** As Fetch has it, for an `authenticate` of the host's. */
  asRequest(): Request
}

/** Whatever the client's connection broke with is the client's; what the host did to the body comes as an error of ours. */
export function bodyFailure(reason: unknown): PaymentError {
  return isPaymentError(reason) ? reason : invalidRequest([{ path: '', message: 'the body broke off' }])
}

/** As `Incoming.readBody`, of a request of Fetch. */
export async function readFetchBody(request: Request, most: number): Promise<Uint8Array | null> {
  if (!request.body) return new Uint8Array()
  if (request.bodyUsed || request.body.locked)
    throw new PaymentError('internal_error', 'The body was read before; `authenticate` must leave it unread.')
  const reader = (request.body as ReadableStream<Uint8Array>).getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch((reason: unknown) => {
      throw bodyFailure(reason)
    })
    if (done) return joinBytes(chunks)
    size += value.length
    if (size > most) {
      await reader.cancel().catch(() => undefined)
      return null
    }
    chunks.push(value)
  }
}

export function fetchIncoming(request: Request): Incoming {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    pathname,
    search,
    headers: request.headers,
    signal: request.signal,
    isGone: () => request.signal.aborted,
    readBody: (most) => readFetchBody(request, most),
    asRequest: () => request,
  }
}
