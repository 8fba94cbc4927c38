import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from '../../support/databases/free-port.js'
import { type Answering, receiver } from '../../support/webhooks/receiver.js'
import { delivered, retrying, sendingOne } from '../../support/webhooks/sending.js'

const raw =
  (...lines: string[]): Answering =>
  (_response, { socket }) =>
    socket.end(lines.join('\r\n'))

const upgrade = raw('HTTP/1.1 101 Switching Protocols', 'connection: upgrade', 'upgrade: websocket', '', '')

const broken: Record<string, Answering> = {
  'drops the connection before it answers': (_response, { socket }) => socket.destroy(),
  'ends the connection without a word': (_response, { socket }) => socket.end(),
  'drops the connection within the head': raw('HTTP/1.1 200 OK', 'content-ty'),
  'answers what is not HTTP': raw('+OK POP3 ready', '', ''),
  'answers a status that is no number': raw('HTTP/1.1 abc OK', '', ''),
  'answers 101 and another protocol': upgrade,
  'answers 101 alone': raw('HTTP/1.1 101 Switching Protocols', '', ''),
  'floods with headers': (_response, { socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    for (let i = 0; i < 2_000; i++) socket.write(`x-flood-${i}: ${'x'.repeat(1_000)}\r\n`)
  },
  'floods with one header': (_response, { socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nx-flood: ')
    for (let i = 0; i < 2_000; i++) socket.write('x'.repeat(1_000))
  },
}

// None waits for the time-out: what is broken is known to be broken at once.
it.each(Object.keys(broken))('webhookSender: an endpoint that %s is tried again', async (name) => {
  const endpoint = await receiver(broken[name])
  const { deliver, reasons } = await sendingOne({ url: endpoint.url, timeoutMs: 30_000 })
  expect(await deliver()).toEqual(retrying)
  expect(endpoint.received).toHaveLength(1)
  expect(reasons()).not.toContain('timed_out')
  await endpoint.allClosed()
})

it('webhookSender: an endpoint that first answers 100 Continue, and then answers, has the event', async () => {
  const endpoint = await receiver(raw('HTTP/1.1 100 Continue', '', 'HTTP/1.1 204 No Content', '', ''))
  const { deliver } = await sendingOne({ url: endpoint.url })
  expect(await deliver()).toEqual(delivered)
})

it('webhookSender: an endpoint that drops the connection after the head has the event', async () => {
  const endpoint = await receiver(raw('HTTP/1.1 200 OK', 'content-length: 1000', '', 'only so much'))
  const { deliver } = await sendingOne({ url: endpoint.url })
  expect(await deliver()).toEqual(delivered)
})

it('webhookSender: an endpoint that refuses connections is tried again', async () => {
  const { deliver, reasons } = await sendingOne({ url: `https://127.0.0.1:${await freePort()}/` })
  expect(await deliver()).toEqual(retrying)
  expect(reasons()).toContain('ECONNREFUSED')
})

it('webhookSender: an endpoint without TLS is tried again, and receives nothing of the event', async () => {
  const received: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('data', (piece) => received.push(piece))
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  const { deliver } = await sendingOne({ url: `https://127.0.0.1:${port}/secret-path` })
  expect(await deliver()).toEqual(retrying)
  expect(Buffer.concat(received).toString('latin1')).not.toMatch(/secret-path|POST|webhook/)
  await new Promise((resolve) => server.close(resolve))
})
