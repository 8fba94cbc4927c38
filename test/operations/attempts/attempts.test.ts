import { describe, expect, it } from 'vitest'
import { refusal } from '../../support/service.js'
import { seconds, start, till } from './support/till.js'

const amina = { actor: 'amina' }

describe('attempts.start', () => {
  it('stores the attempt, then calls the provider, and holds the payment', async () => {
    const { payments, fake, bill } = till()
    const { id: paymentId } = await bill()
    const attempt = await payments.attempts.start({ paymentId, provider: 'fake', phone: '+254712345678', ...amina })
    expect(attempt).toEqual({
      ...{ id: expect.stringMatching(/^att_/), paymentId, provider: 'fake', account: 'fake', amount: 1000 },
      ...{ currency: 'KES', status: 'pending', failure: null, lineKey: null, checks: 0, createdBy: 'amina' },
      instructions: { type: 'text', message: 'Confirm the payment INV-1 on your phone.' },
      ...{ nextCheckAt: '2026-11-20T09:00:10.000Z', createdAt: start, updatedAt: start, version: 2 },
    })
    expect(fake.pushes).toEqual([attempt.id])
    expect(await payments.getPayment(paymentId)).toMatchObject({ status: 'pending', attemptId: attempt.id, version: 2 })
    expect((await payments.history(paymentId)).map(({ type }) => type)).toEqual([
      'payment.created',
      'payment.attempt_started',
    ])
    expect(await payments.attempts.get(attempt.id)).toEqual(attempt)
    expect((await payments.attempts.list({ paymentId })).items).toEqual([attempt])
    expect(JSON.stringify(await payments.attempts.history(attempt.id))).not.toContain('254712345678')
  })

  it('delivers no event of an attempt', async () => {
    const { payments, started, fake, checkAfter } = till()
    const { id } = await started()
    fake.accept(id)
    await checkAfter(10)
    const types: string[] = []
    await payments.deliverEvents(async ({ type }) => void types.push(type))
    expect(types).toEqual(['payment.created', 'payment.succeeded'])
  })

  it('refuses in the order of the contract', async () => {
    const { payments, bill, fake } = till({
      script: { limits: { currencies: ['KES', 'UGX'], wholeUnits: true, min: 100, max: 5000, callingCode: '254' } },
    })
    const call = (fields: object) => payments.attempts.start({ provider: 'fake', paymentId: 'x', ...fields } as never)
    const { id: paymentId } = await bill({ amount: 10_000 })
    await refusal(call({ provider: 'none', phone: '12' }), 'invalid_request')
    await refusal(call({ returnUrl: 'https://user:word@hospital.example/' }), 'invalid_request')
    await refusal(call({ returnUrl: 'ftp://hospital.example/' }), 'invalid_request')
    await refusal(call({ provider: 'none' }), 'unsupported_provider')
    await refusal(call({}), 'payment_not_found')
    await refusal(call({ paymentId, amount: 10_001 }), 'allocation_exceeds')
    const { id: other } = await bill({ currency: 'ETB' })
    await refusal(call({ paymentId: other }), 'unsupported_currency')
    await refusal(call({ paymentId }), 'invalid_request')
    await refusal(call({ paymentId, amount: 99 }), 'invalid_request')
    await refusal(call({ paymentId, amount: 150 }), 'invalid_request')
    const { id } = await call({ paymentId, amount: 200, phone: '0712 345-678' })
    const conflict = await refusal(call({ paymentId, amount: 200 }), 'attempt_conflict')
    expect(conflict.details).toEqual({ attempt: id })
    await payments.cancelPayment(paymentId, { reason: 'left', attempts: 'keep' })
    await refusal(call({ paymentId }), 'invalid_transition')
    expect(fake.pushes).toEqual([id])
  })

  it('answers a repeated key with the first attempt, and pushes once', async () => {
    const { payments, bill, fake } = till()
    const { id: paymentId } = await bill()
    const call = { paymentId, provider: 'fake' }
    const first = await payments.attempts.start(call, { idempotencyKey: 'k' })
    expect(await payments.attempts.start(call, { idempotencyKey: 'k' })).toEqual(first)
    await refusal(payments.attempts.start({ ...call, amount: 5 }, { idempotencyKey: 'k' }), 'idempotency_conflict')
    expect(fake.pushes).toHaveLength(1)
  })

  it('a provider that started nothing: fails with provider_unavailable, and gives the key back', async () => {
    let faults = 1
    const { payments, bill, fake } = till({ script: { faultOf: () => (faults-- > 0 ? 'unavailable' : undefined) } })
    const { id: paymentId } = await bill()
    const call = { paymentId, provider: 'fake' }
    await refusal(payments.attempts.start(call, { idempotencyKey: 'k' }), 'provider_unavailable')
    const [failed] = (await payments.attempts.list({ paymentId })).items
    expect(failed).toMatchObject({ status: 'failed', failure: { code: 'provider_unavailable', retry: true } })
    expect(await payments.getPayment(paymentId)).toMatchObject({ status: 'pending', attemptId: null })
    const again = await payments.attempts.start(call, { idempotencyKey: 'k' })
    expect(again).toMatchObject({ status: 'pending' })
    expect(again.id).not.toBe(failed!.id)
    expect(fake.pushes).toEqual([again.id])
  })

  it('a provider that refuses the keys: fails, with retry', async () => {
    const { started, paymentOf } = till({ script: { faultOf: () => 'refused' } })
    const attempt = await started()
    expect(attempt).toMatchObject({ status: 'failed', failure: { code: 'wrong_key', retry: true }, nextCheckAt: null })
    expect(await paymentOf(attempt)).toMatchObject({ status: 'pending', attemptId: null })
  })

  it('a lost answer: the attempt is unknown, is asked about, and is never pushed twice', async () => {
    const { started, fake, checkAfter, attemptOf, typesOf } = till({
      script: { faultOf: (call) => (call === 'start' ? 'lost' : undefined) },
    })
    const attempt = await started()
    expect(attempt).toMatchObject({ status: 'unknown', instructions: null })
    expect(await checkAfter(10)).toBe(1)
    expect(await attemptOf(attempt)).toMatchObject({ status: 'pending', checks: 1 })
    fake.accept(attempt.id)
    await checkAfter(10)
    expect(await attemptOf(attempt)).toMatchObject({ status: 'paid', nextCheckAt: null })
    expect(fake.pushes).toEqual([attempt.id])
    expect(await typesOf(attempt)).toEqual(['attempt.started', 'attempt.unknown', 'attempt.pending', 'attempt.paid'])
  })

  it('an idempotent provider: the start is sent again where its answer was lost, and pushes once', async () => {
    const { started, fake, checkAfter, attemptOf } = till({
      script: {
        startIsIdempotent: true,
        faultOf: (call, _, count) => (call === 'start' && count === 1 ? 'lost' : undefined),
      },
    })
    const attempt = await started()
    await checkAfter(10)
    expect(await attemptOf(attempt)).toMatchObject({ status: 'pending', checks: 0, instructions: expect.any(Object) })
    expect(fake.pushes).toEqual([attempt.id])
  })

  it('sends the code where another payment has the reference, or the provider does not take it', async () => {
    const { bill, started, fake } = till({ script: { limits: { reference: /^[A-Z0-9]{1,12}$/ } } })
    await bill({ reference: 'SAME1' })
    const attempts = [
      await started({ reference: 'SAME1' }),
      await started({ reference: 'INV 7' }),
      await started({ reference: 'ALONE1' }),
    ]
    const references = attempts.map(({ id }) => fake.payAgain(id).reference)
    expect(references).toEqual([
      expect.stringMatching(/^[A-HJ-NP-Z2-9]{10}$/),
      expect.stringMatching(/^[A-HJ-NP-Z2-9]{10}$/),
      'ALONE1',
    ])
  })

  it('twice at once: one attempt lives, and one push is sent', async () => {
    for (let round = 0; round < 10; round++) {
      const { payments, bill, fake } = till()
      const { id: paymentId } = await bill()
      const calls = Array.from({ length: 5 }, () => payments.attempts.start({ paymentId, provider: 'fake' }))
      const results = await Promise.allSettled(calls)
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(fake.pushes).toHaveLength(1)
    }
  })
})

