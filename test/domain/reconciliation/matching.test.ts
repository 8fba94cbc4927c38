import { describe, expect, it } from 'vitest'
import { byAge, matchLine } from '../../../src/domain/reconciliation/matching.js'
import { bill, stated } from './support/lines.js'

it('byAge: payments stand from the oldest on, and those of one instant by their ids, in whatever order they come', () => {
  const first = bill({ id: 'pay_3', createdAt: '2026-11-01T08:00:00.000Z' })
  const second = bill({ id: 'pay_1', createdAt: '2026-11-01T08:00:00.001Z' })
  const third = bill({ id: 'pay_2', createdAt: '2026-11-01T08:00:00.001Z' })
  for (const payments of [
    [first, second, third],
    [third, second, first],
    [second, third, first],
    [third, first, second],
  ])
    expect(payments.sort(byAge)).toEqual([first, second, third])
})

it.each(['TX-2', undefined])(
  'matchLine: a line with receipt %s means a payment without one before an older one of TX-1',
  (receipt) => {
    const older = bill({ reference: 'INV-1', status: 'succeeded', providerTransactionId: 'TX-1' })
    const newer = bill({ reference: 'INV-1', status: 'succeeded', createdAt: '2026-11-02T08:00:00.000Z' })
    const line = stated({ ...(receipt && { providerTransactionId: receipt }) })
    const { outcome, allocations } = matchLine(line, { rule: 'reference', payments: [older, newer], problem: null })
    expect([outcome, allocations.map(({ payment }) => payment.id)]).toEqual(['matched', [newer.id]])
  },
)

it('matchLine: a debit may mean the payments of its currency, and those of another only where there are no others', () => {
  const [birr, shillings] = [bill(), bill({ currency: 'KES' })]
  const meant = (...payments: (typeof birr)[]) =>
    matchLine(stated({ direction: 'debit' }), { rule: 'reference', payments, problem: null })
  const ids = (match: ReturnType<typeof meant>) => match.allocations.map(({ payment }) => payment.id)
  expect(ids(meant(birr, shillings))).toEqual([birr.id])
  expect(ids(meant(shillings))).toEqual([shillings.id])
  expect(meant(birr, shillings)).toMatchObject({ outcome: 'reversal_candidate', allocations: [{ amount: 0 }] })
})

describe('matchLine: a reference of several customers', () => {
  const of = (id: string | undefined, amount: number, more: object = {}) =>
    bill({ reference: 'INV-1', amount, ...(id && { customer: { id } }), ...more })
  const match = (amount: number, ...payments: readonly ReturnType<typeof of>[]) => {
    const { outcome, allocations } = matchLine(stated({ amount }), { rule: 'reference', payments, problem: null })
    return [outcome, ...allocations.map(({ payment }) => payments.indexOf(payment))]
  }
  const paid = { status: 'succeeded', amountReconciled: 300 } as const

  it.each([
    ['goes to the one whose open is its amount', 700, [of('MRN-1', 300), of('NHIF', 700)], ['confirmed', 1]],
    [
      'of no one’s amount is ambiguous, never under-paid',
      200,
      [of('MRN-1', 300), of('NHIF', 700)],
      ['ambiguous', 0, 1],
    ],
    ['of more than each is ambiguous, never over-paid', 900, [of('MRN-1', 300), of('NHIF', 700)], ['ambiguous', 0, 1]],
    ['of two customers’ amount is ambiguous', 300, [of('MRN-1', 300), of('NHIF', 300)], ['ambiguous', 0, 1]],
    ['counts a pending one beside a proved one', 700, [of('MRN-1', 300, paid), of('NHIF', 700)], ['confirmed', 1]],
    [
      'with nothing open is a duplicate',
      300,
      [of('MRN-1', 300, paid), of('NHIF', 300, paid)],
      ['duplicate_credit', 0, 1],
    ],
    [
      'counts payments without an id as one more customer',
      50,
      [of('A', 1), of('B', 2), of(undefined, 50)],
      ['confirmed', 2],
    ],
    ['of one customer id is matched as ever', 200, [of('MRN-1', 300)], ['under_paid', 0]],
  ])('a line %s', (_, amount, payments, expected) => {
    expect(match(amount, ...payments)).toEqual(expected)
  })
})

it('matchLine: a line pays a bill without what is waived of it, so that one of the whole amount is over paid', () => {
  const waived = bill({ amount: 1000, amountWaived: 300 })
  const match = (amount: number) =>
    matchLine(stated({ amount }), { rule: 'reference', payments: [waived], problem: null }).outcome
  expect([match(700), match(699), match(701), match(1000)]).toEqual([
    ...['confirmed', 'under_paid', 'over_paid', 'over_paid'],
  ])
  const whole = bill({ status: 'succeeded', amount: 1000, amountWaived: 1000 })
  const again = matchLine(stated({ amount: 1000 }), { rule: 'reference', payments: [whole], problem: null })
  expect(again.outcome).toBe('duplicate_credit')
})
