import { describe, expect, it } from 'vitest'
import { unknownId } from '../../support/service.js'
import { codeOf, errorOf, issuesOf, server } from '../support/server.js'

describe('createHandler: methods and paths', () => {
  it('answers 401 with a challenge, and OPTIONS to every caller', async () => {
    const { ask } = server({ authenticate: async () => null, manage: true })
    const answer = await ask('/v1/payments?reference=x')
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="hospital-payments"'])
    const options = await ask('/v1/payments', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([
      204,
      'GET, HEAD, POST, OPTIONS',
      '',
    ])
    expect(await codeOf(ask('/v1/patients', { method: 'OPTIONS' }))).toEqual([404, 'not_found'])
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'patch', 'X', 'constructor', '__proto__', 'toString', 'HEAD'])(
    'answers %s with 405 and Allow where a path does not have it',
    async (method) => {
      const answer = await server({ manage: true }).ask(`/v1/payments/${unknownId}/confirm`, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
      if (method !== 'HEAD') expect((await errorOf(answer)).code).toBe('method_not_allowed')
    },
  )

  it('accepts a path in its one spelling', async () => {
    const { ask } = server()
    const wrong = ['/', '/v1', '/v1/payments/', '//v1/payments', '/v1/pay%6Dents', '/V1/payments', '/v1/Payments']
    for (const path of [...wrong, '/v1/reports', '/v1/payments/a/b', '/v1/payments/%2e%2e', '/v2/payments']) {
      expect(await codeOf(ask(path))).toEqual([404, 'not_found'])
    }
    expect((await ask('/v1/./payments/../payments?reference=x')).status).toBe(200)
    expect(await issuesOf(ask('/v1/payments/%ff'))).toEqual(['paymentId is not percent-encoded UTF-8'])
  })
})
