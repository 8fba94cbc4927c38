/** The answers of a handler as the listener sends them, by requests and responses that no server has. */
import {
  createHandler,
  type Handler,
  type NodeRequest,
  type NodeResponse,
  toNodeListener,
} from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { testService } from '../../support/service.js'
import { nodeRequest, nodeResponse } from '../support/node.js'
import type { Sent } from '../support/server.js'

/** Waits for the answers of tests, which come within some turns. */
async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
}

function handlerOf(answer: (request: Request) => Response | Promise<Response>, owned = '/v1/payments'): Handler {
  return Object.assign(async (request: Request) => answer(request), { owns: (path: string) => path === owned })
}

/** Returns the text that is sent for the answer to a request. */
async function sentBy(handler: Handler, facts: Partial<NodeRequest> = {}, responseFacts: Partial<NodeResponse> = {}) {
  const response = nodeResponse(responseFacts)
  toNodeListener(handler)(nodeRequest({ url: '/v1/payments', ...facts }), response)
  await settled()
  return response.sent
}

const text = (body: Sent | null, init: ResponseInit = {}) => new Response(body, { headers: { 'x-a': 'b' }, ...init })
const headers = { 'x-a': 'b' }

describe('toNodeListener: a handler that is none of ours', () => {
  it('is called with the request of Fetch, and its answer is sent as it is', async () => {
    const seen: unknown[] = []
    const handler = handlerOf(async (request) => {
      seen.push(request.method, request.url)
      return text(ReadableStream.from([new TextEncoder().encode('one'), new TextEncoder().encode('two')]))
    })
    expect(await sentBy(handler, { method: 'GET' })).toEqual([200, headers, 'one', 'two', 'end'])
    expect(await sentBy(handlerOf(() => text(null, { status: 204 })))).toEqual([204, headers, 'end'])
    expect(seen).toEqual(['GET', 'http://localhost/v1/payments'])
  })

  it.each(['POST', 'HEAD'])('is not called for a request that Fetch cannot have: %s', async (method) => {
    const handler = handlerOf(() => text('asked'))
    const rawHeaders = ['X-Bad:', '', 'X-Request-Id', 'one']
    const [status, sent, ...body] = await sentBy(handler, { method, rawHeaders })
    expect([status, sent]).toEqual([400, expect.objectContaining({ 'x-request-id': 'one' })])
    expect(body).toEqual([...(method === 'HEAD' ? [] : [expect.stringContaining('the request cannot be read')]), 'end'])
  })

  const allow = { allow: 'GET, OPTIONS' }
  const options = (init: ResponseInit) => handlerOf(() => new Response(null, init))

  it('has a method that Fetch forbids answered with those that the path has', async () => {
    const handler = options({ status: 204, headers: allow })
    const [status, sent, body] = await sentBy(handler, { method: 'TRACE' })
    expect([status, sent]).toEqual([405, expect.objectContaining(allow)])
    expect(body).toContain('This path does not take this method. Use GET, OPTIONS.')
    expect(await sentBy(handler, { method: 'OPTIONS' })).toEqual([204, allow, 'end'])
  })

  it.each([
    ['names no methods', { status: 204 }],
    ['has another status', { status: 200, headers: allow }],
  ])('has its own answer to such a method sent where that %s', async (_, init) => {
    const [status] = await sentBy(options(init), { method: 'TRACE' })
    expect(status).toBe(init.status)
  })
})

describe('toNodeListener: a path that is not one of the handler', () => {
  const problems: unknown[] = []
  const ours = createHandler({
    payments: testService().payments,
    authenticate: 'none',
    onError: (error, context) => problems.push((error as Error).message, context),
  })

  it.each([
    ['ours', ours],
    ['another', handlerOf(() => text('asked'))],
  ])('is passed to the next one of the host, and is not answered: %s', async (_, handler) => {
    const response = nodeResponse()
    const next: unknown[][] = []
    const listener = toNodeListener(handler)
    listener(nodeRequest({ url: '/patients' }), response, (...args) => next.push(args))
    expect(next).toEqual([[]])
    listener(nodeRequest({ url: '/v1/payments' }), response, (...args) => next.push(args))
    await settled()
    expect([next.length, response.sent.length > 0]).toEqual([1, true])
  })

  it('is reported with the request where it would be one under another base path', () => {
    const request = nodeRequest({ method: 'PUT', url: '/billing/v1/payments', rawHeaders: ['X-Request-Id', 'one'] })
    toNodeListener(ours)(request, nodeResponse(), () => undefined)
    expect(problems).toEqual([
      expect.stringContaining("{ basePath: '/billing' }"),
      { requestId: 'one', method: 'PUT', route: null },
    ])
  })

  it('is answered by the handler where there is no next one', async () => {
    expect((await sentBy(ours, { url: '/patients', method: 'GET' }))[0]).toBe(404)
  })
})

