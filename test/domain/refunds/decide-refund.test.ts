import { describe, expect, it } from 'vitest'
import { createRefund, draftRefund } from '../../../src/domain/refunds/create-refund.js'
import {
  approveRefund,
  cancelRefund,
  confirmRefund,
  failRefund,
  type RefundDecision,
  rejectRefund,
} from '../../../src/domain/refunds/decide-refund.js'
import type { Refund } from '../../../src/domain/refunds/refund.js'
import type { RefundOrigin } from '../../../src/domain/refunds/refund-change.js'
import { accountLine, bill, now, refund, refundNow, toCategory } from '../reconciliation/support/lines.js'

const refundRequest = {
  id: 'ref_1',
  amount: 400,
  reason: 'duplicate',
  reference: 'R2ABCDEFGH',
  requestedBy: null,
} as const
const payment = bill({ status: 'succeeded' })

function created(origin: RefundOrigin, overrides: Partial<Refund> = {}) {
  return createRefund({ ...draftRefund(refundRequest, origin, now), ...overrides }, origin, () => false)
}

function refusalOf(decision: RefundDecision | ReturnType<typeof createRefund>) {
  if (!('refusal' in decision)) throw new Error('not refused')
  const { code, message, details } = decision.refusal
  return { code, message, details }
}

describe('createRefund and draftRefund: a new refund', () => {
  it('is a draft that waits, with no field without a value', () => {
    expect(draftRefund(refundRequest, { payment }, now)).toStrictEqual({
      id: 'ref_1',
      status: 'requested',
      paymentId: payment.id,
      lineKey: null,
      amount: 400,
      currency: 'ETB',
      reason: 'duplicate',
      reference: 'R2ABCDEFGH',
      requestedBy: null,
      approvedBy: null,
      amountReconciled: 0,
      returnedBy: null,
      createdAt: now,
      updatedAt: now,
      paidAt: null,
      version: 1,
    })
    expect(draftRefund({ ...refundRequest, note: 'x' }, { payment }, now)).toHaveProperty('note', 'x')
  })

  it.each<[string, RefundOrigin, Partial<Refund>?]>([
    ['A debit has no money that can be given back', { line: accountLine({ direction: 'debit' }) }],
    ['The statement line is in ETB, but KES was asked for', { line: accountLine() }, { currency: 'KES' }],
    [
      'Of the statement line 399 can be given back, but 400 was asked for',
      { line: accountLine({ amount: 1000, givenBack: 601 }) },
    ],
    [
      'Of the statement line 0 can be given back, but 400 was asked for',
      { line: accountLine({ amount: 1000, givenBack: 1001 }) },
    ],
    ['No money can be given back of a payment that is pending', { payment: bill({ amountReconciled: 400 }) }],
    ['No money can be given back of a payment that is reversed', { payment: bill({ status: 'reversed' }) }],
    [
      'Of the payment 399 can be given back, but 400 was asked for',
      { payment: bill({ status: 'expired', amountReconciled: 399 }) },
    ],
    [
      'Of the payment 1 can be given back, but 400 was asked for',
      { payment: bill({ status: 'succeeded', amountReconciled: 1000, amountWrittenOff: 999 }) },
    ],
    [
      'Of the payment 399 can be given back, but 400 was asked for',
      { payment: bill({ status: 'succeeded', amountRefundPending: 300, amountRefunded: 301 }) },
    ],
  ])('is refused: %s', (problem, origin, overrides) => {
    expect(refusalOf(created(origin, overrides))).toMatchObject({
      code: 'refund_exceeds',
      message: `${problem}; nothing was stored.`,
    })
  })

  it('may be all the open money of a line, or all that is free of a payment', () => {
    expect(created({ line: accountLine({ amount: 400 }) })).toHaveProperty('write')
    expect(created({ payment: bill({ status: 'succeeded', amountRefundPending: 600 }) })).toHaveProperty('write')
    expect(created({ payment: bill({ status: 'failed', amountReconciled: 400 }) })).toHaveProperty('write')
  })

  it('is refused by a line that has the maximum of allocations', () => {
    const shared = (count: number) => accountLine({ amount: 10_000, allocations: Array(count).fill(toCategory(1)) })
    expect(created({ line: shared(4999) })).toHaveProperty('write')
    expect(refusalOf(created({ line: shared(5000) }))).toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: 'lineKey', message: 'names a line that has 5000 allocations already' }] },
    })
  })
})

describe('approveRefund, rejectRefund, confirmRefund and failRefund: a decision', () => {
  const requested = refundNow(refund({ status: 'requested', requestedBy: 'amina' }))

  it.each([
    ['by the one who asked', 'amina', requested, /^The person who requested a refund cannot approve it/],
    ['by no one who is named', null, requested, /Give `actor`\.$/],
    [
      'where no one is named who asked',
      'dawit',
      refundNow(refund({ status: 'requested' })),
      /is not known, so no one can approve it/,
    ],
  ])('is no approval %s', (_, actor, current, message) => {
    const refused = refusalOf(approveRefund(current, actor, now))
    expect(refused.code).toBe('self_approval')
    expect(refused.message).toMatch(message)
  })

  it('has its time, and the reason of an end', () => {
    const pending = refundNow(refund())
    expect(approveRefund(requested, 'dawit', now)).toMatchObject({
      write: { change: { refund: { status: 'pending', approvedBy: 'dawit', updatedAt: now }, reason: null } },
    })
    for (const [decision, status] of [
      [rejectRefund(requested, 'too late', now), 'canceled'],
      [cancelRefund(pending, 'too late', now), 'canceled'],
      [failRefund(pending, 'too late', now), 'failed'],
    ] as const) {
      expect(decision).toMatchObject({ write: { change: { refund: { status, updatedAt: now }, reason: 'too late' } } })
    }
  })

  it('to reject is refused for a refund that is under way', () => {
    const refused = refusalOf(rejectRefund(refundNow(refund()), 'too late', now))
    expect(refused).toMatchObject({ code: 'invalid_transition' })
    expect(refused.message).toContain('Only a refund that waits for approval can be rejected; this one is pending.')
    expect(refusalOf(approveRefund(refundNow(refund({ status: 'failed' })), 'dawit', now)).message).toContain(
      'A refund that is failed cannot become pending',
    )
  })

  it('to confirm is refused for a time that cannot be true of the refund', () => {
    const early = refusalOf(confirmRefund(refundNow(refund()), { paidAt: '2019-03-12T09:00:00.000Z' }, now))
    const problem = 'is more than 366 days before the refund was created'
    expect(early).toMatchObject({
      code: 'invalid_request',
      message: `paidAt ${problem}. Send the time at which the money moved.`,
      details: { issues: [{ path: 'paidAt', message: problem }] },
    })
  })

  it('to confirm leaves the receipt out where none is reported', () => {
    const decision = confirmRefund(refundNow(refund()), {}, now)
    expect('write' in decision && decision.write.change.refund).not.toHaveProperty('providerTransactionId')
    expect(decision).toMatchObject({ write: { change: { refund: { status: 'succeeded', paidAt: now } } } })
  })
})
