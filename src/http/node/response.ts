import type { Reply } from '../reply.js'
import type { Incoming } from '../request/incoming.js'

/** The parts of Node's `ServerResponse` that are used; Node is not imported. */
export interface NodeResponse {
  readonly headersSent: boolean
  readonly writableFinished: boolean
  /** True where the response is closed; in HTTP/2, where its stream is. */
  readonly destroyed?: boolean
  readonly socket: { resetAndDestroy?(): unknown } | null
  /** The stream of HTTP/2. */
  readonly stream?: { readonly destroyed: boolean; close(code: number): unknown }
  /** Returns a header that a host has set before. Objects that replace a response of Node may lack this function. */
  getHeader?(name: string): number | string | readonly string[] | undefined
  writeHead(status: number, headers: Readonly<Record<string, string | string[]>>): unknown
  write(chunk: Uint8Array): boolean
  end(): unknown
  end(body: Uint8Array): unknown
  destroy(): unknown
  on(event: string, listener: () => void): unknown
}

/** The error code INTERNAL_ERROR (RFC 9113). */
const internalError = 2

/** Checks that the client has left. */
export function isGone({ destroyed, stream }: NodeResponse): boolean {
  return destroyed === true || stream?.destroyed === true
}

/**
 * Ends the connection, or in HTTP/2 the stream, so that the client notices: by a reset, because to HTTP/1.0 an
 * ordinary end is the end of the file.
 */
export function breakOff(response: NodeResponse): void {
  // The socket of HTTP/2 is that of all streams.
  if (response.stream) {
    response.stream.close(internalError)
    return
  }
  try {
    response.socket?.resetAndDestroy?.()
  } catch {
    // Only plain TCP sockets can be reset.
  }
  response.destroy()
}

/** Makes the headers of an answer. Its cookies stand beside those that a host has set before. */
function headersFor(response: NodeResponse, headers: Reply['headers']): Readonly<Record<string, string | string[]>> {
  const { 'set-cookie': cookie } = headers
  const before = cookie === undefined ? undefined : response.getHeader?.('set-cookie')
  return before === undefined ? headers : { ...headers, 'set-cookie': [before, cookie!].flat().map(String) }
}

/** Writes an answer as fast as the client reads it; when the client leaves, its body is cancelled. */
export function send(
  { status, headers, body }: Reply,
  response: NodeResponse,
  incoming: Incoming,
): void | Promise<void> {
  if (body instanceof ReadableStream) return stream({ status, headers, body }, response, incoming)
  // A host may have answered in the meantime, such as after a time limit.
  if (incoming.isGone() || response.headersSent) return
  response.writeHead(status, headersFor(response, headers))
  if (body === null) response.end()
  else response.end(body)
}

async function stream(
  { status, headers, body }: Reply & { readonly body: ReadableStream<Uint8Array> },
  response: NodeResponse,
  incoming: Incoming,
): Promise<void> {
  const reader = body.getReader()
  let wake = () => {}
  const cancel = () => void reader.cancel().catch(() => undefined)
  const { signal } = incoming
  if (incoming.isGone() || response.headersSent) return cancel()
  signal.addEventListener('abort', () => {
    cancel()
    wake()
  })
  // One for all: middlewares that compress forward listeners, and cannot remove them.
  response.on('drain', () => wake())
  try {
    response.writeHead(status, headersFor(response, headers))
    for (;;) {
      const { done, value } = await reader.read()
      if (incoming.isGone()) return cancel()
      if (done) break
      if (!response.write(value)) await new Promise<void>((resolve) => (wake = resolve))
    }
    response.end()
  } catch {
    cancel()
    breakOff(response)
  }
}
