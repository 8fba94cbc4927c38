import type { Principal } from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { request, unknownId } from '../support/service.js'
import { codeOf, everyScope, server } from './support/server.js'

const realm = 'Bearer realm="hospital-payments"'

describe('createHandler: the order of decision', () => {
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
    principal = { actor: 'clerk', scopes: everyScope }
    expect(await send('/v1/payments?x=1', 'POST', 'text/plain', '{')).toEqual([400, 'invalid_request'])
    expect(await send('/v1/payments', 'POST', 'text/plain', '{')).toEqual([415, 'unsupported_media_type'])
    expect(await send('/v1/payments', 'POST', 'application/json', '{')).toEqual([400, 'invalid_request'])
    expect(await send('/v1/payments', 'POST', 'application/json', ' '.repeat(65_537))).toEqual([
      413,
      'payload_too_large',
    ])
    expect((await ask('/v1/payments', { json: request() })).status).toBe(201)
  })

  it('requires of each route its own scope', async () => {
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
})
