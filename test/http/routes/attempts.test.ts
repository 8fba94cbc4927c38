import type { Attempt } from 'hospital-payments'
import type { Principal } from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { unknownId } from '../../support/service.js'
import { attemptServer, unknownAttempt } from '../support/attempts.js'
import { codeOf, everyScope, issuesOf } from '../support/server.js'

const clerk: Principal = { actor: 'clerk', scopes: everyScope }
const asClerk = { manage: true, authenticate: () => clerk }
const phone = '+254712345678'

describe('POST /v1/payments/{paymentId}/attempts', () => {
  it('starts an attempt once for a key, as the principal, and says where it is', async () => {
    const { start, ask, bill, fake } = attemptServer({ ...asClerk, basePath: '' })
    const { id } = await bill()
    const send = () => start(id, { phone, amount: 500 }, { 'idempotency-key': 'push-1' })
    const first = await send()
    const attempt = (await first.json()) as Attempt
    expect([first.status, first.headers.get('location')]).toEqual([201, `/v1/attempts/${attempt.id}`])
    expect(attempt).toMatchObject({
      ...{ paymentId: id, provider: 'fake', account: 'fake', amount: 500, currency: 'ETB', status: 'pending' },
      ...{ createdBy: 'clerk', instructions: { type: 'text' } },
    })
    expect(JSON.stringify(attempt)).not.toContain(phone.slice(4))
    expect(await (await send()).json()).toEqual(attempt)
    expect(fake.pushes).toEqual([attempt.id])
    expect(await (await ask(`/v1/attempts/${attempt.id}`)).json()).toEqual(attempt)
  })

  it('refuses what the library refuses, and a body with what the path or the principal says', async () => {
    const { start, bill, payments } = attemptServer(asClerk)
    const { id } = await bill()
    expect(await codeOf(start(unknownId))).toEqual([404, 'payment_not_found'])
    expect(await codeOf(start(id, { provider: 'mpesa' }))).toEqual([400, 'unsupported_provider'])
    expect(await codeOf(start(id, { amount: 150_001 }))).toEqual([409, 'allocation_exceeds'])
    expect(await issuesOf(start(id, { phone: '0712' }))).toHaveLength(1)
    expect(await issuesOf(start(id, { paymentId: id, actor: 'x' }))).toEqual([
      'actor is not a known field',
      'paymentId is not a known field',
    ])
    await start(id, {}, { 'idempotency-key': 'k' })
    const again = start(id)
    expect(await codeOf(again)).toEqual([409, 'attempt_conflict'])
    expect(await codeOf(start(id, { amount: 1 }, { 'idempotency-key': 'k' }))).toEqual([409, 'idempotency_conflict'])
    const canceled = await payments.createPayment({ amount: 1, currency: 'ETB', reference: 'C', channel: 'cash' })
    await payments.cancelPayment(canceled.id, { reason: 'twice' })
    expect(await codeOf(start(canceled.id))).toEqual([409, 'invalid_transition'])
  })

  it('is 503 with Retry-After where the provider has surely started nothing, and the key may be sent again', async () => {
    let isDown = true
    const { start, bill } = attemptServer(
      {},
      { faultOf: (call) => (isDown && call === 'start' ? 'unavailable' : undefined) },
    )
    const { id } = await bill()
    const down = await start(id, {}, { 'idempotency-key': 'k' })
    expect(down.headers.get('retry-after')).toBe('1')
    expect(await codeOf(Promise.resolve(down))).toEqual([503, 'provider_unavailable'])
    isDown = false
    expect((await start(id, {}, { 'idempotency-key': 'k' })).status).toBe(201)
  })
})

describe('GET /v1/attempts', () => {
  it('lists attempts by payment, status and provider, newest first, in pages', async () => {
    const { ask, started, fake, payments, clock } = attemptServer()
    const first = await started()
    clock.advance(1000)
    const second = await started()
    fake.refuse(first.id)
    await payments.attempts.check(first.id)
    const ids = async (query: string) => {
      const answer = await ask(`/v1/attempts${query}`)
      return ((await answer.json()) as { items: Attempt[] }).items.map(({ id }) => id)
    }
    expect(await ids('')).toEqual([second.id, first.id])
    expect(await ids('?status=failed')).toEqual([first.id])
    expect(await ids(`?paymentId=${second.paymentId}&provider=fake`)).toEqual([second.id])
    expect(await ids('?provider=mpesa')).toEqual([])
    const page = (await (await ask('/v1/attempts?limit=1')).json()) as { nextCursor: string }
    expect(await ids(`?limit=1&cursor=${page.nextCursor}`)).toEqual([first.id])
    expect(await codeOf(ask('/v1/attempts?cursor=x'))).toEqual([400, 'invalid_cursor'])
    expect(await issuesOf(ask('/v1/attempts?status=lost'))).toHaveLength(1)
  })
})

