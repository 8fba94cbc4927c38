import type { Waiver } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { unknownId } from '../../support/service.js'
import { counter } from '../support/counter.js'
import { codeOf, issuesOf } from '../support/server.js'

const why = { reason: 'insured' }
const unknownWaiver = 'wvr_00000000000000000000000000'

/** Makes a bill of 1,500, with the calls of the clerk (hana) and of the second person (marta). */
async function ofBill() {
  const made = counter()
  const bill = await made.bill(1500)
  const call = { paymentId: bill.id, amount: 500, scheme: 'poor', reason: 'no_income' }
  const requested = async (more: object = {}) =>
    (await (await made.post('hana', '/v1/waivers', { ...call, ...more })).json()) as Waiver
  return { ...made, bill, call, requested }
}

describe('POST /v1/waivers', () => {
  it('asks for a waiver once for a key, as the principal, and says where it is', async () => {
    const { post, askAs, call, payments } = await ofBill()
    const ask = () => post('hana', '/v1/waivers', { ...call, note: 'widow' }, { 'idempotency-key': 'waiver-1' })
    const first = await ask()
    const waiver = (await first.json()) as Waiver
    expect([first.status, first.headers.get('location')]).toEqual([201, `/v1/waivers/${waiver.id}`])
    expect(waiver).toMatchObject({ status: 'requested', requestedBy: 'hana', note: 'widow', amount: 500 })
    expect(await (await ask()).json()).toEqual(waiver)
    expect(await (await askAs('marta', `/v1/waivers/${waiver.id}`)).json()).toEqual(waiver)
    const listed = await askAs('marta', '/v1/waivers?status=requested&scheme=poor')
    expect(await listed.json()).toEqual(await payments.waivers.list({ status: 'requested', scheme: 'poor' }))
    const csv = await askAs('marta', '/v1/waivers.csv')
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(await csv.text()).toMatch(new RegExp(`^id,[^]*\r\n${waiver.id},`))
  })

  it('refuses what the library refuses, and a body with an actor', async () => {
    const { post, call } = await ofBill()
    const ask = (more: object) => post('hana', '/v1/waivers', { ...call, ...more })
    expect(await codeOf(ask({ amount: 1501 }))).toEqual([409, 'allocation_exceeds'])
    expect(await codeOf(ask({ paymentId: unknownId }))).toEqual([404, 'payment_not_found'])
    expect(await issuesOf(ask({ actor: 'lily', scheme: 'Poor!' }))).toHaveLength(2)
    expect(await codeOf(post('-', '/v1/waivers', call))).toEqual([403, 'forbidden'])
  })
})

describe('POST /v1/waivers/{waiverId}/approve', () => {
  it('grants as another person than the requester, and pays the bill', async () => {
    const { post, askAs, requested, bill, payments } = await ofBill()
    const { id } = await requested({ amount: 1500 })
    const granted = await askAs('marta', `/v1/waivers/${id}/approve`, { method: 'POST' })
    expect([granted.status, await granted.json()]).toMatchObject([200, { status: 'granted', decidedBy: 'marta' }])
    expect(await payments.getPayment(bill.id)).toMatchObject({ status: 'succeeded', amountWaived: 1500 })
    expect(await codeOf(post('marta', `/v1/waivers/${unknownWaiver}/approve`, {}))).toEqual([404, 'waiver_not_found'])
  })

  it('is 409 self_approval for the person who asked, whatever the scopes', async () => {
    const { payments, call } = await ofBill()
    const { id } = await payments.waivers.request(call, { actor: 'marta' })
    const { post } = counter({ payments })
    expect(await codeOf(post('marta', `/v1/waivers/${id}/approve`, {}))).toEqual([409, 'self_approval'])
  })
})

describe('POST /v1/waivers/{waiverId}/reject|cancel|revoke', () => {
  it('answer the waiver as it is after the change', async () => {
    const { post, requested, payments, bill } = await ofBill()
    const change = async (person: 'hana' | 'marta', id: string, verb: string, body: object = why) => {
      const answer = await post(person, `/v1/waivers/${id}/${verb}`, body)
      return [answer.status, ((await answer.json()) as Waiver).status]
    }
    expect(await change('marta', (await requested()).id, 'reject')).toEqual([200, 'rejected'])
    const { id } = await requested()
    expect(await change('hana', id, 'cancel')).toEqual([200, 'canceled'])
    const last = await requested({ amount: 1500 })
    await payments.waivers.approve(last.id, { actor: 'dawit' })
    expect(await issuesOf(post('marta', `/v1/waivers/${last.id}/revoke`, why))).toEqual([
      "payments must be 'reverse', because the payment succeeded",
    ])
    expect(await change('marta', last.id, 'revoke', { ...why, payments: 'reverse' })).toEqual([200, 'revoked'])
    expect(await payments.getPayment(bill.id)).toMatchObject({ status: 'reversed', amountWaived: 0 })
  })

  it.each([
    ['GET', '/v1/waivers', 'reports:read'],
    ['GET', '/v1/waivers.csv', 'reports:read'],
    ['GET', `/v1/waivers/${unknownWaiver}`, 'reports:read'],
    ['POST', '/v1/waivers', 'waivers:request'],
    ['POST', `/v1/waivers/${unknownWaiver}/cancel`, 'waivers:request'],
    ['POST', `/v1/waivers/${unknownWaiver}/approve`, 'waivers:approve'],
    ['POST', `/v1/waivers/${unknownWaiver}/reject`, 'waivers:approve'],
    ['POST', `/v1/waivers/${unknownWaiver}/revoke`, 'waivers:approve'],
  ])('%s %s needs %s, and the routes of finance', async (method, path, scope) => {
    const refused = await counter().askAs('sara', path, { method })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      `Bearer realm="hospital-payments", error="insufficient_scope", scope="${scope}"`,
    ])
    expect(await codeOf(counter({ finance: false }).askAs('marta', path, { method }))).toEqual([404, 'not_found'])
  })
})
