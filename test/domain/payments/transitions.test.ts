import { describe, expect, it } from 'vitest'
import { cancel, confirm, expire, fail, reverse } from '../../../src/domain/payments/transitions.js'
import { maxSuperseded } from '../../../src/domain/payments/success.js'
import type { StateChange } from '../../../src/domain/payments/state-change.js'
import { type Payment, type PaymentStatus, paymentStatuses } from '../../../src/domain/payments/payment.js'
import { isPaymentError } from '../../../src/errors.js'
import { now, only, payment, context } from '../../support/decisions.js'
import { refusalOf } from '../../support/refusal.js'

describe('confirm, fail, expire and reverse: a transition', () => {
  const calls: Record<string, (payment: Payment) => readonly StateChange[]> = {
    confirm: (payment) => confirm(payment, {}, context()),
    'confirm with proof': (payment) => confirm(payment, { providerTransactionId: 'TX-1' }, context()),
    fail: (payment) => fail(payment, 'declined', context()),
    expire: (payment) => expire(payment, context()),
    reverse: (payment) => reverse(payment, { reason: 'refunded' }, context()),
  }

  /** Per call, what a pending, succeeded, failed, expired and reversed payment becomes; '=' is: stays as it is. */
  const table: Record<keyof typeof calls, readonly (PaymentStatus | '=' | 'refused')[]> = {
    confirm: ['succeeded', '=', 'refused', 'succeeded', 'refused'],
    'confirm with proof': ['succeeded', '=', 'succeeded', 'succeeded', 'refused'],
    fail: ['failed', 'refused', '=', 'refused', 'refused'],
    expire: ['expired', 'refused', 'refused', '=', 'refused'],
    reverse: ['refused', 'reversed', 'refused', 'refused', '='],
  }
  const rows = Object.entries(table).flatMap(([call, outcomes]) =>
    outcomes.map((outcome, i) => [call, paymentStatuses[i]!, outcome] as const),
  )

  function outcomeOf(call: string, before: Payment): string {
    try {
      const decision = calls[call]!(before)
      return decision.length === 0 ? '=' : only(decision).payment.status
    } catch (error) {
      if (isPaymentError(error, 'invalid_transition')) return 'refused'
      throw error
    }
  }

  it.each(rows)('to %s a %s payment: %s', (call, status, outcome) => {
    expect(outcomeOf(call, payment({ status, amountReconciled: 0 }))).toBe(outcome)
  })

  it.each(rows.filter(([, , outcome]) => outcome !== '=' && outcome !== 'refused'))(
    'to %s a %s payment makes its next version, and touches neither money nor identity',
    (call, status) => {
      const before = payment({
        status,
        amountReconciled: 0,
        paidAt: status === 'succeeded' ? '2026-11-19T10:00:00.000Z' : null,
      })
      const step = only(calls[call]!(before))
      const { status: _status, version, updatedAt, paidAt: _paid, reversedAt: _reversed, late: _late, ...kept } = before
      expect(step.payment).toMatchObject({ ...kept, version: version + 1, updatedAt: now })
      expect(step.payment.updatedAt).not.toBe(updatedAt)
      expect(step.previousStatus).toBe(status)
      expect(step.type).toBe(`payment.${step.payment.status}`)
    },
  )

  it.each(rows.filter(([, , outcome]) => outcome === 'refused'))(
    'to %s a %s payment is refused with both statuses',
    (call, status) => {
      const before = payment({ status })
      const to = { confirm: 'succeeded', fail: 'failed', expire: 'expired', reverse: 'reversed' }[call.split(' ')[0]!]
      const { details, message } = refusalOf(() => calls[call]!(before))
      expect(details).toEqual({ paymentId: before.id, from: status, to })
      expect(message).toMatch(
        status === 'failed' && to === 'succeeded'
          ? /failed payment can become succeeded only with the providerTransactionId/
          : `A payment that is ${status} cannot become ${to}; nothing was changed. Read it again`,
      )
    },
  )
})

describe('fail', () => {
  it('keeps the reason in the payment and in its event', () => {
    const before = payment()
    expect(only(fail(before, 'declined', context()))).toEqual({
      former: before,
      payment: { ...before, status: 'failed', statusReason: 'declined', updatedAt: now, version: 5 },
      type: 'payment.failed',
      previousStatus: 'pending',
      reason: 'declined',
      evidence: null,
    })
  })
})

describe('confirm, expire and cancel: a payment of which a part came', () => {
  it('expires neither before its expiresAt nor behind it; the refusal names the money that came', () => {
    const expiresAt = '2026-11-20T08:00:00.000Z'
    const refusal = refusalOf(() => expire(payment({ expiresAt }), context()))
    expect(refusal.details).toMatchObject({ from: 'pending', to: 'expired', amountReconciled: 70 })
  })

  it('is canceled all the same, and keeps the money that came', () => {
    expect(only(cancel(payment(), 'moved away', context())).payment).toMatchObject({
      status: 'expired',
      amountReconciled: 70,
    })
  })

  it.each(['expired', 'failed'] as const)(
    'is not confirmed once it is %s and a refund of it lives or was paid',
    (status) => {
      const proof = { providerTransactionId: 'TX-1' }
      for (const money of [{ amountRefundPending: 1 }, { amountRefunded: 1 }]) {
        const refusal = refusalOf(() => confirm(payment({ status, ...money }), proof, context()))
        expect([refusal.code, refusal.details]).toMatchObject(['invalid_transition', { from: status, to: 'succeeded' }])
      }
      expect(only(confirm(payment({ status }), proof, context())).payment.status).toBe('succeeded')
    },
  )
})

