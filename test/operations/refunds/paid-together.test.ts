/** One debit that pays out several refunds of one payment, alone and beside other refunds. */
import type { Refund } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { checkBooks, counter, allocation } from '../lines/support/counter.js'

const toRefund = ({ id, amount }: Refund) => ({ to: 'refund', refundId: id, amount }) as const

/** Stores a bill of 1,000 that was paid, refunds of 130 and 140 of it and of 150 of another bill, and a debit. */
async function scene(amount = 270, repository?: FinanceRepository) {
  const desk = counter(repository ? { repository } : {})
  const { payments } = desk
  const [bill, other] = [await desk.bill({ reference: 'INV-1' }), await desk.bill({ reference: 'INV-2' })]
  for (const { id } of [bill, other]) await payments.confirmPayment(id)
  const ask = (paymentId: string, amount: number) => payments.refunds.create({ paymentId, amount, reason: 'duplicate' })
  const refunds = [await ask(bill.id, 130), await ask(bill.id, 140), await ask(other.id, 150)] as const
  const debit = await desk.line({ direction: 'debit', amount })
  return {
    desk,
    payments,
    refunds,
    debit,
    billNow: async () => (await payments.getPayment(bill.id))!,
    refundsNow: () => Promise.all(refunds.map(async ({ id }) => (await payments.refunds.get(id))!)),
    undo: async () => {
      const { version } = (await payments.lines.get(debit.key))!
      return payments.lines.unallocate(debit.key, { expectedVersion: version, reason: 'another transfer' })
    },
  }
}

describe('payout: one debit for several refunds', () => {
  it('pays out refunds of 130 and 140 of one payment in one call, and its undo takes both back', async () => {
    const { desk, payments, refunds, debit, billNow, refundsNow, undo } = await scene()
    const [a, b] = refunds
    const before = await billNow()
    const settled = await allocation(desk, debit.key, [toRefund(a), toRefund(b)])
    expect(settled).toMatchObject({ status: 'settled', allocated: 270, version: 2 })
    expect(await refundsNow()).toMatchObject([
      { status: 'succeeded', amountReconciled: 130, version: 2 },
      { status: 'succeeded', amountReconciled: 140, version: 2 },
      { status: 'pending' },
    ])
    expect(await billNow()).toMatchObject({ amountRefundPending: 0, amountRefunded: 270, version: before.version + 2 })
    const events = (await payments.history((await billNow()).id)).slice(-2)
    expect(events).toMatchObject([
      { type: 'refund.succeeded', data: { refundId: a.id, paymentVersion: before.version + 1 } },
      { type: 'refund.succeeded', data: { refundId: b.id, paymentVersion: before.version + 2 } },
    ])
    await checkBooks(desk.repository)

    await undo()
    expect(await refundsNow()).toMatchObject([
      { status: 'pending', amountReconciled: 0 },
      { status: 'pending', amountReconciled: 0 },
      { status: 'pending' },
    ])
    expect(await billNow()).toMatchObject({ amountRefundPending: 270, amountRefunded: 0, version: before.version + 4 })
    await checkBooks(desk.repository)
  })

  it('pays them out one call after the other, beside one of another payment', async () => {
    const { desk, refunds, debit, billNow, refundsNow, undo } = await scene(420)
    const [a, b, c] = refunds
    await allocation(desk, debit.key, [toRefund(a), toRefund(c)])
    await allocation(desk, debit.key, [toRefund(b)])
    expect(await billNow()).toMatchObject({ amountRefunded: 270 })
    await undo()
    expect(await billNow()).toMatchObject({ amountRefundPending: 270, amountRefunded: 0 })
    for (const { status } of await refundsNow()) expect(status).toBe('pending')
    await checkBooks(desk.repository)
  })

  it('pays both or none, where others change one of them at the same time', async () => {
    const { desk, payments, refunds, debit, billNow, refundsNow } = await scene()
    const [a, b] = refunds
    const answers = await Promise.allSettled([
      payments.refunds.cancel(b.id, { reason: 'mistaken' }),
      allocation(desk, debit.key, [toRefund(a), toRefund(b)]),
    ])
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
    const [first, second] = await refundsNow()
    const isPaid = second!.status === 'succeeded'
    expect([first!.status, second!.status]).toEqual(isPaid ? ['succeeded', 'succeeded'] : ['pending', 'canceled'])
    expect((await billNow()).amountRefunded).toBe(isPaid ? 270 : 0)
    await checkBooks(desk.repository)
  })
})
