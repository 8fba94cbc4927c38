import fc from 'fast-check'
import type { StatementLine } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { identityOf } from '../../../src/domain/reconciliation/line-key.js'
import { NamesOfFile } from '../../../src/domain/reconciliation/names-of-file.js'
import { credit } from '../../reconciliation/support/hospital.js'
import { examples } from '../../support/rounds.js'

const added = (...lines: readonly StatementLine[]) => {
  const names = new NamesOfFile()
  return lines.map((line) => names.add(identityOf('bank', line), line))
}

const [nothing, known] = [false, true].map((hasKnownReceipt) => {
  return { isRepeated: false, hasKnownReceipt, hasOtherFacts: false }
})

describe('NamesOfFile', () => {
  it('lines without a name, and the first with one: nothing is repeated', () => {
    const lines = [credit(), credit(), credit({ lineId: 'A' }), credit({ providerTransactionId: 'A' })]
    expect(added(...lines)).toEqual(lines.map(() => nothing))
  })

  it.each([
    ['amount', { amount: 7 }, false],
    ['direction', { direction: 'debit' }, false],
    ['currency', { currency: 'USD' }, false],
    ['value date', { valueDate: '2026-11-21' }, true],
    ['reference', { reference: '' }, true],
  ] as const)('the second line with another %s: other facts', (_, other, isRepeated) => {
    for (const [name, base] of [
      [{ lineId: 'A' }, nothing],
      [{ providerTransactionId: 'A' }, known],
      [{ lineId: 'A', providerTransactionId: 'R' }, known],
    ] as const) {
      const line = credit(name)
      expect(added(line, { ...line, ...other })[1]).toEqual({ ...base, isRepeated, hasOtherFacts: true })
    }
  })

  it('any lines: each repeats what a list of those before it has', () => {
    const line = fc.record(
      {
        row: fc.constant(1),
        direction: fc.constantFrom('credit' as const, 'debit' as const),
        amount: fc.constantFrom(1, 2, 3),
        currency: fc.constantFrom('ETB', 'USD'),
        valueDate: fc.constantFrom('2026-11-20', '2026-11-21'),
        lineId: fc.constantFrom('A', 'B'),
        providerTransactionId: fc.constantFrom('A', 'a', 'B'),
      },
      { requiredKeys: ['row', 'direction', 'amount', 'currency', 'valueDate'], noNullPrototype: true },
    ) as fc.Arbitrary<StatementLine>
    const namesOf = ({ lineId, providerTransactionId }: StatementLine) => [
      ...(lineId === undefined ? [] : [`id ${lineId}`]),
      ...(providerTransactionId === undefined ? [] : [`receipt ${providerTransactionId.toUpperCase()}`]),
    ]
    const moneyOf = ({ direction, amount, currency }: StatementLine) => `${direction} ${amount} ${currency}`
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const expected = lines.map((one, at) => {
          const ofNames = namesOf(one).map((name) =>
            lines.slice(0, at).filter((other) => namesOf(other).includes(name)),
          )
          const isOther = (other: StatementLine | undefined) =>
            other !== undefined && (moneyOf(other) !== moneyOf(one) || other.valueDate !== one.valueDate)
          return {
            isRepeated: ofNames.some((others) => others.some((other) => moneyOf(other) === moneyOf(one))),
            hasKnownReceipt: namesOf(one).some((name, i) => name.startsWith('receipt') && ofNames[i]!.length > 0),
            hasOtherFacts: ofNames.some(([first]) => isOther(first)),
          }
        })
        expect(added(...lines)).toEqual(expected)
      }),
      { numRuns: examples(300) },
    )
  })
})
