import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchLine } from '../../../src/domain/reconciliation/matching.js'
import { PaymentsOfReference } from '../../../src/domain/reconciliation/payments-of-reference.js'
import type { StatementLine } from '../../../src/domain/reconciliation/statement-line.js'
import type { Payment } from '../../../src/domain/payments/payment.js'
import { liveReference, type ReferencePolicy } from '../../../src/domain/payments/reference-policy.js'
import { succeed } from '../../../src/domain/payments/success.js'
import { bill, now, stated } from './support/lines.js'

const made = (day: number, overrides = {}) =>
  bill({ id: `pay_${day}`, createdAt: `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`, ...overrides })
const idsOf = (payments: PaymentsOfReference) => payments.all().map(({ id }) => id)

describe('PaymentsOfReference', () => {
  it.each([2, 40])('stand from the oldest on, though one is added late, also among %d', (count) => {
    const payments = new PaymentsOfReference()
    const days = Array.from({ length: count }, (_, i) => (i % 28) + 2)
    for (const [i, day] of days.entries()) payments.put(made(day, { id: `pay_${String(i).padStart(2, '0')}` }))
    expect(payments.all()).toHaveLength(count)
    payments.put(made(1))
    expect(idsOf(payments)[0]).toBe('pay_1')
    const times = payments.all().map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort())
  })

  it('are the last version of each, in its old place', () => {
    const payments = new PaymentsOfReference()
    for (const day of [1, 2, 3]) payments.put(made(day))
    payments.put(made(2, { status: 'failed' }))
    expect(payments.all().map(({ id, status }) => `${id} ${status}`)).toEqual([
      'pay_1 pending',
      'pay_2 failed',
      'pay_3 pending',
    ])
    expect(payments.size).toBe(3)
  })

  it('have all others as siblings', () => {
    const payments = new PaymentsOfReference()
    for (const day of [1, 2, 3]) payments.put(made(day))
    expect(payments.siblingsOf(made(2)).map(({ id }) => id)).toEqual(['pay_1', 'pay_3'])
  })
})

