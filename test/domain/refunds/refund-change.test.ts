import { describe, expect, it } from 'vitest'
import type { Refund, RefundStatus } from '../../../src/domain/refunds/refund.js'
import { changedRefund, isTorn, refundWrite } from '../../../src/domain/refunds/refund-change.js'
import { accountLine, bill, now, refund, refundNow, toPayment, toRefund } from '../reconciliation/support/lines.js'

const payment = (refunding: number, refunded: number) =>
  bill({ status: 'succeeded', amount: 5000, amountRefundPending: refunding, amountRefunded: refunded })

describe('isTorn: a refund with its payment', () => {
  it.each<[RefundStatus, number, number]>([
    ['requested', 1000, 0],
    ['pending', 1000, 0],
    ['succeeded', 0, 1000],
    ['failed', 0, 0],
    ['canceled', 0, 0],
  ])('is false where the payment counts it: %s', (status, refunding, refunded) => {
    const read = (refunding: number, refunded: number) =>
      isTorn({ refund: refund({ status }), origin: { payment: payment(refunding, refunded) } })
    expect(read(refunding, refunded)).toBe(false)
    // Others of the payment count as well.
    expect(read(refunding + 500, refunded + 500)).toBe(false)
    expect(read(refunding - 1, refunded - 1)).toBe(refunding + refunded > 0)
  })
})

describe('isTorn: a refund with its line', () => {
  it.each<[RefundStatus, boolean]>([
    ['requested', false],
    ['pending', true],
    ['succeeded', true],
    ['failed', false],
    ['canceled', false],
  ])('is false where the line has its allocation, or has none: %s', (status, keepsAllocation) => {
    const one = refund({ status, paymentId: null, lineKey: 'id:1', amount: 300 })
    const others = [toRefund(100, 'ref_2'), toPayment(bill(), 100)]
    const without = accountLine({ allocations: others })
    const having = accountLine({ allocations: [...others, toRefund(300, one.id)] })
    expect(isTorn(refundNow(one, having))).toBe(!keepsAllocation)
    expect(isTorn(refundNow(one, without))).toBe(keepsAllocation)
  })

  it('is without its own allocation alone when it ends', () => {
    const one = refund({ paymentId: null, lineKey: 'id:1', amount: 300 })
    const line = accountLine({ allocations: [toRefund(100, 'ref_2'), toRefund(300, one.id), toPayment(bill(), 200)] })
    const { line: changed } = changedRefund(one, { line }, { status: 'canceled' }, { now, reason: 'late' })
    expect(changed).toMatchObject({ type: 'line.unallocated', reason: 'late', allocations: [toRefund(300, one.id)] })
    expect(changed?.line.allocations.map(({ amount }) => amount)).toEqual([100, 200])
  })
})

describe('changedRefund and refundWrite', () => {
  it('keep the reason for which a payment is looked at', () => {
    const looked = bill({ status: 'succeeded', amountRefundPending: 1000, statusReason: 'duplicate_reference' })
    const { change } = changedRefund(refund(), { payment: looked }, { status: 'succeeded' }, { now })
    expect(change.payment).toMatchObject({
      statusReason: 'duplicate_reference',
      amountRefundPending: 0,
      amountRefunded: 1000,
    })
    const { change: plain } = changedRefund(refund(), { payment: payment(1000, 0) }, { status: 'failed' }, { now })
    expect(plain.payment).not.toHaveProperty('statusReason')
    expect(plain.payment).toMatchObject({ amountRefundPending: 0, amountRefunded: 0 })
  })

  it.each<[RefundStatus, RefundStatus]>([
    ['failed', 'pending'],
    ['canceled', 'succeeded'],
    ['succeeded', 'requested'],
  ])('throw along no documented transition: %s to %s', (from, status) => {
    const later: Refund = { ...refund(), status, version: 2 }
    expect(() => refundWrite(later, from, { payment: payment(1000, 1000) }, { now })).toThrow(RangeError)
  })
})
