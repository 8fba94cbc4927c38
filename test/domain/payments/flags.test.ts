import { describe, expect, it } from 'vitest'
import { hasFlag, paymentFlags, type PaymentFlag } from '../../../src/domain/payments/flags.js'
import type { Payment } from '../../../src/domain/payments/payment.js'
import { payment } from '../../support/decisions.js'

const at = '2026-11-20T09:00:00.000Z'

describe('hasFlag: a payment of 1,500', () => {
  it.each<[string, Partial<Payment>, PaymentFlag[]]>([
    ['that nothing has proved', {}, []],
    ['of which statements have proved 1', { amountReconciled: 1 }, ['under_paid']],
    ['of which statements have proved 1,499', { amountReconciled: 1499 }, ['under_paid']],
    ['of which statements have proved all', { amountReconciled: 1500 }, []],
    ['that was paid, and that nothing has proved', { status: 'succeeded' }, ['unproved']],
    ['that was paid and proved in part', { status: 'succeeded', amountReconciled: 1 }, ['under_paid', 'unproved']],
    ['that was paid, and that statements have proved', { status: 'succeeded', amountReconciled: 1500 }, []],
    ['that was paid, and of which 1,500 are waived', { status: 'succeeded', amountWaived: 1500 }, []],
    ['of which 1,400 are waived', { amountWaived: 1400 }, []],
    ['of which 1,400 are waived and 99 came', { amountWaived: 1400, amountReconciled: 99 }, ['under_paid']],
    ['that was paid, of which 1,400 are waived', { status: 'succeeded', amountWaived: 1400 }, ['unproved']],
    [
      'that was paid, of which 1,400 are waived and 100 came',
      { status: 'succeeded', amountWaived: 1400, amountReconciled: 100 },
      [],
    ],
    [
      'that failed and for which 9 came',
      { status: 'failed', amountReconciled: 9 },
      ['under_paid', 'unpaid_with_money'],
    ],
    [
      'that expired and for which 9 came that are given back',
      { status: 'expired', amountReconciled: 9, amountRefundPending: 4, amountRefunded: 5 },
      ['under_paid'],
    ],
    [
      'of which 3 were given back, and the line that paid it was undone',
      {
        ...({ status: 'succeeded', amountRefunded: 3 } as const),
        undoneAllocations: [{ lineKey: 'line_1', amount: 1500, givenBack: 3 }],
      },
      ['unproved', 'refunded_unproved'],
    ],
    ['whose money came late', { late: true }, ['late']],
    ['whose reference was paid twice', { statusReason: 'duplicate_reference' }, ['duplicate_reference']],
    ['in whose place another succeeded', { statusReason: 'superseded' }, ['superseded']],
    ['that was canceled', { status: 'expired', canceledAt: at }, ['canceled']],
    ['that was canceled and paid all the same', { status: 'succeeded', canceledAt: at }, ['unproved', 'canceled']],
    ['that expired with a reason like a flag', { status: 'expired', statusReason: 'canceled' }, []],
    ['that failed for another reason', { status: 'failed', statusReason: 'declined' }, []],
  ])('%s', (_, fields, flags) => {
    const looked = payment({ amount: 1500, amountReconciled: 0, ...fields })
    expect(paymentFlags.filter((flag) => hasFlag(looked, flag))).toEqual(flags)
  })
})
