/** Calls about a refund where another change comes first. */
import type { Refund } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../support/service.js'
import { checkBooks, counter, type Counter, allocation, storeLine, toCategory } from '../lines/support/counter.js'
import { meddled } from '../lines/support/meddled.js'
import { refundsRead, staleRefund, storedRefund } from '../../support/refund-rows.js'

const reason = 'overpayment'

async function paidBill({ bill, payments }: Counter, overrides = {}): Promise<string> {
  const { id } = await bill(overrides)
  await payments.confirmPayment(id)
  return id
}

describe('refund: a call that lost a race', () => {
  it('for its payment is decided again on the money that is free now', async () => {
    let paymentId = ''
    const { desk, first, logged } = meddled(async (count) => {
      if (count === 1) await first.payments.refunds.create({ paymentId, amount: 700, reason })
    })
    paymentId = await paidBill(first)
    const error = await refusal(desk.payments.refunds.create({ paymentId, amount: 400, reason }), 'refund_exceeds')
    expect(error.message).toContain('300')
    expect(logged).toEqual([
      {
        level: 'debug',
        message: 'Another change was stored first; a refund is decided again.',
        fields: { attempt: 0 },
      },
    ])
    await desk.payments.refunds.create({ paymentId, amount: 300, reason })
    expect((await first.payments.getPayment(paymentId))?.amountRefundPending).toBe(1000)
  })

  it('for its line is decided again on the money that is open now', async () => {
    const { desk, first, original } = meddled(async (count): Promise<void> => {
      if (count === 1) await allocation(first, 'id:x', [toCategory(700)])
    })
    await storeLine(original, { key: 'id:x' })
    const ask = (amount: number) => desk.payments.refunds.create({ lineKey: 'id:x', amount, reason })
    expect((await refusal(ask(400), 'refund_exceeds')).message).toContain('300')
    await ask(300)
    await checkBooks(original)
  })

  it('for the day of its line, whose closing holds its allocation, is refused with day_closed', async () => {
    const day = { account: 'cbe-1000', day: '2026-11-19' }
    let refundId: string | null = null
    const { desk, first, original } = meddled(async (): Promise<void> => {
      if (refundId !== null) await first.payments.days.close({ ...day, actor: 'amina' })
    })
    await storeLine(original, { key: 'id:x' })
    refundId = (await desk.payments.refunds.create({ lineKey: 'id:x', amount: 400, reason })).id
    const canceled = desk.payments.refunds.cancel(refundId, { reason: 'not wanted' })
    expect((await refusal(canceled, 'day_closed')).details).toEqual(day)
    expect((await first.payments.refunds.list()).items).toMatchObject([{ status: 'pending' }])
  })

  it('for a refund that another person cancels is refused, and approves nothing', async () => {
    let id = ''
    const { desk, first, original } = meddled(
      async (count) => {
        if (count === 1) await first.payments.refunds.cancel(id, { reason: 'not wanted' })
      },
      { refundApproval: () => true },
    )
    await storeLine(original, { key: 'id:x' })
    const refund = await first.payments.refunds.create({ lineKey: 'id:x', amount: 400, reason }, { actor: 'amina' })
    id = refund.id
    await refusal(desk.payments.refunds.approve(id, { actor: 'dawit' }), 'invalid_transition')
    expect(await first.payments.refunds.get(id)).toMatchObject({ status: 'canceled', approvedBy: null })
    expect(await first.payments.lines.get('id:x')).toMatchObject({ allocated: 0, version: 1 })
  })

  it('is decided on the row that is read, where that is newer than the row of the conflict', async () => {
    const { desk, first, original, groups } = meddled(async () => {
      await first.payments.refunds.cancel(refund.id, { reason: 'not wanted' })
      return staleRefund(refund)
    })
    await storeLine(original, { key: 'id:x' })
    const refund: Refund = await first.payments.refunds.create({ lineKey: 'id:x', amount: 400, reason })
    await refusal(desk.payments.refunds.confirm(refund.id), 'invalid_transition')
    expect(groups).toHaveLength(1)
    expect(await first.payments.refunds.get(refund.id)).toMatchObject({ status: 'canceled', version: 2 })
  })

  it('calls refundApproval once, however often it is decided', async () => {
    const seen: Refund[] = []
    const refundApproval = (refund: Refund) => seen.push(refund) === 1
    const { desk, first } = meddled(async (count) => (count < 4 ? { outcome: 'stale', current: null } : undefined), {
      refundApproval,
    })
    const paymentId = await paidBill(first)
    expect((await desk.payments.refunds.create({ paymentId, amount: 400, reason })).status).toBe('requested')
    expect(seen).toHaveLength(1)
  })

  it('for the reference of a payment from before one-live goes on without it', async () => {
    const { desk, original, groups } = meddled(async () => undefined, { referencePolicy: 'one-live' })
    const allow = counter({ repository: original })
    const [older, newer] = [await paidBill(allow), await paidBill(allow)]
    for (const paymentId of [older, newer]) await desk.payments.refunds.create({ paymentId, amount: 400, reason })
    expect(groups).toHaveLength(3)
    for (const id of [older, newer]) expect((await desk.payments.getPayment(id))?.amountRefundPending).toBe(400)
  })

  it('is refused with concurrent_update after many decisions, with nothing changed', async () => {
    const { desk, first } = meddled(async () => ({ outcome: 'stale', current: null }))
    const paymentId = await paidBill(first)
    const call = desk.payments.refunds.create({ paymentId, amount: 400, reason })
    const error = await refusal(call, 'concurrent_update')
    expect(error.retryable).toBe(true)
    expect(error.message).toBe('Write conflict with other changes of this refund; nothing was stored. Try again.')
    expect((await first.payments.getPayment(paymentId))?.amountRefundPending).toBe(0)
  })

  it.each(['line_taken', 'transaction_taken'])(
    'is refused with internal_error where the storage answers about %s',
    async (outcome) => {
      const { desk, first } = meddled(async () => ({ outcome }) as never)
      const paymentId = await paidBill(first)
      const error = await refusal(desk.payments.refunds.create({ paymentId, amount: 400, reason }), 'internal_error')
      expect(error.message).toBe('The repository answered about what a refund does not change.')
    },
  )

  it('is refused with internal_error where the storage answers about an idempotency key that was not sent', async () => {
    const { desk, first } = meddled(async () => ({ outcome: 'row_taken', of: 'refunds', unique: 'key' }) as never)
    const paymentId = await paidBill(first)
    const { id } = await first.payments.refunds.create({ paymentId, amount: 400, reason })
    const error = await refusal(desk.payments.refunds.confirm(id), 'internal_error')
    expect(error.message).toBe('The repository answered about what a refund does not change.')
    expect(await first.payments.refunds.get(id)).toMatchObject({ status: 'pending', version: 1 })
  })

  it.each([
    ['the line', { outcome: 'line_stale', key: 'id:x', line: null }],
    ['a payment', { outcome: 'stale', current: null }],
    ['the refund', staleRefund(null)],
    ['a chain of closed days', { outcome: 'chain_moved', account: 'cbe-1000' }],
  ] as const)(
    'is decided again where the storage reports a conflict without the changed row: %s',
    async (_, answer) => {
      const { desk, original, groups } = meddled(async (count) => (count === 1 ? (answer as never) : undefined))
      await storeLine(original, { key: 'id:x' })
      const refund = await desk.payments.refunds.create({ lineKey: 'id:x', amount: 400, reason })
      expect(groups).toHaveLength(2)
      expect(await desk.payments.refunds.get(refund.id)).toStrictEqual(refund)
      expect(await desk.payments.lines.get('id:x')).toMatchObject({ allocated: 400 })
      await checkBooks(original)
    },
  )
})

