import { createHospitalPayments, memoryRepository, type PaymentRepository } from 'hospital-payments'
import {
  createHandler,
  type FailureContext,
  type Handler,
  type NodeRequest,
  type NodeResponse,
  toNodeListener,
} from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { server } from './support/server.js'

const failure = new Error('the storage went away')

/** Gives one batch, and then fails. */
function breakingOff(): PaymentRepository {
  return {
    ...memoryRepository(),
    async *scan() {
      yield [['pay_1', 'INV-1', 1, 'ETB', 'pending', null]]
      throw failure
    },
  }
}

it('onError: is called once for a file that breaks off, with the cause; the client receives a broken body', async () => {
  const reported: [unknown, FailureContext][] = []
  const payments = createHospitalPayments({ repository: breakingOff() })
  const onError = (error: unknown, context: FailureContext) => reported.push([error, context])
  const handler = createHandler({ payments, authenticate: 'none', onError })
  const response = await handler(
    new Request('http://localhost/v1/reports/payments.csv', { headers: { 'x-request-id': 'r-1' } }),
  )
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
  expect(reported).toEqual([
    [
      expect.objectContaining({ cause: failure }),
      { requestId: 'r-1', method: 'GET', route: '/v1/reports/payments.csv' },
    ],
  ])
})

it('onError: is not called for a client that leaves', async () => {
  const reported: unknown[] = []
  const { ask } = server({ onError: (error) => reported.push(error) })
  const leaving = new AbortController()
  const response = await ask('/v1/reports/payments.csv', { signal: leaving.signal })
  leaving.abort()
  await response.body?.cancel()
  expect(reported).toEqual([])
})

it('onError: harms nothing where it throws itself', async () => {
  const onError = () => {
    throw new Error('the log is full')
  }
  const { ask } = server({ authenticate: () => Promise.reject(new Error('no directory')), onError })
  expect((await ask('/v1/payments?reference=INV-1')).status).toBe(500)
})

it('onError: is not called for mistakes of the client', async () => {
  const reported: unknown[] = []
  const { ask } = server({ onError: (error) => reported.push(error), authenticate: () => null })
  const open = server({ onError: (error) => reported.push(error), manage: true })
  const answers = [
    await ask('/v1/payments'),
    await open.ask('/v1/payments'),
    await open.ask('/v1/nothing'),
    await open.ask('/v1/payments', { method: 'PUT' }),
    await open.ask('/v1/payments/pay_1'),
    await open.ask('/v1/payments/pay_1/fail', { json: { reason: 'x' } }),
    await open.ask('/v1/payments', { method: 'POST', body: 'x' }),
    await open.ask('/v1/reports/totals?from=2026-02-30'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 400, 404, 405, 404, 404, 415, 400])
  expect(reported).toEqual([])
})

describe('onError: a handler that is mounted under a path, and has no basePath,', () => {
  const reported: [unknown, FailureContext][] = []
  const open = (basePath?: string) => {
    reported.length = 0
    return createHandler({
      payments: createHospitalPayments({ repository: memoryRepository() }),
      authenticate: 'none',
      basePath,
      onError: (error, context) => reported.push([error, context]),
    })
  }
  const get = (handler: Handler, path: string) => handler(new Request(`http://localhost${path}`))

  it('reports the option that it lacks, once', async () => {
    const handler = open()
    expect((await get(handler, '/billing/v1/payments?reference=INV-1')).status).toBe(404)
    await get(handler, '/billing/v1/reports/totals')
    expect(reported).toEqual([
      [
        expect.objectContaining({
          message: "The handler is mounted under /billing: give createHandler the option { basePath: '/billing' }.",
        }),
        { requestId: expect.any(String), method: 'GET', route: null },
      ],
    ])
  })

  it('reports it through a listener that passes the request on', () => {
    const listener = toNodeListener(open())
    let passed = 0
    const request = { method: 'GET', url: '/v1/payments', originalUrl: '/billing/v1/payments', rawHeaders: [] }
    listener(request as unknown as NodeRequest, {} as NodeResponse, () => passed++)
    expect(passed).toBe(1)
    expect(reported).toHaveLength(1)
  })

  it('reports nothing of other paths, nor with a basePath', async () => {
    await get(open(), '/billing/v1/patients')
    await get(open(), '/v1/patients')
    expect(reported).toEqual([])
    await get(open('/billing'), '/other/v1/payments')
    expect(reported).toEqual([])
  })
})

it('onError: receives each scope of a principal that no route has, once; the request is answered all the same', async () => {
  const reported: [unknown, FailureContext][] = []
  const { ask } = server({
    authenticate: () => ({ actor: 'app', scopes: ['payments:read', 'payment:write', 'x'.repeat(500)] }),
    onError: (error, context) => reported.push([error, context]),
  })
  for (let times = 0; times < 2; times++) expect((await ask('/v1/payments?reference=INV-1')).status).toBe(200)
  expect(reported.map(([error]) => (error as Error).message.split(',')[0])).toEqual([
    '`authenticate` returned the scope "payment:write"',
    `\`authenticate\` returned the scope "${'x'.repeat(64)}"`,
  ])
  expect(reported[0]![1]).toMatchObject({ method: 'GET', route: '/v1/payments' })
})
