import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { memoryRepository } from '../../../src/index.js'
import { checkBooks } from '../lines/support/counter.js'
import { day, refusal, request, start, testService, type TestService, unknownId } from '../../support/service.js'
import type { HospitalPaymentsOptions, Waiver, WaiverRequest } from '../../../src/index.js'

const amina = { actor: 'amina' }
const dawit = { actor: 'dawit' }
const sara = { actor: 'sara' }

function hospital(options: Partial<HospitalPaymentsOptions> = {}) {
  const service: TestService = testService({ repository: memoryRepository(), ...options })
  const { payments } = service
  const ask = (paymentId: string, amount: number, more: Partial<WaiverRequest> = {}) =>
    payments.waivers.request({ paymentId, amount, scheme: 'poor', reason: 'no_income', ...more }, amina)
  return {
    ...service,
    repository: service.repository as FinanceRepository,
    bill: (amount = 1000, more: object = {}) => payments.createPayment(request({ amount, channel: 'cash', ...more })),
    ask,
    async granted(paymentId: string, amount: number): Promise<Waiver> {
      const { id } = await ask(paymentId, amount)
      return payments.waivers.approve(id, dawit)
    },
  }
}

describe('waivers.approve', () => {
  it('pays a bill whole: one write of waiver, line, balance and payment, which succeeds behind it', async () => {
    const { payments, bill, ask, repository } = hospital()
    const { id: paymentId } = await bill()
    const requested = await ask(paymentId, 1000, { note: 'widow, four children' })
    expect(requested).toMatchObject({ status: 'requested', requestedBy: 'amina', decidedBy: null, lineKey: null })
    expect(await payments.getPayment(paymentId)).toMatchObject({ status: 'pending', amountWaived: 0, version: 2 })

    const waiver = await payments.waivers.approve(requested.id, dawit)

    expect(waiver).toMatchObject({ status: 'granted', decidedBy: 'dawit', decidedAt: start, version: 2 })
    expect(await payments.waivers.get(waiver.id)).toStrictEqual(waiver)
    const payment = await payments.getPayment(paymentId)
    expect(payment).toMatchObject({ status: 'succeeded', amountWaived: 1000, amountReconciled: 0, paidAt: start })
    expect(await payments.lines.get(waiver.lineKey!)).toMatchObject({
      ...{ account: 'waiver.poor', direction: 'credit', amount: 1000, status: 'settled' },
      allocations: [{ to: 'payment', paymentId, amount: 1000, by: 'hand' }],
    })
    expect(await payments.accounts.balance({ account: 'waiver.poor', currency: 'ETB' })).toBe('1000')
    const events = await payments.history(paymentId)
    expect(events.map(({ type, actor }) => [type, actor])).toEqual([
      ['payment.created', null],
      ['waiver.requested', 'amina'],
      ['waiver.granted', 'dawit'],
      ['payment.succeeded', 'dawit'],
    ])
    const history = await payments.waivers.history(waiver.id)
    expect(history.map(({ data }) => [data.version, data.paymentVersion, data.previousStatus])).toEqual([
      [1, 2, null],
      [2, 3, 'requested'],
    ])
    expect(JSON.stringify(events)).not.toContain('widow')
    await checkBooks(repository)
    expect(await payments.waivers.approve(waiver.id, sara)).toStrictEqual(waiver)
  })

  it('pays a part: the rest is confirmed by its own amount, and only that is refundable', async () => {
    const { payments, bill, granted } = hospital()
    const { id } = await bill()
    await granted(id, 600)
    await refusal(payments.confirmPayment(id, { amount: 1000 }), 'amount_mismatch')
    expect(await payments.confirmPayment(id, { amount: 400 })).toMatchObject({ status: 'succeeded', amountWaived: 600 })
    await refusal(payments.refunds.create({ paymentId: id, amount: 401, reason: 'duplicate' }), 'refund_exceeds')
    await payments.refunds.create({ paymentId: id, amount: 400, reason: 'duplicate' })
    expect(await payments.receipts.issue(id)).toMatchObject({ received: 400 })
  })

  it('makes no cash: a bill that is waived whole has no receipt, no refund, no missing line and no net', async () => {
    const { payments, bill, granted, clock } = hospital()
    const { id, channel } = await bill()
    await granted(id, 1000)
    await refusal(payments.refunds.create({ paymentId: id, amount: 1, reason: 'duplicate' }), 'refund_exceeds')
    await refusal(payments.receipts.issue(id), 'invalid_transition')
    const { channels } = await payments.days.report({ day: '2026-11-20' })
    expect(channels).toMatchObject([{ channel, net: '0', waived: { count: 1, amount: '1000' }, paid: { amount: '0' } }])
    expect((await payments.totals({ status: 'succeeded' })).items).toMatchObject([{ amount: '1000', waived: '1000' }])
    clock.advance(10 * day)
    expect(await payments.attention()).toMatchObject({ missingLines: [], underPaid: [], unpaidWithMoney: [] })
  })

  it('is refused to the requester, and where less is open by now: the waiver stays requested', async () => {
    const { payments, bill, ask, granted } = hospital()
    const { id } = await bill()
    const waiver = await ask(id, 700)
    await refusal(payments.waivers.approve(waiver.id, { actor: ' AMINA ' }), 'self_approval')
    await granted(id, 400)
    await refusal(payments.waivers.approve(waiver.id, dawit), 'allocation_exceeds')
    expect(await payments.waivers.get(waiver.id)).toMatchObject({ status: 'requested', version: 1 })
    expect((await payments.attention()).waiversToApprove).toEqual([{ currency: 'ETB', count: 1, amount: '700' }])
    await payments.confirmPayment(id)
    await refusal(payments.waivers.approve(waiver.id, dawit), 'invalid_transition')
    await refusal(payments.waivers.approve('wvr_00000000000000000000000000', dawit), 'waiver_not_found')
  })

  it('races: of two grants and a confirmation at once, what is waived and paid is never more than the bill', async () => {
    for (let round = 0; round < 20; round++) {
      const { payments, bill, ask, repository } = hospital()
      const { id } = await bill()
      const waivers = [await ask(id, 600), await ask(id, 600)]
      await Promise.allSettled([
        ...waivers.map((waiver) => payments.waivers.approve(waiver.id, dawit)),
        payments.waivers.approve(waivers[0]!.id, sara),
        payments.confirmPayment(id, { amount: 400 }),
      ])
      const payment = (await payments.getPayment(id))!
      const granted = (await payments.waivers.list({ status: 'granted' })).items
      expect(payment.amountWaived).toBe(granted.length * 600)
      expect(granted).toHaveLength(1)
      const { items } = await payments.waivers.list()
      expect(items.map(({ status }) => status).sort()).toEqual(['granted', 'requested'])
      await checkBooks(repository)
    }
  })
})

