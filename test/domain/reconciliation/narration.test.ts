import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { referenceTokens } from '../../../src/domain/reconciliation/narration.js'
import { examples } from '../../support/rounds.js'

describe('referenceTokens: a narration', () => {
  it.each([
    ['PAID 1500 ETB', []],
    ['', []],
    ['   ', []],
    ['FEE FOR CONSULTATION', []],
    ['INV-1', []],
    ['INV-12', ['INV-12']],
    ['123456', ['123456']],
    ['12345', []],
    ['ABCDEF', []],
    ['inv-0001 INV-0001', ['inv-0001', 'INV-0001']],
    ['INV-0001 INV-0001', ['INV-0001']],
    ['(INV-0001)', ['INV-0001']],
    ['INV-0001,INV-0002;INV-0003|INV-0004', ['INV-0001', 'INV-0002', 'INV-0003', 'INV-0004']],
    ['[INV-0001]{INV-0002}<INV-0003>', ['INV-0001', 'INV-0002', 'INV-0003']],
    ['"INV-0001" \'INV-0002\'', ['INV-0001', 'INV-0002']],
    ['REF:INV-0001 REF=INV-0002', ['INV-0001', 'INV-0002']],
    [
      'INV-0001\tINV-0002\nINV-0003\r\nINV-0004\u00a0INV-0005\u3000INV-0006\u2028INV-0007',
      [1, 2, 3, 4, 5, 6, 7].map((n) => `INV-000${n}`),
    ],
    ['.-/#*+?!INV-0001!?+*#/-.', ['INV-0001']],
    ['INV-0001/INV-0002', ['INV-0001/INV-0002']],
    ['2026.11-20/7', ['2026.11-20/7']],
    ['INV#0001*2+3?4!5', ['INV#0001*2+3?4!5']],
    ['INV_0001 INV@0002 INV&0003 INV%0004', ['INV_0001', 'INV@0002', 'INV&0003', 'INV%0004']],
    ['-----', []],
    ['#12345', []],
    ['#123456', ['123456']],
    ['ክፍያ-00012', ['ክፍያ-00012']],
  ])('%j has %j', (narration, tokens) => {
    expect(referenceTokens(narration)).toEqual(tokens)
  })

  it('counts characters as people do: three emoji and a digit are four', () => {
    expect(referenceTokens('😀😀😀1')).toEqual([])
    expect(referenceTokens('😀😀😀123')).toEqual(['😀😀😀123'])
  })

  it('has no token that is longer than 255, or has characters that references may not have', () => {
    expect(referenceTokens(`${'1'.repeat(256)} INV\u00070001 INV\ufffd0001 INV\u202e0001 \u200bINV-0001`)).toEqual([])
    expect(referenceTokens('1'.repeat(255))).toEqual(['1'.repeat(255)])
  })

  it.each(['\u00ad', '\u115f', '\u180e', '\u2060', '\u2800', '\u3164', '\ufeff', '\uffa0', '\u{e0031}'])(
    'has no token that looks like a reference and has %j',
    (invisible) => {
      expect(referenceTokens(`INV-${invisible}0042 ${invisible}INV-0042 INV-0042${invisible}`)).toEqual([])
    },
  )

  it('has the tokens of a simple reading of the rule, in any text', () => {
    const pieces = fc.constantFrom(...[...' \t,;|()[]{}<>"\':=.-/#*+?!'], 'INV', '0042', 'a', '7', 'é', '-1')
    const simply = (text: string) => {
      const tokens: string[] = []
      let run = ''
      for (const character of [...text, ' ']) {
        if (!' \t,;|()[]{}<>"\':='.includes(character)) {
          run += character
          continue
        }
        const characters = [...run]
        while (characters.length > 0 && './-#*+?!'.includes(characters[0]!)) characters.shift()
        while (characters.length > 0 && './-#*+?!'.includes(characters.at(-1)!)) characters.pop()
        const token = characters.join('')
        if (
          characters.length >= 6 &&
          [...'0123456789'].some((digit) => token.includes(digit)) &&
          !tokens.includes(token)
        )
          tokens.push(token)
        run = ''
      }
      return tokens
    }
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        expect(referenceTokens(parts.join(''))).toEqual(simply(parts.join('')))
      }),
      { numRuns: examples(2000) },
    )
  })

  it('is read in time that grows with the text, not with its square: a long run of dashes is read at once', () => {
    expect(referenceTokens(`a${'-'.repeat(160_000)}b`)).toEqual([])
  })
})
