import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { expect, it, vi } from 'vitest'
import { type Answering, receiver } from '../../support/webhooks/receiver.js'
import { addresses, lookUpBy, namesMean } from '../../support/webhooks/look-ups.js'
import { delivered, retrying, sendingOne } from '../../support/webhooks/sending.js'

const hang: Answering = () => undefined

/** Writes as fast as it is read, until the connection is closed. */
function flood(response: ServerResponse, written: { bytes: number }): void {
  const piece = Buffer.alloc(64 * 1_024)
  const more = () => {
    while (!response.destroyed) {
      written.bytes += piece.length
      if (!response.write(piece)) return void response.once('drain', more)
    }
  }
  more()
}

it('webhookSender: an endpoint that takes the request and does not answer is left at the time-out', async () => {
  namesMean('127.0.0.1')
  const endpoint = await receiver(hang)
  const { deliver, reasons } = await sendingOne({ url: endpoint.url, timeoutMs: 300 })
  expect(await deliver()).toEqual(retrying)
  expect(reasons()).toContain('timed_out')
  await endpoint.allClosed()
})

it('webhookSender: an endpoint that never ends its head is left at the time-out', async () => {
  namesMean('127.0.0.1')
  const endpoint = await receiver((_response, { socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const drops = setInterval(() => socket.write('x: y\r\n'), 20)
    socket.once('close', () => clearInterval(drops))
  })
  const { deliver, reasons } = await sendingOne({ url: endpoint.url, timeoutMs: 300 })
  expect(await deliver()).toEqual(retrying)
  expect(reasons()).toContain('timed_out')
  await endpoint.allClosed()
})

it('webhookSender: an endpoint that answers 100 Continue without end is left at the time-out', async () => {
  namesMean('127.0.0.1')
  const endpoint = await receiver((_response, { socket }) => {
    const drops = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20)
    socket.once('close', () => clearInterval(drops))
  })
  const { deliver, reasons } = await sendingOne({ url: endpoint.url, timeoutMs: 300 })
  expect(await deliver()).toEqual(retrying)
  expect(reasons()).toContain('timed_out')
  await endpoint.allClosed()
})

it('webhookSender: an endpoint that never shakes hands is left at the time-out', async () => {
  namesMean('127.0.0.1')
  let closed: Promise<unknown> = Promise.reject(new Error('no connection came'))
  closed.catch(() => undefined)
  const silent = createServer((socket) => {
    closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined).resume()
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const { deliver, reasons } = await sendingOne({ url: `https://127.0.0.1:${port}/`, timeoutMs: 300 })
  expect(await deliver()).toEqual(retrying)
  expect(reasons()).toContain('timed_out')
  await closed
  await new Promise((resolve) => silent.close(resolve))
})

it('webhookSender: an endpoint that hangs after the head has the event', async () => {
  namesMean('127.0.0.1')
  const endpoint = await receiver((response) => void response.writeHead(200).flushHeaders())
  const { deliver } = await sendingOne({ url: endpoint.url, timeoutMs: 30_000 })
  expect(await deliver()).toEqual(delivered)
  await endpoint.allClosed()
})

it.each([
  [200, delivered],
  [500, retrying],
])(
  'webhookSender: an endless body behind %i is read next to not at all, and the connection closed',
  async (status, counts) => {
    namesMean('127.0.0.1')
    const written = { bytes: 0 }
    const endpoint = await receiver((response) => {
      response.writeHead(status)
      flood(response, written)
    })
    const { deliver } = await sendingOne({ url: endpoint.url, timeoutMs: 30_000 })
    expect(await deliver()).toEqual(counts)
    await endpoint.allClosed()
    // What the buffers of both sides take, and no more.
    expect(written.bytes).toBeLessThan(32 * 2 ** 20)
  },
)

it('webhookSender: a name whose look-up never ends is left at the time-out', async () => {
  lookUpBy(() => new Promise(() => undefined))
  const { deliver, reasons } = await sendingOne({ url: 'https://hook.hospital.test/', timeoutMs: 300 })
  expect(await deliver()).toEqual(retrying)
  expect(reasons()).toContain('timed_out')
})

it('webhookSender: a name that is looked up too late is not connected to', async () => {
  let find: (records: ReturnType<typeof addresses>) => void = () => undefined
  lookUpBy(() => new Promise((resolve) => (find = resolve)))
  const endpoint = await receiver()
  const fetch = vi.fn(() => Promise.resolve(new Response(null, { status: 204 })))
  const url = `https://hook.hospital.test:${endpoint.port}/`
  for (const { found, transport } of [
    { found: '127.0.0.1', transport: { allowHosts: ['hook.hospital.test'] } },
    { found: '93.184.215.14', transport: { fetch } },
  ]) {
    const { deliver } = await sendingOne({ url, timeoutMs: 300, ...transport })
    expect(await deliver()).toEqual(retrying)
    find(addresses(found))
    // A connection, were there one, would be made before that of a request which begins later.
    namesMean('127.0.0.1')
    const later = await sendingOne({ url: endpoint.url })
    expect(await later.deliver()).toEqual(delivered)
    lookUpBy(() => new Promise((resolve) => (find = resolve)))
  }
  expect(endpoint.connections()).toBe(2)
  expect(fetch).not.toHaveBeenCalled()
})
