import {
  type HospitalPaymentsOptions,
  memoryRepository,
  type Refund,
  type RefundReason,
  refundTransitions,
} from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { seededRandom } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { findRefunds } from '../../../src/operations/refunds/stored-refunds.js'
import { at, badFields, csvOf, day, hour, minute, refusal, request, unknownId } from '../../support/service.js'
import { counter, allocation, toCategory } from '../lines/support/counter.js'
import { refundsRead } from '../../support/refund-rows.js'

const none = 'ref_00000000000000000000000000'
const ended = { reason: 'no longer wanted' }

/** Stores a payment of 1,000 that was confirmed. */
async function paid(options: Omit<Partial<HospitalPaymentsOptions>, 'repository'> = {}) {
  const desk = counter(options)
  const { id } = await desk.bill()
  const payment = await desk.payments.confirmPayment(id)
  desk.clock.advance(minute)
  const { refunds } = desk.payments
  const ask = (amount = 400, more: object = {}, options?: object) =>
    refunds.create({ paymentId: id, amount, reason: 'duplicate', ...more } as never, options)
  const now = async () => {
    const stored = (await desk.payments.getPayment(id))!
    return [stored.amountRefundPending, stored.amountRefunded, stored.version, stored.status]
  }
  return { ...desk, id, payment, refunds, ask, now }
}

