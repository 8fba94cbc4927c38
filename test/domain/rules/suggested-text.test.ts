import { expect, it } from 'vitest'
import { lineCheck } from '../../../src/domain/rules/rule.js'
import { suggestedText } from '../../../src/domain/rules/suggested-text.js'

it.each([
  ['LEDGER FEE NOV 2026 0042', 'LEDGER FEE'],
  ['01/11/2026 Monthly  maintenance fee (November)', 'Monthly  maintenance fee'],
  ['SMS CHARGE - 12 - SMS', 'SMS CHARGE'],
  ['ለጥቅምት የአገልግሎት ክፍያ 12', 'ለጥቅምት የአገልግሎት ክፍያ'],
  ['FEE 123', ''],
  ['Dec', ''],
])('suggestedText: takes of %j the part %j', (narration, text) => {
  expect(suggestedText({ narration })).toBe(text)
  const conditions = { account: null, direction: 'debit', text, amount: null, currency: null } as const
  expect(lineCheck(conditions)({ account: 'a', direction: 'debit', amount: 1, currency: 'ETB', narration })).toBe(true)
})

it('suggestedText: takes the reference where the narration has too few letters', () => {
  expect(suggestedText({ narration: '123', reference: 'LEDGER-FEE-X' })).toBe('LEDGER-FEE-X')
  expect(suggestedText({ reference: 'CHG 1' })).toBe('')
  expect(suggestedText({})).toBe('')
})
