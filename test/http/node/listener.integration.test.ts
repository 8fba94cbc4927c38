import { execFile } from 'node:child_process'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, constants, createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { bearerKeys, createHandler, toNodeListener } from 'hospital-payments/http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { request, testService } from '../../support/service.js'
import { isInstalled } from '../../support/tools.js'
import { longExport } from '../mounts/support/export.js'
import { csvImport, till, tillFile } from '../support/finance.js'

type Listening = Pick<Server, 'address'> & {
  close(): unknown
  listen(port: number, host: string, listening: () => void): unknown
}

let server: Listening | undefined
afterEach(() => void server?.close())

async function portOf(listening: Listening): Promise<number> {
  server = listening
  await new Promise<void>((resolve) => void listening.listen(0, '127.0.0.1', resolve))
  return (listening.address() as AddressInfo).port
}

const csv = '/v1/reports/payments.csv'
const listenerOf = (payments: ReturnType<typeof testService>['payments'], options = {}) =>
  toNodeListener(createHandler({ payments, authenticate: 'none', ...options }))
const serve = (listener: RequestListener) => portOf(createServer(listener))

const reading = `
import socket, sys, time
client = socket.create_connection(('127.0.0.1', int(sys.argv[1])))
client.sendall(b'GET ${csv} HTTP/1.0\\r\\n\\r\\n')
time.sleep(float(sys.argv[2]))
try:
    while client.recv(65536): pass
    print('end')
except ConnectionResetError:
    print('reset')
`

describe.runIf(isInstalled('python3'))('toNodeListener: a file that breaks off', () => {
  it.each(['0', '0.2'])('is reset under HTTP/1.0, which has no other sign (a reader that waits %s s)', async (wait) => {
    const port = await serve(listenerOf(longExport({ batches: 3, failsAfter: 2, waitsMs: 0 }).payments))
    const { stdout } = await promisify(execFile)('python3', ['-c', reading, String(port), wait])
    expect(stdout.trim()).toBe('reset')
  })
})

it('toNodeListener: two Authorization headers count as none', async () => {
  const sha256 = '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b'
  const authenticate = bearerKeys([{ sha256, actor: 'app', scopes: ['reports:read'] }])
  const port = await serve(listenerOf(testService().payments, { authenticate }))
  const ask = (headers: [string, string][]) => fetch(`http://127.0.0.1:${port}/v1/reports/totals`, { headers })
  expect((await ask([['authorization', 'Bearer secret']])).status).toBe(200)
  const twice: [string, string][] = [
    ['authorization', 'Bearer secret'],
    ['authorization', 'Bearer secret'],
  ]
  expect((await ask(twice)).status).toBe(401)
})