describe('GET /v1/attempts/{attemptId}', () => {
  it('is 404 for an unknown attempt, as its history is', async () => {
    const { ask } = attemptServer()
    for (const path of [unknownAttempt, `${unknownAttempt}/history`, 'x', 'x/history'])
      expect(await codeOf(ask(`/v1/attempts/${path}`))).toEqual([404, 'attempt_not_found'])
  })

  it('has its history at /history, without a phone', async () => {
    const { ask, started, fake, payments } = attemptServer(asClerk)
    const { id } = await started({ phone })
    fake.accept(id)
    await payments.attempts.check(id)
    const text = await (await ask(`/v1/attempts/${id}/history`)).text()
    expect(JSON.parse(text)).toEqual(await payments.attempts.history(id))
    expect((JSON.parse(text) as { type: string }[]).map(({ type }) => type)).toEqual([
      ...['attempt.started', 'attempt.pending', 'attempt.paid'],
    ])
    expect(text).not.toContain(phone.slice(4))
  })
})

describe('POST /v1/attempts/{attemptId}/check', () => {
  it('asks the provider now, and answers a paid attempt as it is', async () => {
    const { ask, started, fake, payments } = attemptServer()
    const { id, paymentId } = await started()
    const check = async () => (await (await ask(`/v1/attempts/${id}/check`, { method: 'POST' })).json()) as Attempt
    expect(await check()).toMatchObject({ status: 'pending', checks: 1 })
    fake.accept(id)
    expect(await check()).toMatchObject({ status: 'paid', checks: 2 })
    expect(await check()).toMatchObject({ status: 'paid', checks: 2 })
    expect((await payments.getPayment(paymentId))?.status).toBe('succeeded')
    expect(await codeOf(ask(`/v1/attempts/${unknownAttempt}/check`, { method: 'POST' }))).toEqual([
      404,
      'attempt_not_found',
    ])
  })
})

describe('POST /v1/attempts/{attemptId}/abandon', () => {
  it('gives a living attempt up as the principal', async () => {
    const { ask, started, payments } = attemptServer(asClerk)
    const { id, paymentId } = await started()
    const answer = await ask(`/v1/attempts/${id}/abandon`, { json: { reason: 'the payer left' } })
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { status: 'failed', failure: { code: 'abandoned', retry: true } },
    ])
    expect((await payments.getPayment(paymentId))?.attemptId).toBeNull()
    expect((await payments.attempts.history(id)).at(-1)).toMatchObject({
      ...{ type: 'attempt.abandoned', actor: 'clerk', reason: 'the payer left' },
    })
  })

  it('is 409 while the payer may still pay, unless the body says force', async () => {
    const { ask, started } = attemptServer(asClerk, { canCancel: false })
    const { id } = await started()
    const path = `/v1/attempts/${id}/abandon`
    expect(await codeOf(ask(path, { json: { reason: 'left' } }))).toEqual([409, 'attempt_conflict'])
    expect((await ask(path, { json: { reason: 'left', force: true } })).status).toBe(200)
    expect(await issuesOf(ask(path, { json: { reason: 'left', actor: 'x' } }))).toEqual(['actor is not a known field'])
  })

  it('needs a person: a principal without an actor is refused', async () => {
    const { ask, started } = attemptServer()
    const { id } = await started()
    expect(await issuesOf(ask(`/v1/attempts/${id}/abandon`, { json: { reason: 'left' } }))).toEqual([
      'actor is required',
    ])
  })
})

describe('POST /v1/payments/{paymentId}/cancel|fail|expire: a payment with a living attempt', () => {
  it('is refused with attempt_conflict; cancel and fail let the attempt go on by attempts: keep', async () => {
    const { ask, started, payments } = attemptServer(asClerk)
    for (const verb of ['cancel', 'fail']) {
      const { id, paymentId } = await started()
      const change = (json: object) => ask(`/v1/payments/${paymentId}/${verb}`, { json: { reason: 'twice', ...json } })
      expect(await codeOf(change({}))).toEqual([409, 'attempt_conflict'])
      expect(await issuesOf(change({ attempts: 'end' }))).toHaveLength(1)
      expect((await change({ attempts: 'keep' })).status).toBe(200)
      expect((await payments.attempts.get(id))?.status).toBe('pending')
    }
    const { paymentId } = await started()
    expect(await codeOf(ask(`/v1/payments/${paymentId}/expire`, { method: 'POST' }))).toEqual([409, 'attempt_conflict'])
  })
})

it.each([
  ['GET', '/v1/attempts', 'payments:read'],
  ['GET', `/v1/attempts/${unknownAttempt}`, 'payments:read'],
  ['GET', `/v1/attempts/${unknownAttempt}/history`, 'payments:read'],
  ['POST', `/v1/payments/${unknownId}/attempts`, 'attempts:write'],
  ['POST', `/v1/attempts/${unknownAttempt}/check`, 'attempts:write'],
  ['POST', `/v1/attempts/${unknownAttempt}/abandon`, 'attempts:write'],
])('createHandler: %s %s needs %s', async (method, path, scope) => {
  const scopes = everyScope.filter((one) => one !== scope)
  const { ask } = attemptServer({ authenticate: () => ({ actor: 'a', scopes }) })
  const refused = await ask(path, { method })
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    403,
    `Bearer realm="hospital-payments", error="insufficient_scope", scope="${scope}"`,
  ])
})
