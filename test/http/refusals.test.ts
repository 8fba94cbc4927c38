import { describe, expect, it } from 'vitest'
import { request, unknownId } from '../support/service.js'
import { csvImport, financeServer, sent } from './support/finance.js'
import { errorOf, issuesOf, post, server } from './support/server.js'

const as = (...scopes: string[]) => ({ finance: true, authenticate: () => ({ actor: 'a', scopes }) })

describe('createHandler: a refusal says what to do, and has no details where there are none', () => {
  it.each<[string, () => Promise<Response>]>([
    ['There is nothing at this path.', () => server().ask('/v1/patients')],
    ['This path answers GET, HEAD, POST, OPTIONS.', () => server().ask('/v1/payments', { method: 'PUT' })],
    [
      'Authenticate: send a valid `Authorization` header.',
      () => server({ authenticate: () => null }).ask('/v1/openapi.json'),
    ],
    ['This needs the scope payments:write.', () => server(as()).ask('/v1/payments', { json: request() })],
    [
      'This needs the scopes lines:read and payments:read.',
      () => server(as()).ask(`/v1/lines/${unknownId}/suggestions`),
    ],
    ['This needs the scope payments:read.', () => server(as('lines:read')).ask('/v1/lines/a/suggestions')],
    ['Send application/json in UTF-8, not compressed.', () => post('{}', { 'content-type': 'text/plain' })],
    [
      'This request has a cookie or credentials of a browser, and does not come from a page of this server. Send it from such ' +
        'a page, or with `Authorization: Bearer`. If it does, whoever runs this server must set its option origin.',
      () => post('{}', { cookie: 'a=1' }),
    ],
    ['A body may have up to 65536 bytes.', () => post(' '.repeat(65_537))],
    [
      'Send the file as it is, not compressed.',
      () => financeServer().ask(csvImport, sent('x', { 'content-encoding': 'gzip' })),
    ],
    [
      'A statement file may have up to 67108864 bytes, and nothing beyond them was read. Lines before them may be imported, and ' +
        'count once: cut the file into several, of whole days, and import all of them.',
      () => financeServer().ask(csvImport, sent('x', { 'content-length': '67108865' })),
    ],
    [
      '`payments` gave no service for this principal.',
      () => server({ payments: () => ({}) as never }).ask('/v1/payments?reference=a'),
    ],
  ])('%s', async (message, ask) => {
    const error = await errorOf(await ask())
    expect(error).toEqual({ code: expect.any(String), message, requestId: expect.any(String) })
  })
})

describe('createHandler: a refusal names the wrong field', () => {
  const json = { 'content-type': 'application/json' }

  it.each<[string, () => Promise<Response>]>([
    ['the body must be JSON in UTF-8', () => post('{')],
    ['the body must be JSON in UTF-8', () => post(Buffer.from('{"a":"\xff"}', 'latin1'))],
    ['the body must be JSON in UTF-8', () => post('\ufeff{}')],
    ['paymentId is not percent-encoded UTF-8', () => server().ask('/v1/payments/%ff')],
    [
      'Idempotency-Key must be 1 to 255 visible ASCII characters, bare or as one quoted string',
      () => post(JSON.stringify(request()), { ...json, 'idempotency-key': 'a b' }),
    ],
    [
      'the body must be an object',
      () => server({ manage: true }).ask(`/v1/payments/${unknownId}/confirm`, { method: 'POST', json: [] }),
    ],
    [
      'actor is no known field',
      () => server({ manage: true }).ask(`/v1/payments/${unknownId}/confirm`, { json: { actor: 'a' } }),
    ],
  ])('%s', async (issue, ask) => {
    expect(await issuesOf(ask())).toEqual([issue])
  })
})
