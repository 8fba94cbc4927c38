import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NumberByText } from '../../src/repository/dry-run/number-by-text.js'

describe('NumberByText', () => {
  it('has the number that each text was given last, as a Map has', () => {
    const text = fc.constantFrom(
      '',
      'a',
      'INV-7',
      'FT1',
      'pay_01K00000000000000000000000',
      'pay_01K00000000000000000000001',
    )
    const step = fc.record({ text, number: fc.option(fc.nat(1000)) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const [numbers, map] = [new NumberByText(), new Map<string, number>()]
        for (const { text, number } of steps) {
          if (number !== null) {
            numbers.set(text, number)
            map.set(text, number)
          }
          expect(numbers.get(text)).toBe(map.get(text))
        }
        for (const [text, number] of map) expect(numbers.get(text)).toBe(number)
      }),
    )
  })
})
