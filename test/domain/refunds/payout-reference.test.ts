import { describe, expect, it } from 'vitest'
import { payoutReference, payoutReferenceBytes } from '../../../src/domain/refunds/payout-reference.js'
import { referenceTokens } from '../../../src/domain/reconciliation/narration.js'

const of = (...bytes: number[]) => payoutReference(Uint8Array.from(bytes))

describe('payoutReference', () => {
  it('is R, a digit, and eight letters or digits, one for each random byte', () => {
    expect(of(0, 0, 1, 7, 8, 15, 16, 30, 31)).toBe('R2239AHJYZ')
    expect(of(7, 0, 0, 0, 0, 0, 0, 0, 0)).toBe('R922222222')
    expect(of(255, 255, 254, 64, 33, 0, 0, 0, 0)).toBe('R9ZY232222')
    expect(payoutReferenceBytes).toBe(9)
  })

  it('has no two symbols that people mistake for each other, each as likely as the others', () => {
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 256; byte++) {
      const symbol = of(0, byte)[2]!
      counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
    }
    expect([...counts.keys()].join('')).not.toMatch(/[0O1I]/)
    expect([...counts.values()]).toEqual(Array(32).fill(8))
  })

  it('is recognised in a narration', () => {
    const reference = of(3, 9, 9, 9, 9, 9, 9, 9, 9)
    expect(referenceTokens(`refund ${reference}, thanks`)).toContain(reference)
  })
})
