/** The desk and the HTTP interface in one server of each kind, as docs/desk.md mounts the desk. */
import 'reflect-metadata'
import { serve } from '@hono/node-server'
import bodyParser from '@koa/bodyparser'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import express5 from 'express'
import express4 from 'express4'
import fastify from 'fastify'
import { Hono } from 'hono'
import { type Handler, toNodeListener } from 'hospital-payments/http'
import Koa from 'koa'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import { listening } from '../../../http/mounts/support/mounts.js'

/** The mounted handler, and the path under which the host mounts it. */
export interface Mounted {
  readonly path: string
  readonly handler: Handler
}

export interface Host {
  readonly name: string
  /** True where the host's parsers read forms and JSON first. */
  readonly isParsed: boolean
  /** True where the host's own routes answer what the desk does not own. */
  readonly passesOn: boolean
  start(mounted: readonly Mounted[]): Promise<Server>
}

const onNode = (listener: RequestListener) => listening(createServer(listener))
const isUnder = (path: string, pathname: string) => pathname === path || pathname.startsWith(`${path}/`)

function onExpress(name: string, express: typeof express5, parsers: 'none' | 'simple' | 'extended' | 'all'): Host {
  return {
    name: `${name}${parsers === 'none' ? '' : `, after its parsers (${parsers})`}`,
    isParsed: parsers !== 'none',
    passesOn: true,
    start(mounted) {
      const app = express()
      if (parsers !== 'none') app.use(express.json(), express.urlencoded({ extended: parsers === 'extended' }))
      if (parsers === 'all') app.use(express.text(), express.raw({ type: '*/*', limit: '1mb' }))
      for (const { path, handler } of mounted) app.use(path, toNodeListener(handler))
      return onNode(app)
    },
  }
}

function onFastify(isParsed: boolean): Host {
  return {
    name: isParsed ? 'fastify, with parsers' : 'fastify, in a scope that parses nothing',
    isParsed,
    passesOn: false,
    async start(mounted) {
      const app = fastify()
      await app.register(async (scope) => {
        if (isParsed) {
          const type = 'application/x-www-form-urlencoded'
          // As @fastify/formbody does it; the file is left to the desk.
          scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) =>
            done(null, parse(String(body))),
          )
          scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
        } else {
          scope.removeAllContentTypeParsers()
          scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
        }
        for (const { path, handler } of mounted) {
          const listener = toNodeListener(handler)
          for (const url of [path, `${path}/*`])
            scope.all(url, (request, reply) => {
              reply.hijack()
              listener(isParsed ? Object.assign(request.raw, { body: request.body }) : request.raw, reply.raw)
            })
        }
      })
      await app.listen({ port: 0, host: '127.0.0.1' })
      return app.server
    },
  }
}

function onNest(isParsed: boolean): Host {
  return {
    name: isParsed ? "nest, as a module's middleware after its parsers" : 'nest, with app.use',
    isParsed,
    passesOn: true,
    async start(mounted) {
      const listeners = mounted.map(({ path, handler }) => [path, toNodeListener(handler)] as const)
      class AppModule {
        configure(consumer: { apply(...of: unknown[]): { forRoutes(path: string): unknown } }) {
          if (isParsed) consumer.apply(...listeners.map(([, listener]) => listener)).forRoutes('*path')
        }
      }
      Module({})(AppModule)
      const app = await NestFactory.create(AppModule, { logger: false })
      if (!isParsed) for (const [path, listener] of listeners) app.use(path, listener)
      await app.listen(0, '127.0.0.1')
      return app.getHttpServer() as Server
    },
  }
}

function onKoa(isParsed: boolean): Host {
  return {
    name: isParsed ? 'koa, after @koa/bodyparser' : 'koa',
    isParsed,
    passesOn: false,
    start(mounted) {
      const app = new Koa()
      app.silent = true
      if (isParsed) app.use(bodyParser())
      for (const { path, handler } of mounted) {
        const listener = toNodeListener(handler)
        app.use((context, next) => {
          if (!isUnder(path, context.path)) return next()
          context.respond = false
          // Its `body` is taken apart by dots, which names of the desk have.
          const { rawBody: body } = context.request as { rawBody?: string }
          listener(isParsed ? Object.assign(context.req, { body }) : context.req, context.res)
          return undefined
        })
      }
      return onNode(app.callback() as RequestListener)
    },
  }
}

const onHono: Host = {
  name: 'hono',
  isParsed: false,
  passesOn: false,
  start(mounted) {
    const app = new Hono()
    for (const { path, handler } of mounted) app.all(`${path}/*`, (context) => handler(context.req.raw))
    return new Promise((resolve) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(server as Server))
    })
  },
}

const plain: Host = {
  name: 'node:http',
  isParsed: false,
  passesOn: false,
  start(mounted) {
    const listeners = mounted.map(({ path, handler }) => [path, toNodeListener(handler)] as const)
    return onNode((request: IncomingMessage, response: ServerResponse) => {
      const [pathname = ''] = (request.url ?? '').split('?')
      const match = listeners.find(([path]) => isUnder(path, pathname))
      if (match) match[1](request, response)
      else response.writeHead(404).end()
    })
  },
}

const expresses = [
  ['express 4', express4],
  ['express 5', express5],
] as const

export const hosts: readonly Host[] = [
  plain,
  ...expresses.flatMap(([name, express]) =>
    (['none', 'simple', 'extended', 'all'] as const).map((parsers) => onExpress(name, express, parsers)),
  ),
  onFastify(false),
  onFastify(true),
  onNest(false),
  onNest(true),
  onKoa(false),
  onKoa(true),
  onHono,
]
