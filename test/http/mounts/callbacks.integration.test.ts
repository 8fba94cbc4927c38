/** Callbacks of providers through every server of `docs/mounting.md`: their signatures are of the bytes as they were sent. */
import { createHmac } from 'node:crypto'
import type { Server } from 'node:http'
import bodyParser from '@koa/bodyparser'
import { NestFactory } from '@nestjs/core'
import { Module } from '@nestjs/common'
import express5 from 'express'
import express4 from 'express4'
import type { CallbackRequest } from 'hospital-payments'
import { callbackPath, createHandler, type Handler, toNodeListener } from 'hospital-payments/http'
import { fakeProvider } from 'hospital-payments/testing'
import Koa from 'koa'
import { afterEach, describe, expect, it } from 'vitest'
import { testService } from '../../support/service.js'
import { type Mount, mounts } from './support/mounts.js'
import { closed, exchange, portOf } from './support/raw.js'

const secret = 'the secret of the callbacks'
const path = callbackPath({ provider: 'signed', secret })
const signatureOf = (body: string | Uint8Array) => createHmac('sha256', 'shared').update(body).digest('hex')
/** JSON as no program would write it again: what is signed is its bytes. */
const body = '{ "amount" : 1500.00,\r\n "name":"\\u12f0",  "amount": 15e2 }'

/** Makes a handler with a provider that signs by an HMAC of the body. */
function signedHandler(basePath: string, reported: unknown[] = []): Handler {
  const receive = ({ headers, body: bytes }: CallbackRequest) =>
    headers.get('x-signature') === signatureOf(bytes) ? [] : null
  const signed = { ...fakeProvider({ name: 'signed' }), receive }
  const { payments } = testService({ providers: { signed } })
  const onError = (error: unknown) => void reported.push(error)
  return createHandler({ payments, authenticate: () => null, basePath, callbacks: { secret }, onError })
}

let server: Server | undefined
afterEach(async () => {
  if (server) await closed(server)
  server = undefined
})

async function served(mount: Mount, reported?: unknown[]): Promise<(init?: RequestInit) => Promise<Response>> {
  server = await mount.start(signedHandler(mount.basePath, reported))
  const url = `http://127.0.0.1:${portOf(server)}${mount.basePath}${path}/confirmation?a=b`
  const headers = { 'content-type': 'application/json', 'x-signature': signatureOf(body) }
  return (init) => fetch(url, { method: 'POST', body, ...init, headers: { ...headers, ...init?.headers } })
}

const namesOf = (list: readonly Mount[]) => list.map((mount) => [mount.name, mount] as const)

describe.each(namesOf(mounts.filter(({ isParsed }) => !isParsed)))('createHandler: callbacks in %s', (_, mount) => {
  it('come with the bytes that were signed, in one piece or many', async () => {
    const send = await served(mount)
    expect([(await send()).status, (await send({ body: `${body} ` })).status]).toEqual([200, 401])
    const { answer } = await exchange(
      portOf(server!),
      [
        `PUT ${mount.basePath}${path} HTTP/1.1`,
        ...['Host: x', 'Connection: close', 'Transfer-Encoding: chunked', 'Content-Type: application/json'],
        `X-Signature: ${signatureOf('{}')}`,
        ...['', '1', '{', '1', '}', '0', '', ''],
      ].join('\r\n'),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('are answered without a body to read, and refused where one is too long', async () => {
    const send = await served(mount)
    const signature = { 'x-signature': signatureOf('') }
    expect((await send({ method: 'GET', body: null, headers: signature })).status).toBe(200)
    expect((await send({ body: 'x'.repeat(65_537) })).status).toBe(413)
  })
})

describe.each(namesOf(mounts.filter(({ isParsed }) => isParsed)))('createHandler: callbacks in %s', (_, mount) => {
  it('are an error of the server, which says what to do, because their bytes are lost', async () => {
    const reported: unknown[] = []
    const send = await served(mount, reported)
    const answer = await send({ body: '{ "a" : 1 }' })
    expect([answer.status, reported]).toEqual([
      500,
      [
        expect.objectContaining({
          code: 'internal_error',
          message: expect.stringMatching(/Mount the handler before the parser.*`request\.rawBody`/),
        }),
      ],
    ])
    expect((await send({ method: 'GET', body: null, headers: { 'x-signature': signatureOf('') } })).status).toBe(200)
  })
})

function onExpress(express: typeof express5): Mount['start'] {
  return (handler) => {
    const app = express()
    const verify = (request: object, _response: unknown, bytes: Uint8Array) =>
      void Object.assign(request, { rawBody: bytes })
    app.use(express.json({ verify }))
    app.use(toNodeListener(handler))
    return new Promise((resolve) => {
      const listening: Server = app.listen(0, '127.0.0.1', () => resolve(listening))
    })
  }
}

const keeping: Readonly<Record<string, Mount['start']>> = {
  'express 4 after express.json({ verify })': onExpress(express4 as unknown as typeof express5),
  'express 5 after express.json({ verify })': onExpress(express5),
  async 'nest with rawBody: true'(handler) {
    const listener = toNodeListener(handler)
    class AppModule {
      configure(consumer: { apply(of: unknown): { forRoutes(path: string): unknown } }) {
        consumer.apply(listener).forRoutes('*path')
      }
    }
    Module({})(AppModule)
    const app = await NestFactory.create(AppModule, { logger: false, rawBody: true })
    await app.listen(0, '127.0.0.1')
    return app.getHttpServer() as Server
  },
  'koa after @koa/bodyparser, with its rawBody'(handler) {
    const app = new Koa()
    const listener = toNodeListener(handler)
    app.use(bodyParser())
    app.use((context) => {
      context.respond = false
      const { body: parsed, rawBody } = context.request as { body?: unknown; rawBody?: unknown }
      return listener(Object.assign(context.req, { body: parsed, rawBody }), context.res)
    })
    return new Promise((resolve) => {
      const listening: Server = app.listen(0, '127.0.0.1', () => resolve(listening))
    })
  },
}

it.each(Object.keys(keeping))('createHandler: callbacks in %s come with the bytes that were signed', async (name) => {
  const mount = { name, basePath: '', isParsed: true, hasListener: true, start: keeping[name]! }
  const send = await served(mount)
  const valid = JSON.stringify({ a: 1 }, null, 2).replaceAll('\n', '\r\n')
  expect((await send({ body: valid, headers: { 'x-signature': signatureOf(valid) } })).status).toBe(200)
  expect((await send({ body: valid })).status).toBe(401)
})
