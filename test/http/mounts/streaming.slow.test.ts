import { createHandler } from 'hospital-payments/http'
import { Agent, get, type IncomingMessage, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bytesOf, bytesOfBatch, longExport } from './support/export.js'
import { mounts } from './support/mounts.js'
import { closed, portOf, exchange } from './support/raw.js'

const soon = { timeout: 10_000, interval: 10 }
/** From the abort to the release; what the machine may take for itself is not the library's. */
const withinASecond = { timeout: 1_000, interval: 10 }

/** Sent by kernel and Node before the client has read anything. */
const socketBuffers = 16 * 1024 * 1024

const streaming = mounts.filter(({ name }) => !/ after express|express \d at/.test(name))

describe.each(streaming)('toNodeListener: an export through $name', ({ basePath, hasListener, start }) => {
  let server: Server
  const errors: unknown[] = []

  async function serving(options: Parameters<typeof longExport>[0]) {
    const service = longExport(options)
    errors.length = 0
    const onError = (error: unknown) => errors.push(error)
    server = await start(createHandler({ payments: service.payments, authenticate: 'none', basePath, onError }))
    return { ...service, port: portOf(server), path: `${basePath}/v1/reports/payments.csv` }
  }
  const opened = (port: number, path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, path, host: '127.0.0.1', agent: false }, resolve).on('error', reject)
    })
  afterEach(() => closed(server))

  it('waits for a slow reader, and arrives whole', async () => {
    const batches = Math.ceil(50_000_000 / bytesOfBatch)
    const { seen, port, path } = await serving({ batches })
    const response = await opened(port, path)
    let last = -1
    await vi.waitFor(
      () => {
        const was = last
        last = seen.pulled
        expect(last).toBe(was)
      },
      { timeout: 10_000, interval: 150 },
    )
    expect(seen.pulled * bytesOfBatch).toBeLessThan(socketBuffers)
    let size = 0
    let ahead = 0
    for await (const chunk of response) {
      size += (chunk as Buffer).length
      ahead = Math.max(ahead, seen.pulled * bytesOfBatch - size)
    }
    expect(size).toBe(bytesOf(batches))
    expect(ahead).toBeLessThan(socketBuffers)
    expect(seen).toEqual({ pulled: batches, begun: 1, released: 1 })
  })

  it('frees the storage within a second when the client leaves midway', async () => {
    const { seen, port, path } = await serving({ batches: 1_000 })
    const response = await opened(port, path)
    response.on('error', () => {})
    await new Promise((resolve) => response.once('data', resolve))
    expect(seen.released).toBe(0)
    response.destroy()
    await vi.waitFor(() => expect(seen.released).toBe(1), withinASecond)
    expect(seen.pulled).toBeLessThan(1_000)
    expect(errors).toEqual([])
  })

  it('frees the storage when the client leaves before the first byte', async () => {
    const { seen, port, path, holdBack } = await serving({ batches: 10 })
    void holdBack()
    const leaving = get({ port, path, host: '127.0.0.1', agent: false }).on('error', () => {})
    await vi.waitFor(() => expect(seen.begun).toBe(1), soon)
    leaving.destroy()
    await vi.waitFor(() => expect(seen.released).toBe(1), withinASecond)
    expect(errors).toEqual([])
  })

  it('breaks off when the storage fails midway, so that the client notices', async () => {
    const { seen, port, path } = await serving({ batches: 10, failsAfter: 3 })
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    if (hasListener) {
      const { error } = await exchange(port, `GET ${path} HTTP/1.0\r\nHost: localhost\r\n\r\n`)
      expect(error).toBe('ECONNRESET')
    }
    expect(seen.released).toBe(hasListener ? 2 : 1)
    expect(errors).toHaveLength(seen.released)
  })

  it('frees every export of a client that pipelined several and left', async () => {
    if (!hasListener) return
    const { seen, port, path } = await serving({ batches: 1_000 })
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(3))
    await vi.waitFor(() => expect(seen.begun).toBe(3), soon)
    socket.destroy()
    await vi.waitFor(() => expect(seen.released).toBe(3), withinASecond)
  })

  it('leaves the connection and its listeners in order', async () => {
    const { port, path } = await serving({ batches: 1 })
    const warnings: Error[] = []
    const warn = (warning: Error) => void warnings.push(warning)
    process.on('warning', warn)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<number | undefined>()
    for (let i = 0; i < 40; i++) {
      const response = await new Promise<IncomingMessage>((resolve) => get({ port, path, agent }, resolve))
      ports.add(response.socket.localPort)
      await new Promise((resolve) => response.on('end', resolve).resume())
    }
    agent.destroy()
    process.off('warning', warn)
    expect(ports.size).toBe(1)
    expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([])
  })
})
