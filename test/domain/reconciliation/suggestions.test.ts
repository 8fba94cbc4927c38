import { describe, expect, it } from 'vitest'
import { cluesOf, suggestPayments } from '../../../src/domain/reconciliation/suggestions.js'
import type { Payment } from '../../../src/domain/payments/payment.js'
import { accountLine, bill } from './support/lines.js'

const far = bill({ reference: 'XYZ-999', amount: 77 })
const reasonsOf = (line: ReturnType<typeof accountLine>, payment: Payment) =>
  suggestPayments(line, [far, payment]).map(({ payment: { id }, reasons }) => [id, ...reasons])

describe('suggestPayments: a payment is suggested', () => {
  it.each([
    ['inv 2026 oo42', undefined],
    [undefined, 'paid for INV 2026 - 0042, thanks'],
    [undefined, 'PAID INV20260042'],
    ['INV-2026-0042', undefined],
  ])('for its reference in another spelling: %j, %j', (reference, narration) => {
    const payment = bill({ reference: 'INV-2026-0042', amount: 500 })
    const line = accountLine({ ...(reference && { reference }), ...(narration && { narration }) })
    expect(reasonsOf(line, payment)).toEqual([[payment.id, 'same_reference_spelt_differently']])
  })

  it.each(['INV-2026-0043', 'INV-2026-042', 'JNV-2026-0042'])(
    'for a reference with one other character: %s',
    (reference) => {
      const payment = bill({ reference: 'INV-2026-0042', amount: 500 })
      expect(reasonsOf(accountLine({ reference }), payment)).toEqual([[payment.id, 'one_character_differs']])
    },
  )

  it('for a narration beside a reference of any length, for which no keys are built', () => {
    const payment = bill({ reference: 'INV-2026-0043', amount: 500 })
    const narration = 'INV-2026-0042'
    for (const reference of ['7'.repeat(100_000), '病院'.repeat(50_000)]) {
      const line = accountLine({ reference, narration })
      expect(cluesOf(line).near).toEqual(cluesOf(accountLine({ narration })).near)
      expect(reasonsOf(line, payment)).toEqual([[payment.id, 'one_character_differs']])
    }
  })

  it('not for two other characters, nor for one of a short reference', () => {
    expect(
      reasonsOf(accountLine({ reference: 'INV-2026-0024' }), bill({ reference: 'INV-2026-0042', amount: 5 })),
    ).toEqual([])
    expect(reasonsOf(accountLine({ reference: 'A-12' }), bill({ reference: 'A-13', amount: 5 }))).toEqual([])
  })

  it('for the open money of it and of the line', () => {
    const payment = bill({ amount: 1500, amountReconciled: 500 })
    expect(reasonsOf(accountLine(), payment)).toEqual([[payment.id, 'same_open_amount']])
  })

  it.each(['FROM 2547****678 FEES', 'CALL 0712 345 678', '+254712345678'])('for the phone in %j', (narration) => {
    const payment = bill({ amount: 5, customer: { phone: '+254712345678' } })
    expect(reasonsOf(accountLine({ narration }), payment)).toEqual([[payment.id, 'phone']])
  })

  it('for a part of the payer’s name', () => {
    const payment = bill({ amount: 5, customer: { name: 'Abebe Kebede' } })
    for (const narration of ['TRANSFER/KEBEDE A.', 'from kebede']) {
      expect(reasonsOf(accountLine({ narration }), payment)).toEqual([[payment.id, 'payer_name']])
    }
    expect(reasonsOf(accountLine({ narration: 'KEBEDECH' }), payment)).toEqual([])
  })

  it('with all its reasons', () => {
    const payment = bill({ reference: 'INV-42', customer: { name: 'Abebe Kebede', phone: '+251911234567' } })
    const line = accountLine({ reference: 'inv42', narration: 'ABEBE 2519***567' })
    expect(reasonsOf(line, payment)).toEqual([
      [payment.id, 'same_reference_spelt_differently', 'same_open_amount', 'phone', 'payer_name'],
    ])
  })
})

