/** Forms that a part of the host has read before the desk. */
import bodyParser from '@koa/bodyparser'
import express from 'express'
import { createDesk } from 'hospital-payments/desk'
import { toNodeListener } from 'hospital-payments/http'
import Koa from 'koa'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { listening } from '../../http/mounts/support/mounts.js'
import { closed, portOf } from '../../http/mounts/support/raw.js'
import { testService } from '../../support/service.js'
import { everyScope, openLine } from '../support/desk.js'

let server: Server
afterEach(() => closed(server))

/** Serves a desk under /finance, behind the listener that `around` makes of it. */
async function behind(around: (desk: ReturnType<typeof toNodeListener>) => RequestListener) {
  const { payments } = testService()
  const errors: unknown[] = []
  const desk = createDesk({
    ...{ payments, basePath: '/finance' },
    authenticate: () => ({ actor: 'almaz', scopes: everyScope }),
    onError: (error) => errors.push(error),
  })
  server = await listening(createServer(around(toNodeListener(desk))))
  const { key } = await openLine(payments)
  const post = async (path: string, body: URLSearchParams | FormData) => {
    const url = `http://127.0.0.1:${portOf(server)}/finance${path}`
    const answer = await fetch(url, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, body })
    return { status: answer.status, text: await answer.text() }
  }
  return {
    payments,
    errors,
    key,
    post,
    hold: (more: Record<string, string> = {}) =>
      post(`/lines/${encodeURIComponent(key)}/hold`, new URLSearchParams({ expectedVersion: '1', ...more })),
  }
}

function statement(): FormData {
  const form = new FormData()
  form.append('account', 'till-1')
  form.append('file', new Blob([':20:START']), 'a.sta')
  return form
}

const advice = 'mount the desk before body parsers'

describe('createDesk: a form that was read before', () => {
  it('is refused with what to do where it was left nowhere, on the page and to onError', async () => {
    const { hold, post, errors, payments, key } = await behind((desk) => (request, response) => {
      request.on('end', () => desk(request, response)).resume()
    })
    for (const answer of [await hold(), await post('/imports', statement())]) {
      expect(answer.status).toBe(500)
      expect(answer.text).toContain(advice)
    }
    const message = expect.stringContaining('Mount the handler before the body parser.') as string
    expect(errors).toEqual(
      Array.from({ length: 2 }, () => expect.objectContaining({ code: 'internal_error', message })),
    )
    expect(await payments.lines.get(key)).toMatchObject({ version: 1 })
  })

  it('is refused with what to do where a parser of Koa did not pass it on', async () => {
    const { hold, errors } = await behind((desk) => {
      const app = new Koa()
      app.use(bodyParser())
      app.use((context) => {
        context.respond = false
        desk(context.req, context.res)
      })
      return app.callback() as RequestListener
    })
    const { status, text } = await hold()
    expect([status, text.includes(advice)]).toEqual([500, true])
    expect(errors).toHaveLength(1)
  })

  it('with its file, by a parser of uploads, is refused with what to do', async () => {
    const { post, errors, payments } = await behind((desk) => {
      const app = express()
      // As multer does: the fields are in the body, and the file is elsewhere.
      app.use((request, _response, next) => {
        request.on('end', () => {
          request.body = { account: 'till-1' }
          next()
        })
        request.resume()
      })
      app.use('/finance', desk)
      return app
    })
    const { status, text } = await post('/imports', statement())
    expect([status, text.includes(advice)]).toEqual([500, true])
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('form with the file') as string }),
    ])
    expect((await payments.lines.list()).items).toHaveLength(1)
  })

  it('by a parser that nests names in brackets is refused with what to do', async () => {
    const { post, hold, errors } = await behind((desk) => {
      const app = express()
      app.use(express.urlencoded({ extended: true }))
      app.use('/finance', desk)
      return app
    })
    const fields = new URLSearchParams({ category: 'bank_fee', key: 'id:A[b]', 'version.id:A[b]': '1' })
    const { status, text } = await post('/lines/set-aside', fields)
    expect([status, text.includes(advice)]).toEqual([500, true])
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('brackets') as string })])
    expect((await hold({ reason: 'a [b] c' })).status).toBe(200)
  })

  it('by a parser that nests names by their dots is refused where a name has one', async () => {
    const { post, hold, key, payments } = await behind((desk) => {
      const app = new Koa()
      app.use(bodyParser())
      app.use((context) => {
        context.respond = false
        desk(Object.assign(context.req, { body: (context.request as { body?: unknown }).body }), context.res)
      })
      return app.callback() as RequestListener
    })
    const allocations = {
      expectedVersion: '1',
      'category.0': 'bank_fee',
      'categoryAmount.0': '5',
      'category.2': 'interest',
    }
    const { status, text } = await post(`/lines/${encodeURIComponent(key)}/allocate`, new URLSearchParams(allocations))
    expect([status, text.includes(advice)]).toEqual([500, true])
    expect(await payments.lines.get(key)).toMatchObject({ version: 1 })
    expect((await hold()).status).toBe(200)
  })

  it('by a parser of the host with a smaller limit is refused by the host', async () => {
    const { hold, payments, key } = await behind((desk) => {
      const app = express()
      app.use(express.urlencoded({ extended: false, limit: 100 }))
      app.use('/finance', desk)
      return app
    })
    expect((await hold({ reason: 'x'.repeat(200) })).status).toBe(413)
    expect(await payments.lines.get(key)).toMatchObject({ version: 1 })
  })
})
