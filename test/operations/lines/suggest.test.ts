import type { CandidateQuery } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { badFields, refusal } from '../../support/service.js'
import { counter, allocation, toCategory, toPayment } from './support/counter.js'

async function suggested(stated: object, bills: readonly object[], outcome = 'unmatched_line') {
  const desk = counter()
  for (const [at, bill] of bills.entries()) await desk.bill({ reference: `INV-${at}`, ...bill })
  const { key } = await desk.line({ ...stated, outcome: outcome as never })
  const suggestions = await desk.payments.lines.suggest(key)
  return suggestions.map(({ payment, reasons }) => [payment?.reference, ...reasons])
}

describe('lines.suggest: the payments of a line', () => {
  it.each([
    [{ reference: 'inv 2026-o1' }, { reference: 'INV-202601', amount: 5 }, 'same_reference_spelt_differently'],
    [
      { narration: 'for INV 2026 01 thanks' },
      { reference: 'INV-202601', amount: 5 },
      'same_reference_spelt_differently',
    ],
    [{ reference: 'INV-202607' }, { reference: 'INV-202601', amount: 5 }, 'one_character_differs'],
    [{ reference: 'INV-20261' }, { reference: 'INV-202601', amount: 5 }, 'one_character_differs'],
    [{}, { amount: 1000 }, 'same_open_amount'],
    [{ narration: 'from 0712 345 678' }, { amount: 5, customer: { phone: '+254712345678' } }, 'phone'],
    [{ narration: 'FROM 2547****678' }, { amount: 5, customer: { phone: '+254712345678' } }, 'phone'],
    [{ narration: 'ABEBE B' }, { amount: 5, customer: { name: 'Abébé Bekele' } }, 'payer_name'],
    [{ narration: "paid by O'Brien" }, { amount: 5, customer: { name: "Ann O'Brien" } }, 'payer_name'],
  ])('are suggested by %j', async (stated, bill, reason) => {
    const other = { reference: 'ABC-999', amount: 77, customer: { name: 'Selam', phone: '+254700000001' } }
    const [first, ...others] = await suggested(stated, [other, bill])
    expect(first?.slice(1)).toEqual([reason])
    expect(others).toEqual([])
  })

  it('come best first, each with all of its reasons, at most ten', async () => {
    const bills = [
      ...Array.from({ length: 12 }, (_, i) => ({ reference: `FEE-${i}` })),
      { reference: 'INV-202601', customer: { name: 'Abebe' } },
      { reference: 'INV-202602', amount: 5, customer: { name: 'Abebe' } },
    ]
    const suggestions = await suggested({ reference: 'INV202601', narration: 'Abebe' }, bills)
    expect(suggestions).toHaveLength(10)
    expect(suggestions.slice(0, 3)).toEqual([
      ['INV-202601', 'same_reference_spelt_differently', 'same_open_amount', 'payer_name'],
      ['INV-202602', 'one_character_differs', 'payer_name'],
      [expect.stringMatching(/^FEE-/), 'same_open_amount'],
    ])
  })

  it('are suggested by their open rest, where a part is paid', async () => {
    const desk = counter()
    const bill = await desk.bill({ amount: 1500 })
    await allocation(desk, (await desk.line({ amount: 500 })).key, [toPayment(bill, 500)])
    const line = await desk.line()
    const [suggestion] = await desk.payments.lines.suggest(line.key)
    expect(suggestion).toMatchObject({ payment: { id: bill.id, amountReconciled: 500 }, reasons: ['same_open_amount'] })
    await allocation(desk, line.key, [toCategory(10)])
    expect(await desk.payments.lines.suggest(line.key)).toEqual([])
  })

  it.each([
    [{ reference: 'INV-202601' }, ['same_reference_spelt_differently', 'same_open_amount']],
    [{ reference: 'inv 2026-01', amount: 5 }, ['same_reference_spelt_differently']],
    [{ narration: 'back to payer of (INV-202601)' }, ['same_reference_spelt_differently', 'same_open_amount']],
    [{ providerTransactionId: 'FT-777' }, ['same_receipt', 'same_open_amount']],
    [
      { providerTransactionId: 'FT-777', reference: 'INV-202601' },
      ['same_receipt', 'same_reference_spelt_differently', 'same_open_amount'],
    ],
  ])('are those that a debit names, also paid ones: %j', async (stated, reasons) => {
    const desk = counter()
    const paid = await desk.bill({ reference: 'INV-202601', customer: { name: 'Abebe' } })
    await allocation(desk, (await desk.line({ outcome: 'unmatched_line' as never })).key, [toPayment(paid)])
    const other = await desk.bill({ reference: 'INV-7', customer: { name: 'Abebe' } })
    await desk.payments.confirmPayment(other.id)
    const receipt = await desk.bill({ reference: 'INV-202601' })
    await desk.payments.confirmPayment(receipt.id, { providerTransactionId: 'FT-777' })
    const { key } = await desk.line({ direction: 'debit', narration: 'Abebe', ...stated })
    const suggestions = await desk.payments.lines.suggest(key)
    expect(suggestions[0]?.reasons).toEqual(reasons)
    expect(suggestions.map(({ payment }) => payment?.id)).not.toContain(other.id)
    const isOfReference = 'reference' in stated || 'narration' in stated
    expect(suggestions.map(({ payment }) => payment?.id).includes(paid.id)).toBe(isOfReference)
    await desk.payments.reversePayment(receipt.id, { reason: 'x' })
    expect((await desk.payments.lines.suggest(key)).map(({ payment }) => payment?.id)).not.toContain(receipt.id)
  })

  it('are none that are paid, reversed or in another currency', async () => {
    const desk = counter()
    const [paid, reversed] = [await desk.bill(), await desk.bill({ reference: 'INV-2' })]
    await desk.bill({ reference: 'INV-3', currency: 'KES' })
    await allocation(desk, (await desk.line()).key, [toPayment(paid)])
    await desk.payments.confirmPayment(reversed.id)
    await desk.payments.reversePayment(reversed.id, { reason: 'charged twice' })
    expect(await desk.payments.lines.suggest((await desk.line()).key)).toEqual([])
  })

  it('are looked up within the bounds of the storage, however long the narration is', async () => {
    const desk = counter()
    const words = Array.from(
      { length: 400 },
      (_, i) =>
        `INV${100_000 + i * 7} Name${'abcdefghij'[i % 10]}${'klmnopqrst'[Math.floor(i / 40)]} +25471${1_000_000 + i}`,
    )
    const { key } = await desk.line({ narration: words.join(' ') })
    const queries: CandidateQuery[] = []
    const watched = desk.payments.using({
      ...desk.repository,
      findCandidates: (query: CandidateQuery) => {
        queries.push(query)
        return desk.repository.findCandidates(query)
      },
    } as never)
    await watched.lines.suggest(key)
    const [query] = queries
    expect(query!.terms.length).toBeGreaterThan(1000)
    expect(query!.terms.length).toBeLessThanOrEqual(10_000)
    expect(query!.commonTerms.length).toBeLessThanOrEqual(41)
    expect(query!.prefixes.length).toBeLessThanOrEqual(40)
    expect(query!.limit).toBe(1000)
    expect(query!.around).toBe('2026-11-19T12:00:00.000Z')
  })

  it('are refused for an unknown line, and for a key that is no text', async () => {
    const { payments } = counter()
    await refusal(payments.lines.suggest('id:unknown'), 'line_not_found')
    expect(await badFields(payments.lines.suggest(5 as never))).toEqual(['key must be text'])
  })
})
