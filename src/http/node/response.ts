import { wholeBodyOf } from '../whole-body.js'

/** What is taken of Node's `ServerResponse`; Node is not imported. */
export interface NodeResponse {
  readonly headersSent: boolean
  readonly writableFinished: boolean
  /** HTTP/2 tells it of its stream. */
  readonly destroyed?: boolean
  readonly socket: NodeSocket | null
  /** HTTP/2. */
  readonly stream?: NodeStream
  writeHead(status: number, headers: Record<string, string>): unknown
  write(chunk: Uint8Array): boolean
  end(): unknown
  end(text: string): unknown
  destroy(): unknown
  on(event: string, listener: () => void): unknown
}

interface NodeSocket {
  resetAndDestroy?(): unknown
}

interface NodeStream {
  readonly destroyed: boolean
  close(code: number): unknown
}

/** RFC 9113. */
const internalError = 2

/** Whether nobody is there any more to answer to. */
export function isGone({ destroyed, stream }: NodeResponse): boolean {
  return destroyed === true || stream?.destroyed === true
}

/**
 * Ends the connection, or in HTTP/2 the stream, so that the client can tell: by a reset, because to HTTP/1.0 an
 * ordinary end is the end of the file.
 */
export function breakOff(response: NodeResponse): void {
  // The socket there is that of all streams.
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

/** Writes an answer as fast as the client reads it; when the client leaves, its body is cancelled. */
export async function send(answer: Response, response: NodeResponse, leaving: AbortSignal): Promise<void> {
  const whole = wholeBodyOf(answer)
  if (whole !== undefined) {
    if (leaving.aborted || isGone(response) || response.headersSent) return
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(whole)
    return
  }
  const reader = (answer.body as ReadableStream<Uint8Array> | null)?.getReader()
  let wake = () => {}
  const cancel = () => void reader?.cancel().catch(() => undefined)
  const isOver = () => leaving.aborted || isGone(response)
  // A host that has answered in the meantime, such as after a time limit, is not talked over.
  if (isOver() || response.headersSent) return cancel()
  leaving.addEventListener('abort', () => {
    cancel()
    wake()
  })
  // One for all: middlewares that compress forward listeners, and cannot remove them.
  response.on('drain', () => wake())
  try {
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    while (reader) {
      const { done, value } = await reader.read()
      if (isOver()) return cancel()
      if (done) break
      if (!response.write(value)) await new Promise<void>((resolve) => (wake = resolve))
    }
    response.end()
  } catch {
    cancel()
    breakOff(response)
  }
}