describe('attempts.checkDue', () => {
  it('makes a paid attempt a line that pays its payment, and a fee a line of its own, in one write', async () => {
    const { payments, started, fake, checkAfter, attemptOf, paymentOf } = till({ script: { fee: 7 } })
    const attempt = await started({ customer: { id: 'MRN-1' } })
    const { receipt } = fake.accept(attempt.id)!
    expect(await checkAfter(10)).toBe(1)
    const paid = await attemptOf(attempt)
    expect(paid).toMatchObject({ status: 'paid', failure: null, nextCheckAt: null, checks: 1 })
    expect(await paymentOf(attempt)).toMatchObject({
      ...{
        status: 'succeeded',
        amountReconciled: 1000,
        attemptId: null,
        providerTransactionId: receipt,
        paidAt: start,
      },
    })
    const { items } = await payments.lines.list({ account: 'fake' })
    const credit = items.find(({ direction }) => direction === 'credit')
    const debit = items.find(({ direction }) => direction === 'debit')
    expect(items).toHaveLength(2)
    expect(credit).toMatchObject({
      ...{
        key: paid.lineKey,
        amount: 1000,
        outcome: 'confirmed',
        status: 'settled',
        payerId: 'MRN-1',
        reference: 'INV-1',
      },
      ...{ providerTransactionId: receipt, valueDate: '2026-11-20', bookedAt: start },
    })
    expect(debit).toMatchObject({
      ...{ amount: 7, outcome: 'set_aside', status: 'settled' },
      allocations: [{ to: 'category', category: 'provider_fee', amount: 7 }],
    })
    expect(await payments.accounts.balance({ account: 'fake', currency: 'KES' })).toBe('993')
    expect((await payments.accounts.list()).items).toMatchObject([{ account: 'fake', kind: 'provider' }])
  })

  it('asks at the polls alone, and leaves what is never decided unknown, for people', async () => {
    const { payments, started, checkAfter, attemptOf, paymentOf } = till({ script: { polls: [10, 20, 40] } })
    const attempt = await started()
    expect([await checkAfter(9), await checkAfter(1), await checkAfter(9), await checkAfter(1)]).toEqual([0, 1, 0, 1])
    expect(await attemptOf(attempt)).toMatchObject({ status: 'pending', checks: 2 })
    expect(await checkAfter(20)).toBe(1)
    expect(await attemptOf(attempt)).toMatchObject({ status: 'unknown', checks: 3, nextCheckAt: null })
    expect(await checkAfter(100_000)).toBe(0)
    expect(await paymentOf(attempt)).toMatchObject({ status: 'pending', attemptId: attempt.id })
    expect((await payments.attention()).unknownAttempts).toEqual([{ currency: 'KES', count: 1, amount: '1000' }])
    await payments.attempts.check(attempt.id)
    expect(await attemptOf(attempt)).toMatchObject({ status: 'unknown', checks: 4, nextCheckAt: null })
  })

  it('makes missed polls up for by one', async () => {
    const { started, checkAfter, attemptOf } = till({ script: { polls: [10, 20, 40, 60] } })
    const attempt = await started()
    expect(await checkAfter(45)).toBe(1)
    expect(await attemptOf(attempt)).toMatchObject({ checks: 1, nextCheckAt: '2026-11-20T09:01:00.000Z' })
  })

  it('a failed attempt: frees the payment, which another attempt may take', async () => {
    const { payments, started, fake, checkAfter, attemptOf, paymentOf } = till()
    const attempt = await started()
    fake.refuse(attempt.id, '1032')
    await checkAfter(10)
    expect(await attemptOf(attempt)).toMatchObject({
      status: 'failed',
      failure: { code: '1032', retry: true },
      nextCheckAt: null,
    })
    expect(await paymentOf(attempt)).toMatchObject({ status: 'pending', attemptId: null })
    const second = await payments.attempts.start({ paymentId: attempt.paymentId, provider: 'fake' })
    fake.accept(second.id)
    await checkAfter(10)
    expect(await paymentOf(attempt)).toMatchObject({ status: 'succeeded' })
  })

  it('after keys are refused asks again in 5 minutes, and spends no poll', async () => {
    let isRefused = true
    const { started, checkAfter, attemptOf, clock } = till({
      script: { faultOf: (call) => (call === 'status' && isRefused ? 'refused' : undefined), polls: [10, 20] },
    })
    const attempt = await started()
    await checkAfter(10)
    expect(await attemptOf(attempt)).toMatchObject({
      status: 'pending',
      nextCheckAt: new Date(clock() + seconds(300)).toISOString(),
    })
    isRefused = false
    expect(await checkAfter(300)).toBe(1)
    expect(await attemptOf(attempt)).toMatchObject({ status: 'unknown', nextCheckAt: null })
  })

  it('in several processes asks about each attempt once', async () => {
    const { payments, started, fake, clock } = till()
    const attempts = [await started(), await started(), await started()]
    for (const { id } of attempts) fake.accept(id)
    clock.advance(seconds(10))
    const checked = await Promise.all([1, 2, 3].map(() => payments.attempts.checkDue()))
    expect(checked.reduce((sum, one) => sum + one.checked, 0)).toBe(3)
    expect((await payments.attempts.list({ status: 'paid' })).items.map(({ checks }) => checks)).toEqual([1, 1, 1])
  })
})