describe('PaymentsOfReference: dozens of payments', () => {
  const reference = 'WARD-7'
  const known = (payments: Iterable<Payment>) => {
    const list = new PaymentsOfReference()
    for (const payment of payments) list.put(payment)
    return list
  }
  /** Makes bills, newer ones first. */
  const bills = (count: number, overrides: Partial<Payment> = {}) =>
    Array.from({ length: count }, (_, i) =>
      bill({ id: `pay_${String(count - i).padStart(3, '0')}`, reference, amount: 100, ...overrides }),
    )

  interface Drawn {
    number: number
    status: Payment['status']
    isDuplicate: boolean
    isReconciled: boolean
    hasReceipt: boolean
  }
  /** `number`: which payment it is, so that one that is drawn again is what became of it. */
  const version = fc.record<Drawn>({
    number: fc.integer({ min: 0, max: 30 }),
    status: fc.constantFrom<Payment['status'][]>('pending', 'pending', 'succeeded', 'expired', 'failed', 'reversed'),
    isDuplicate: fc.boolean(),
    isReconciled: fc.boolean(),
    hasReceipt: fc.boolean(),
  })
  const isNew = fc.uniqueArray(version, { minLength: 17, maxLength: 31, selector: ({ number }) => number })
  const versions = fc.tuple(isNew, fc.array(version, { maxLength: 40 })).map((lists) => lists.flat())
  const payment = ({ number, status, isDuplicate, isReconciled, hasReceipt }: Drawn) => {
    const amount = 100 + 100 * (number % 3)
    return bill({
      id: `pay_${String(number).padStart(2, '0')}`,
      reference,
      amount,
      currency: number % 5 === 0 ? 'USD' : 'ETB',
      // Ids rise as time does not.
      createdAt: `2026-11-01T08:${String((number * 7) % 31).padStart(2, '0')}:00.000Z`,
      status,
      ...(isDuplicate && status === 'succeeded' && { statusReason: 'duplicate_reference' }),
      ...(isReconciled && status === 'succeeded' && { amountReconciled: amount }),
      ...(hasReceipt && { providerTransactionId: `TX-${number}` }),
    })
  }
  const lines: StatementLine[] = ['ETB', 'USD', 'KES'].flatMap((currency) =>
    [100, 200, 300, 400, 0].flatMap((amount) => [
      stated({ reference, currency, amount }),
      stated({ reference, currency, amount, providerTransactionId: 'TX-of-none' }),
      stated({ reference, currency, amount, direction: 'debit' }),
    ]),
  )
  const meaning = (line: StatementLine, payments: readonly Payment[]) =>
    matchLine(line, { rule: 'reference', payments, problem: null })

  it('have the same meaning for a line as one by one, after each change of one of them', () => {
    fc.assert(
      fc.property(versions, fc.nat(), (drawn, start) => {
        const newest = new Map<string, Payment>()
        const list = new PaymentsOfReference()
        for (const [step, one] of drawn.map(payment).entries()) {
          list.put(one)
          newest.set(one.id, one)
          const all = [...newest.values()].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
          const line = lines[(start + step) % lines.length]!
          expect(meaning(line, list.candidatesFor(line, true))).toEqual(meaning(line, all))
          const other = bill({ reference: 'INV-2', currency: line.currency, amount: 100 })
          const amongOthers = [...list.candidatesFor(line, false), other]
          expect(meaning(line, amongOthers)).toEqual(meaning(line, [...all, other]))
        }
      }),
      { numRuns: 10 },
    )
  })

  it.each<ReferencePolicy>(['one-live', 'allow'])(
    'decide if one of them was paid twice, and which it takes the place of: %s',
    (policy) => {
      const evidence = { kind: 'confirmation', paidAt: now, providerTransactionId: null } as const
      const success = (one: Payment, siblings: readonly Payment[]) =>
        succeed(one, { paidAt: now, evidence }, { now, policy, siblings }).map((change) => ({
          of: change.payment.id,
          reason: change.reason,
          yields: change.yieldsReference,
        }))
      const isLive = (one: Payment) => liveReference(one, policy) !== null
      const byId = (a: { of: string }, b: { of: string }) => (a.of < b.of ? -1 : 1)
      fc.assert(
        fc.property(versions, (drawn) => {
          const newest = new Map(drawn.map(payment).map((one) => [one.id, one]))
          const list = known(drawn.map(payment))
          for (const one of newest.values()) {
            const others = [...newest.values()].filter(({ id }) => id !== one.id)
            for (const counts of [isLive, () => true]) {
              const expected = success(one, others.filter(counts)).sort(byId)
              expect(success(one, list.siblingsOf(one).filter(counts)).sort(byId)).toEqual(expected)
            }
          }
        }),
        { numRuns: 10 },
      )
    },
  )

  it('return for a line over the amount of several no more than the oldest of those', () => {
    const list = known([...bills(20), ...bills(1, { id: 'pay_of_200', amount: 200 })])
    const idsFor = (amount: number) => list.candidatesFor(stated({ reference, amount }), true).map(({ id }) => id)
    expect(idsFor(100)).toEqual(['pay_001'])
    expect(idsFor(200)).toEqual(['pay_of_200'])
    list.put(bill({ id: 'pay_001', reference, amount: 100, status: 'expired' }))
    expect(idsFor(100)).toEqual(['pay_002'])
    expect(idsFor(300)).toHaveLength(20)
  })

  it('return as siblings no more of them than a success depends on', () => {
    const paid = bills(20, { status: 'succeeded' })
    const twice = bills(20, { status: 'succeeded', statusReason: 'duplicate_reference' })
    const named = (kind: string, payments: readonly Payment[]) =>
      payments.map((one) => ({ ...one, id: `${kind}${one.id}` }))
    const list = known([...named('p', bills(150)), ...named('s', paid), ...named('d', twice)])
    const counts: Record<string, number> = {}
    for (const { id } of list.siblingsOf(bill({ id: 'new', reference }))) counts[id[0]!] = (counts[id[0]!] ?? 0) + 1
    expect(counts).toEqual({ p: 101, s: 1, d: 1 })
    const others = list.siblingsOf(bill({ id: 'ppay_150', reference })).map(({ id }) => id)
    expect(others).not.toContain('ppay_150')
    expect(others).toHaveLength(103)
  })
})
