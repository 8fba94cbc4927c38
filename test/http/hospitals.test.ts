import { memoryRepository } from 'hospital-payments'
import { createHandler, type Principal } from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { request, testService, unknownId } from '../support/service.js'
import { requestTo, errorOf, everyScope, server } from './support/server.js'

describe('createHandler: several hospitals behind one handler', () => {
  const hospitals = { a: testService().payments, b: testService({ repository: memoryRepository() }).payments }
  type Clerk = Principal & { hospital: 'a' | 'b' }
  const clerkOf = (asking: Request): Clerk => ({
    actor: 'clerk',
    scopes: everyScope,
    hospital: asking.headers.get('x-hospital') as 'a' | 'b',
  })

  it.each([
    ['at once', (who: Clerk) => hospitals[who.hospital]],
    ['later', async (who: Clerk) => hospitals[who.hospital]],
  ])('answer a foreign id like an unknown one, byte for byte, chosen %s', async (_, payments) => {
    const handler = createHandler<Clerk>({ payments, authenticate: clerkOf, manage: true })
    const { id } = await hospitals.a.createPayment(request())
    const read = async (path: string, method = 'GET') => {
      const headers = { 'x-hospital': 'b', 'x-request-id': 'same' }
      const answer = await handler(requestTo(path, { method, headers }))
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
    const mine = await handler(requestTo(`/v1/payments/${id}`, { headers: { 'x-hospital': 'a' } }))
    expect(mine.status).toBe(200)
  })

  it('are not chosen between for the document, which is the same to all', async () => {
    const payments = () => Promise.reject(new Error('no hospital'))
    expect((await server({ payments }).ask('/v1/openapi.json')).status).toBe(200)
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
