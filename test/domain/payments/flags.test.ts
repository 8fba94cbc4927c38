import { describe, expect, it } from 'vitest'
import { hasFlag, paymentFlags, type PaymentFlag } from '../../../src/domain/payments/flags.js'
import type { Payment } from '../../../src/domain/payments/payment.js'
import { payment } from '../../support/decisions.js'

describe('people look at a payment of 1,500', () => {
  it.each<[string, Partial<Payment>, PaymentFlag[]]>([
    ['that nothing has proved', {}, []],
    ['of which statements have proved 1', { amountReconciled: 1 }, ['under_paid']],
    ['of which statements have proved 1,499', { amountReconciled: 1499 }, ['under_paid']],
    ['of which statements have proved all', { amountReconciled: 1500 }, []],
    ['whose money came late', { late: true }, ['late']],
    ['whose reference was paid twice', { statusReason: 'duplicate_reference' }, ['duplicate_reference']],
    ['in whose place another succeeded', { statusReason: 'superseded' }, ['superseded']],
    ['that failed for another reason', { status: 'failed', statusReason: 'declined' }, []],
  ])('%s', (_, fields, flags) => {
    const looked = payment({ amount: 1500, amountReconciled: 0, ...fields })
    expect(paymentFlags.filter((flag) => hasFlag(looked, flag))).toEqual(flags)
  })
})
