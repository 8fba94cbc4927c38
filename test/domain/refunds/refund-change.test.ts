import { describe, expect, it } from 'vitest'
import type { Refund, RefundStatus } from '../../../src/domain/refunds/refund.js'
import { changedRefund, isTorn, refundWrite } from '../../../src/domain/refunds/refund-change.js'
import { accountLine, bill, now, refund, refundNow, toPayment, toRefund } from '../reconciliation/support/lines.js'

const payment = (refunding: number, refunded: number) =>
  bill({ status: 'succeeded', amount: 5000, amountRefundPending: refunding, amountRefunded: refunded })

describe('a refund and its payment', () => {
  it.each<[RefundStatus, number, number]>([
    ['requested', 1000, 0],
    ['pending', 1000, 0],
    ['succeeded', 0, 1000],
    ['failed', 0, 0],
    ['canceled', 0, 0],
  ])('belong together where the payment counts it: %s', (status, refunding, refunded) => {
    const read = (refunding: number, refunded: number) =>
      isTorn({ refund: refund({ status }), origin: { payment: payment(refunding, refunded) } })
    expect(read(refunding, refunded)).toBe(false)
    // Others of the payment count as well.
    expect(read(refunding + 500, refunded + 500)).toBe(false)
    expect(read(refunding - 1, refunded - 1)).toBe(refunding + refunded > 0)
  })
})

describe('a refund and its line', () => {
  it.each<[RefundStatus, boolean]>([
    ['requested', false],
    ['pending', true],
    ['succeeded', true],
    ['failed', false],
    ['canceled', false],
  ])('belong together where the line has its allocation, or has none: %s', (status, keepsAllocation) => {
    const one = refund({ status, paymentId: null, lineKey: 'id:1', amount: 300 })
    const others = [toRefund(100, 'ref_2'), toPayment(bill(), 100)]
    const without = accountLine({ allocations: others })
    const having = accountLine({ allocations: [...others, toRefund(300, one.id)] })
    expect(isTorn(refundNow(one, having))).toBe(!keepsAllocation)
    expect(isTorn(refundNow(one, without))).toBe(keepsAllocation)
  })

  it('part with its own allocation alone when it ends', () => {
    const one = refund({ paymentId: null, lineKey: 'id:1', amount: 300 })
    const line = accountLine({ allocations: [toRefund(100, 'ref_2'), toRefund(300, one.id), toPayment(bill(), 200)] })
    const { line: changed } = changedRefund(one, { line }, { status: 'canceled' }, { now, reason: 'late' })
    expect(changed).toMatchObject({ type: 'line.unallocated', reason: 'late', allocations: [toRefund(300, one.id)] })
    expect(changed?.line.allocations.map(({ amount }) => amount)).toEqual([100, 200])
  })
})

describe('a change of a refund', () => {
  it('keeps why its payment is looked at', () => {
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
  ])('along no documented transition is a fault of the library: %s to %s', (from, status) => {
    const later: Refund = { ...refund(), status, version: 2 }
    expect(() => refundWrite(later, from, { payment: payment(1000, 1000) }, { now })).toThrow(RangeError)
  })
})