describe('waivers.request', () => {
  it('grants at once where the option waiverApproval says that no second person is needed', async () => {
    const { payments, bill, ask } = hospital({ waiverApproval: ({ amount }) => amount > 100 })
    const { id } = await bill()
    expect(await ask(id, 101)).toMatchObject({ status: 'requested', decidedBy: null })
    expect(await ask(id, 100)).toMatchObject({ status: 'granted', decidedBy: null, decidedAt: start, version: 1 })
    expect(await payments.getPayment(id)).toMatchObject({ status: 'pending', amountWaived: 100 })
  })

  it('is refused for more than is open, for a payment that is not pending, and for its shape', async () => {
    const { payments, bill, ask } = hospital()
    const { id } = await bill()
    await refusal(ask(id, 1001), 'allocation_exceeds')
    await refusal(ask(unknownId, 1), 'payment_not_found')
    await refusal(ask(id, 1, { scheme: 'Poor!' }), 'invalid_request')
    await refusal(
      payments.waivers.request({ paymentId: id, amount: 1, scheme: 'a', reason: 'b' }, {} as never),
      'invalid_request',
    )
    await payments.confirmPayment(id)
    await refusal(ask(id, 1), 'invalid_transition')
    expect((await payments.waivers.list()).items).toEqual([])
  })

  it('answers a repeated key with the first waiver as it is now, and refuses another request with it', async () => {
    const { payments, bill } = hospital()
    const { id: paymentId } = await bill()
    const call = { paymentId, amount: 1000, scheme: 'poor', reason: 'no_income' }
    const options = { ...amina, idempotencyKey: 'key-1' }
    const { id } = await payments.waivers.request(call, options)
    const granted = await payments.waivers.approve(id, dawit)
    expect(await payments.waivers.request(call, options)).toStrictEqual(granted)
    await refusal(payments.waivers.request({ ...call, amount: 5 }, options), 'idempotency_conflict')
  })
})

describe('waivers.reject and waivers.cancel', () => {
  it('end a request: the requester cancels it, another person rejects it', async () => {
    const { payments, bill, ask } = hospital()
    const { id } = await bill()
    const first = await ask(id, 100)
    await refusal(payments.waivers.reject(first.id, { ...amina, reason: 'no' }), 'self_approval')
    await refusal(payments.waivers.cancel(first.id, { ...dawit, reason: 'no' }), 'forbidden')
    const rejected = await payments.waivers.reject(first.id, { ...dawit, reason: 'insured' })
    expect(rejected).toMatchObject({ status: 'rejected', decidedBy: 'dawit', lineKey: null })
    const second = await ask(id, 100)
    expect(await payments.waivers.cancel(second.id, { ...amina, reason: 'paid' })).toMatchObject({ status: 'canceled' })
    await refusal(payments.waivers.approve(second.id, dawit), 'invalid_transition')
    expect(await payments.getPayment(id)).toMatchObject({ status: 'pending', amountWaived: 0 })
  })
})

