import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPhonePattern } from '../../../src/domain/payments/payer.js'
import { searchMatcher, type SearchTerms } from '../../../src/domain/payments/payment-search.js'
import { foldName, wordsOfName } from '../../../src/domain/payments/search-terms.js'
import { payment } from '../../support/decisions.js'

const paid = payment({
  reference: 'INV-2026-0001',
  amount: 1500,
  customer: { name: 'Abebe Bekele Bekele', phone: '+251911234567' },
  providerTransactionId: 'TX-7',
})
const phone = (text: string) => readPhonePattern(text) ?? undefined

describe('searchMatcher: a payment', () => {
  it.each<[SearchTerms, boolean]>([
    [{}, true],
    [{ text: 'TX-7' }, true],
    [{ text: 'tx-7' }, true],
    [{ text: 'TX-' }, false],
    [{ text: '1nv 2o26 ooo1' }, true],
    [{ text: 'INV-2026-000' }, true],
    [{ text: 'INV-2026-0002' }, false],
    [{ text: 'bekele bekele' }, true],
    [{ text: 'ebe-BEK' }, true],
    [{ text: 'bekele abebe' }, false],
    [{ text: '--' }, false],
    [{ amount: 1500 }, true],
    [{ amount: 1501 }, false],
    [{ phone: phone('567') }, true],
    [{ phone: phone('2519***67') }, true],
    [{ phone: phone('568') }, false],
    [{ text: 'abebe', amount: 1500, phone: phone('567') }, true],
    [{ text: 'abebe', amount: 1500, phone: phone('568') }, false],
    [{ text: 'abebe', amount: 1, phone: phone('567') }, false],
    [{ text: 'almaz', amount: 1500, phone: phone('567') }, false],
  ])('is searched for by %j: %s', (terms, isWanted) => {
    expect(searchMatcher(terms)(paid)).toBe(isWanted)
  })

  it('is searched for by the fields that it has', () => {
    const { customer: _, providerTransactionId: __, ...plain } = paid
    for (const terms of [{ text: 'abebe' }, { text: 'TX-7' }, { text: 'undefined' }, { phone: phone('567') }]) {
      expect(searchMatcher(terms)(plain)).toBe(false)
    }
    const dashes = { ...plain, reference: '--' }
    expect(searchMatcher({ text: '–' })(dashes)).toBe(false)
  })

  it('is searched for by any part of its name that a person may copy', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(), fc.nat(), (name, start, length) => {
        const folded = foldName(name)
        const part = folded.slice(start % (folded.length + 1)).slice(0, 1 + (length % 20))
        fc.pre(foldName(part) !== '' && folded.includes(foldName(part)))
        expect(searchMatcher({ text: part })(payment({ customer: { name } }))).toBe(true)
        // The storage is asked for a word of the part: one of the name's words has it in it.
        for (const word of wordsOfName(part)) expect(wordsOfName(name).some((one) => one.includes(word))).toBe(true)
      }),
    )
  })
})
