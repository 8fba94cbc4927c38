import type { IncomingMessage } from 'node:http'

/** Callbacks have some hundred bytes; what is much longer is none. */
const maxBytes = 64 * 1024

/**
 * Reads the bytes as they came, because these are signed; parsed and written anew they would differ. `null` for too
 * many.
 */
export function rawBody(request: IncomingMessage): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    request.on('data', (chunk: Uint8Array) => {
      length += chunk.length
      // What follows is read, and not kept, until the answer has closed the connection.
      if (length > maxBytes) resolve(null)
      else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
  })
}
