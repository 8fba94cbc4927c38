import { memoryRepository } from 'hospital-payments'
import { createHandler, type Principal } from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { request, testService, unknownId } from '../support/service.js'
import { asked, codeOf, errorOf, everyScope, issuesOf, server } from './support/server.js'

const realm = 'Bearer realm="hospital-payments"'
const clerk = { actor: 'clerk', scopes: everyScope }

describe('the order of decision', () => {
  it('shows one mistake after the other as each is repaired', async () => {
    let principal: Principal | null = null
    const { ask } = server({ authenticate: () => principal })
    const send = (path: string, method: string, type: string, body: string) =>
      codeOf(ask(path, { method, body, headers: { 'content-type': type } }))
    expect(await send('/v1/payment?x=1', 'PUT', 'text/plain', '{')).toEqual([404, 'not_found'])
    expect(await send('/v1/payments?x=1', 'PUT', 'text/plain', '{')).toEqual([405, 'method_not_allowed'])
    expect(await send('/v1/payments?x=1', 'POST', 'text/plain', '{')).toEqual([401, 'unauthorized'])
    principal = { actor: 'clerk', scopes: ['payments:read', 'no:such'] }
    expect(await send('/v1/payments?x=1', 'POST', 'text/plain', '{')).toEqual([403, 'forbidden'])
    principal = clerk
    expect(await send('/v1/payments?x=1', 'POST', 'text/plain', '{')).toEqual([400, 'invalid_request'])
    expect(await send('/v1/payments', 'POST', 'text/plain', '{')).toEqual([415, 'unsupported_media_type'])
    expect(await send('/v1/payments', 'POST', 'application/json', '{')).toEqual([400, 'invalid_request'])
    expect(await send('/v1/payments', 'POST', 'application/json', ' '.repeat(65_537))).toEqual([
      413,
      'payload_too_large',
    ])
    const json = JSON.stringify(request())
    expect((await ask('/v1/payments', asking(json))).status).toBe(201)
  })

  const asking = (body: string) => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } })

  it('asks each route for its own scope', async () => {
    const routes = [
      ['payments:write', 'POST', '/v1/payments'],
      ['payments:read', 'GET', '/v1/payments'],
      ['payments:read', 'GET', `/v1/payments/${unknownId}`],
      ['reports:read', 'GET', '/v1/reports/payments'],
      ['reports:read', 'GET', '/v1/reports/payments.csv'],
      ['reports:read', 'GET', '/v1/reports/totals'],
      ...['confirm', 'fail', 'expire', 'reverse'].map(
        (verb) => ['payments:manage', 'POST', `/v1/payments/${unknownId}/${verb}`] as const,
      ),
    ] as const
    for (const [scope, method, path] of routes) {
      const without = everyScope.filter((other) => other !== scope)
      const lacking = await server({ manage: true, authenticate: () => ({ actor: 'a', scopes: without }) }).ask(path, {
        method,
      })
      expect([path, lacking.status]).toEqual([path, 403])
      expect(lacking.headers.get('www-authenticate')).toBe(`${realm}, error="insufficient_scope", scope="${scope}"`)
      const having = await server({ manage: true, authenticate: () => ({ actor: 'a', scopes: [scope] }) }).ask(path, {
        method,
      })
      expect([401, 403]).not.toContain(having.status)
    }
    const { ask } = server({ authenticate: () => ({ actor: 'a', scopes: [] }) })
    expect((await ask('/v1/openapi.json')).status).toBe(200)
    expect((await server({ authenticate: () => null }).ask('/v1/openapi.json')).status).toBe(401)
  })

  it('answers 401 with a challenge, and OPTIONS to anybody', async () => {
    const { ask } = server({ authenticate: async () => null, manage: true })
    const answer = await ask('/v1/payments?reference=x')
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, realm])
    const options = await ask('/v1/payments', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([
      204,
      'GET, HEAD, POST, OPTIONS',
      '',
    ])
    expect(await codeOf(ask('/v1/patients', { method: 'OPTIONS' }))).toEqual([404, 'not_found'])
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'patch', 'X', 'constructor', '__proto__', 'toString', 'HEAD'])(
    'answers %s with 405 and Allow where a path does not know it',
    async (method) => {
      const answer = await server({ manage: true }).ask(`/v1/payments/${unknownId}/confirm`, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
      if (method !== 'HEAD') expect((await errorOf(answer)).code).toBe('method_not_allowed')
    },
  )

  it('knows a path by its one spelling', async () => {
    const { ask } = server()
    const wrong = ['/', '/v1', '/v1/payments/', '//v1/payments', '/v1/pay%6Dents', '/V1/payments', '/v1/Payments']
    for (const path of [...wrong, '/v1/reports', '/v1/payments/a/b', '/v1/payments/%2e%2e', '/v2/payments']) {
      expect(await codeOf(ask(path))).toEqual([404, 'not_found'])
    }
    expect((await ask('/v1/./payments/../payments?reference=x')).status).toBe(200)
    expect(await issuesOf(ask('/v1/payments/%ff'))).toEqual(['paymentId is not percent-encoded UTF-8'])
  })
})

