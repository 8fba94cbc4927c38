import { describe, expect, it } from 'vitest'
import { csvOf, minute, request } from '../../support/service.js'
import { financeServer } from '../support/finance.js'
import { errorOf, everyScope, issuesOf } from '../support/server.js'

/** Makes a handler for the person that `who` names, over a payment that succeeded; a refund waits for a second person. */
async function refunding() {
  const who = { actor: 'amina' }
  const made = financeServer(
    { authenticate: () => ({ actor: who.actor, scopes: everyScope }), basePath: '/billing' },
    { refundApproval: () => true },
  )
  const { id: paymentId } = await made.payments.createPayment(request())
  await made.payments.confirmPayment(paymentId)
  const refundRequest = { paymentId, amount: 50_000, reason: 'duplicate' }
  const post = (path: string, json: unknown, headers?: Record<string, string>) =>
    made.ask(`/billing${path}`, { method: 'POST', json, headers })
  const change = async (id: string, verb: string, json: object = {}) => {
    const answer = await post(`/v1/refunds/${id}/${verb}`, json)
    expect([verb, answer.status]).toEqual([verb, 200])
    return (await answer.json()) as object
  }
  const created = async () => ((await (await post('/v1/refunds', refundRequest)).json()) as { id: string }).id
  return { ...made, who, wanted: refundRequest, post, change, created }
}

