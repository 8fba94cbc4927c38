import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldReference } from '../../../src/domain/payments/reference-spelling.js'
import {
  partOfName,
  phonePrefix,
  referenceTerm,
  searchTermsOf,
  wordsOfName,
} from '../../../src/domain/payments/search-terms.js'

describe('searchTermsOf: the terms of a payment', () => {
  it('are its reference in any spelling, its amount, its phone from behind, and the words of the name', () => {
    const payment = {
      reference: 'OPD-5594 006',
      amount: 150000,
      customer: { name: 'José  Abebe-Bekele', phone: '+251911000123' },
    }
    expect(searchTermsOf(payment)).toEqual([
      'r:0pd5594006',
      'a:150000',
      'p:321000119152',
      'w:jose',
      'w:abebe',
      'w:bekele',
    ])
  })
  it('leave out missing fields', () => {
    expect(searchTermsOf({ reference: '- -', amount: 7 })).toEqual(['a:7'])
    expect(searchTermsOf({ reference: 'A', amount: 7, customer: {} })).toEqual(['r:a', 'a:7'])
  })
  it('have each term once, and no more than twenty words of a name', () => {
    const name = Array.from({ length: 60 }, (_, i) => `n${i % 30}`).join(' ')
    const terms = searchTermsOf({ reference: 'A', amount: 7, customer: { name } })
    expect(new Set(terms).size).toBe(terms.length)
    expect(terms.filter((term) => term.startsWith('d:'))).toHaveLength(20)
  })
  it('keep words with digits apart, so that a receipt is not looked for among all names', () => {
    const terms = searchTermsOf({ reference: 'A', amount: 7, customer: { name: 'Bed 7b Almaz' } })
    expect(terms.slice(2)).toEqual(['w:bed', 'd:7b', 'w:almaz'])
    expect(partOfName('SGK1A2B3C4')).toEqual({ prefixes: [{ start: 'd:', part: 'sgk1a2b3c4' }] })
    expect(partOfName('Alm')).toEqual({
      prefixes: [
        { start: 'w:', part: 'alm' },
        { start: 'd:', part: 'alm' },
      ],
    })
    expect(partOfName(' - ')).toEqual({})
  })
  it('match, for a part of several words, a whole word of them or the beginning of the last', () => {
    expect(partOfName('ebe Bek')).toEqual({ prefixes: [{ start: 'w:bek' }, { start: 'd:bek' }] })
    expect(partOfName('Almaz 7')).toEqual({ prefixes: [{ start: 'd:7' }] })
    expect(partOfName('ebe Bekele Almaz 7')).toEqual({ terms: ['w:bekele'] })
  })
  it('begin, for a phone, with its last digits', () => {
    const [, , phone] = searchTermsOf({ reference: 'A', amount: 7, customer: { phone: '+254712345678' } })
    expect(phone!.startsWith(phonePrefix('5678'))).toBe(true)
    expect(phone!.startsWith(phonePrefix('5679'))).toBe(false)
  })
  it('match any part of a word of the name, in letters of either case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), (name) => {
        const words = wordsOfName(name)
        expect(wordsOfName(name.toUpperCase().toLowerCase())).toEqual(wordsOfName(name.toUpperCase()))
        for (const word of words) expect(wordsOfName(word)).toEqual([word])
      }),
    )
  })
  it('have no term for a reference that is empty when it is folded', () => {
    expect(referenceTerm(foldReference(' – '))).toBeNull()
  })
})
