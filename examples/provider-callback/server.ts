import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rawBody } from './raw-body.js'
import { type Answer, receive, type Receiver } from './receive.js'

/** Serves the provider's callbacks at `POST /callbacks/{provider}`, on a free port of this machine alone. */
export async function serve(receiver: Receiver) {
  const path = `/callbacks/${receiver.provider}`

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    if (request.url !== path) return { status: 404, result: 'not_found' }
    if (request.method !== 'POST') return { status: 405, result: 'method_not_allowed' }
    const body = await rawBody(request)
    return body ? receive(receiver, request.headers, body) : { status: 413, result: 'payload_too_large' }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, result, retryAfterSeconds } = await answerTo(request)
    response.writeHead(status, {
      'Content-Type': 'application/json',
      ...(status === 405 && { Allow: 'POST' }),
      // What was not read of the request must not be taken for the next one.
      ...(!request.complete && { Connection: 'close' }),
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    })
    response.end(JSON.stringify({ result }))
  }

  // It fails only when the connection does, and then no client waits for an answer.
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  server.requestTimeout = 10_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
