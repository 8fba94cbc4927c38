import { describe, expect, it } from 'vitest'
import { isPlaceholder, lineNames } from '../../../src/statements/camt/line-id.js'

describe('the names of lines', () => {
  it('go on where the same entry comes again, and distinguish its lines', () => {
    const names = lineNames()
    expect(names(['B', '10'], 1)(0)).toBe('B/10/1')
    const parts = names(['B', '10'], 2)
    expect([parts(0, ['4']), parts(1, ['6'])]).toEqual(['B/10/4/2', 'B/10/6/3'])
    expect(names(['B', '11', ''], 1)(0, [''])).toBe('B/11/1')
  })

  it('are refused, and not repeated, where a file has more entries than can be remembered', () => {
    const names = lineNames(2)
    const name = (entry: string) => names([entry], 1)(0)
    expect([name('a'), name('b'), name('a'), name('b')]).toEqual(['a/1', 'b/1', 'a/2', 'b/2'])
    expect(() => name('c')).toThrow('Refused: input has more than 2 entries with a reference of the bank')
  })

  it.for([
    ['FT26324ABCDE', false],
    ['0001', false],
    ['A', false],
    ['NONREFUND-1', false],
    ['NAIROBI-1', false],
    ['NONE', true],
    ...['n/a', 'NA', 'NOTPROVIDED', 'Not provided', 'NONREF', 'NON-REF', '-', ' 00-00 '].map(
      (text) => [text, true] as const,
    ),
    ['0000', true],
    ['', true],
  ] as const)('need a reference of the bank: "%s"', ([text, placeholder]) => {
    expect(isPlaceholder(text)).toBe(placeholder)
  })
})
