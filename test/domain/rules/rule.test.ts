import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hasEnoughLetters,
  lineCheck,
  type Rule,
  type RuleConditions,
  ruleFinder,
  textForRules,
} from '../../../src/domain/rules/rule.js'
import { examples } from '../../support/rounds.js'

const conditions: RuleConditions = {
  account: null,
  direction: 'debit',
  text: 'Ledger Fee',
  amount: null,
  currency: null,
}
const line = {
  account: 'cbe',
  direction: 'debit',
  amount: 500,
  currency: 'ETB',
  narration: 'MONTHLY LEDGER FEE 11',
} as const

describe('textForRules', () => {
  it('folds width, case and runs of spaces, and nothing else', () => {
    expect(textForRules('ＬＥＤＧＥＲ\u00a0 \tFee\nß ς')).toBe('ledger fee ss σ')
    expect(textForRules('Ledger-Fee.')).toBe('ledger-fee.')
    expect(textForRules('ክፍያ')).toBe('ክፍያ')
    expect(textForRules('é')).not.toBe(textForRules('e'))
  })

  it('folds a text that is folded already to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(textForRules(textForRules(text))).toBe(textForRules(text))
      }),
      { numRuns: examples(200) },
    )
  })
})

describe('hasEnoughLetters', () => {
  it('asks for four letters or digits of any script', () => {
    expect(['fee 1', 'ክፍያዎ', 'A-B-C-D', '1234'].map(hasEnoughLetters)).toEqual([true, true, true, true])
    expect(['fee', '- - - -', 'a b c', '    '].map(hasEnoughLetters)).toEqual([false, false, false, false])
  })
})

describe('lineCheck', () => {
  it('looks for the text in reference and narration, each by itself', () => {
    expect(lineCheck(conditions)(line)).toBe(true)
    expect(lineCheck(conditions)({ ...line, narration: 'x', reference: 'ledger  FEE' })).toBe(true)
    expect(lineCheck(conditions)({ ...line, narration: 'fee', reference: 'ledger' })).toBe(false)
    expect(lineCheck(conditions)({ account: 'cbe', direction: 'debit', amount: 1, currency: 'ETB' })).toBe(false)
  })

  it('compares direction, account, amount and currency where the rule has them', () => {
    const fits = (more: Partial<RuleConditions>) => lineCheck({ ...conditions, ...more })(line)
    expect([fits({ account: 'cbe' }), fits({ amount: 500, currency: 'ETB' }), fits({ currency: 'ETB' })]).toEqual([
      ...[true, true, true],
    ])
    expect([
      fits({ direction: 'credit' }),
      fits({ account: 'other' }),
      fits({ amount: 501, currency: 'ETB' }),
      fits({ currency: 'USD' }),
    ]).toEqual([false, false, false, false])
  })
})

describe('ruleFinder', () => {
  it('returns the oldest rule that fits, whatever the order of the rules', () => {
    const rule = (id: string, minute: number, text: string): Rule => ({
      ...{ ...conditions, id, text, category: 'bank_fee', createdBy: 'amina', deletedAt: null },
      createdAt: `2026-11-20T09:0${minute}:00.000Z`,
    })
    const rules = [
      rule('rul_3', 2, 'ledger'),
      rule('rul_2', 1, 'ledger fee'),
      rule('rul_1', 1, 'fee 11'),
      rule('rul_0', 0, 'rent'),
    ]
    expect(ruleFinder(rules)(line)?.id).toBe('rul_1')
    expect(ruleFinder([...rules].reverse())(line)?.id).toBe('rul_1')
    expect(ruleFinder(rules)({ ...line, narration: 'coffee' })).toBeNull()
  })
})