describe('refund: one of a payment', () => {
  it('reserves its money, and has a reference that payouts can name', async () => {
    const { ask, id, now, refunds, payments } = await paid()
    const refund = await ask(400, {}, { actor: 'amina' })
    expect(refund).toStrictEqual({
      id: expect.stringMatching(/^ref_[0-9A-Z]{26}$/) as string,
      status: 'pending',
      paymentId: id,
      lineKey: null,
      amount: 400,
      currency: 'ETB',
      reason: 'duplicate',
      reference: expect.stringMatching(/^R[2-9][2-9A-HJ-NP-Z]{8}$/) as string,
      requestedBy: 'amina',
      approvedBy: null,
      amountReconciled: 0,
      returnedBy: null,
      createdAt: at(minute),
      updatedAt: at(minute),
      paidAt: null,
      version: 1,
    })
    expect(await now()).toEqual([400, 0, 3, 'succeeded'])
    expect(await refunds.get(refund.id)).toEqual(refund)
    const events = await refunds.history(refund.id)
    expect(events).toMatchObject([
      {
        type: 'refund.pending',
        createdAt: at(minute),
        actor: 'amina',
        reason: null,
        evidence: null,
        data: { refundId: refund.id, paymentId: id, previousStatus: null, version: 1, paymentVersion: 3 },
      },
    ])
    expect((await payments.history(id)).at(-1)).toEqual(events[0])
  })

  it('goes through each of its transitions, an event each, in the stream of its payment', async () => {
    const { ask, id, now, refunds, payments, clock } = await paid({ refundApproval: () => true })
    const { id: refundId } = await ask(400, { reference: 'BACK-1' }, { actor: 'amina' })
    expect(await now()).toEqual([400, 0, 3, 'succeeded'])
    expect((await refunds.approve(refundId, { actor: 'dawit' })).approvedBy).toBe('dawit')
    clock.advance(hour)
    const done = await refunds.confirm(refundId, { providerTransactionId: 'TX-9', actor: 'selam' })
    expect(done).toMatchObject({
      status: 'succeeded',
      paidAt: at(minute + hour),
      providerTransactionId: 'TX-9',
      version: 3,
    })
    expect(await now()).toEqual([0, 400, 5, 'succeeded'])
    const back = await refunds.fail(refundId, { reason: 'account closed' })
    expect(back).toMatchObject({ status: 'failed', version: 4, paidAt: at(minute + hour) })
    expect(await now()).toEqual([0, 0, 6, 'succeeded'])
    const events = await refunds.history(refundId)
    expect(events.map(({ type, actor, reason }) => [type, actor, reason])).toEqual([
      ['refund.requested', 'amina', null],
      ['refund.pending', 'dawit', null],
      ['refund.succeeded', 'selam', null],
      ['refund.failed', null, 'account closed'],
    ])
    expect(events[2]!.evidence).toEqual({
      kind: 'confirmation',
      paidAt: at(minute + hour),
      providerTransactionId: 'TX-9',
    })
    expect((await payments.history(id)).slice(2)).toEqual(events)
    const sent: string[] = []
    await payments.deliverEvents(async ({ type }) => void sent.push(type))
    expect(sent.slice(2)).toEqual(events.map(({ type }) => type))
  })

  it('is returned as it is by the same transition again', async () => {
    const { ask, now, refunds } = await paid()
    const { id } = await ask()
    const once = await refunds.confirm(id, { providerTransactionId: 'TX-1' })
    expect(await refunds.confirm(id, { providerTransactionId: 'TX-2' })).toEqual(once)
    const failed = await refunds.fail(id, ended)
    expect(await refunds.fail(id, { reason: 'other' })).toEqual(failed)
    const { id: second } = await ask()
    expect((await refunds.approve(second)).status).toBe('pending')
    const canceled = await refunds.cancel(second, ended)
    expect(await refunds.cancel(second, ended)).toEqual(canceled)
    expect(await refunds.reject(second, ended)).toEqual(canceled)
    expect((await now())[2]).toBe(7)
  })

  it('has a receipt that no other has: the second is refused with both ids, in any channel and letter case', async () => {
    const { ask, refunds, bill, payments, now } = await paid()
    const [first, second] = [await ask(400), await ask(600)]
    const other = await payments.confirmPayment((await bill({ channel: 'cash' })).id)
    const ofCash = await refunds.create({ paymentId: other.id, amount: 100, reason: 'duplicate' })
    await refunds.confirm(first.id, { providerTransactionId: 'OUT-9' })
    const before = await now()
    for (const [refund, providerTransactionId] of [
      [second, 'OUT-9'],
      [second, 'out-9'],
      [ofCash, 'Out-9'],
    ] as const) {
      const error = await refusal(refunds.confirm(refund.id, { providerTransactionId }), 'duplicate_payment')
      expect(error.details).toStrictEqual({ refundId: refund.id, existingRefundId: first.id })
      expect(error.message).toBe(
        'This provider transaction paid another refund out already; nothing was changed. Check the receipt.',
      )
      expect(await refunds.get(refund.id)).toEqual(refund)
    }
    expect(await now()).toEqual(before)
    expect((await refunds.confirm(second.id)).status).toBe('succeeded')
  })

  it('frees its receipt when it fails', async () => {
    const { ask, refunds } = await paid()
    const [first, second] = [await ask(400), await ask(600)]
    await refunds.confirm(first.id, { providerTransactionId: 'OUT-9' })
    expect(await refunds.fail(first.id, ended)).not.toHaveProperty('providerTransactionId')
    const done = await refunds.confirm(second.id, { providerTransactionId: 'out-9' })
    expect(done).toMatchObject({ status: 'succeeded', providerTransactionId: 'out-9' })
    expect((await refunds.history(first.id))[1]!.evidence).toMatchObject({ providerTransactionId: 'OUT-9' })
  })

  it('is paid once where many are confirmed at once with one receipt', async () => {
    const { ask, refunds } = await paid()
    const requested = []
    for (let i = 0; i < 8; i++) requested.push(await ask(100))
    const answers = await Promise.allSettled(
      requested.map(({ id }, i) => refunds.confirm(id, { providerTransactionId: i % 2 ? 'OUT-1' : 'out-1' })),
    )
    const winners = requested.filter((_, i) => answers[i]!.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    for (const [i, answer] of answers.entries()) {
      if (answer.status === 'fulfilled') continue
      expect(answer.reason).toMatchObject({
        code: 'duplicate_payment',
        details: { refundId: requested[i]!.id, existingRefundId: winners[0]!.id },
      })
    }
  })

  it('never exceeds the paid money; one that failed or was canceled frees its amount', async () => {
    const { ask, now, refunds } = await paid()
    const [first, second] = [await ask(600), await ask(400)]
    const error = await refusal(ask(1), 'refund_exceeds')
    expect([error.httpStatus, error.message]).toEqual([
      409,
      'Of the payment 0 can be given back, but 1 was asked for; nothing was stored.',
    ])
    await refunds.confirm(first.id)
    await refusal(ask(1), 'refund_exceeds')
    await refunds.cancel(second.id, ended)
    expect(await now()).toEqual([0, 600, 6, 'succeeded'])
    await refusal(ask(401), 'refund_exceeds')
    await ask(400)
    await refunds.fail(first.id, ended)
    await ask(600)
    expect((await now()).slice(0, 2)).toEqual([1000, 0])
  })

  it('is allowed for late money, and for money that no statement has proved', async () => {
    const { bill, payments, clock } = counter()
    const { id } = await bill()
    await payments.cancelPayment(id, { reason: 'moved to another ward' })
    clock.advance(minute)
    expect(await payments.confirmPayment(id)).toMatchObject({ late: true, amountReconciled: 0 })
    const refund = await payments.refunds.create({ paymentId: id, amount: 1000, reason: 'service_not_given' })
    await payments.refunds.confirm(refund.id)
    expect(await payments.getPayment(id)).toMatchObject({ status: 'succeeded', late: true, amountRefunded: 1000 })
  })

  it('is refused for a payment that has not succeeded, and keeps its payment from being reversed', async () => {
    const { ask, bill, id, payments, refunds } = await paid()
    const pending = await bill()
    await refusal(refunds.create({ paymentId: pending.id, amount: 1, reason: 'duplicate' }), 'refund_exceeds')
    const { id: refundId } = await ask(1000)
    const error = await refusal(payments.reversePayment(id, { reason: 'bounced' }), 'invalid_transition')
    expect(error.details).toEqual({ paymentId: id, from: 'succeeded', to: 'reversed' })
    await refunds.confirm(refundId)
    await refusal(payments.reversePayment(id, { reason: 'bounced' }), 'invalid_transition')
    await refunds.fail(refundId, ended)
    expect((await payments.reversePayment(id, { reason: 'bounced' })).status).toBe('reversed')
    await refusal(ask(1), 'refund_exceeds')
  })

  it('keeps the statusReason of its payment', async () => {
    const { payments, bill, refunds } = counterWithRefunds()
    const [first, second] = [await bill(), await bill({ expiresAt: at(minute) })]
    await payments.confirmPayment(first.id)
    await payments.cancelPayment(second.id, { reason: 'twice' })
    expect((await payments.confirmPayment(second.id)).statusReason).toBe('duplicate_reference')
    await refunds.create({ paymentId: second.id, amount: 1000, reason: 'duplicate' })
    expect((await payments.getPayment(second.id))?.statusReason).toBe('duplicate_reference')
  })
})

function counterWithRefunds() {
  const desk = counter()
  return { ...desk, refunds: desk.payments.refunds }
}

describe('refundTransitions', () => {
  const verbs = {
    approve: { to: 'pending', from: ['requested'] },
    reject: { to: 'canceled', from: ['requested'] },
    cancel: { to: 'canceled', from: ['requested', 'pending'] },
    confirm: { to: 'succeeded', from: ['pending'] },
    fail: { to: 'failed', from: ['pending', 'succeeded'] },
  } as const
  type Verb = keyof typeof verbs
  const statuses = ['requested', 'pending', 'succeeded', 'failed', 'canceled'] as const

  async function refundThatIs(status: Refund['status']) {
    const desk = await paid({ refundApproval: () => status === 'requested' })
    const { id } = await desk.ask(400, {}, { actor: 'amina' })
    if (status === 'succeeded') await desk.refunds.confirm(id)
    if (status === 'failed') await desk.refunds.fail(id, ended)
    if (status === 'canceled') await desk.refunds.cancel(id, ended)
    return { ...desk, refundId: id }
  }

  it.each(statuses.flatMap((status) => (Object.keys(verbs) as Verb[]).map((verb) => [status, verb] as const)))(
    'change a %s refund by %s, or refuse it',
    async (status, verb) => {
      const { refunds, refundId } = await refundThatIs(status)
      const { to, from } = verbs[verb]
      const options = verb === 'approve' || verb === 'confirm' ? { actor: 'dawit' } : ended
      const call = refunds[verb](refundId, options as never)
      if (status === to || (from as readonly string[]).includes(status)) {
        expect((await call).status).toBe(to)
        if (status !== to) expect(refundTransitions).toContainEqual({ from: status, to })
      } else {
        const { details } = await refusal(call, 'invalid_transition')
        expect(details).toEqual({ refundId, from: status, to })
        expect((await refunds.get(refundId))?.version).toBe(status === 'requested' || status === 'pending' ? 1 : 2)
      }
    },
  )

  it('are the documented ones', () => {
    expect(refundTransitions.map(({ from, to }) => `${from ?? '–'} → ${to}`)).toEqual([
      '– → requested',
      '– → pending',
      'requested → pending',
      'requested → canceled',
      'pending → succeeded',
      'pending → failed',
      'pending → canceled',
      'succeeded → failed',
      'succeeded → pending',
    ])
    expect(Object.isFrozen(refundTransitions)).toBe(true)
  })
})

describe('approval', () => {
  it('is for a second person who is named: neither the requester nor an unnamed person', async () => {
    const { ask, refunds } = await paid({ refundApproval: ({ amount }) => amount > 100 })
    expect((await ask(100)).status).toBe('pending')
    const { id, status } = await ask(200, {}, { actor: 'amina' })
    expect(status).toBe('requested')
    const error = await refusal(refunds.approve(id, { actor: 'amina' }), 'self_approval')
    expect(error.httpStatus).toBe(409)
    await refusal(refunds.approve(id), 'self_approval')
    for (const same of ['AMINA', ' Amina ', 'ａｍｉｎａ'])
      await refusal(refunds.approve(id, { actor: same }), 'self_approval')
    const { id: anonymous } = await ask(200)
    await refusal(refunds.approve(anonymous, { actor: 'dawit' }), 'self_approval')
    await refusal(refunds.approve(anonymous), 'self_approval')
    expect((await refunds.approve(id, { actor: 'dawit' })).status).toBe('pending')
    expect((await refunds.reject(anonymous, ended)).status).toBe('canceled')
  })

  it('is required by refundApproval, which sees the refund once a call; one that fails stores nothing', async () => {
    const seen: Refund[] = []
    let answer: () => unknown = () => false
    const { ask, id, now, refunds } = await paid({
      refundApproval(refund) {
        seen.push(refund)
        return answer() as boolean
      },
    })
    await ask(400, { note: 'Ward B' }, { actor: 'amina', idempotencyKey: 'k' })
    await ask(400, { note: 'Ward B' }, { actor: 'amina', idempotencyKey: 'k' })
    expect(seen).toMatchObject([
      { amount: 400, currency: 'ETB', reason: 'duplicate', paymentId: id, requestedBy: 'amina' },
    ])
    const cause = new Error('the host’s own')
    const noAnswer = 'The option refundApproval must return true or false; nothing was stored. Correct it.'
    const refuse = () => {
      throw cause
    }
    for (const [wrong, message] of [
      [refuse, 'The option refundApproval threw an error; nothing was stored. See the cause.'],
      [() => 'yes', noAnswer],
      [async () => false, noAnswer],
    ] as const) {
      answer = wrong
      const error = await refusal(ask(100, {}, { idempotencyKey: 'wrong' }), 'internal_error')
      expect(error.message).toBe(message)
      expect(error.cause).toBe(wrong === refuse ? cause : undefined)
    }
    expect(await now()).toEqual([400, 0, 3, 'succeeded'])
    expect((await refunds.list()).items).toHaveLength(1)
  })
})

describe('idempotency key: a repeated refunds.create', () => {
  it('makes one refund, and returns it as it is now, even where nothing more can be given back', async () => {
    const { ask, id, payments, refunds } = await paid()
    const first = await ask(1000, {}, { idempotencyKey: 'k' })
    const done = await refunds.confirm(first.id)
    expect(await ask(1000, {}, { idempotencyKey: 'k' })).toEqual(done)
    const error = await refusal(ask(999, {}, { idempotencyKey: 'k' }), 'idempotency_conflict')
    expect(error.message).toBe(
      'This idempotency key was used for a different request; nothing was stored. Use a new key.',
    )
    expect(JSON.stringify(error)).not.toContain(first.id)
    await refusal(ask(1000, { note: 'more' }, { idempotencyKey: 'k' }), 'idempotency_conflict')
    // A space of its own.
    await payments.createPayment(request(), { idempotencyKey: 'k' })
    await payments.createPayment(request(), { idempotencyKey: 'p' })
    await refusal(ask(1, {}, { idempotencyKey: 'p' }), 'refund_exceeds')
    expect((await payments.getPayment(id))?.amountRefunded).toBe(1000)
  })

  it('returns the first refund even where it took all the money between two reads of the second call', async () => {
    const stored = memoryRepository()
    let between = async () => {}
    const repository: FinanceRepository = {
      ...stored,
      ...refundsRead(stored, async (refunds, field) => {
        if (field !== 'idempotencyKey') return refunds
        const once = between
        between = async () => {}
        await once()
        return refunds
      }),
    }
    const { payments, bill, line } = counter({ repository })
    const { id } = await bill()
    await payments.confirmPayment(id)
    const { key } = await line()
    for (const of of [{ paymentId: id }, { lineKey: key }]) {
      const ask = () =>
        payments.refunds.create({ ...of, amount: 1000, reason: 'duplicate' }, { idempotencyKey: JSON.stringify(of) })
      let first: Refund | undefined
      between = async () => void (first = await ask())
      expect(await ask()).toEqual(first)
    }
    expect((await payments.refunds.list()).items).toHaveLength(2)
  })

  it('makes one refund for fifty callers at once', async () => {
    const { ask, now } = await paid()
    const all = await Promise.all(Array.from({ length: 50 }, () => ask(100, {}, { idempotencyKey: 'k' })))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect((await now())[0]).toBe(100)
  })
})

describe('refund: one of a line', () => {
  it('is an allocation of the credit by hand, which is taken back when it ends, and the line is not held', async () => {
    const { line, payments, repository } = counter()
    const { key } = await line()
    const { refunds } = payments
    const refund = await refunds.create({ lineKey: key, amount: 200, reason: 'overpayment' }, { actor: 'amina' })
    expect(refund).toMatchObject({ status: 'pending', paymentId: null, lineKey: key, currency: 'ETB' })
    expect(await payments.lines.get(key)).toMatchObject({
      allocated: 200,
      allocations: [{ to: 'refund', refundId: refund.id, amount: 200, by: 'hand' }],
      version: 2,
    })
    await allocation({ payments }, key, [toCategory(800, 'surplus')])
    await refusal(refunds.create({ lineKey: key, amount: 1, reason: 'overpayment' }), 'refund_exceeds')
    const undo = payments.lines.unallocate(key, { expectedVersion: 3, reason: 'wrong' })
    await refusal(undo, 'refund_exceeds')
    await refunds.confirm(refund.id)
    await refunds.fail(refund.id, { reason: 'came back', actor: 'selam' })
    const after = await payments.lines.get(key)
    expect(after).toMatchObject({ status: 'open', held: false, allocated: 800, version: 4 })
    expect((await payments.lines.history(key)).at(-1)).toMatchObject({
      type: 'line.unallocated',
      actor: 'selam',
      reason: 'came back',
      allocations: [{ to: 'refund', refundId: refund.id, amount: 200 }],
    })
    expect((await refunds.history(refund.id)).map(({ data }) => [data.version, data.paymentVersion])).toEqual([
      [1, null],
      [2, null],
      [3, null],
    ])
    await payments.lines.unallocate(key, { expectedVersion: 4, reason: 'wrong' })
    expect((await findRefunds(repository, { lineKeys: [key] }))[0]?.status).toBe('failed')
  })

  it('takes no allocation while it waits for its approval, and is refused when the money has gone elsewhere', async () => {
    const { line, payments } = counter({ refundApproval: () => true })
    const { key } = await line()
    const ask = () => payments.refunds.create({ lineKey: key, amount: 600, reason: 'overpayment' }, { actor: 'amina' })
    const [first, second] = [await ask(), await ask()]
    expect(await payments.lines.get(key)).toMatchObject({ allocated: 0, version: 1 })
    expect((await payments.refunds.approve(first.id, { actor: 'dawit' })).status).toBe('pending')
    expect(await payments.lines.get(key)).toMatchObject({ allocated: 600, version: 2 })
    await refusal(payments.refunds.approve(second.id, { actor: 'dawit' }), 'refund_exceeds')
    await payments.refunds.reject(second.id, ended)
    expect(await payments.lines.get(key)).toMatchObject({ allocated: 600, version: 2 })
  })

  it('is refused for a debit, and for an unknown line or payment', async () => {
    const { line, payments } = counter()
    const debit = await line({ direction: 'debit' })
    const smallest = { amount: 1, reason: 'overpayment' } as const
    await refusal(payments.refunds.create({ ...smallest, lineKey: debit.key }), 'refund_exceeds')
    await refusal(payments.refunds.create({ ...smallest, lineKey: 'id:none' }), 'line_not_found')
    await refusal(payments.refunds.create({ ...smallest, paymentId: unknownId }), 'payment_not_found')
  })
})

describe('refunds.create, refunds.get and refunds.confirm: the arguments', () => {
  it.each([
    [{}, ['amount is required', 'reason is required', 'paymentId is required, or lineKey']],
    [{ amount: 1, reason: 'duplicate' }, ['paymentId is required, or lineKey']],
    [
      { amount: 1, reason: 'duplicate', paymentId: 'a', lineKey: 'b' },
      ['lineKey must be left out where paymentId is given'],
    ],
    [{ amount: 1, reason: 'other', paymentId: 'a' }, ['note is required where the reason is other']],
    [{ amount: 1, reason: 'other', paymentId: 'a', note: ' ' }, ['note is empty']],
    [
      { amount: 1, reason: 'gift' as RefundReason, lineKey: 'a' },
      [expect.stringMatching(/^reason must be one of duplicate, /)],
    ],
    [
      { amount: 1, reason: 'duplicate', lineKey: 'a', reference: ' R', account: '1' },
      ['reference begins or ends with white space or an invisible character', 'account is not a known field'],
    ],
  ])('are refused: %j', async (createRequest, problems) => {
    const { payments } = counter()
    expect(await badFields(payments.refunds.create(createRequest as never))).toEqual(problems)
  })

  it('are refused with a wrong amount, and not found with an unknown id', async () => {
    const { ask, refunds } = await paid()
    for (const amount of [0, -1, 1.5, '1', NaN]) await badFields(ask(amount as never))
    for (const id of [5, null, Symbol('x')]) {
      expect(await refunds.get(id as never)).toBeNull()
      expect(await refunds.history(id as never)).toEqual([])
    }
    for (const id of [none, 'x', 'pay_x']) {
      expect((await refusal(refunds.confirm(id), 'refund_not_found')).details).toEqual({ refundId: id })
      expect(await refunds.get(id)).toBeNull()
      expect(await refunds.history(id)).toEqual([])
    }
    const long = `ref_${'0'.repeat(251)}`
    for (const [id, refundId] of [
      [long, long],
      [`${long}0`, `${long}…`],
    ] as const) {
      expect((await refusal(refunds.confirm(id), 'refund_not_found')).details).toEqual({ refundId })
    }
    await badFields(refunds.cancel(none, {} as never))
    await badFields(refunds.confirm(5 as never))
  })

  it('are refused with a paidAt far from the refund’s own time', async () => {
    const { ask, now, refunds } = await paid()
    const { id } = await ask()
    for (const paidAt of [at(3 * day), '2019-03-12T09:00:00.000Z']) {
      const { details } = await refusal(refunds.confirm(id, { paidAt }), 'invalid_request')
      expect(details.issues).toHaveLength(1)
    }
    expect((await now())[0]).toBe(400)
    expect((await refunds.confirm(id, { paidAt: '2026-11-20T11:30:00+03:00' })).paidAt).toBe('2026-11-20T08:30:00.000Z')
  })
})

describe('refunds.list, refunds.totals and refunds.exportCsv', () => {
  it('return refunds newest first, by page, status, payment and day', async () => {
    const { ask, bill, clock, payments, refunds } = await paid({ timeZone: 'Africa/Addis_Ababa' })
    const all: Refund[] = []
    for (let i = 1; i <= 5; i++) {
      all.push(await ask(i))
      clock.advance(day)
    }
    const other = await bill()
    await payments.confirmPayment(other.id)
    const last = await refunds.create({ paymentId: other.id, amount: 1000, reason: 'insurance_paid' })
    const first = await refunds.list({ limit: 4 })
    expect(first.items.map(({ amount }) => amount)).toEqual([1000, 5, 4, 3])
    const rest = await refunds.list({ limit: 4, cursor: first.nextCursor! })
    expect([rest.items.map(({ amount }) => amount), rest.nextCursor]).toEqual([[2, 1], null])
    await refusal(refunds.list({ status: 'failed', cursor: first.nextCursor! }), 'invalid_cursor')
    await refunds.confirm(all[1]!.id)
    expect((await refunds.list({ status: ['succeeded'] })).items.map(({ amount }) => amount)).toEqual([2])
    expect((await refunds.list({ paymentId: other.id })).items).toEqual([last])
    expect((await refunds.list({ paymentId: 'x' })).items).toEqual([])
    const second = await refunds.list({ from: '2026-11-21', to: '2026-11-21' })
    expect(second.items.map(({ amount }) => amount)).toEqual([2])
    const paidOn = { basis: 'paidAt', from: '2026-11-25', to: '2026-11-25' } as const
    expect((await refunds.list(paidOn)).items.map(({ amount }) => amount)).toEqual([2])
    expect(await refunds.totals()).toEqual({
      items: [
        { currency: 'ETB', reason: 'duplicate', status: 'pending', count: 4, amount: '13' },
        { currency: 'ETB', reason: 'duplicate', status: 'succeeded', count: 1, amount: '2' },
        { currency: 'ETB', reason: 'insurance_paid', status: 'pending', count: 1, amount: '1000' },
      ],
    })
    const cash = await bill({ channel: 'cash' })
    await payments.confirmPayment(cash.id)
    await refunds.create({ paymentId: cash.id, amount: 30, reason: 'duplicate' })
    expect((await refunds.totals({ status: 'pending' })).items[0]).toMatchObject({ count: 5, amount: '43' })
    expect(await refunds.totals({ paymentId: 'x' })).toEqual({ items: [] })
    await refusal(refunds.totals({ from: '2026-02-30' }), 'invalid_date_range')
  })

  it('sum up all channels by currency, reason and status in this order, for any order of the storage', async () => {
    const total = (currency: string, reason: RefundReason, status: Refund['status'], amount: string) => {
      return { currency, reason, status, count: 1, amount }
    }
    const max = `${2n ** 62n}`
    const inOrder = [
      total('ETB', 'duplicate', 'failed', '1'),
      total('ETB', 'duplicate', 'pending', '2'),
      total('ETB', 'overpayment', 'failed', '3'),
      total('KES', 'duplicate', 'failed', max),
    ]
    const channels = [...inOrder.toReversed(), total('KES', 'duplicate', 'failed', max)]
    const sumRows = async () =>
      channels.map(({ count, amount, ...by }, at) => ({ by: { ...by, channel: `channel-${at}` }, count, amount }))
    const { refunds } = counter({ repository: { ...memoryRepository(), sumRows } }).payments
    const { items } = await refunds.totals()
    expect(items).toEqual([...inOrder.slice(0, 3), { ...inOrder[3], count: 2, amount: `${2n ** 63n}` }])
  })

  it('keep their cursors from release to release', async () => {
    const { bill, payments } = counter({ random: seededRandom(1) })
    const { id: paymentId } = await bill()
    await payments.confirmPayment(paymentId)
    for (const amount of [1, 2]) await payments.refunds.create({ paymentId, amount, reason: 'duplicate' })
    expect((await payments.refunds.list({ limit: 1 })).nextCursor).toBe(
      'MjAyNi0xMS0yMFQwOTowMDowMC4wMDBacmVmXzAxTTdXMlk3TTBKUFpQMURCTkRCQUtRMk1a.xeeZUZ_hRrq1n_jm0SWw',
    )
  })

  it('write CSV, oldest first, with decimals, and without live formulas', async () => {
    const { ask, id, refunds } = await paid()
    const one = await ask(150, { reason: 'other', note: '=1+1', reference: '@SUM' }, { actor: '+amina' })
    const csv = await csvOf(refunds.exportCsv())
    expect(csv).toBe(
      'refundId,status,paymentId,lineKey,amount,amountDecimal,currency,reason,note,reference,providerTransactionId,' +
        'requestedBy,approvedBy,amountReconciled,createdAt,paidAt,version,returnedBy\r\n' +
        `${one.id},pending,${id},,150,1.50,ETB,other,'=1+1,'@SUM,,'+amina,,0,${at(minute)},,1,\r\n`,
    )
    expect(await csvOf(refunds.exportCsv({ mode: 'exact' }))).toContain(',=1+1,@SUM,,+amina,')
    expect(await csvOf(refunds.exportCsv({}, { mode: 'exact' }))).toContain(',=1+1,@SUM,,+amina,')
    expect((await csvOf(refunds.exportCsv({ bom: true, paymentId: 'x' }))).startsWith('\ufeffrefundId,')).toBe(true)
    const reason = new Error('gone')
    await expect(csvOf(refunds.exportCsv({}, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
    await badFields(csvOf(refunds.exportCsv({ mode: 'x' } as never)))
  })

  it('write CSV with the approver, the receipt and time of the payout, and the line', async () => {
    const { line, payments, clock } = counter({ refundApproval: () => true })
    const { key } = await line()
    const { refunds } = payments
    const refund = await refunds.create({ lineKey: key, amount: 200, reason: 'overpayment' }, { actor: 'amina' })
    await refunds.approve(refund.id, { actor: '=dawit' })
    clock.advance(minute)
    const done = await refunds.confirm(refund.id, { providerTransactionId: '@TX-9' })
    const [, row] = (await csvOf(refunds.exportCsv())).split('\r\n')
    expect(row).toBe(
      `${refund.id},succeeded,,${key},200,2.00,ETB,overpayment,,${done.reference},'@TX-9,amina,'=dawit,0,${at(0)},${at(minute)},3,`,
    )
  })

  it('are frozen functions that can be taken alone, and are kept by using', async () => {
    const { payments, repository, ask } = await paid()
    expect(Object.isFrozen(payments.refunds)).toBe(true)
    const { id } = await ask()
    const { get } = payments.using(repository).refunds
    expect((await get(id))?.id).toBe(id)
  })
})