describe('attempts.check', () => {
  it('asks now, and answers a paid attempt without asking', async () => {
    const { payments, started, fake } = till()
    const { id } = await started()
    fake.accept(id)
    const paid = await payments.attempts.check(id)
    expect(paid).toMatchObject({ status: 'paid', checks: 1 })
    expect(await payments.attempts.check(id)).toEqual(paid)
    await refusal(payments.attempts.check('att_00000000000000000000000000'), 'attempt_not_found')
  })

  it('a failed attempt whose money came all the same: makes it paid', async () => {
    const { payments, started, fake, checkAfter, paymentOf, typesOf } = till()
    const attempt = await started()
    fake.refuse(attempt.id)
    await checkAfter(10)
    const body = { state: 'paid' as const, providerTransactionId: 'LATE00001' }
    Object.assign(fake, { status: async () => body })
    expect(await payments.attempts.check(attempt.id)).toMatchObject({ status: 'paid', failure: null })
    expect(await paymentOf(attempt)).toMatchObject({ status: 'succeeded' })
    expect(await typesOf(attempt)).toEqual(['attempt.started', 'attempt.pending', 'attempt.failed', 'attempt.paid'])
  })
})

describe('attempts: a paid attempt', () => {
  it('another amount: pays what it can, and its surplus stays open on its line', async () => {
    const { payments, started, fake, checkAfter, paymentOf } = till()
    const less = await started()
    const more = await started()
    fake.accept(less.id, { amount: 400 })
    fake.accept(more.id, { amount: 1500 })
    await checkAfter(10)
    expect(await paymentOf(less)).toMatchObject({ status: 'pending', amountReconciled: 400, attemptId: null })
    expect(await paymentOf(more)).toMatchObject({ status: 'succeeded', amountReconciled: 1000 })
    const { items } = await payments.lines.list({ account: 'fake' })
    expect(items.map(({ amount, allocated, outcome }) => [amount, allocated, outcome]).sort()).toEqual([
      [1500, 1000, 'over_paid'],
      [400, 400, 'under_paid'],
    ])
    expect((await payments.attention()).paidAttemptsOpen).toEqual([{ currency: 'KES', count: 1, amount: '500' }])
  })

  it('another currency, or a payment that is paid already: leaves its line open', async () => {
    const { payments, started, fake, checkAfter, paymentOf } = till()
    const other = await started()
    const twice = await started()
    fake.accept(other.id, { currency: 'UGX' })
    fake.accept(twice.id)
    await payments.confirmPayment(twice.paymentId, { providerTransactionId: 'OTHER0001' })
    const line = {
      row: 1,
      direction: 'credit',
      amount: 1000,
      currency: 'KES',
      valueDate: '2026-11-20',
      reference: 'INV-2',
    } as const
    await payments.statements.import([line], { account: 'bank' })
    await checkAfter(10)
    expect(await paymentOf(other)).toMatchObject({ status: 'pending', amountReconciled: 0, attemptId: null })
    expect(await paymentOf(twice)).toMatchObject({
      status: 'succeeded',
      amountReconciled: 1000,
      providerTransactionId: 'OTHER0001',
    })
    const { items } = await payments.lines.list({ account: 'fake' })
    expect(items.map(({ outcome, allocated }) => [outcome, allocated]).sort()).toEqual([
      ['currency_mismatch', 0],
      ['duplicate_credit', 0],
    ])
  })

  it('without a receipt is a line by the id of the attempt', async () => {
    const { payments, started, fake, checkAfter, paymentOf } = till({ script: { hasReceipts: false } })
    const attempts = [await started(), await started()]
    for (const { id } of attempts) fake.accept(id)
    await checkAfter(10)
    for (const attempt of attempts) expect(await paymentOf(attempt)).toMatchObject({ status: 'succeeded' })
    const { items } = await payments.lines.list({ account: 'fake' })
    expect(items).toHaveLength(2)
    expect(items[0]).not.toHaveProperty('providerTransactionId')
  })

  it('with the receipt of another attempt is unknown, and pays nothing', async () => {
    const { payments, started, fake, checkAfter, attemptOf, paymentOf } = till()
    const first = await started()
    const second = await started()
    const paid = { state: 'paid' as const, providerTransactionId: 'SAME00001' }
    Object.assign(fake, { status: async () => paid })
    await checkAfter(10)
    const statuses = [await attemptOf(first), await attemptOf(second)].map(({ status }) => status).sort()
    expect(statuses).toEqual(['paid', 'unknown'])
    const reconciled = [await paymentOf(first), await paymentOf(second)].map(({ amountReconciled }) => amountReconciled)
    expect(reconciled.sort((a, b) => a - b)).toEqual([0, 1000])
    expect((await payments.lines.list({ account: 'fake' })).items).toHaveLength(1)
    expect((await payments.attention()).unknownAttempts).toEqual([{ currency: 'KES', count: 1, amount: '1000' }])
  })
})

