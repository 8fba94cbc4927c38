import { describe, expect, it } from 'vitest'
import { credit, debit, file, hospital } from './support/hospital.js'

const reference = 'INV-0001'

describe('reconcile: a debit', () => {
  it.each(['pending', 'succeeded', 'reversed'])('names a %s bill and changes nothing', async (status) => {
    const { bill, payments, apply, now } = hospital()
    const { id } = await bill({ reference })
    if (status !== 'pending') await payments.confirmPayment(id, { providerTransactionId: 'TX-1' })
    if (status === 'reversed') await payments.reversePayment(id, { reason: 'refund' })
    const before = await now({ id })
    const { lines } = await apply([debit({ reference })])
    expect(lines[0]).toMatchObject({
      outcome: 'reversal_candidate',
      rule: 'reference',
      applied: false,
      allocations: [{ paymentId: id, amount: 0 }],
    })
    expect(await now({ id })).toStrictEqual(before)
  })

  it('is found by the receipt of what it takes back', async () => {
    const { bill, payments, apply } = hospital()
    const { id } = await bill({ reference })
    await payments.confirmPayment(id, { providerTransactionId: 'TX-1' })
    const { lines } = await apply([debit({ providerTransactionId: 'TX-1', amount: 150_000 })])
    expect(lines[0]).toMatchObject({
      outcome: 'reversal_candidate',
      rule: 'transaction_id',
      allocations: [{ paymentId: id }],
    })
  })

  it('for a charge of the bank names no bill, and counts among what went out', async () => {
    const { apply } = hospital()
    const { lines, summary } = await apply([debit({ amount: 1_150, narration: 'SERVICE CHARGE NOV 2026' })])
    expect(lines[0]).toMatchObject({ outcome: 'reversal_candidate', rule: null, allocations: [], applied: false })
    expect(summary.lines).toEqual([
      { outcome: 'reversal_candidate', direction: 'debit', currency: 'ETB', count: 1, amount: '1150' },
    ])
  })

  it('stays a candidate in every later run, and takes nothing from an equal credit', async () => {
    const { bill, outcomes } = hospital()
    await bill({ reference })
    const lines = file(debit({ reference }), credit({ reference }))
    expect(await outcomes(lines)).toEqual(['reversal_candidate', 'confirmed'])
    expect(await outcomes(lines)).toEqual(['reversal_candidate', 'already_reconciled'])
  })
})