describe('waivers.revoke', () => {
  it('takes a part back: it is open again, and the account holds nothing', async () => {
    const { payments, bill, granted, repository } = hospital()
    const { id } = await bill()
    const waiver = await granted(id, 600)
    for (const actor of ['amina', 'dawit'])
      await refusal(payments.waivers.revoke(waiver.id, { actor, reason: 'insured' }), 'self_approval')
    const revoked = await payments.waivers.revoke(waiver.id, { ...sara, reason: 'insured' })
    expect(revoked).toMatchObject({ status: 'revoked', decidedBy: 'dawit', revokedBy: 'sara', lineKey: waiver.lineKey })
    expect(await payments.getPayment(id)).toMatchObject({ status: 'pending', amountWaived: 0 })
    expect(await payments.accounts.balance({ account: 'waiver.poor', currency: 'ETB' })).toBe('0')
    const { items } = await payments.lines.list({ account: 'waiver.poor' })
    const keys = items.map(({ key }) => key)
    expect(items.map(({ status, allocations }) => [status, allocations])).toEqual([
      ['settled', [expect.objectContaining({ to: 'line', lineKey: keys[1], amount: 600 })]],
      ['settled', [expect.objectContaining({ to: 'line', lineKey: keys[0], amount: 600 })]],
    ])
    await checkBooks(repository)
    expect(await payments.waivers.revoke(waiver.id, { ...sara, reason: 'again' })).toStrictEqual(revoked)
  })

  it('reverses a payment that succeeded, where the caller says so and nothing of it is given back', async () => {
    const { payments, bill, granted, repository } = hospital()
    const { id } = await bill()
    const waiver = await granted(id, 600)
    await payments.confirmPayment(id)
    const call = { ...sara, reason: 'insured' }
    await refusal(payments.waivers.revoke(waiver.id, call), 'invalid_request')
    const refund = await payments.refunds.create({ paymentId: id, amount: 1, reason: 'duplicate' })
    await refusal(payments.waivers.revoke(waiver.id, { ...call, payments: 'reverse' }), 'invalid_transition')
    await payments.refunds.cancel(refund.id, { reason: 'no' })
    await payments.waivers.revoke(waiver.id, { ...call, payments: 'reverse' })
    expect(await payments.getPayment(id)).toMatchObject({
      ...{ status: 'reversed', statusReason: 'waiver_revoked', amountWaived: 0, moneyReturned: false },
    })
    const types = (await payments.history(id)).map(({ type }) => type)
    expect(types.slice(-2)).toEqual(['waiver.revoked', 'payment.reversed'])
    await checkBooks(repository)
  })

  it('is refused where the day of the grant is closed', async () => {
    const { payments, bill, granted, clock } = hospital()
    const { id } = await bill()
    const waiver = await granted(id, 600)
    clock.advance(day)
    await payments.days.close({ account: 'waiver.poor', day: '2026-11-20', ...dawit })
    await refusal(payments.waivers.revoke(waiver.id, { ...sara, reason: 'insured' }), 'day_closed')
  })
})

describe('lines.allocate: a line of a waiver', () => {
  it('is refused, as in every other call that changes lines', async () => {
    const { payments, bill, granted } = hospital()
    const { id } = await bill()
    const key = (await granted(id, 600)).lineKey!
    const allocations = [{ to: 'category', category: 'fee', amount: 1 }] as const
    await refusal(payments.lines.allocate(key, { expectedVersion: 1, allocations }), 'invalid_request')
    await refusal(
      payments.lines.unallocate(key, { expectedVersion: 1, reason: 'x', payments: 'keep' }),
      'invalid_request',
    )
    await refusal(payments.lines.setPayer(key, { expectedVersion: 1, payerId: 'MRN-1' }), 'invalid_request')
    await refusal(payments.lines.propose(key, []), 'invalid_request')
    await refusal(payments.refunds.create({ lineKey: key, amount: 1, reason: 'duplicate' }), 'refund_exceeds')
  })
})

describe('payers.statement: a waiver of a bill', () => {
  it('is an entry with its scheme and its status now; eraseCustomer empties its note', async () => {
    const { payments, bill, ask } = hospital()
    const { id: paymentId } = await bill(1000, { customer: { id: 'MRN-1' } })
    const { id } = await ask(paymentId, 1000, { note: 'widow' })
    await payments.waivers.approve(id, dawit)
    const { items } = await payments.payers.statement({ payerId: 'MRN-1' })
    expect(items.find(({ kind }) => kind === 'waiver')).toEqual({
      ...{ at: start, id, kind: 'waiver', amount: 1000, currency: 'ETB', paymentId, scheme: 'poor', status: 'granted' },
    })
    expect(await payments.eraseCustomer({ customerId: 'MRN-1' }, { reason: 'asked', actor: 'sara' })).toEqual({
      erased: 1,
    })
    expect(await payments.waivers.get(id)).not.toHaveProperty('note')
  })
})

describe('waivers.exportCsv', () => {
  it('has its documented columns', async () => {
    const { payments, bill, granted } = hospital()
    const { id } = await bill()
    const waiver = await granted(id, 600)
    let csv = ''
    for await (const text of payments.waivers.exportCsv({ scheme: 'poor' })) csv += text
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      'id,createdAt,paymentId,reference,scheme,reason,status,amount,currency,requestedBy,decidedBy,decidedAt,lineKey',
      `${waiver.id},${start},${id},INV-1,poor,no_income,granted,600,ETB,amina,dawit,${start},${waiver.lineKey}`,
    ])
  })
})