it('refunds.cancel: a refund whose payment was read after others paid it out is decided again, and not canceled', async () => {
  const { first, original } = meddled(async () => undefined)
  const paymentId = await paidBill(first)
  const { id } = await first.payments.refunds.create({ paymentId, amount: 400, reason })
  let looks = 0
  const get: typeof original.get = async (key) => {
    if (++looks === 1) await first.payments.refunds.confirm(id)
    return original.get(key)
  }
  const { refunds } = counter({ repository: { ...original, get } }).payments
  const { details } = await refusal(refunds.cancel(id, { reason: 'not wanted' }), 'invalid_transition')
  expect(details).toEqual({ refundId: id, from: 'succeeded', to: 'canceled' })
  expect(looks).toBe(2)
  expect(await first.payments.getPayment(paymentId)).toMatchObject({ amountRefundPending: 0, amountRefunded: 400 })
})

describe('refund: a call in a host’s open transaction, which still reads the old rows', () => {
  it('is decided on the payment of the conflict', async () => {
    const { first, original } = meddled(async () => undefined)
    const id = await paidBill(first)
    const read = await original.get(id)
    const desk = counter({ repository: { ...original, get: async () => structuredClone(read) } })
    await first.payments.refunds.create({ paymentId: id, amount: 700, reason })
    await refusal(desk.payments.refunds.create({ paymentId: id, amount: 400, reason }), 'refund_exceeds')
    await desk.payments.refunds.create({ paymentId: id, amount: 300, reason })
    expect((await first.payments.getPayment(id))?.amountRefundPending).toBe(1000)
  })

  it('is decided on the line of the conflict', async () => {
    const { first, original } = meddled(async () => undefined)
    const line = await storeLine(original, { key: 'id:x' })
    const desk = counter({ repository: { ...original, findLines: async () => [structuredClone(line)] } })
    await allocation(first, 'id:x', [toCategory(700)])
    const ask = (amount: number) => desk.payments.refunds.create({ lineKey: 'id:x', amount, reason })
    await refusal(ask(400), 'refund_exceeds')
    await ask(300)
    await checkBooks(original)
  })

  it('is decided on the refund of the conflict', async () => {
    const { first, original } = meddled(async () => undefined, { refundApproval: () => true })
    await storeLine(original, { key: 'id:x' })
    const refund = await first.payments.refunds.create({ lineKey: 'id:x', amount: 400, reason }, { actor: 'amina' })
    const desk = counter({ repository: { ...original, ...refundsRead(original, () => [storedRefund(refund)]) } })
    await first.payments.refunds.cancel(refund.id, { reason: 'not wanted' })
    await refusal(desk.payments.refunds.approve(refund.id, { actor: 'dawit' }), 'invalid_transition')
    expect(await first.payments.lines.get('id:x')).toMatchObject({ allocated: 0, version: 1 })
  })
})
