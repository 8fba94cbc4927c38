/** Every way of mounting that `docs/mounting.md` shows, as a server that listens. */
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
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export interface Mount {
  readonly name: string
  readonly basePath: string
  /** True where a parser of the host reads JSON bodies first, and refuses wrong ones in its own words. */
  readonly isParsed: boolean
  /** True where the answers come through `toNodeListener`. */
  readonly hasListener: boolean
  start(handler: Handler): Promise<Server>
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

export function listening(server: Server): Promise<Server> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const onNode = (listener: Listener) => listening(createServer(listener))

type Parser = 'none' | 'json' | 'text' | 'raw'

function onExpress(name: string, express: typeof express5, basePath: string, parser: Parser): Mount {
  return {
    name: `${name} ${basePath || 'at the root'}${parser === 'none' ? '' : ` after express.${parser}()`}`,
    basePath,
    isParsed: parser === 'json',
    hasListener: true,
    start(handler) {
      const app = express()
      if (parser === 'json') app.use(express.json({ limit: '1mb' }))
      if (parser === 'text') app.use(express.text({ type: '*/*' }))
      if (parser === 'raw') app.use(express.raw({ type: '*/*' }))
      if (basePath) app.use(basePath, toNodeListener(handler))
      else app.use(toNodeListener(handler))
      app.use(express.json())
      app.get('/elsewhere', (_request, response) => void response.send('the host'))
      return onNode(app)
    },
  }
}

function onFastify(isParsed: boolean): Mount {
  return {
    name: isParsed ? "fastify with fastify's own JSON parser" : 'fastify in a scope that parses nothing',
    basePath: '/billing',
    isParsed,
    hasListener: true,
    async start(handler) {
      const app = fastify()
      const listener = toNodeListener(handler)
      app.get('/elsewhere', () => 'the host')
      await app.register(async (scope) => {
        if (!isParsed) {
          scope.removeAllContentTypeParsers()
          scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
        }
        scope.all('/billing/v1/*', (request, reply) => {
          reply.hijack()
          listener(isParsed ? Object.assign(request.raw, { body: request.body }) : request.raw, reply.raw)
        })
      })
      await app.listen({ port: 0, host: '127.0.0.1' })
      return app.server
    },
  }
}

function onNest(isParsed: boolean): Mount {
  return {
    name: isParsed ? "nest as a module's middleware, after its body parser" : 'nest with app.use',
    basePath: '/billing',
    isParsed,
    hasListener: true,
    async start(handler) {
      const listener = toNodeListener(handler)
      class AppModule {
        configure(consumer: { apply(of: unknown): { forRoutes(path: string): unknown } }) {
          if (isParsed) consumer.apply(listener).forRoutes('*path')
        }
      }
      Module({})(AppModule)
      const app = await NestFactory.create(AppModule, { logger: false })
      if (!isParsed) app.use('/billing', listener)
      app.use('/elsewhere', (_request: unknown, response: ServerResponse) => response.end('the host'))
      await app.listen(0, '127.0.0.1')
      return app.getHttpServer() as Server
    },
  }
}

function onKoa(isParsed: boolean): Mount {
  return {
    name: isParsed ? 'koa after @koa/bodyparser' : 'koa',
    basePath: '',
    isParsed,
    hasListener: true,
    start(handler) {
      const app = new Koa()
      app.silent = true
      const listener = toNodeListener(handler)
      if (isParsed) app.use(bodyParser())
      app.use((context, next) => {
        if (!handler.owns(context.path)) return next()
        context.respond = false
        return listener(
          isParsed ? Object.assign(context.req, { body: (context.request as { body?: unknown }).body }) : context.req,
          context.res,
        )
      })
      app.use((context) => {
        if (context.path === '/elsewhere') context.body = 'the host'
      })
      return onNode(app.callback() as Listener)
    },
  }
}

const onHono: Mount = {
  name: 'hono',
  basePath: '/billing',
  isParsed: false,
  hasListener: false,
  start(handler) {
    const app = new Hono()
    app.all('/billing/v1/*', (context) => handler(context.req.raw))
    app.get('/elsewhere', (context) => context.text('the host'))
    return new Promise((resolve) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(server as Server))
    })
  },
}

const plain: Mount = {
  name: 'node:http',
  basePath: '/billing',
  isParsed: false,
  hasListener: true,
  start(handler) {
    const listener = toNodeListener(handler)
    return onNode((request, response) =>
      listener(request, response, () => {
        response.statusCode = request.url === '/elsewhere' ? 200 : 404
        response.end('the host')
      }),
    )
  },
}

const expresses = [
  ['express 4', express4],
  ['express 5', express5],
] as const

export const mounts: readonly Mount[] = [
  plain,
  ...expresses.flatMap(([name, express]) => [
    onExpress(name, express, '', 'none'),
    onExpress(name, express, '/billing', 'none'),
    onExpress(name, express, '', 'json'),
    onExpress(name, express, '/billing', 'json'),
    onExpress(name, express, '/billing', 'text'),
    onExpress(name, express, '/billing', 'raw'),
  ]),
  onFastify(false),
  onFastify(true),
  onNest(false),
  onNest(true),
  onKoa(false),
  onKoa(true),
  onHono,
]