describe('cancel', () => {
  it('expires a pending payment now, with the reason', () => {
    const [step] = cancel(payment({ expiresAt: '2026-12-24T00:00:00.000Z' }), 'appointment_canceled', context())
    expect(step).toMatchObject({
      payment: { status: 'expired', statusReason: 'appointment_canceled', expiresAt: now, canceledAt: now },
      previousStatus: 'pending',
      reason: 'appointment_canceled',
    })
  })

  it('is remembered whatever follows: money, and a reversal', () => {
    const canceledAt = '2026-11-20T08:00:00.000Z'
    const canceled = payment({ status: 'expired', canceledAt, expiresAt: canceledAt, amountReconciled: 0 })
    const paid = only(confirm(canceled, {}, context())).payment
    expect(paid).toMatchObject({ status: 'succeeded', late: true, canceledAt })
    const reversed = only(reverse(paid, { reason: 'charged twice' }, context())).payment
    expect(reversed).toMatchObject({ status: 'reversed', canceledAt })
  })

  it('changes nothing of an expired payment', () => {
    expect(cancel(payment({ status: 'expired' }), 'appointment_canceled', context())).toEqual([])
    const canceled = payment({ status: 'expired', canceledAt: '2026-11-20T08:00:00.000Z' })
    expect(cancel(canceled, 'once more', context())).toEqual([])
  })

  it.each(['succeeded', 'failed', 'reversed'] as const)('is refused for a %s payment', (status) => {
    const error = refusalOf(() => cancel(payment({ status }), 'appointment_canceled', context()))
    expect(error).toMatchObject({ code: 'invalid_transition', details: { from: status, to: 'expired' } })
  })
})

describe('confirm: a success under one-live', () => {
  const pendingOnes = (count: number) => Array.from({ length: count }, () => payment())
  const succeedBeside = (count: number) =>
    confirm(payment(), {}, context({ policy: 'one-live', siblings: pendingOnes(count) }))

  it('supersedes as many pending payments of its reference as one write may change', () => {
    const steps = succeedBeside(maxSuperseded)
    expect(steps).toHaveLength(maxSuperseded + 1)
    expect(steps.slice(0, -1).every(({ payment: { statusReason } }) => statusReason === 'superseded')).toBe(true)
    expect(steps.at(-1)).toMatchObject({ payment: { status: 'succeeded' }, yieldsReference: false })
  })

  it('leaves more of them as they are, and gives up the reference itself', () => {
    expect(only(succeedBeside(maxSuperseded + 1))).toMatchObject({
      payment: { status: 'succeeded' },
      yieldsReference: true,
    })
  })
})

describe('expire', () => {
  it.each([null, now, '2026-11-20T08:59:59.999Z'])('changes a payment that expires at %s', (expiresAt) => {
    const before = payment({ expiresAt, amountReconciled: 0 })
    expect(only(expire(before, context()))).toEqual({
      former: before,
      payment: { ...before, status: 'expired', updatedAt: now, version: 5 },
      type: 'payment.expired',
      previousStatus: 'pending',
      reason: null,
      evidence: null,
    })
  })

  it('refuses a payment before its expiresAt', () => {
    const before = payment({ expiresAt: '2026-11-20T09:00:00.001Z' })
    const refusal = refusalOf(() => expire(before, context()))
    expect(refusal.code).toBe('invalid_transition')
    expect(refusal.details).toEqual({ paymentId: before.id, from: 'pending', to: 'expired' })
    expect(refusal.message).toBe('A payment cannot expire before its expiresAt. Wait, or cancel the payment.')
  })
})

describe('reverse', () => {
  const paid = payment({
    status: 'succeeded',
    paidAt: '2026-11-19T10:00:00.000Z',
    late: true,
    providerTransactionId: 'TX-1',
  })

  it('keeps when the payment was paid, and frees its receipt', () => {
    const { providerTransactionId: _, ...kept } = paid
    expect(only(reverse(paid, { reason: 'refunded' }, context()))).toStrictEqual({
      payment: { ...kept, status: 'reversed', statusReason: 'refunded', reversedAt: now, updatedAt: now, version: 5 },
      former: paid,
      type: 'payment.reversed',
      previousStatus: 'succeeded',
      reason: 'refunded',
      evidence: null,
    })
  })

  it.each(['2026-11-21T09:00:00.000Z', '2025-10-31T08:00:00.000Z'])(
    'accepts money that went back at %s',
    (reversedAt) => {
      expect(only(reverse(paid, { reason: 'refunded', reversedAt }, context())).payment.reversedAt).toBe(reversedAt)
    },
  )

  it.each([
    ['2026-11-21T09:00:00.001Z', 'is more than 24 hours ahead of the clock'],
    ['2025-10-31T07:59:59.999Z', 'is more than 366 days before the payment was created'],
  ])('refuses a reversal of %s, which %s', (reversedAt, message) => {
    const refusal = refusalOf(() => reverse(paid, { reason: 'refunded', reversedAt }, context()))
    expect(refusal.code).toBe('invalid_request')
    expect(refusal.details).toEqual({ issues: [{ path: 'reversedAt', message }] })
    expect(refusal.message).toMatch(/^reversedAt is more than/)
  })

  it('changes nothing again, whatever the reason', () => {
    expect(reverse(payment({ status: 'reversed' }), { reason: 'another' }, context())).toEqual([])
  })
})
