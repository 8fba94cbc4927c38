import { invalidRequest } from '../../domain/issue.js'
import { isPaymentError, PaymentError } from '../../errors.js'
import { joinBytes } from '../../internal/encoding.js'

/** The reading part of headers, as Fetch has them: by names in lower case, several values joined by `, `. */
export interface HeaderReader {
  get(name: string): string | null
}

/** A request as the handler reads it, whatever kind of server it came through. */
export interface Incoming {
  /** The method as the client sent it; also one that no Fetch request may have, such as TRACE. */
  readonly method: string
  readonly pathname: string
  /** The query with its question mark; empty where there is none. */
  readonly search: string
  /** The scheme and host of the request, as an origin of the web; `null` where the request does not have them. */
  readonly origin: string | null
  readonly headers: HeaderReader
  /** Aborted when the client leaves before its answer is whole. */
  readonly signal: AbortSignal
  /** The request of Node's, where it came through one. */
  readonly node?: unknown
  /** The body as a parser of the host has read it, where it was read before. */
  readonly parsed?: unknown
  /** Checks that the client has left. */
  isGone(): boolean
  /**
   * Reads the bytes of the body. Returns `null` where there are more than `max`, and reads nothing beyond them.
   *
   * @throws PaymentError `invalid_request` when the body breaks off, `internal_error` when the host has read it before
   */
  readBody(max: number): Promise<Uint8Array | null>
  /**
   * Reads the bytes of the body exactly as they came, because a signature is of bytes; otherwise as `readBody`.
   *
   * @throws PaymentError as `readBody`, `internal_error` also where a parser of the host kept only what it has read
   */
  readRawBody(max: number): Promise<Uint8Array | null>
  /**
   * Yields the body as it comes, and reads nothing ahead; text where a parser of the host made text of it. Reading ends with
   * an error when the client leaves: the pieces before it are never the whole.
   *
   * @throws PaymentError as `readBody`
   */
  streamBody(): AsyncIterable<Uint8Array | string>
  /**
   * Copies all headers, for code of others.
   *
   * @throws TypeError for what Fetch takes for no header
   */
  allHeaders(): Headers
  /** Makes the request of Fetch, for an `authenticate` of the host's. */
  asRequest(): Request
}

/**
 * The error of a body that the host's own code read first and did not hand on as it came: a fault of the host's, never of the
 * client's.
 */
export class BodyWasRead extends PaymentError<'internal_error'> {
  /** @param problem what happened, and what the host does about it */
  constructor(problem: string) {
    super('internal_error', problem)
  }
}

/**
 * Returns the error of a body that broke off: the client's fault, unless it is an error of the library, which stands for a
 * fault of the host's.
 */
export function bodyFailure(reason: unknown): PaymentError {
  return isPaymentError(reason) ? reason : invalidRequest([{ path: '', message: 'the body ended too early' }])
}

/** Yields a stream piece by piece. The stream is canceled when reading stops before its end, or `signal` aborts. */
export async function* piecesOf(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader()
  // A reader that waits gets the end of a stream that is canceled.
  const leave = () => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', leave, { once: true })
  let isWhole = false
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((reason: unknown) => {
        throw bodyFailure(reason)
      })
      if (signal.aborted) throw bodyFailure(signal.reason)
      isWhole = done
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', leave)
    if (!isWhole) await reader.cancel().catch(() => undefined)
  }
}

function unreadBodyOf({ body, bodyUsed }: Request): ReadableStream<Uint8Array> | null {
  if (!body) return null
  if (bodyUsed || body.locked)
    throw new BodyWasRead('The body was read before the handler. `authenticate` and middleware must leave it unread.')
  return body as ReadableStream<Uint8Array>
}

/** Yields the body of a request of Fetch, as `Incoming.streamBody` does. */
export async function* streamFetchBody(request: Request, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const body = unreadBodyOf(request)
  if (body) yield* piecesOf(body, signal)
}

/** Reads the body of a request of Fetch, as `Incoming.readBody` does. */
export async function readFetchBody(request: Request, max: number): Promise<Uint8Array | null> {
  const body = unreadBodyOf(request)
  if (!body) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch((reason: unknown) => {
      throw bodyFailure(reason)
    })
    if (done) return joinBytes(chunks)
    size += value.length
    if (size > max) {
      await reader.cancel().catch(() => undefined)
      return null
    }
    chunks.push(value)
  }
}

export function fetchIncoming(request: Request): Incoming {
  const { pathname, search, origin } = new URL(request.url)
  return {
    method: request.method,
    pathname,
    search,
    origin,
    headers: request.headers,
    signal: request.signal,
    isGone: () => request.signal.aborted,
    readBody: (max) => readFetchBody(request, max),
    readRawBody: (max) => readFetchBody(request, max),
    streamBody: () => streamFetchBody(request, request.signal),
    allHeaders: () => new Headers(request.headers),
    asRequest: () => request,
  }
}
