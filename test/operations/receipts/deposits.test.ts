import { describe, expect, it } from 'vitest'
import { refusal } from '../../support/service.js'
import { cashWindow } from '../cash/support/window.js'

const payerId = 'MRN-1042'

/** Makes a window where a payer has left a deposit of 500 with receipt 1. */
async function withDeposit() {
  const desk = cashWindow()
  const { id: sessionId } = await desk.open()
  const { line, receipt } = await desk.take(sessionId, { amount: 500, payerId })
  return {
    ...desk,
    sessionId,
    line,
    receipt,
    apply: (paymentId: string, amount: number) => desk.payments.payers.apply({ payerId, paymentId, amount }),
  }
}

describe('receipts.issue: a bill that a deposit pays', () => {
  it("answers the deposit's receipt where nothing else came", async () => {
    const { bill, apply, payments, receipt } = await withDeposit()
    const { id } = await bill(300)
    await refusal(payments.receipts.issue(id), 'invalid_transition')
    await apply(id, 300)
    expect(await payments.receipts.issue(id)).toStrictEqual(receipt)
    expect((await payments.receipts.list()).items).toHaveLength(1)
  })

  it('counts only the money that came beside it, and names the receipt of the deposit', async () => {
    const { bill, apply, payments, receipt } = await withDeposit()
    const { id, reference } = await bill(300)
    await apply(id, 200)
    await payments.confirmPayment(id, { amount: 300 })
    const issued = await payments.receipts.issue(id)
    expect(issued).toMatchObject({ number: 2, received: 100, amount: 100, paymentId: id, reference })
    expect(issued.allocations).toEqual([
      { paymentId: id, reference, amount: 100 },
      { paymentId: id, reference, amount: 200, receiptNumber: receipt.number },
    ])
    expect(await payments.receipts.issue(id)).toStrictEqual(issued)
    expect(await payments.receipts.get(id)).toStrictEqual(issued)
  })

  it('counts a deposit once beside a take of the rest, which has its own receipt', async () => {
    const { bill, apply, payments, take, sessionId } = await withDeposit()
    const { id } = await bill(300)
    await apply(id, 200)
    const { receipt } = await take(sessionId, { amount: 100, paymentId: id })
    expect(receipt).toMatchObject({ number: 2, received: 100 })
    expect(await payments.receipts.issue(id)).toStrictEqual(await payments.receipts.get(id))
    const { items } = await payments.receipts.list()
    expect(items.map(({ received }) => received)).toEqual([500, 100])
  })

  it('is received anew once the deposit is taken back', async () => {
    const { bill, apply, payments, line } = await withDeposit()
    const { id } = await bill(300)
    await apply(id, 300)
    const { version } = (await payments.lines.get(line.key))!
    const undo = { expectedVersion: version, reason: 'another bill', payments: 'keep', paidOtherwise: true } as const
    await payments.lines.unallocate(line.key, undo)
    expect(await payments.receipts.issue(id)).toMatchObject({ number: 2, received: 300 })
  })
})