describe('toNodeListener: an answer', () => {
  const whole = handlerOf(() => text('one'))
  /** Makes a file of two pieces, and records if it was left before its end. */
  function file(second: () => void = () => undefined) {
    const seen = { pulled: 0, isLeft: false }
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          seen.pulled++
          if (seen.pulled === 2) second()
          if (seen.pulled > 2) controller.close()
          else controller.enqueue(new TextEncoder().encode(`piece ${seen.pulled}`))
        },
        cancel() {
          seen.isLeft = true
        },
      },
      { highWaterMark: 0 },
    )
    return { seen, handler: handlerOf(() => text(stream)) }
  }

  it('has its cookie beside those that the host has set before', async () => {
    const handler = handlerOf(() => text('one', { headers: { 'set-cookie': 'c=3' } }))
    const headersBeside = async (before: string | readonly string[] | undefined) =>
      (await sentBy(handler, {}, { getHeader: () => before }))[1]
    expect(await headersBeside(undefined)).toMatchObject({ 'set-cookie': 'c=3' })
    expect(await headersBeside('a=1')).toMatchObject({ 'set-cookie': ['a=1', 'c=3'] })
    expect(await headersBeside(['a=1', 'b=2'])).toMatchObject({ 'set-cookie': ['a=1', 'b=2', 'c=3'] })
    expect((await sentBy(whole, {}, { getHeader: () => 'a=1' }))[1]).not.toHaveProperty('set-cookie')
  })

  it('is not sent to a client that has left, nor where the host has answered', async () => {
    const socket = { destroyed: true }
    const missing = createHandler({ payments: testService().payments, authenticate: 'none' })
    for (const handler of [missing, whole]) {
      expect(await sentBy(handler, { method: 'GET', socket })).toEqual([])
      expect(await sentBy(handler, { method: 'GET' }, { headersSent: true })).toEqual([])
    }
    for (const facts of [{ socket }, {}]) {
      const { handler, seen } = file()
      expect(await sentBy(handler, facts, { headersSent: true })).toEqual([])
      expect(seen).toEqual({ pulled: 0, isLeft: true })
    }
  })

  it('waits for the client to read where it is a file', async () => {
    const { handler, seen } = file()
    const response = nodeResponse({
      write() {
        response.sent.push('piece')
        return false
      },
    })
    toNodeListener(handler)(nodeRequest({ url: '/v1/payments' }), response)
    await settled()
    expect([seen.pulled, response.sent]).toEqual([1, [200, headers, 'piece']])
    response.emit('drain')
    await settled()
    expect([seen.pulled, response.sent]).toEqual([2, [200, headers, 'piece', 'piece']])
    response.emit('drain')
    await settled()
    expect(response.sent).toEqual([200, headers, 'piece', 'piece', 'end'])
    expect(response.listenerCount('drain')).toBe(1)
  })

  it('cancels its file for a client that leaves while the answer waits for it', async () => {
    const { handler, seen } = file()
    const response = nodeResponse({ write: () => false })
    toNodeListener(handler)(nodeRequest({ url: '/v1/payments' }), response)
    await settled()
    response.emit('close')
    await settled()
    expect([seen, response.sent]).toEqual([{ pulled: 1, isLeft: true }, [200, headers]])
  })

  it('sends no more of its file to a client that left while the next piece was read', async () => {
    const socket = { destroyed: false }
    const { handler, seen } = file(() => (socket.destroyed = true))
    expect(await sentBy(handler, { socket })).toEqual([200, headers, 'piece 1'])
    expect(seen).toEqual({ pulled: 2, isLeft: true })
  })

  const failing = () =>
    file(() => {
      throw new Error('SECRET')
    }).handler

  it('is broken off by a reset where it fails midway, where the connection can be reset', async () => {
    let resets = 0
    const socket = { resetAndDestroy: () => resets++ }
    expect(await sentBy(failing(), {}, { socket })).toEqual([200, headers, 'piece 1', 'destroyed'])
    expect(resets).toBe(1)
    const encrypted = {
      resetAndDestroy() {
        throw new TypeError('no TCP socket')
      },
    }
    for (const other of [encrypted, {}, null])
      expect(await sentBy(failing(), {}, { socket: other })).toEqual([200, headers, 'piece 1', 'destroyed'])
  })

  it('ends its own stream of HTTP/2 where it fails midway, and not the connection', async () => {
    const codes: number[] = []
    const stream = { destroyed: false, close: (code: number) => codes.push(code) }
    expect(await sentBy(failing(), {}, { stream })).toEqual([200, headers, 'piece 1'])
    expect(codes).toEqual([2])
  })

  it('is broken off where it cannot be sent, and its source is cancelled', async () => {
    const writeHead = () => {
      throw new TypeError('no such header')
    }
    const { handler, seen } = file()
    expect(await sentBy(handler, {}, { writeHead })).toEqual(['destroyed'])
    expect(seen).toEqual({ pulled: 0, isLeft: true })
    const ours = createHandler({ payments: testService().payments, authenticate: 'none' })
    expect(await sentBy(ours, {}, { writeHead })).toEqual(['destroyed'])
  })

  it('is broken off where the handler fails', async () => {
    expect(await sentBy(handlerOf(() => Promise.reject(new Error('SECRET'))))).toEqual(['destroyed'])
  })
})
