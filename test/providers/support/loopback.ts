import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface LoopbackRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The answer of the server: JSON with its status. */
type Answer = (request: LoopbackRequest) => { readonly status: number; readonly json?: unknown }

/** Starts a server on this machine that keeps each request. It stops when the test ends. */
export async function loopback(answer: Answer) {
  const requests: LoopbackRequest[] = []
  const server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (piece: string) => (body += piece))
    incoming.on('end', () => {
      const request = { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body }
      requests.push(request)
      const { status, json } = answer(request)
      outgoing.writeHead(status, { 'content-type': 'application/json' })
      outgoing.end(json === undefined ? '' : JSON.stringify(json))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}
