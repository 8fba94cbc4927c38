import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExactSum } from '../../src/statements/exact-sum.js'

const largest = Number.MAX_SAFE_INTEGER

function sumOf(amounts: readonly number[]): ExactSum {
  const sum = new ExactSum()
  for (const amount of amounts) sum.add(amount)
  return sum
}

describe('ExactSum', () => {
  it('is the sum of BigInt, whatever the order of large and small amounts', () => {
    const near = fc.oneof(
      fc.integer({ min: largest - 3, max: largest }),
      fc.integer({ min: -largest, max: 3 - largest }),
    )
    const amount = fc.oneof(near, fc.integer({ min: -9, max: 9 }), fc.maxSafeInteger())
    fc.assert(
      fc.property(fc.array(amount), (amounts) => {
        const sum = sumOf(amounts)
        const expected = amounts.reduce((total, one) => total + BigInt(one), 0n)
        expect(sum.value).toBe(expected)
        expect(sum.equals(Number(expected))).toBe(BigInt(Number(expected)) === expected)
        expect(sum.equals(Number(expected) + 4096)).toBe(false)
      }),
    )
  })

  it('is compared with an amount exactly where it has passed 2^53 and come back', () => {
    const sum = sumOf([largest, largest, -largest, 5 - largest])
    expect(sum.value).toBe(5n)
    expect([sum.equals(5), sum.equals(4), sum.equals(largest)]).toEqual([true, false, false])
  })

  it('differs by one minor unit past 2^53', () => {
    const sum = sumOf([largest, 2])
    expect([sum.value, sum.equals(largest + 1), sum.equals(largest)]).toEqual([BigInt(largest) + 2n, false, false])
  })
})
