import { describe, expect, it } from 'vitest'
import { sortedByText } from '../../src/internal/sorted-by-text.js'

describe('sortedByText', () => {
  it('sorts by UTF-16 units, as no locale does, and leaves the given list as it is', () => {
    const given = ['z', 'ä', 'a', 'Z', '\u{1f44d}', '\uffff', '', 'aa']
    const sorted = sortedByText(given, (text) => text)
    expect(sorted).toEqual(['', 'Z', 'a', 'aa', 'z', 'ä', '\u{1f44d}', '\uffff'])
    expect(given[0]).toBe('z')
  })

  it('leaves items of the same text in their order', () => {
    const given = ['b1', 'a1', 'b2', 'a2', 'b3', 'a3']
    expect(sortedByText(given, ([letter]) => letter!)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3'])
  })
})
