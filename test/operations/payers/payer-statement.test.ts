import type { PayerStatementEntry } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { badFields, minute, refusal } from '../../support/service.js'
import { allocation, toPayment } from '../lines/support/counter.js'
import { payerId, purse } from './support/purse.js'

/** Makes a payer with an entry of each kind, each a minute after the one before. */
async function payerWithEntries() {
  const desk = purse()
  const { payments, deposit, billOf, apply, clock, line } = desk
  const bill = await billOf(900)
  clock.advance(minute)
  const { id: sessionId } = await payments.cash.open({ point: 'a', currency: 'ETB', float: 0, actor: 'sara' })
  const { line: ofPayer } = await payments.cash.take({ sessionId, amount: 500, payerId, actor: 'sara' })
  clock.advance(minute)
  await apply(bill.id, 400)
  clock.advance(minute)
  const { key } = await line({ amount: 300 })
  await allocation(desk, key, [toPayment(bill, 300)])
  clock.advance(minute)
  await payments.refunds.create({ lineKey: ofPayer.key, amount: 100, reason: 'overpayment' })
  clock.advance(minute)
  const { version } = (await payments.lines.get(key))!
  await payments.lines.unallocate(key, { expectedVersion: version, reason: 'of another' })
  await deposit(7, {}, 'MRN-7')
  return { ...desk, bill, ofPayer, key }
}

const brief = ({ kind, amount }: PayerStatementEntry) => `${kind} ${amount}`

describe('payers.statement', () => {
  it('lists bills, money, allocations whoever paid, and refunds, by the instant of recording', async () => {
    const { payments, bill, ofPayer, key } = await payerWithEntries()
    const { items, nextCursor } = await payments.payers.statement({ payerId })
    expect(nextCursor).toBeNull()
    expect(items.map(brief)).toEqual([
      'payment 900',
      'line 500',
      'allocation 400',
      'allocation 300',
      'refund 100',
      'allocation -300',
    ])
    const [firstBill, deposit, draw, other, refund] = items
    expect(firstBill).toEqual({
      at: bill.createdAt,
      id: bill.id,
      kind: 'payment',
      amount: 900,
      currency: 'ETB',
      reference: bill.reference,
      status: 'pending',
    })
    expect(deposit).toMatchObject({ id: ofPayer.key, account: 'cash.a', valueDate: '2026-11-20', allocated: 500 })
    expect(draw).toMatchObject({ paymentId: bill.id, lineKey: ofPayer.key })
    expect(other).toMatchObject({ paymentId: bill.id, lineKey: key })
    expect(refund).toMatchObject({ lineKey: ofPayer.key, paymentId: null, status: 'pending' })
  })

  it('is the same in pages of any size, also where entries are of one instant', async () => {
    const { payments, deposit, billOf, apply } = await payerWithEntries()
    for (let n = 0; n < 5; n++) {
      await deposit(10)
      await apply((await billOf(10)).id)
    }
    const { items } = await payments.payers.statement({ payerId })
    expect(items).toHaveLength(21)
    for (const limit of [1, 2, 5, 20]) {
      const read: PayerStatementEntry[] = []
      let cursor: string | undefined
      do {
        const page = await payments.payers.statement({ payerId, limit, ...(cursor && { cursor }) })
        read.push(...page.items)
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      expect(read).toStrictEqual(items)
    }
  })

  it('refuses a cursor of another payer, and its shape', async () => {
    const { payments } = await payerWithEntries()
    const { nextCursor } = await payments.payers.statement({ payerId, limit: 1 })
    await refusal(payments.payers.statement({ payerId: 'MRN-7', cursor: nextCursor! }), 'invalid_cursor')
    expect(await badFields(payments.payers.statement({ payerId: '-', limit: 0 }))).toHaveLength(2)
  })

  it('knows a refund of a payment by the customer of its bill', async () => {
    const { payments, billOf } = purse()
    const { id } = await billOf(100)
    await payments.confirmPayment(id)
    const refund = await payments.refunds.create({ paymentId: id, amount: 40, reason: 'duplicate' })
    await payments.refunds.cancel(refund.id, { reason: 'mistaken', actor: 'sara' })
    const { items } = await payments.payers.statement({ payerId })
    expect(items[1]).toMatchObject({ id: refund.id, kind: 'refund', amount: 40, status: 'canceled', paymentId: id })
  })
})
