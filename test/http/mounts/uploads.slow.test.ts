import type { StatementImport } from 'hospital-payments'
import { createHandler } from 'hospital-payments/http'
import { request as ask, type Server } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testService } from '../../support/service.js'
import { csvImport, header, till } from '../support/finance.js'
import { mounts } from './support/mounts.js'
import { closed, portOf } from './support/raw.js'

const mebibyte = 1024 * 1024
const largest = 64 * mebibyte
const lineBytes = 1024
const rowBytes = 8192
/** The number of rows of a file that are lines. */
const firstLines = 1_000
const soon = { timeout: 10_000, interval: 20 }
/** The bytes that kernel, Node and the reader hold before a row of them is read. */
const buffers = 16 * mebibyte

const padded = (start: string, bytes = lineBytes) => `${start.padEnd(bytes - 2, 'x')}\r\n`
/** Writes rows that are no lines, so that nothing of them is kept. */
const rows = (count: number) => Buffer.from(padded('2026-11-20,x,,', rowBytes).repeat(count))
const lines = (first: number, count: number) =>
  Buffer.from(Array.from({ length: count }, (_, i) => padded(`2026-11-20,1.00,R-${first + i},`)).join(''))
/** Counts the bytes of the first records of a file. */
const bytesOf = (records: number) =>
  Math.min(records, firstLines) * lineBytes + Math.max(0, records - firstLines) * rowBytes

/** Writes a file of so many bytes, in pieces of 64 KiB: its header, its lines, and then rows that are none. */
function* fileOf(size: number, seen: { sent: number }): Generator<Uint8Array> {
  const beginning = [Buffer.from(padded(`${header},`)), lines(0, firstLines)]
  const piece = rows(8)
  for (const one of beginning) {
    seen.sent += one.length
    yield one
  }
  while (seen.sent < size) {
    const next = piece.subarray(0, Math.min(piece.length, size - seen.sent))
    seen.sent += next.length
    yield next
  }
}

const uploading = mounts.filter(({ name }) => !/ after |express \d \/|own JSON|module's/.test(name))

describe.each(uploading)('POST /v1/imports: a statement sent through $name', ({ basePath, start }) => {
  let server: Server
  afterEach(() => closed(server))

  /** Starts a server whose import waits for `gate` before each record, and counts how many it has read. */
  async function serving(gate: () => Promise<void> | undefined = () => undefined) {
    const { payments } = testService()
    const seen = { sent: 0, read: 0, ahead: 0, aborted: false }
    type Import = typeof payments.statements.import
    const statements = {
      ...payments.statements,
      import: ((records, options) => {
        options.signal?.addEventListener('abort', () => (seen.aborted = true))
        async function* counted() {
          for await (const record of records) {
            await gate()
            seen.read++
            seen.ahead = Math.max(seen.ahead, seen.sent - bytesOf(seen.read))
            yield record
          }
        }
        return payments.statements.import(counted(), options)
      }) as Import,
    }
    const handler = createHandler({
      payments: { ...payments, statements },
      authenticate: 'none',
      basePath,
      finance: true,
      layouts: { till },
    })
    server = await start(handler)
    return { payments, seen, url: `http://127.0.0.1:${portOf(server)}${basePath}${csvImport}` }
  }

  const send = (url: string, pieces: Iterable<Uint8Array>) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: ReadableStream.from(pieces),
      duplex: 'half',
    } as RequestInit)

  it('is read as it is imported, and imported whole, where it has 64 MiB', async () => {
    let open = () => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    const { seen, url } = await serving(() => opened)
    const answering = send(url, fileOf(largest, seen))
    let last = -1
    await vi.waitFor(
      () => {
        const was = last
        last = seen.sent
        expect(seen.sent).toBeGreaterThan(0)
        expect(last).toBe(was)
      },
      { timeout: 10_000, interval: 200 },
    )
    expect(seen.sent).toBeLessThan(buffers)
    open()
    const answer = await answering
    expect(answer.status).toBe(201)
    const done = (await answer.json()) as StatementImport
    expect(seen.sent).toBe(largest)
    const rejectedCount = (largest - (firstLines + 1) * lineBytes) / rowBytes
    expect(done).toMatchObject({ rejectedCount: Math.ceil(rejectedCount), from: '2026-11-20' })
    expect(done.rejected).toHaveLength(1_000)
    expect(seen.ahead).toBeLessThan(buffers)
  })

  it('is refused where it has one byte more, and its lines that were imported before stay', async () => {
    const { payments, seen, url } = await serving()
    const answer = await send(url, fileOf(largest + 1, seen))
    const { error } = (await answer.json()) as { error: { code: string; message: string } }
    expect([answer.status, error.code]).toEqual([413, 'payload_too_large'])
    expect(error.message).toContain('67108864 bytes')
    expect((await payments.statements.list()).items).toMatchObject([{ completedAt: null }])
    expect((await payments.lines.list({ limit: 500 })).items).toHaveLength(500)
  })

  it('is refused before anything of it is read where it is announced as longer', async () => {
    const { payments, url } = await serving()
    const status = await new Promise((resolve, reject) => {
      const sending = ask(
        url,
        { method: 'POST', agent: false, headers: { 'content-type': 'text/csv', 'content-length': largest + 1 } },
        (answer) => {
          resolve(answer.statusCode)
          sending.destroy()
        },
      )
      sending.on('error', reject)
      sending.write('x')
    })
    expect(status).toBe(413)
    expect((await payments.statements.list()).items).toEqual([])
  })

  it('is refused with the row that was read last where it is broken, while it is still being sent', async () => {
    const { url, seen } = await serving()
    function* broken() {
      let count = 0
      for (const piece of fileOf(8 * mebibyte, seen)) {
        if (++count === 4) yield Buffer.from('2026-11-20,"never closed')
        yield piece
      }
    }
    const answer = await send(url, broken())
    const { error } = (await answer.json()) as { error: { code: string; message: string } }
    expect([answer.status, error.code]).toEqual([400, 'invalid_request'])
    expect(error.message).toContain('row 1009 is the last that was read')
  })

  it('is imported no further where the client leaves', async () => {
    let isSlow = false
    const { payments, seen, url } = await serving(() =>
      isSlow ? new Promise((resolve) => setTimeout(resolve, 1)) : undefined,
    )
    const sending = ask(url, { method: 'POST', agent: false, headers: { 'content-type': 'text/csv' } })
    sending.on('error', () => {})
    sending.write(padded(`${header},`))
    for (let i = 0; i < 3; i++) sending.write(lines(1_000 * i, 1_000))
    await vi.waitFor(() => expect(seen.read).toBeGreaterThan(1_500), soon)
    isSlow = true
    sending.write(lines(3_000, 500))
    sending.destroy()
    // Node sees that a socket was closed when it has read what was sent before, and it reads as fast as the import.
    await vi.waitFor(() => expect(seen.aborted).toBe(true), soon)
    await vi.waitFor(async () => {
      const { items } = await payments.statements.list()
      expect(items).toMatchObject([{ completedAt: null, from: '2026-11-20' }])
    }, soon)
    // The row that was being read when the client left may still be counted.
    const pause = () => new Promise((resolve) => setTimeout(resolve, 100))
    await pause()
    const read = seen.read
    await pause()
    expect(seen.read).toBe(read)
    let stored = -1
    for await (const piece of payments.lines.exportCsv()) stored += piece.split('\r\n').length - 1
    expect(stored % 1_000).toBe(0)
    expect(stored).toBeLessThan(3_500)
  })
})
