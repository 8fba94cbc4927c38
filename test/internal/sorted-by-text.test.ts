import { describe, expect, it } from 'vitest'
import { sortedByText } from '../../src/internal/sorted-by-text.js'

describe('sortedByText', () => {
  it('sorts by UTF-16 units, as no locale does, and leaves its argument as it is', () => {
    const list = ['z', 'ä', 'a', 'Z', '\u{1f44d}', '\uffff', '', 'aa']
    const sorted = sortedByText(list, (text) => text)
    expect(sorted).toEqual(['', 'Z', 'a', 'aa', 'z', 'ä', '\u{1f44d}', '\uffff'])
    expect(list[0]).toBe('z')
  })

  it('leaves items of the same text in their order', () => {
    const list = ['b1', 'a1', 'b2', 'a2', 'b3', 'a3']
    expect(sortedByText(list, ([letter]) => letter!)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3'])
  })
})
