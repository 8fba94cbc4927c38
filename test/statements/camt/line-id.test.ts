import { describe, expect, it } from 'vitest'
import { lineNames } from '../../../src/statements/camt/line-id.js'
import type { EntryLine } from '../../../src/statements/camt/transaction.js'
import { isPlaceholder } from '../../../src/statements/receipt.js'

describe('lineNames: the names of lines', () => {
  const line = (amount: number, reference = ''): EntryLine => ({
    direction: 'credit',
    amount,
    receipt: undefined,
    reference,
    narration: [],
  })

  it('continue where the same entry comes again with the same reference', () => {
    const names = lineNames()
    expect(names('B/10', [line(10, 'INV-1')])).toEqual(['B/10/INV-1/1'])
    expect(names('B/10', [line(10, 'INV-2')])).toEqual(['B/10/INV-2/1'])
    expect(names('B/10', [line(10)])).toEqual(['B/10/1'])
    expect(names('B/10', [line(10, 'INV-1')])).toEqual(['B/10/INV-1/2'])
    expect(names('B/10', [line(10)])).toEqual(['B/10/2'])
    expect(names('B/11', [line(10)])).toEqual(['B/11/1'])
  })

  it('distinguish the lines of a batch, and continue where it comes again', () => {
    const names = lineNames()
    const debit: EntryLine = { ...line(6), direction: 'debit' }
    expect(names('B/10', [line(16, 'INV-1'), debit])).toEqual(['B/10/credit/16/INV-1/1', 'B/10/debit/6/2'])
    expect(names('B/10', [line(4), line(6)])).toEqual(['B/10/credit/4/3', 'B/10/credit/6/4'])
    // An entry of one line is counted apart.
    expect(names('B/10', [line(10)])).toEqual(['B/10/1'])
  })

  it('are refused, and not repeated, where a file has more entries than can be remembered', () => {
    const names = lineNames(2)
    const name = (entry: string) => names(entry, [line(1)])[0]
    expect([name('a'), name('b'), name('a'), name('b')]).toEqual(['a/1', 'b/1', 'a/2', 'b/2'])
    expect(() => name('c')).toThrow(
      'The request was refused: input has more than 2 entries with a reference of the bank',
    )
  })

  it.for([
    ['FT26324ABCDE', false],
    ['0001', false],
    ['A', false],
    ['NONREFUND-1', false],
    ['NAIROBI-1', false],
    ['ሀለሐ', false],
    ['٤٢', false],
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
