/** What is taken of Node's `ServerResponse`; Node is not imported. */
export interface NodeResponse {
  readonly writableFinished: boolean
  readonly destroyed: boolean
  readonly socket: NodeSocket | null
  writeHead(status: number, headers: Record<string, string>): unknown
  write(chunk: Uint8Array): boolean
  end(): unknown
  destroy(): unknown
  on(event: string, listener: () => void): unknown
  removeListener(event: string, listener: () => void): unknown
}

interface NodeSocket {
  resetAndDestroy?(): unknown
}

/** Until more may be written, or nobody is there any more. */
function room(response: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.removeListener('drain', done)
      response.removeListener('close', done)
      resolve()
    }
    response.on('drain', done)
    response.on('close', done)
    if (response.destroyed) done()
  })
}

/**
 * Ends the connection so that the client can tell: by a reset, because to HTTP/1.0 an ordinary end is the end of the
 * file.
 */
export function breakOff(response: NodeResponse): void {
  try {
    response.socket?.resetAndDestroy?.()
  } catch {
    // Only plain TCP sockets can be reset.
  }
  response.destroy()
}

/** Writes an answer as fast as the client reads it; when the client leaves, its body is cancelled. */
export async function send(answer: Response, response: NodeResponse): Promise<void> {
  if (response.destroyed) {
    await answer.body?.cancel()
    return
  }
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  const reader = (answer.body as ReadableStream<Uint8Array> | null)?.getReader()
  if (!reader) {
    response.end()
    return
  }
  const left = () => void reader.cancel().catch(() => undefined)
  response.on('close', left)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || response.destroyed) break
      if (!response.write(value)) await room(response)
    }
    response.end()
  } catch {
    breakOff(response)
  } finally {
    response.removeListener('close', left)
  }
}
