import { memoryRepository, PaymentError } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { altered } from '../../support/repositories.js'
import { contents, request, testService } from '../../support/service.js'
import { codeOf, errorOf, expectCommonHeaders, issuesOf, server } from '../support/server.js'

const path = '/v1/payments/batch'

interface Result {
  status: number
  payment?: { id: string; reference: string }
  error?: { code: string; message: string; requestId: string; details?: object }
}

const bills = (count: number, change: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ request: request({ reference: `INV-${n + 1}`, ...change }) }))

async function resultsOf(answer: Promise<Response>): Promise<Result[]> {
  const response = await answer
  expect(response.status).toBe(200)
  expectCommonHeaders(response)
  const body = (await response.json()) as { results: Result[] }
  expect(Object.keys(body)).toEqual(['results'])
  return body.results
}

describe('POST /v1/payments/batch', () => {
  it('answers each payment as POST /v1/payments does, in order', async () => {
    const { ask, payments } = server({}, { referencePolicy: 'one-live' })
    const wrong = [
      request({ amount: 0, customer: { phone: '1' } }),
      request({ channel: 'card' }),
      request({ currency: 'XAU' }),
      request(),
    ]
    const headers = { 'x-request-id': 'r-1' }
    const requests = [{ request: request() }, ...wrong.map((request) => ({ request }))]
    const results = await resultsOf(ask(path, { json: { payments: requests }, headers }))
    const [first, ...others] = results
    expect(first).toStrictEqual({ status: 201, payment: await payments.getPayment(first!.payment!.id) })
    for (const [at, json] of wrong.entries()) {
      const alone = await ask('/v1/payments', { json, headers })
      expect(others[at]).toStrictEqual({ status: alone.status, error: await errorOf(alone) })
    }
    expect(results.map(({ status }) => status)).toEqual([201, 400, 400, 400, 409])
  })

  it('accepts a key for each payment, and answers a replay with the payment as it is now', async () => {
    const { ask, payments } = server()
    const json = {
      payments: [
        { request: request(), idempotencyKey: 'a' },
        { request: request({ amount: 1 }), idempotencyKey: 'a' },
        { request: request(), idempotencyKey: 'b' },
      ],
    }
    const first = await resultsOf(ask(path, { json }))
    expect(first.map(({ status, error }) => error?.code ?? status)).toEqual([201, 'idempotency_conflict', 201])
    await payments.confirmPayment(first[0]!.payment!.id)
    const again = await resultsOf(ask(path, { json }))
    expect(again[0]?.payment).toStrictEqual(await payments.getPayment(first[0]!.payment!.id))
    expect(again[2]).toStrictEqual(first[2])
    expect((await payments.reportPayments()).items).toHaveLength(2)
    const alone = await ask('/v1/payments', { json: request(), headers: { 'idempotency-key': 'b' } })
    expect(await alone.json()).toStrictEqual(first[2]!.payment)
  })

  it.each(['k', '', '"k"'])('refuses the header Idempotency-Key %j, which would protect no payment', async (key) => {
    const { ask, payments } = server()
    const answer = ask(path, { json: { payments: bills(1) }, headers: { 'idempotency-key': key } })
    expect(await issuesOf(answer)).toEqual([
      'Idempotency-Key is for one payment only; give each payment an idempotencyKey',
    ])
    expect((await payments.reportPayments()).items).toEqual([])
  })

  it('stores the actor of the principal, and refuses another one', async () => {
    const principal = { actor: 'billing', scopes: ['payments:write'] as const }
    const { ask, payments } = server({ authenticate: () => principal })
    const [first, second] = await resultsOf(
      ask(path, { json: { payments: [...bills(1), { request: request(), actor: 'x' }] } }),
    )
    expect((await payments.history(first!.payment!.id))[0]?.actor).toBe('billing')
    expect(second?.error?.message).toBe('The request was refused: actor is not a known field.')
    expect(await issuesOf(ask(path, { json: { payments: [], actor: 'x' } }))).toEqual(['actor is not a known field'])
  })

  it('needs the scope payments:write', async () => {
    const { ask } = server({ authenticate: () => ({ actor: 'a', scopes: ['payments:read', 'payments:manage'] }) })
    expect(await codeOf(ask(path, { json: { payments: [] } }))).toEqual([403, 'forbidden'])
  })

  it('answers no other method, and hides no payment', async () => {
    const { ask } = server()
    const answer = await ask(path)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })

  it.each<[string, unknown, string[]]>([
    ['a list alone', [], ['the body must be an object']],
    ['null', null, ['the body must be an object']],
    ['nothing in it', {}, ['payments is required']],
    [
      'one payment',
      request(),
      ['payments is required', 'amount is not a known field', 'currency is not a known field'],
    ],
    ['an object for the list', { payments: {} }, ['payments must be a list of at most 500']],
    ['null for the list', { payments: null }, ['payments must be a list of at most 500']],
    ['501 payments', { payments: bills(501) }, ['payments must be a list of at most 500']],
    ['an unknown field', { payments: [], colour: 1 }, ['colour is not a known field']],
  ])('refuses a body that is %s, and stores nothing', async (_, json, problems) => {
    const { ask, payments } = server()
    expect((await issuesOf(ask(path, { method: 'POST', json }))).slice(0, problems.length)).toEqual(problems)
    expect((await payments.reportPayments()).items).toEqual([])
  })

  it('accepts 500 payments, and none', async () => {
    const { ask } = server()
    expect(await resultsOf(ask(path, { json: { payments: [] } }))).toEqual([])
    const results = await resultsOf(ask(path, { json: { payments: bills(500) } }))
    expect(results.map(({ payment }) => payment?.reference)).toEqual(bills(500).map(({ request }) => request.reference))
  })

  it('accepts a body of 1 MiB, and not one byte more', async () => {
    const text = JSON.stringify({ payments: bills(2) })
    const headers = { 'content-type': 'application/json' }
    const send = (length: number) => server().ask(path, { method: 'POST', body: text.padEnd(length), headers })
    expect(await resultsOf(send(1_048_576))).toHaveLength(2)
    expect(await codeOf(send(1_048_577))).toEqual([413, 'payload_too_large'])
  })

  it('refuses an amount that would be rounded, of that payment alone', async () => {
    const { ask } = server()
    const body = JSON.stringify({ payments: bills(2) }).replace('150000', '9007199254740990.9')
    const results = await resultsOf(
      ask(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    )
    expect(results.map(({ status }) => status)).toEqual([400, 201])
    expect(results[0]?.error?.message).toMatch(/^The request was refused: amount must be an integer/)
  })

  it('answers each payment of a group that was not written with the storage’s error, which is reported once', async () => {
    const seen: unknown[] = []
    const failure = new PaymentError('storage_unavailable', 'The database is away.')
    const repository = altered(memoryRepository(), () => ({ insert: () => Promise.reject(failure) }))
    const onError = (error: unknown, { route }: { route: string | null }) => seen.push([error, route])
    const { ask } = server({ onError }, { repository })
    const response = await ask(path, { json: { payments: [...bills(2), { request: request({ amount: 0 }) }] } })
    expect(response.headers.has('retry-after')).toBe(false)
    const results = await resultsOf(Promise.resolve(response))
    expect(results.map(({ status }) => status)).toEqual([503, 503, 400])
    expect(results[0]?.error).toStrictEqual({
      code: 'storage_unavailable',
      message: 'The database is away.',
      requestId: response.headers.get('x-request-id'),
    })
    expect(seen).toEqual([[failure, path]])
  })

  it('has no details of an error that is none of ours', async () => {
    const seen: unknown[] = []
    const repository = altered(memoryRepository(), () => ({ insert: () => Promise.reject(new Error('SELECT secret')) }))
    const { ask } = server({ onError: (error) => seen.push(error) }, { repository })
    const [result] = await resultsOf(ask(path, { json: { payments: bills(1) } }))
    expect([result?.status, result?.error?.code]).toEqual([500, 'internal_error'])
    expect(JSON.stringify(result)).not.toContain('secret')
    expect(seen).toHaveLength(1)
  })

  it('stores in the hospital of the principal', async () => {
    const { payments, repository } = testService()
    const { ask } = server({ payments: () => payments })
    await resultsOf(ask(path, { json: { payments: bills(2) } }))
    expect(await contents(repository)).toHaveLength(2)
  })
})