describe('suggestPayments', () => {
  it('returns at most ten, the best first, then those nearest to the line’s time', () => {
    const spelt = bill({ reference: 'INV-1042', amount: 5 })
    const typed = bill({ reference: 'INV-1043' })
    const alike = Array.from({ length: 12 }, (_, i) =>
      bill({ reference: `OTHER-${i}`, createdAt: `2026-11-${String(i + 1).padStart(2, '0')}T08:00:00.000Z` }),
    )
    const line = accountLine({ reference: 'inv 1042' })
    const suggestions = suggestPayments(line, [...alike, typed, spelt])
    expect(suggestions.map(({ payment }) => payment.id)).toEqual(
      [spelt, typed, ...alike.slice(4).reverse()].map(({ id }) => id),
    )
    expect(suggestPayments(line, [spelt, typed, ...alike].reverse())).toEqual(suggestions)
  })

  it('returns none that is reversed, fully reconciled, of another currency or without a reason', () => {
    const reference = 'INV-1042'
    const none = [
      bill({ reference, status: 'reversed' }),
      bill({ reference, status: 'succeeded', amountReconciled: 1000 }),
      bill({ reference, currency: 'KES' }),
      far,
    ]
    expect(suggestPayments(accountLine({ reference }), none)).toEqual([])
  })
})

describe('cluesOf: a line', () => {
  it('joins up to four words of a narration, for a reference may be written in groups', () => {
    expect(cluesOf(accountLine({ narration: 'INV A B 7 9' })).references).toEqual(['1nvab7', 'ab79'])
  })

  it('has a reference of four characters or more, and its neighbours from five on', () => {
    expect(cluesOf(accountLine({ narration: 'A12 B123' })).references).toEqual(['b123', 'a12b123'])
    const near = (reference: string) => cluesOf(accountLine({ reference })).near.length > 0
    expect([near('A123'), near('A1234')]).toEqual([false, true])
    const typed = bill({ reference: 'A1235', amount: 5 })
    expect(reasonsOf(accountLine({ reference: 'A1234' }), typed)).toEqual([[typed.id, 'one_character_differs']])
  })

  it('has a phone from eight digits on, or one with its beginning, also where the reference has it', () => {
    const phonesOf = (line: object) => cluesOf(accountLine(line)).phones.length
    expect([phonesOf({ narration: '1234567' }), phonesOf({ narration: '12345678' })]).toEqual([0, 1])
    expect(phonesOf({ reference: '2519***567' })).toBe(1)
    const payment = bill({ amount: 5, customer: { phone: '+251911234567' } })
    expect(reasonsOf(accountLine({ narration: '0922000000 0911234567' }), payment)).toEqual([[payment.id, 'phone']])
  })

  it('has each part of a name', () => {
    const both = bill({ amount: 5, customer: { name: 'Abebe Kebede' }, createdAt: '2026-11-01T08:00:00.000Z' })
    const one = bill({ amount: 5, customer: { name: 'Abebe Tesfaye' }, createdAt: '2026-11-19T08:00:00.000Z' })
    const suggestions = suggestPayments(accountLine({ narration: 'ABEBE KEBEDE' }), [one, both])
    expect(suggestions.map(({ payment }) => payment.id)).toEqual([both.id, one.id])
  })

  it('has the clues by which a storage looks candidates up', () => {
    const clues = cluesOf(accountLine({ reference: 'INV-42', narration: 'Abebe 2519***567' }))
    expect(clues).toMatchObject({
      currency: 'ETB',
      open: 1000,
      references: ['1nv42', '2519***567', 'abebe2519***567'],
      phones: [{ first: '2519', last: '567' }],
      names: ['abebe'],
    })
    expect(clues.near).toContain('1nv43')
    expect(clues.near).not.toContain('1nv42')
  })

  it('is bounded, however long the narration', () => {
    const clues = cluesOf(accountLine({ narration: Array.from({ length: 5000 }, (_, i) => `INV-${i}`).join(' ') }))
    expect(clues.near.length).toBeLessThanOrEqual(5000)
    expect(clues.references.length).toBeLessThanOrEqual(800)
  })
})
