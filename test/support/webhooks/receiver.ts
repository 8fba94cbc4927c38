/** An endpoint of webhooks on this machine: a real server that keeps what it got. */
import { readFileSync } from 'node:fs'
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/**
 * The answer of the endpoint, after the whole request has come; `request.socket` is there for answers that are not
 * HTTP.
 */
export type Answering = (response: ServerResponse, request: IncomingMessage) => void

export interface Receiver {
  /** By its address, so that no name is looked up. */
  readonly url: string
  readonly port: number
  readonly received: readonly Received[]
  /** Counts the connections so far, also those on which no request came. */
  readonly connections: () => number
  /** Resolves when no connection is open any longer. */
  readonly allClosed: () => Promise<void>
}

const read = (name: string) => readFileSync(new URL(`${name}.pem`, import.meta.url))

export const answerWith =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(status, headers).end()

/** Stops by itself when the test ends. @param certificate `none` is plain http */
export async function receiver(
  answering: Answering = answerWith(204),
  certificate: 'server' | 'stranger' | 'none' = 'server',
): Promise<Receiver> {
  const received: Received[] = []
  const sockets = new Set<Duplex>()
  const closings: Promise<void>[] = []
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      received.push({ method, path: url, headers, body: Buffer.concat(pieces) })
      answering(response, request)
    })
  }
  const server =
    certificate === 'none'
      ? createHttpServer(onRequest)
      : createServer({ key: read('key'), cert: read(certificate) }, onRequest)
  server.on('connection', (socket: Duplex) => {
    sockets.add(socket)
    closings.push(new Promise((resolve) => socket.once('close', () => resolve())))
  })
  // A sender that goes away, or does not trust the certificate, is no failure of the test.
  server.on('tlsClientError', () => undefined)
  server.on('secureConnection', (socket: Duplex) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    const stopped = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await stopped
  })
  return {
    url: `${certificate === 'none' ? 'http' : 'https'}://127.0.0.1:${port}/hooks/payments`,
    port,
    received,
    connections: () => sockets.size,
    allClosed: async () => void (await Promise.all(closings)),
  }
}
