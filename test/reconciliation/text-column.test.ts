import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TextColumn } from '../../src/operations/reconciliation/text-column.js'
import { validReference } from '../support/arbitraries.js'

function roundTrip(texts: readonly string[]): string[] {
  const column = new TextColumn()
  for (const text of texts) column.add(text)
  return texts.map((_, number) => column.get(number))
}

describe('a column of texts', () => {
  it('gives each back as it was added', () => {
    fc.assert(
      fc.property(fc.array(validReference(), { maxLength: 40 }), (texts) => {
        expect(roundTrip(texts)).toEqual(texts)
      }),
    )
  })

  it('goes on in further pieces of a megabyte', () => {
    const texts = Array.from({ length: 20_000 }, (_, number) => `${number}-${'ክ'.repeat(number % 100)}`)
    expect(roundTrip(texts)).toEqual(texts)
  })

  it('fills a piece to its last byte', () => {
    const texts = ['x'.repeat(1_000_000), 'y'.repeat(16_000), 'z'.repeat(200), 'ß', 'ü'.repeat(3000), 'q']
    expect(roundTrip(texts)).toEqual(texts)
  })

  it('takes a text longer than a piece', () => {
    const texts = ['before', 'ክ'.repeat(400_000), 'after', 'x'.repeat(3_000_000), 'end']
    expect(roundTrip(texts)).toEqual(texts)
  })

  it('keeps the empty text, and a byte order mark at the beginning of another', () => {
    expect(roundTrip(['', 'a', '', '\ufeffb'])).toEqual(['', 'a', '', '\ufeffb'])
  })
})