describe('authenticate', () => {
  const rubbish = [undefined, false, 0, '', 'clerk', [], {}, { actor: 'a' }, { actor: '', scopes: [] }, { scopes: [] }]
  const actors = [1, ' ', 'x'.repeat(256), 'a\0b', undefined].map((actor) => ({ actor, scopes: everyScope }))

  it.each([...rubbish, ...actors, { actor: 'a', scopes: 'payments:read' }])(
    'that gives %j is a fault of the server',
    async (answer) => {
      expect(await codeOf(server({ authenticate: () => answer as never }).ask('/v1/openapi.json'))).toEqual([
        500,
        'internal_error',
      ])
    },
  )

  it('that throws or rejects is a fault of which nothing is told', async () => {
    for (const thrown of [new Error('SECRET at auth.ts'), 'SECRET', undefined, null, { code: 'SECRET' }]) {
      const ways = [
        () => {
          throw thrown
        },
        () => Promise.reject(thrown as Error),
      ]
      for (const authenticate of ways) {
        const answer = await server({ authenticate }).ask('/v1/openapi.json')
        expect(answer.status).toBe(500)
        expect(JSON.stringify(await errorOf(answer))).not.toContain('SECRET')
      }
    }
  })

  it('that has read the body is told to the host, not to the client', async () => {
    const told: unknown[] = []
    const authenticate = async (asking: Request) => {
      await asking.text()
      return clerk
    }
    const { ask } = server({ authenticate, onError: (error) => void told.push(error) })
    expect(await codeOf(ask('/v1/payments', { json: request() }))).toEqual([500, 'internal_error'])
    expect(String(told[0])).toContain('unread')
  })
})

describe('several hospitals behind one handler', () => {
  const hospitals = { a: testService().payments, b: testService({ repository: memoryRepository() }).payments }
  type Clerk = Principal & { hospital: 'a' | 'b' }
  const clerkOf = (asking: Request): Clerk => ({ ...clerk, hospital: asking.headers.get('x-hospital') as 'a' | 'b' })

  it.each([
    ['at once', (who: Clerk) => hospitals[who.hospital]],
    ['later', async (who: Clerk) => hospitals[who.hospital]],
  ])('answer a foreign id like an unknown one, byte for byte, chosen %s', async (_, payments) => {
    const handler = createHandler<Clerk>({ payments, authenticate: clerkOf, manage: true })
    const { id } = await hospitals.a.createPayment(request())
    const read = async (path: string, method = 'GET') => {
      const headers = { 'x-hospital': 'b', 'x-request-id': 'same' }
      const answer = await handler(asked(path, { method, headers }))
      return { status: answer.status, headers: [...answer.headers], body: await answer.text() }
    }
    for (const [suffix, method] of [
      ['', 'GET'],
      ['', 'HEAD'],
      ['/confirm', 'POST'],
      ['/expire', 'POST'],
    ] as const) {
      const foreign = await read(`/v1/payments/${id}${suffix}`, method)
      const unknown = await read(`/v1/payments/${unknownId}${suffix}`, method)
      expect({ ...foreign, body: foreign.body.replaceAll(id, unknownId) }).toStrictEqual(unknown)
      expect(foreign.status).toBe(404)
    }
    const mine = await handler(asked(`/v1/payments/${id}`, { headers: { 'x-hospital': 'a' } }))
    expect(mine.status).toBe(200)
  })

  it('fail safely where no service is chosen', async () => {
    const ways = [
      () => {
        throw new Error('SECRET')
      },
      async () => Promise.reject(new Error('SECRET')),
      () => undefined as never,
      () => ({}) as never,
    ]
    for (const payments of ways) {
      const answer = await server({ payments }).ask('/v1/payments?reference=x')
      expect(answer.status).toBe(500)
      expect(JSON.stringify(await errorOf(answer))).not.toContain('SECRET')
    }
  })
})

describe('createHandler', () => {
  const { payments } = testService()
  it.each([
    [undefined],
    [null],
    [[]],
    [{}],
    [{ payments }],
    [{ authenticate: 'none' }],
    [{ payments: {}, authenticate: 'none' }],
    [{ payments, authenticate: 'nobody' }],
    [{ payments, authenticate: null }],
    [{ payments, authenticate: 'none', manage: 1 }],
    [{ payments, authenticate: 'none', onError: 'log' }],
    [{ payments, authenticate: 'none', basepath: '' }],
    ...[null, '/', 'billing', '/billing/', '/a//b', '/a/..', '/./b', '/a?b', '/ü', 'http://x'].map((basePath) => [
      { payments, authenticate: 'none', basePath },
    ]),
  ])('refuses wrong options at once (%#)', (options) => {
    expect(() => createHandler(options as never)).toThrow(TypeError)
  })

  it('owns the paths of its routes, below its basePath', async () => {
    const handler = createHandler({ payments, authenticate: 'none', basePath: '/a.b/c', manage: true })
    expect(['', '/x', '/x/confirm'].map((rest) => handler.owns(`/a.b/c/v1/payments${rest}`))).toEqual([
      true,
      true,
      true,
    ])
    expect(['/v1/payments', '/aXb/c/v1/payments', '/a.b/c/v1'].map((path) => handler.owns(path))).toEqual(
      Array(3).fill(false),
    )
    const created = await handler(asked('/a.b/c/v1/payments', { json: request() }))
    expect(created.headers.get('location')).toMatch(/^\/a\.b\/c\/v1\/payments\/pay_/)
    expect(Object.isFrozen(handler)).toBe(true)
  })
})
