import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Allocation } from '../../../src/domain/reconciliation/account-line.js'
import { writtenOffByAllocations } from '../../../src/domain/reconciliation/written-off.js'

const costs = new Set(['bank_fee'])
const pay = (paymentId: string, amount: number): Allocation => ({ to: 'payment', paymentId, amount })
const category = (amount: number, name = 'waived', paymentId?: string): Allocation => ({
  to: 'category',
  category: name,
  amount,
  ...(paymentId !== undefined && { paymentId }),
})
const of = (...allocations: Allocation[]) => Object.fromEntries(writtenOffByAllocations(allocations, costs))

describe('writtenOffByAllocations', () => {
  it.each<[string, Allocation[], Record<string, number>]>([
    ['nothing without such a category', [pay('a', 1000), category(200)], { a: 0 }],
    ['the rest of the one payment', [pay('a', 1_000_000), category(-999_999)], { a: 999_999 }],
    ['of each payment in proportion', [pay('a', 300), pay('b', 100), category(-40)], { a: 30, b: 10 }],
    ['the rest of the largest', [pay('a', 100), pay('b', 101), pay('c', 100), category(-2)], { a: 0, b: 2, c: 0 }],
    [
      'never more than a payment, also where all are small',
      [pay('a', 1), pay('b', 1), pay('c', 1), category(-2)],
      { a: 1, b: 1, c: 0 },
    ],
    ['of the payment alone that it names', [pay('a', 300), pay('b', 100), category(-40, 'cut', 'b')], { a: 0, b: 40 }],
    [
      'what is named and what is not',
      [pay('a', 100), pay('b', 100), category(-90, 'cut', 'b'), category(-20)],
      { a: 10, b: 100 },
    ],
    ['nothing for the hospital’s own cost', [pay('a', 1000), category(-100, 'bank_fee')], { a: 0 }],
    ['what a cost is above a tenth', [pay('a', 1000), category(-101, 'bank_fee')], { a: 1 }],
    [
      'a cost that is named above a tenth of all',
      [pay('a', 50), pay('b', 50), category(-15, 'bank_fee', 'b')],
      { a: 0, b: 5 },
    ],
    [
      'several costs together above a tenth',
      [pay('a', 1000), category(-80, 'bank_fee'), category(-30, 'bank_fee', 'a')],
      { a: 10 },
    ],
    [
      'no more than the payments, beside other money',
      [pay('a', 10), category(1000, 'gift'), category(-500)],
      { a: 10 },
    ],
  ])('is %s', (_, allocations, expected) => {
    expect(of(...allocations)).toEqual(expected)
  })

  it('is exact for the largest amounts', () => {
    const max = Number.MAX_SAFE_INTEGER
    expect(of(pay('a', max), pay('b', max), category(-max))).toEqual({ a: (max + 1) / 2, b: (max - 1) / 2 })
  })

  it('adds up, and leaves no payment below the money that came', () => {
    const amount = fc.integer({ min: 1, max: 1000 })
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 3000 }),
        (amounts, rest) => {
          const writtenOff = Object.values(of(...amounts.map((one, i) => pay(`${i}`, one)), category(-rest)))
          const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
          expect(sum(writtenOff)).toBe(Math.min(rest, sum(amounts)))
          writtenOff.forEach((one, i) => {
            expect(one).toBeGreaterThanOrEqual(Math.min(amounts[i]!, Math.floor((rest * amounts[i]!) / sum(amounts))))
            expect(one).toBeLessThanOrEqual(amounts[i]!)
          })
        },
      ),
    )
  })
})
