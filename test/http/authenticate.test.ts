import { describe, expect, it } from 'vitest'
import { request } from '../support/service.js'
import { codeOf, errorOf, everyScope, server } from './support/server.js'

describe('createHandler: authenticate', () => {
  const rubbish = [undefined, false, 0, '', 'clerk', [], {}, { actor: 'a' }, { actor: '', scopes: [] }, { scopes: [] }]
  const actors = [1, ' ', 'x'.repeat(129), 'a\0b', 'a\u200bb', 'a\x1bb', undefined].map((actor) => ({
    actor,
    scopes: everyScope,
  }))

  it.each([...rubbish, ...actors, { actor: 'a', scopes: 'payments:read' }])(
    'is a fault of the server where it returns %j',
    async (answer) => {
      expect(await codeOf(server({ authenticate: () => answer as never }).ask('/v1/openapi.json'))).toEqual([
        500,
        'internal_error',
      ])
    },
  )

  it('is a fault of which the client receives no detail where it throws or rejects', async () => {
    for (const thrown of [new Error('SECRET at auth.ts'), 'SECRET', undefined, null, { code: 'SECRET' }]) {
      const ways = [
        () => {
          throw thrown as Error
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

  it('is reported to the host, not to the client, where it has read the body', async () => {
    const reported: unknown[] = []
    const authenticate = async (asking: Request) => {
      await asking.text()
      return { actor: 'clerk', scopes: everyScope }
    }
    const { ask } = server({ authenticate, onError: (error) => void reported.push(error) })
    expect(await codeOf(ask('/v1/payments', { json: request() }))).toEqual([500, 'internal_error'])
    expect(String(reported[0])).toContain('unread')
  })
})