it('toNodeListener: a body that was read before and left nowhere is reported to onError', async () => {
  const reported: unknown[] = []
  const listener = listenerOf(testService().payments, { onError: (error: unknown) => reported.push(error) })
  const port = await serve((incoming, response) => {
    incoming.resume()
    incoming.on('end', () => listener(incoming, response))
  })
  const answer = await fetch(`http://127.0.0.1:${port}/v1/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request()),
  })
  expect([answer.status, reported.length]).toEqual([500, 1])
})

it('toNodeListener: a statement is refused as an object of a parser of the host, and accepted as text and bytes', async () => {
  const listener = listenerOf(testService().payments, { finance: true, layouts: { till } })
  let parse: (text: string) => unknown = (text) => text
  const port = await serve((incoming, response) => {
    let text = ''
    incoming.on('data', (piece: Buffer) => (text += piece.toString()))
    incoming.on('end', () => listener(Object.assign(incoming, { body: parse(text) }), response))
  })
  const send = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${csvImport}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: tillFile('2026-11-20,7.00,,'),
    })
    return [answer.status, await answer.text()]
  }
  expect(await send()).toEqual([201, expect.stringContaining('"amount":"700"')])
  parse = (text) => Buffer.from(text)
  expect(await send()).toEqual([201, expect.stringContaining('"imp_')])
  parse = (text) => Object.fromEntries(new URLSearchParams(text))
  expect(await send()).toEqual([415, expect.stringContaining('application/octet-stream')])
})

it('toNodeListener: sends nothing where the host has answered in the meantime', async () => {
  const listener = listenerOf(testService().payments)
  const port = await serve((incoming, response) => {
    listener(incoming, response)
    response.writeHead(504).end('too late')
  })
  const answer = await fetch(`http://127.0.0.1:${port}/v1/reports/totals`)
  expect([answer.status, await answer.text()]).toEqual([504, 'too late'])
})

it('toNodeListener: serves HTTP/2, where a file that breaks off ends its own stream only, and one that is left is released', async () => {
  const { payments, seen } = longExport({ batches: 2000, failsAfter: 1000 })
  const listener = listenerOf(payments)
  const port = await portOf(createHttp2Server((incoming, response) => listener(incoming, response)))
  const session = connect(`http://127.0.0.1:${port}`)
  try {
    const broken = session.request({ ':path': csv })
    const code = new Promise((resolve) => broken.on('close', () => resolve(broken.rstCode)))
    broken.on('error', () => undefined)
    broken.resume()
    expect(await code).toBe(constants.NGHTTP2_INTERNAL_ERROR)

    const left = session.request({ ':path': csv })
    await new Promise((resolve) => left.once('data', resolve))
    left.close(constants.NGHTTP2_CANCEL)
    await vi.waitFor(() => expect(seen.released).toBe(2), { timeout: 5000 })

    const totals = session.request({ ':path': '/v1/reports/totals' })
    const status = new Promise((resolve) => totals.on('response', (headers) => resolve(headers[':status'])))
    expect(await status).toBe(200)
  } finally {
    session.close()
  }
})

it('toNodeListener: passes the request of Node to authenticate, with what a middleware of the host has put there', async () => {
  const seen: unknown[] = []
  const authenticate = (request: Request, { node }: { readonly node?: unknown }) => {
    seen.push([new URL(request.url).pathname, (node as { user?: string }).user])
    return { actor: 'clerk', scopes: ['reports:read'] }
  }
  const listener = listenerOf(testService().payments, { authenticate })
  const port = await serve((incoming, response) => listener(Object.assign(incoming, { user: 'abebe' }), response))
  expect((await fetch(`http://127.0.0.1:${port}/v1/reports/totals`)).status).toBe(200)
  expect(seen).toEqual([['/v1/reports/totals', 'abebe']])
})

it('toNodeListener: reads the body behind an authenticate that received the whole request', async () => {
  const authenticate = async (request: Request) => {
    await request.clone().text()
    return { actor: 'clerk', scopes: ['payments:write'] }
  }
  const port = await serve(listenerOf(testService().payments, { authenticate }))
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(request())
  const answer = await fetch(`http://127.0.0.1:${port}/v1/payments`, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
})

it.runIf(isInstalled('curl'))(
  'toNodeListener: answers through a handler that a host has put around ours as through ours, TRACE included',
  async () => {
    const handler = createHandler({ payments: testService().payments, authenticate: 'none' })
    const around = Object.assign((incoming: Request) => handler(incoming), { owns: handler.owns })
    const answers = []
    for (const mounted of [handler, around]) {
      const port = await serve(toNodeListener(mounted))
      const { stdout } = await promisify(execFile)('curl', [
        ...['-si', '-X', 'TRACE', '-H', 'x-request-id: one', `http://127.0.0.1:${port}/v1/payments`],
      ])
      answers.push(stdout.replace(/^date:.*\r\n/im, ''))
      server?.close()
    }
    expect(answers[0]).toMatch(/^HTTP\/1\.1 405[^]*allow: GET, HEAD, POST, OPTIONS/)
    expect(answers[1]).toBe(answers[0])
  },
)