describe('POST /v1/refunds and GET /v1/refunds: the routes of refunds', () => {
  it('create a refund once for each key, in the name of the principal', async () => {
    const { post, wanted, payments } = await refunding()
    const answer = await post('/v1/refunds', wanted, { 'idempotency-key': 'k-1' })
    const refund = (await answer.json()) as { id: string }
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/billing/v1/refunds/${refund.id}`])
    expect(refund).toStrictEqual(await payments.refunds.get(refund.id))
    expect(refund).toMatchObject({ status: 'requested', amount: 50_000 })
    expect((await payments.refunds.history(refund.id))[0]?.actor).toBe('amina')
    const again = await post('/v1/refunds', wanted, { 'idempotency-key': 'k-1' })
    expect([again.status, await again.json()]).toStrictEqual([201, refund])
    expect((await payments.refunds.list()).items).toHaveLength(1)
    expect(await issuesOf(post('/v1/refunds', { ...wanted, actor: 'dawit' }))).toEqual(['actor is not a known field'])
  })

  it('change a refund as the library does, in the name of the principal', async () => {
    const { who, created, change, payments } = await refunding()
    const [one, two, three] = [await created(), await created(), await created()]
    expect(await change(three, 'cancel', { reason: 'asked for twice' })).toMatchObject({ status: 'canceled' })
    who.actor = 'dawit'
    expect(await change(one, 'approve')).toMatchObject({ status: 'pending' })
    expect(await change(two, 'reject', { reason: 'no receipt' })).toMatchObject({ status: 'canceled' })
    expect(await change(one, 'confirm', { providerTransactionId: 'FT-1' })).toMatchObject({ status: 'succeeded' })
    const failed = await change(one, 'fail', { reason: 'wallet closed' })
    expect(failed).toStrictEqual(await payments.refunds.get(one))
    expect(failed).toMatchObject({ status: 'failed' })
    const actors = (await payments.refunds.history(one)).map(({ actor }) => actor)
    expect(actors).toEqual(['amina', 'dawit', 'dawit', 'dawit'])
  })

  it('refuse the person who requested it, and an unknown refund', async () => {
    const { post, created } = await refunding()
    const selfApproval = await errorOf(await post(`/v1/refunds/${await created()}/approve`, {}))
    expect(selfApproval.code).toBe('self_approval')
    for (const path of ['/v1/refunds/ref_1/approve', '/v1/refunds/ref_1/confirm'])
      expect((await errorOf(await post(path, {}))).code).toBe('refund_not_found')
  })

  it('list, sum up and export refunds as the library does, by every filter', async () => {
    const { ask, created, change, payments, clock, wanted } = await refunding()
    const first = await created()
    clock.advance(minute)
    await change(await created(), 'cancel', { reason: 'asked for twice' })
    const read = async (path: string) => (await ask(`/billing${path}`)).json()
    const days = { from: '2026-11-20', to: '2026-11-20' }
    const query = 'from=2026-11-20&to=2026-11-20'
    const open = { ...days, status: ['requested', 'pending'] as const, paymentId: wanted.paymentId }
    const opened = `${query}&status=requested,pending&paymentId=${wanted.paymentId}`
    const page = (await read(`/v1/refunds?${opened}`)) as { items: { id: string }[] }
    expect(page.items.map(({ id }) => id)).toEqual([first])
    expect(page).toStrictEqual(await payments.refunds.list(open))
    expect(await read('/v1/refunds?limit=1')).toStrictEqual(await payments.refunds.list({ limit: 1 }))
    expect(await read(`/v1/refunds/${first}`)).toStrictEqual(await payments.refunds.get(first))
    const totals = (await read(`/v1/reports/refunds?${query}`)) as { items: unknown[] }
    expect(totals).toStrictEqual(await payments.refunds.totals(days))
    expect(totals.items).toHaveLength(2)
    expect((await errorOf(await ask('/billing/v1/refunds/ref_1'))).code).toBe('refund_not_found')
    const csv = await ask(`/billing/v1/reports/refunds.csv?${query}&basis=createdAt&mode=exact&bom=false`)
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="refunds_2026-11-20.csv"')
    const text = await csv.text()
    expect(text).toBe(await csvOf(payments.refunds.exportCsv({ ...days, mode: 'exact' })))
    expect(text.split('\r\n')).toHaveLength(4)
  })
})

describe('POST /v1/closings and GET /v1/closings: the routes of closed days', () => {
  it('close, reopen and list days as the library does, in the name of the principal', async () => {
    const { ask, post, payments } = await refunding()
    const call = { account: 'cbe 1000/a', day: '2026-11-19' }
    const answer = await post('/v1/closings', call)
    const closing = await answer.json()
    const location = '/billing/v1/closings?account=cbe%201000%2Fa&from=2026-11-19&to=2026-11-19'
    expect([answer.status, answer.headers.get('location')]).toEqual([201, location])
    expect(closing).toStrictEqual(await payments.days.get(call))
    expect(closing).toMatchObject({ kind: 'closing', actor: 'amina' })
    const reopened = await post('/v1/closings/reopen', { ...call, reason: 'wrong patient' })
    const reopening = await reopened.json()
    expect([reopened.status, reopening]).toEqual([200, await payments.days.get(call)])
    expect(reopening).toMatchObject({ kind: 'reopening', actor: 'amina', sequence: 2 })
    expect(await (await ask(location)).json()).toEqual({ items: [reopening, closing], nextCursor: null })
    expect((await errorOf(await post('/v1/closings/reopen', { ...call, reason: 'again' }))).code).toBe(
      'invalid_transition',
    )
  })

  it('close all days up to one, tie a month out and write closings as CSV, as the library does', async () => {
    const { ask, post, payments } = await refunding()
    const account = 'cbe-1000'
    const lineOf = (valueDate: string) =>
      ({ row: 1, direction: 'credit', amount: 700, currency: 'ETB', valueDate, lineId: valueDate }) as const
    await payments.statements.import(['2026-11-17', '2026-11-20'].map(lineOf), { account })
    const answer = await post('/v1/closings/through', { account, day: '2026-11-30' })
    const closing = await payments.days.get({ account, day: '2026-11-17' })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { closed: [closing], stopped: { day: '2026-11-20', code: 'invalid_request' } },
    ])
    expect(closing?.actor).toBe('amina')
    const month = await ask(`/billing/v1/months/2026-11?account=${account}`)
    expect(await month.json()).toEqual(await payments.days.month({ account, month: '2026-11' }))
    expect((await ask('/billing/v1/months/2026-13')).status).toBe(400)
    const csv = await ask(`/billing/v1/closings.csv?account=${account}&from=2026-11-01&to=2026-11-30&mode=exact`)
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="closings_2026-11-01_2026-11-30.csv"')
    expect(await csv.text()).toBe(await csvOf(payments.days.exportCsv({ account, mode: 'exact' })))
  })

  it('take the actor from the principal alone', async () => {
    const { post } = await refunding()
    for (const path of ['/v1/closings', '/v1/closings/through', '/v1/closings/reopen']) {
      const json = { account: 'a', day: '2026-11-19', reason: 'wrong patient', actor: 'x' }
      expect(await issuesOf(post(path, json))).toEqual(['actor is not a known field'])
    }
  })
})
