import { describe, expect, it } from 'vitest'
import type { Refund } from 'hospital-payments'
import { minute, refusal } from '../../support/service.js'
import { checkBooks, counter, allocation, toPayment } from '../lines/support/counter.js'

const ended = { reason: 'account closed' }
const toRefund = ({ id, amount }: Refund) => ({ to: 'refund', refundId: id, amount }) as const

/** Stores a payment that succeeded, of which a refund waits to be paid out. */
async function duplicatePaid() {
  const desk = counter()
  const { payments } = desk
  const { id } = await desk.bill()
  await payments.confirmPayment(id)
  desk.clock.advance(minute)
  const refund = await payments.refunds.create({ paymentId: id, amount: 400, reason: 'duplicate' })
  return { desk, payments, id, refund }
}

describe('lines.unallocate and lines.allocate: a payment and its refund', () => {
  it('reverse no payment while its refund lives or was paid, and keep its receipt until then', async () => {
    const desk = counter()
    const { payments } = desk
    const bill = await desk.bill()
    const credit = await desk.line({ valueDate: '2026-11-20' })
    const { version } = await allocation(desk, credit.key, [toPayment(bill)])
    await payments.receipts.issue(bill.id)
    desk.clock.advance(minute)
    const refund = await payments.refunds.create({ paymentId: bill.id, amount: 200, reason: 'overpayment' })
    const debit = await desk.line({ direction: 'debit', valueDate: '2026-11-20' })
    const undo = { expectedVersion: version, reason: 'wrong bill' }
    const allWaysAreShut = async () => {
      await refusal(payments.lines.unallocate(credit.key, undo), 'invalid_request')
      await refusal(payments.lines.unallocate(credit.key, { ...undo, payments: 'reverse' }), 'invalid_transition')
      await refusal(payments.reversePayment(bill.id, ended), 'invalid_transition')
      const { details } = await refusal(allocation(desk, debit.key, [toPayment(bill)]), 'invalid_transition')
      expect(details).toMatchObject({ paymentId: bill.id, to: 'reversed' })
    }
    await allWaysAreShut()
    await payments.refunds.confirm(refund.id)
    await allWaysAreShut()
    await payments.lines.unallocate(credit.key, { ...undo, payments: 'keep' })
    expect(await payments.getPayment(bill.id)).toMatchObject({
      status: 'succeeded',
      amountReconciled: 0,
      amountRefunded: 200,
    })
    expect(await payments.receipts.get(bill.id)).toMatchObject({ status: 'valid' })
    await payments.refunds.fail(refund.id, ended)
    await allocation(desk, debit.key, [toPayment(bill)])
    expect(await payments.receipts.get(bill.id)).toMatchObject({ status: 'void', voidReason: 'statement_debit' })
    const again = payments.refunds.create({ paymentId: bill.id, amount: 1, reason: 'overpayment' })
    await refusal(again, 'refund_exceeds')
    await checkBooks(desk.repository)
  })

  it('leave a payment reversed when the debit of its returned payout is undone', async () => {
    const { desk, payments, id, refund } = await duplicatePaid()
    const debit = await desk.line({ direction: 'debit', amount: 400, valueDate: '2026-11-20' })
    const { version } = await allocation(desk, debit.key, [toRefund(refund)])
    await payments.refunds.fail(refund.id, ended)
    await payments.reversePayment(id, { reason: 'charged twice' })
    await payments.lines.unallocate(debit.key, { expectedVersion: version, reason: 'wrong refund' })
    expect(await payments.refunds.get(refund.id)).toMatchObject({ status: 'failed', amountReconciled: 0 })
    expect(await payments.getPayment(id)).toMatchObject({ status: 'reversed', statusReason: 'charged twice' })
    await checkBooks(desk.repository)
  })

  it('free the receipt of a reported payout, where the refund failed and the debit is undone', async () => {
    const { desk, payments, refund } = await duplicatePaid()
    await payments.refunds.confirm(refund.id, { providerTransactionId: 'TX-9' })
    const out = { direction: 'debit', amount: 400, valueDate: '2026-11-20', providerTransactionId: 'TX-9' } as const
    const debit = await desk.line(out)
    const { version } = await allocation(desk, debit.key, [toRefund(refund)])
    await payments.refunds.fail(refund.id, ended)
    await payments.lines.unallocate(debit.key, { expectedVersion: version, reason: 'wrong refund' })
    const failed = await payments.refunds.get(refund.id)
    expect(failed).toMatchObject({ status: 'failed', amountReconciled: 0 })
    expect(failed).not.toHaveProperty('providerTransactionId')
    await checkBooks(desk.repository)
  })

  it.each(['allocate', 'unallocate'] as const)(
    'are refused for %s where the payment or line of a refund is no longer stored',
    async (call) => {
      const desk = counter()
      const { payments } = desk
      const { id: paymentId } = await desk.bill()
      await payments.confirmPayment(paymentId)
      const { key: lineKey } = await desk.line({ amount: 300 })
      desk.clock.advance(minute)
      for (const [of, code] of [
        [{ paymentId }, 'payment_not_found'],
        [{ lineKey }, 'line_not_found'],
      ] as const) {
        const refund = await payments.refunds.create({ ...of, amount: 300, reason: 'duplicate' })
        const { key } = await desk.line({ direction: 'debit', amount: 300, valueDate: '2026-11-20' })
        if (call === 'unallocate') await allocation(desk, key, [toRefund(refund)])
        const moved = payments.using({
          ...desk.repository,
          histories: async () => [],
          findLines: async (keys: readonly string[]) =>
            desk.repository.findLines(keys.filter((one) => one !== lineKey)),
          lookup: async () => ({ payments: [], lines: [] }),
        } as never)
        const changed =
          call === 'allocate'
            ? moved.lines.allocate(key, { expectedVersion: 1, allocations: [toRefund(refund)] })
            : moved.lines.unallocate(key, { expectedVersion: 2, reason: 'wrong refund' })
        expect((await refusal(changed, code)).details).toEqual(of)
      }
    },
  )

  it('return all refunds of one debit to pending in one undo', async () => {
    const desk = counter()
    const { payments } = desk
    const [bill, reversed] = [await desk.bill(), await desk.bill({ reference: 'INV-2' })]
    for (const { id } of [bill, reversed]) await payments.confirmPayment(id)
    const { key } = await desk.line({ amount: 300 })
    desk.clock.advance(minute)
    const ofPayment = { paymentId: bill.id, reason: 'overpayment' } as const
    const first = await payments.refunds.create({ ...ofPayment, amount: 100 })
    const ofLine = await payments.refunds.create({ lineKey: key, amount: 300, reason: 'overpayment' })
    const second = await payments.refunds.create({ ...ofPayment, amount: 50 })
    const debit = await desk.line({ direction: 'debit', amount: 1450, valueDate: '2026-11-20' })
    await allocation(desk, debit.key, [toRefund(first)])
    // The second refund of one payment, in another call.
    await allocation(desk, debit.key, [toRefund(second)])
    const { version } = await allocation(desk, debit.key, [toRefund(ofLine), toPayment(reversed)])
    const undo = () => payments.lines.unallocate(debit.key, { expectedVersion: version, reason: 'wrong' })
    const undone = await undo()
    expect(undone).toMatchObject({ held: true, allocated: 0 })
    expect(await undo()).toEqual(undone)
    for (const { id } of [first, second, ofLine]) {
      expect(await payments.refunds.get(id)).toMatchObject({ status: 'pending', paidAt: null, amountReconciled: 0 })
    }
    expect(await payments.getPayment(bill.id)).toMatchObject({ amountRefundPending: 150, amountRefunded: 0 })
    expect(await payments.getPayment(reversed.id)).toMatchObject({ status: 'reversed' })
    expect(await payments.lines.get(key)).toMatchObject({ status: 'settled', allocated: 300 })
    await checkBooks(desk.repository)
  })
})
