import { memoryRepository, PaymentError } from 'hospital-payments'
import type { FailureContext } from 'hospital-payments/http'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { broken } from '../support/repositories.js'
import { examples } from '../support/rounds.js'
import { request, unknownId } from '../support/service.js'
import { errorOf, expectCommonHeaders, server } from './support/server.js'

const canaries = ['Canary Abebe', '+251911999888', 'canary fever', 'canary-ward']
const patient = request({
  customer: { name: canaries[0], phone: canaries[1] },
  description: canaries[2],
  metadata: { ward: canaries[3] },
})

it.each([
  ['storage_unavailable', true, 503, '1'],
  ['storage_unavailable', false, 503, null],
  ['outcome_unknown', true, 503, '1'],
  ['concurrent_update', true, 409, null],
  ['internal_error', false, 500, null],
  [null, false, 500, null],
] as const)(
  'createHandler: a storage that fails with %s (retryable: %s) is answered with %i',
  async (code, retryable, status, after) => {
    const failure = code === null ? new Error(canaries.join()) : new PaymentError(code, 'It failed.', { retryable })
    const reported: FailureContext[] = []
    const onError = (_: unknown, context: FailureContext) => {
      reported.push(context)
      return Promise.reject(new Error('the log is full'))
    }
    const repository = broken(memoryRepository(), failure)
    const { ask } = server({ onError, manage: true }, { repository })
    const answers = [
      await ask('/v1/payments', { json: patient, headers: { 'x-request-id': 'mine' } }),
      await ask(`/v1/payments/${unknownId}`),
      await ask('/v1/reports/payments.csv'),
    ]
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, after])
      const text = JSON.stringify([await errorOf(answer), [...answer.headers], reported])
      for (const canary of canaries) expect(text).not.toContain(canary)
    }
    expect(reported).toHaveLength(status < 500 ? 0 : 3)
    if (reported[0]) expect(reported[0]).toEqual({ requestId: 'mine', method: 'POST', route: '/v1/payments' })
  },
)

it('createHandler: any request is answered: never 500, always in the envelope', async () => {
  const { ask } = server({ manage: true })
  const path = fc.oneof(
    fc.constantFrom('/v1/payments', '/v1/reports/payments', '/v1/reports/payments.csv', '/v1/openapi.json'),
    fc.string().map((id) => `/v1/payments/${id}`),
    fc.constantFrom('confirm', 'fail', 'expire', 'reverse').map((verb) => `/v1/payments/${unknownId}/${verb}`),
    fc.webPath(),
  )
  const method = fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'constructor', '__proto__')
  const type = fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain')
  const body = fc.oneof(fc.json(), fc.string(), fc.constant(JSON.stringify(patient)))
  await fc.assert(
    fc.asyncProperty(path, fc.string(), method, type, body, async (where, query, how, contentType, content) => {
      const hasBody = !['GET', 'HEAD'].includes(how)
      const headers = { 'content-type': contentType }
      const answer = await ask(`${where}?${query}`, { method: how, headers, ...(hasBody && { body: content }) })
      expect(answer.status).toBeLessThan(500)
      if (answer.status >= 400 && how !== 'HEAD') await errorOf(answer)
      else expectCommonHeaders(answer)
    }),
    { numRuns: examples(3000) },
  )
})
