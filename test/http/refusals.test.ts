import { describe, expect, it } from 'vitest'
import { request, unknownId } from '../support/service.js'
import { csvImport, financeServer, sent } from './support/finance.js'
import { errorOf, issuesOf, post, server } from './support/server.js'

const as = (...scopes: string[]) => ({ finance: true, authenticate: () => ({ actor: 'a', scopes }) })

describe('createHandler: a refusal says what to do, and has no details where there are none', () => {
  it.each<[string, () => Promise<Response>]>([
    ['There is nothing at this path. Check the path.', () => server().ask('/v1/patients')],
    [
      'This path does not take this method. Use GET, HEAD, POST, OPTIONS.',
      () => server().ask('/v1/payments', { method: 'PUT' }),
    ],
    [
      'The request has no valid credentials. Send a valid `Authorization` header.',
      () => server({ authenticate: () => null }).ask('/v1/openapi.json'),
    ],
    [
      'This request needs the scope payments:write. Use credentials that have it.',
      () => server(as()).ask('/v1/payments', { json: request() }),
    ],
    [
      'This request needs the scopes lines:read and payments:read. Use credentials that have it.',
      () => server(as()).ask(`/v1/lines/${unknownId}/suggestions`),
    ],
    [
      'This request needs the scope payments:read. Use credentials that have it.',
      () => server(as('lines:read')).ask('/v1/lines/a/suggestions'),
    ],
    [
      'The body has another type than this route takes. Send application/json in UTF-8, not compressed.',
      () => post('{}', { 'content-type': 'text/plain' }),
    ],
    [
      'This request has a cookie or credentials of a browser, but does not come from a page of this server. Send it from such ' +
        'a page, or with `Authorization: Bearer`. If it does come from one, set the option origin of createHandler.',
      () => post('{}', { cookie: 'a=1' }),
    ],
    ['The body is longer than 65536 bytes. Send a shorter one.', () => post(' '.repeat(65_537))],
    [
      'The file is compressed. Send it as it is, not compressed.',
      () => financeServer().ask(csvImport, sent('x', { 'content-encoding': 'gzip' })),
    ],
    [
      'The statement file is longer than 67108864 bytes, and the rest was not read. Lines of the first part may be stored. ' +
        'Divide the file into files of whole days, and import all of them: no line counts twice.',
      () => financeServer().ask(csvImport, sent('x', { 'content-length': '67108865' })),
    ],
    [
      'The option payments returned no service for this principal.',
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
      'actor is not a known field',
      () => server({ manage: true }).ask(`/v1/payments/${unknownId}/confirm`, { json: { actor: 'a' } }),
    ],
  ])('%s', async (issue, ask) => {
    expect(await issuesOf(ask())).toEqual([issue])
  })
})
