import type { TakeResult } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { counter } from '../support/counter.js'
import { codeOf, errorOf, issuesOf } from '../support/server.js'

const sessions = '/v1/cash/sessions'
const lineOf = (key: string) => `/v1/lines/${encodeURIComponent(key)}`

describe('POST /v1/cash/sessions/{sessionId}/take: cash at a window', () => {
  it('is taken with its receipt and the change, once for each key', async () => {
    const { bill, post, askAs, payments } = counter({ basePath: '/billing' })
    const { id } = await payments.cash.open({
      point: 'window-1',
      currency: 'ETB',
      float: 50_000,
      actor: 'sara',
    })
    const payment = await bill()
    const json = { amount: 150_000, paymentId: payment.id, tendered: 200_000, note: 'by her brother' }
    const take = (body: object = json) =>
      post('sara', `/billing${sessions}/${id}/take`, body, { 'idempotency-key': 'k-1' })
    const answer = await take()
    const result = (await answer.json()) as TakeResult
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/billing${lineOf(result.line.key)}`])
    expect(result).toMatchObject({ change: 50_000, receipt: { number: 1, issuedBy: 'sara' } })
    expect(result.payments).toEqual([await payments.getPayment(payment.id)])
    expect(result.line).toEqual(await payments.lines.get(result.line.key))
    expect((await askAs('amina', answer.headers.get('location')!)).status).toBe(200)
    const again = await take()
    expect([again.status, await again.json()]).toEqual([201, result])
    expect(await codeOf(take({ ...json, tendered: 150_000 }))).toEqual([409, 'idempotency_conflict'])
    expect(await codeOf(post('bekele', `/billing${sessions}/${id}/take`, json, { 'idempotency-key': 'k-1' }))).toEqual([
      404,
      'session_not_found',
    ])
    expect(await payments.accounts.balance({ account: 'cash.window-1', currency: 'ETB' })).toBe('200000')
  })

  it('is refused by code, and nothing is stored', async () => {
    const { opened, bill, post, payments } = counter()
    const { id } = await opened()
    const { id: paymentId } = await bill(100)
    const take = (json: object) => post('sara', `${sessions}/${id}/take`, json)
    expect(await codeOf(take({ amount: 101, paymentId }))).toEqual([409, 'allocation_exceeds'])
    expect(await codeOf(take({ amount: 1, paymentId: 'pay_1' }))).toEqual([404, 'payment_not_found'])
    expect(await issuesOf(take({ amount: 0.5, tendered: 0, paymentId: 1, note: '', colour: 'blue' }))).toHaveLength(5)
    expect(await issuesOf(take({ amount: 5, tendered: 4, paymentId }))).toEqual(['tendered must be at least amount'])
    expect(await issuesOf(take({ amount: 5, paymentId, actor: 'x', sessionId: id, supervisor: false }))).toEqual([
      'actor is not a known field',
      'sessionId is not a known field',
      'supervisor is not a known field',
    ])
    expect(
      await issuesOf(post('sara', `${sessions}/${id}/take`, { amount: 5, paymentId }, { 'idempotency-key': 'a b' })),
    ).toEqual(['Idempotency-Key must be 1 to 255 visible ASCII characters, bare or as one quoted string'])
    expect((await payments.cash.get(id))?.version).toBe(1)
    await post('sara', `${sessions}/${id}/close`, { counted: 50_000 })
    expect(await codeOf(take({ amount: 100, paymentId }))).toEqual([409, 'session_closed'])
  })

  it('is taken by a supervisor in the session of another', async () => {
    const { opened, bill, post } = counter()
    const { id } = await opened()
    const { id: paymentId } = await bill()
    expect((await post('lily', `${sessions}/${id}/take`, { amount: 150_000, paymentId })).status).toBe(201)
  })
})

describe('POST /v1/cash/sessions/{sessionId}/pay-out: cash for a payer', () => {
  it('is paid out for a refund, once for each key, and for a category by a supervisor', async () => {
    const { opened, refund, post, payments } = counter()
    const { id } = await opened()
    const { id: refundId } = await refund()
    const path = `${sessions}/${id}/pay-out`
    const answer = await post('sara', path, { refundId }, { 'idempotency-key': 'k-1' })
    const paid = (await answer.json()) as { line: { key: string } }
    expect([answer.status, answer.headers.get('location')]).toEqual([201, lineOf(paid.line.key)])
    expect(paid).toMatchObject({ line: { direction: 'debit' }, refund: { id: refundId, status: 'succeeded' } })
    expect(await (await post('sara', path, { refundId }, { 'idempotency-key': 'k-1' })).json()).toEqual(paid)
    const tea = { category: 'tea', amount: 500 }
    const refused = await errorOf(await post('sara', path, tea))
    expect([refused.code, refused.message]).toMatchObject(['forbidden', expect.stringContaining('supervisor')])
    expect(await (await post('lily', path, tea)).json()).toMatchObject({ line: { amount: 500 }, refund: null })
    const short = await errorOf(await post('lily', path, { category: 'tea', amount: 50_000 }))
    expect([short.code, short.details]).toEqual(['cash_short', { account: 'cash.window-1' }])
    expect(await issuesOf(post('sara', path, { refundId, amount: 1, sessionId: 'x' }))).toEqual([
      'sessionId is not a known field',
    ])
    expect(await issuesOf(post('sara', path, { refundId: 1, amount: 0, reason: '' }))).toHaveLength(3)
    expect((await payments.cash.get(id))?.paidOut).toBe(10_500)
  })
})

describe('POST /v1/cash/transfers/{lineKey}/receive: cash on its way', () => {
  async function sending() {
    const made = counter()
    const from = await made.opened()
    const to = await made.opened('bekele', { point: 'window-2', float: 0 })
    const path = `${sessions}/${from.id}/send`
    const { line } = await made.moved('sara', path, { amount: 40_000, to: 'cash.window-2', reference: 'BAG-7' })
    return {
      ...made,
      from,
      to,
      line,
      transfer: (rest: string) => `/v1/cash/transfers/${encodeURIComponent(line.key)}/${rest}`,
    }
  }

  it('is sent once for each key, listed without its amount, and received by another person', async () => {
    const { post, askAs, line, transfer, to, payments, from } = await sending()
    expect(line).toMatchObject({ outcome: 'in_transit', transferTo: 'cash.window-2', reference: 'BAG-7' })
    const send = () =>
      post('sara', `${sessions}/${from.id}/send`, { amount: 5, to: 'cash.safe' }, { 'idempotency-key': 'k' })
    const first = (await (await send()).json()) as { line: { key: string } }
    expect(await (await send()).json()).toEqual(first)
    const bySender = post('sara', `/v1/cash/transfers/${encodeURIComponent(first.line.key)}/receive`, { counted: 5 })
    expect(await codeOf(bySender)).toEqual([409, 'self_approval'])
    const transits = await (await askAs('bekele', '/v1/cash/transits?to=cash.window-2')).json()
    expect(transits).toEqual([
      {
        key: line.key,
        account: 'cash.window-1',
        sender: 'sara',
        sentAt: line.createdAt,
        reference: 'BAG-7',
        currency: 'ETB',
      },
    ])
    expect(await issuesOf(askAs('bekele', '/v1/cash/transits'))).toEqual(['to is required'])
    const wrong = await errorOf(await post('bekele', transfer('receive'), { sessionId: to.id, counted: 39_000 }))
    expect([wrong.code, wrong.details]).toEqual(['transfer_differs', { lineKey: line.key }])
    expect(wrong.message).not.toMatch(/\d/)
    const answer = await post('bekele', transfer('receive'), { sessionId: to.id, counted: 40_000 })
    const received = (await answer.json()) as { line: { key: string } }
    expect([answer.status, answer.headers.get('location')]).toEqual([201, lineOf(received.line.key)])
    expect(received.line).toMatchObject({ account: 'cash.window-2', outcome: 'transfer_received', sessionId: to.id })
    expect(await payments.cash.transits({ to: 'cash.window-2' })).toEqual([])
  })

  it('is not received in the session of another person, nor under a name of the body', async () => {
    const { post, transfer, to, from } = await sending()
    const receive = (json: object) => post('bekele', transfer('receive'), { counted: 40_000, ...json })
    for (const sessionId of [from.id, 'x'])
      expect(await codeOf(receive({ sessionId }))).toEqual([404, 'session_not_found'])
    expect(await issuesOf(receive({ sessionId: from.id, counted: -1, accept: 'yes' }))).toHaveLength(2)
    expect(await issuesOf(receive({}))).toEqual(['sessionId is required: a session is open at the point'])
    expect(await issuesOf(receive({ sessionId: to.id, lineKey: 'x', actor: 'y', supervisor: true }))).toEqual([
      'actor is not a known field',
      'lineKey is not a known field',
      'supervisor is not a known field',
    ])
    const unknown = post('bekele', '/v1/cash/transfers/x/receive', { sessionId: to.id, counted: 1 })
    expect(await codeOf(unknown)).toEqual([404, 'line_not_found'])
  })

  it('is accepted with another count by a supervisor alone, with a reason', async () => {
    const { post, transfer, to } = await sending()
    const json = { sessionId: to.id, counted: 39_000, accept: true, reason: 'a note was missing' }
    expect(await codeOf(post('bekele', transfer('receive'), json))).toEqual([403, 'forbidden'])
    const answer = await post('lily', transfer('receive'), json)
    expect([answer.status, await answer.json()]).toMatchObject([201, { line: { amount: 39_000 } }])
  })

  it('is taken back by a supervisor who did not send it', async () => {
    const { post, transfer, payments } = await sending()
    const json = { reason: 'the guard is ill' }
    expect(await codeOf(post('bekele', transfer('recall'), json))).toEqual([403, 'forbidden'])
    expect(await issuesOf(post('lily', transfer('recall'), { ...json, lineKey: 'x', supervisor: true }))).toHaveLength(
      2,
    )
    expect(await issuesOf(post('lily', transfer('recall'), {}))).toEqual(['reason is required'])
    const answer = await post('lily', transfer('recall'), json)
    const { line } = (await answer.json()) as { line: { key: string } }
    expect([answer.status, answer.headers.get('location')]).toEqual([201, lineOf(line.key)])
    expect(await payments.accounts.balance({ account: 'cash.window-1', currency: 'ETB' })).toBe('50000')
  })
})

describe('POST /v1/lines/{lineKey}/void: a movement that is undone', () => {
  it('is voided by a supervisor who neither opened the session nor made it', async () => {
    const { opened, bill, moved, post, payments } = counter()
    const { id } = await opened()
    const { id: paymentId } = await bill()
    const { line } = await moved('sara', `${sessions}/${id}/take`, { amount: 150_000, paymentId })
    const path = `${lineOf(line.key)}/void`
    const json = { reason: 'wrong bill' }
    expect(await codeOf(post('sara', path, json))).toEqual([403, 'forbidden'])
    expect(
      await issuesOf(post('lily', path, { reason: 'x', actor: 'y', lineKey: 'z', supervisor: true })),
    ).toHaveLength(3)
    expect(await issuesOf(post('lily', path, { reason: '', colour: 'blue' }))).toHaveLength(2)
    const answer = await post('lily', path, json)
    expect([answer.status, await answer.json()]).toMatchObject([200, { line: { key: line.key, outcome: 'voided' } }])
    expect((await payments.getPayment(paymentId))?.status).toBe('reversed')
    expect((await post('lily', path, json)).status).toBe(200)
    expect(await codeOf(post('lily', '/v1/lines/x/void', json))).toEqual([404, 'line_not_found'])
  })

  it('is refused to the maker with every scope, and after the close', async () => {
    const { opened, bill, moved, post } = counter()
    const { id } = await opened('lily')
    const { id: paymentId } = await bill()
    const { line } = await moved('lily', `${sessions}/${id}/take`, { amount: 150_000, paymentId })
    expect(await codeOf(post('lily', `${lineOf(line.key)}/void`, { reason: 'x' }))).toEqual([409, 'self_approval'])
    const { id: other } = await opened('sara', { point: 'window-2' })
    const deposit = await moved('sara', `${sessions}/${other}/take`, { amount: 5, payerId: 'MRN-1' })
    await post('sara', `${sessions}/${other}/close`, { counted: 50_005 })
    expect(await codeOf(post('lily', `${lineOf(deposit.line.key)}/void`, { reason: 'x' }))).toEqual([
      409,
      'session_closed',
    ])
  })
})

describe('POST /v1/payments/{paymentId}/confirm: in a cash session', () => {
  it('counts in the session that the body names', async () => {
    const { opened, bill, post, payments } = counter()
    const { id: sessionId } = await opened('bekele')
    const { id } = await bill()
    const path = `/v1/payments/${id}/confirm`
    expect(await issuesOf(post('bekele', path, { sessionId, supervisor: true, actor: 'x' }))).toEqual([
      'actor is not a known field',
      'supervisor is not a known field',
    ])
    expect(await issuesOf(post('bekele', path, { sessionId: 1, amount: 0 }))).toHaveLength(2)
    const answer = await post('bekele', path, { sessionId, providerTransactionId: 'TX-1' })
    expect([answer.status, await answer.json()]).toEqual([200, await payments.getPayment(id)])
    expect((await payments.cash.get(sessionId))?.confirmed).toEqual([{ channel: 'cash', count: 1, amount: '150000' }])
  })

  it('needs cash:take beside payments:manage, and a session of the principal', async () => {
    const { opened, bill, post, payments } = counter()
    const { id: sessionId } = await opened()
    const { id } = await bill()
    const path = `/v1/payments/${id}/confirm`
    const refused = await errorOf(await post('amina', path, { sessionId }))
    expect([refused.code, refused.message]).toEqual([
      'forbidden',
      'This request needs the scope cash:take. Use credentials that have it.',
    ])
    expect(await codeOf(post('sara', path, { sessionId }))).toEqual([403, 'forbidden'])
    expect(await codeOf(post('bekele', path, { sessionId }))).toEqual([404, 'session_not_found'])
    expect((await payments.getPayment(id))?.status).toBe('pending')
    expect((await post('amina', path, {})).status).toBe(200)
  })

  it('names no session where there are no routes of finance', async () => {
    const { bill, post } = counter({ finance: false })
    const { id } = await bill()
    expect(await issuesOf(post('bekele', `/v1/payments/${id}/confirm`, { sessionId: 'x' }))).toEqual([
      'sessionId is not a known field',
    ])
  })
})