describe('attempts.abandon', () => {
  it('lets what the provider decides stand, and else cancels there', async () => {
    const { payments, started, fake, paymentOf, typesOf } = till()
    const paid = await started()
    fake.accept(paid.id)
    const call = { ...amina, reason: 'left' }
    expect(await payments.attempts.abandon(paid.id, call)).toMatchObject({ status: 'paid' })
    const open = await started()
    expect(await payments.attempts.abandon(open.id, call)).toMatchObject({
      status: 'failed',
      failure: { code: 'abandoned', retry: true },
    })
    expect(await typesOf(open)).toEqual(['attempt.started', 'attempt.pending', 'attempt.abandoned'])
    expect(await paymentOf(open)).toMatchObject({ status: 'pending', attemptId: null })
    expect((await payments.attempts.history(open.id)).at(-1)).toMatchObject({ actor: 'amina', reason: 'left' })
  })

  it('without cancel waits until the payer can no longer pay, unless it is forced; money that comes counts', async () => {
    const { payments, started, fake, checkAfter, attemptOf, paymentOf, clock } = till({
      script: { canCancel: false, promptSeconds: 120 },
    })
    const call = { ...amina, reason: 'left' }
    const first = await started()
    const second = await started()
    await refusal(payments.attempts.abandon(first.id, call), 'attempt_conflict')
    expect(await payments.attempts.abandon(second.id, { ...call, force: true })).toMatchObject({ status: 'failed' })
    clock.advance(seconds(120))
    expect(await payments.attempts.abandon(first.id, call)).toMatchObject({ status: 'failed' })
    fake.accept(first.id)
    await checkAfter(180)
    expect(await attemptOf(first)).toMatchObject({ status: 'paid' })
    expect(await paymentOf(first)).toMatchObject({ status: 'succeeded' })
  })
})

describe('payment: with a living attempt', () => {
  it('is neither canceled, failed nor expired, unless the attempt is kept', async () => {
    const { payments, started, fake, clock, checkAfter, paymentOf, bill } = till({ defaultTtlMs: 1000 })
    const attempt = await started()
    await bill()
    clock.advance(2000)
    const { paymentId } = attempt
    await refusal(payments.cancelPayment(paymentId, { reason: 'left' }), 'attempt_conflict')
    await refusal(payments.failPayment(paymentId, { reason: 'left' }), 'attempt_conflict')
    await refusal(payments.expirePayment(paymentId), 'attempt_conflict')
    expect(await payments.expireDue({ limit: 1 })).toEqual({ expired: 1 })
    expect(await payments.cancelPayment(paymentId, { reason: 'left', attempts: 'keep' })).toMatchObject({
      status: 'expired',
    })
    clock.advance(1)
    fake.accept(attempt.id)
    await checkAfter(10)
    expect(await paymentOf(attempt)).toMatchObject({ status: 'succeeded', late: true, attemptId: null })
  })
})
