import { createHandler } from 'hospital-payments/http'
import type { Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { request, testService, unknownId } from '../../support/service.js'
import { csvImport, till, tillFile } from '../support/finance.js'
import { mounts } from './support/mounts.js'
import { closed, portOf, exchange } from './support/raw.js'

const json = { 'content-type': 'application/json' }

describe.each(mounts)('createHandler: mounted in $name', ({ basePath, isParsed, hasListener, start }) => {
  let server: Server
  let origin: string

  beforeAll(async () => {
    const { payments } = testService()
    server = await start(
      createHandler({ payments, authenticate: 'none', basePath, manage: true, finance: true, layouts: { till } }),
    )
    origin = `http://127.0.0.1:${portOf(server)}`
  })
  afterAll(() => closed(server))

  const ask = (path: string, init?: RequestInit) => fetch(`${origin}${basePath}${path}`, init)
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })
  const raw = (line: string, headers: string[] = [], body = '') =>
    exchange(
      portOf(server),
      [`${line} HTTP/1.1`, 'Host: evil.example', 'Connection: close', ...headers, '', body].join('\r\n'),
    )
  const created = [`Content-Length: ${JSON.stringify(request()).length}`, 'Content-Type: application/json']
  const codeOf = async (response: Response) =>
    [response.status, ((await response.json()) as { error: { code: string } }).error.code] as const

  it('answers the six documented endpoints', async () => {
    const response = await post('/v1/payments', request(), { 'idempotency-key': 'k-1' })
    expect(response.status).toBe(201)
    const payment = (await response.json()) as { id: string }
    expect(response.headers.get('location')).toBe(`${basePath}/v1/payments/${payment.id}`)
    const replay = await post('/v1/payments', request(), { 'idempotency-key': 'k-1' })
    expect([replay.status, await replay.json()]).toEqual([201, payment])
    expect(await (await ask(`/v1/payments/${payment.id}`)).json()).toEqual(payment)
    expect(await (await ask('/v1/payments?reference=INV-1')).json()).toEqual({ items: [payment], nextCursor: null })
    const days = 'from=2026-11-20&to=2026-11-20'
    const report = await (await ask(`/v1/reports/payments?${days}`)).json()
    expect(report).toMatchObject({ items: [{ paymentId: payment.id, paidAt: null }], nextCursor: null })
    expect(await (await ask('/v1/reports/payments?reference=INV-1')).json()).toEqual(report)
    const csv = await ask(`/v1/reports/payments.csv?${days}`)
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="payments_2026-11-20.csv"')
    expect(await csv.text()).toBe(
      `paymentId,reference,amount,currency,status,paidAt\r\n${payment.id},INV-1,150000,ETB,pending,\r\n`,
    )
  })

  it('answers the transitions, also without a body', async () => {
    const { id } = (await (await post('/v1/payments', request())).json()) as { id: string }
    expect(await (await ask(`/v1/payments/${id}/confirm`, { method: 'POST' })).json()).toMatchObject({
      status: 'succeeded',
    })
    const reversed = await post(`/v1/payments/${id}/reverse`, { reason: 'charged twice' })
    expect(await reversed.json()).toMatchObject({ status: 'reversed', statusReason: 'charged twice' })
  })

  it('imports a statement file, and answers its lines by their keys', async () => {
    const send = (type: string) =>
      ask(csvImport, { method: 'POST', headers: { 'content-type': type }, body: tillFile('2026-11-20,7.00,,"a, b"') })
    const answer = await send('text/csv')
    // Fastify's own parsers refuse what is no JSON and no text.
    if (isParsed && answer.status === 415) return
    expect(answer.status).toBe(201)
    const done = (await answer.json()) as { id: string; lines: object[] }
    expect(done.lines).toMatchObject([{ outcome: 'unmatched_line', count: 1, amount: '700' }])
    expect(answer.headers.get('location')).toBe(`${basePath}/v1/imports/${done.id}`)
    expect(await (await ask(`/v1/imports/${done.id}`)).json()).toEqual(done)
    const { items } = (await (await ask('/v1/lines')).json()) as { items: { key: string }[] }
    const [line] = items
    expect(line).toMatchObject({ amount: 700, narration: 'a, b', version: 1 })
    for (const key of [line!.key, encodeURIComponent(line!.key)])
      expect(await (await ask(`/v1/lines/${key}`)).json()).toEqual(line)
    const held = await post(`/v1/lines/${encodeURIComponent(line!.key)}/hold`, { expectedVersion: 1 })
    expect(await held.json()).toMatchObject({ held: true, version: 2 })
    expect((await send('application/octet-stream')).status).toBe(201)
  })

  it('answers HEAD like GET without the body, OPTIONS, and other methods with 405', async () => {
    for (const path of ['/v1/reports/totals', `/v1/payments/${unknownId}`, '/v1/reports/payments.csv']) {
      const [got, head] = [await ask(path), await ask(path, { method: 'HEAD' })]
      expect(head.status).toBe(got.status)
      expect(await head.text()).toBe('')
      await got.text()
      for (const name of ['content-type', 'content-length', 'content-disposition', 'cache-control'])
        expect(head.headers.get(name)).toBe(got.headers.get(name))
    }
    const options = await ask('/v1/payments', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS'])
    const refused = await ask('/v1/payments', { method: 'DELETE' })
    expect(refused.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect(await codeOf(refused)).toEqual([405, 'method_not_allowed'])
    const { answer } = await raw(`TRACE ${basePath}/v1/payments`)
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    expect(answer).toMatch(/^allow: GET, HEAD, POST, OPTIONS\r$/im)
  })

  it("leaves other paths to the host's own routes, and to its 404", async () => {
    expect(await (await fetch(`${origin}/elsewhere`)).text()).toContain('the host')
    expect((await fetch(`${origin}/nowhere`)).status).toBe(404)
  })

  it('refuses bad bodies with 4xx', async () => {
    const wrong = [
      { headers: json, body: '{"amount":' },
      { headers: { 'content-type': 'text/plain' }, body: '{}' },
      { headers: json, body: '['.repeat(30_000) + ']'.repeat(30_000) },
      { headers: json, body: JSON.stringify(request()).padEnd(65_537) },
    ]
    const answers = []
    for (const init of wrong) answers.push(await ask('/v1/payments', { method: 'POST', ...init }))
    const [syntax, type, deep, large] = answers as [Response, Response, Response, Response]
    for (const { status } of answers) expect([400, 413, 415]).toContain(status)
    expect(large.status).toBe(413)
    if (isParsed) return
    expect(await codeOf(syntax)).toEqual([400, 'invalid_request'])
    expect(await codeOf(type)).toEqual([415, 'unsupported_media_type'])
    expect(await codeOf(deep)).toEqual([400, 'invalid_request'])
    expect(await codeOf(large)).toEqual([413, 'payload_too_large'])
  })

  it('answers a client that waits for 100 Continue', async () => {
    const { answer } = await raw(
      `POST ${basePath}/v1/payments`,
      ['Expect: 100-continue', ...created],
      JSON.stringify(request()),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
  })

  it('is misled neither by the Host header nor by other forms of the request target', async () => {
    const body = JSON.stringify(request())
    const targets = ['', '//evil.example', 'http://evil.example', '/x/..', '/x/%2e%2e']
    for (const target of targets) {
      const { answer } = await raw(`POST ${target}${basePath}/v1/payments`, created, body)
      // The URL's own dot segments are gone before a Fetch handler sees it.
      if (target === '') expect(answer).toMatch(/^HTTP\/1\.1 201 /)
      else if (hasListener && target.startsWith('/')) expect(answer).toMatch(/^HTTP\/1\.1 404 /)
      const [, location = ''] = /^location: (.*)\r$/im.exec(answer) ?? []
      if (location !== '') expect(location).toMatch(new RegExp(`^${basePath}/v1/payments/pay_`))
      if (/^HTTP\/1\.1 201 /.test(answer)) expect(answer).not.toContain('evil')
    }
    expect((await raw('OPTIONS *')).answer).toMatch(/^HTTP\/1\.1 [24]\d\d /)
  })

  it('refuses headers that are repeated', async () => {
    const body = JSON.stringify(request())
    const keys = ['Idempotency-Key: a', 'Idempotency-Key: b']
    const keyed = await raw(`POST ${basePath}/v1/payments`, [...created, ...keys], body)
    expect(keyed.answer).toMatch(/^HTTP\/1\.1 400 [^]*Idempotency-Key/)
    const typed = await raw(`POST ${basePath}/v1/payments`, [...created, 'Content-Type: text/plain'], body)
    expect(typed.answer).toMatch(/^HTTP\/1\.1 415 /)
  })

  it('refuses requests that a page of another site has a browser send with its session, and accepts them from its own page', async () => {
    const { id } = (await (await post('/v1/payments', request())).json()) as { id: string }
    const statusOf = async () => ((await (await ask(`/v1/payments/${id}`)).json()) as { status: string }).status
    const session = ['Cookie: session=s-1', 'Content-Length: 0']
    const text = tillFile('2026-11-20,7.00,,x')
    const attacks: [string, string[], string][] = [
      [`/v1/payments/${id}/confirm`, [...session, 'Sec-Fetch-Site: cross-site'], ''],
      [`/v1/payments/${id}/confirm`, [...session, 'Origin: https://attacker.example'], ''],
      [`/v1/payments/${id}/confirm`, session, ''],
      [`/v1/payments/${id}/confirm`, ['Authorization: Basic YTpi', 'Content-Length: 0', 'Origin: null'], ''],
      [csvImport, ['Cookie: a=1', 'Origin: null', 'Content-Type: text/plain', `Content-Length: ${text.length}`], text],
    ]
    for (const [path, headers, body] of attacks) {
      const { answer } = await raw(`POST ${basePath}${path}`, headers, body)
      expect(answer, headers.join()).toMatch(/^HTTP\/1\.1 403 [^]*"code":"forbidden"/)
    }
    const untyped = await ask(csvImport, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text })
    expect(untyped.status).toBe(415)
    expect(await statusOf()).toBe('pending')
    const { answer } = await raw(`POST ${basePath}/v1/payments/${id}/confirm`, [
      ...session,
      'Origin: http://evil.example',
    ])
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(await statusOf()).toBe('succeeded')
  })

  it('accepts a compressed body only where a parser of the host has inflated it', async () => {
    const response = await ask('/v1/payments', {
      method: 'POST',
      headers: { ...json, 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify(request())),
    })
    // Fastify's own parser inflates nothing, and refuses it as no JSON.
    expect([201, 400, 415]).toContain(response.status)
    if (!isParsed && response.status === 415) expect(await codeOf(response)).toEqual([415, 'unsupported_media_type'])
  })
})
