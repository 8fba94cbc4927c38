import { describe, expect, it } from 'vitest'
import { credit, hospital } from './support/hospital.js'

const narration = 'FOR INV-0001, INV-0002 AND INV-0003'

async function threeBills() {
  const service = hospital()
  const bills = [
    await service.bill({ reference: 'INV-0001', amount: 100 }),
    await service.bill({ reference: 'INV-0002', amount: 200 }),
    await service.bill({ reference: 'INV-0003', amount: 400 }),
  ] as const
  return { ...service, bills }
}

describe('reconcile: one transfer for three bills', () => {
  it('confirms all three when it is exactly what is open of them', async () => {
    const { bills, apply, payments, now } = await threeBills()
    const { lines, summary } = await apply([credit({ amount: 700, narration, providerTransactionId: 'TX-1' })], {
      actor: 'finance',
    })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ outcome: 'confirmed', rule: 'narration', applied: true, reason: null })
    expect(lines[0]!.allocations).toStrictEqual(
      bills.map(({ id, reference, amount }) => ({ paymentId: id, reference, amount, late: false })),
    )
    expect(summary.lines).toEqual([
      { outcome: 'confirmed', direction: 'credit', currency: 'ETB', count: 1, amount: '700' },
    ])
    const keys = new Set<string>()
    for (const one of bills) {
      const paid = await now(one)
      expect(paid).toMatchObject({ status: 'succeeded', amountReconciled: one.amount, version: 2 })
      expect(paid).not.toHaveProperty('providerTransactionId')
      const event = (await payments.history(one.id))[1]!
      expect(event).toMatchObject({
        type: 'payment.succeeded',
        actor: 'finance',
        evidence: { kind: 'statement', amount: one.amount, providerTransactionId: 'TX-1' },
      })
      if (event.evidence?.kind === 'statement') keys.add(event.evidence.lineKey)
    }
    expect(keys.size).toBe(1)
  })

  it('is matched when the desk had confirmed them all', async () => {
    const { bills, apply, payments, now } = await threeBills()
    for (const { id } of bills) await payments.confirmPayment(id)
    expect((await apply([credit({ amount: 700, narration })])).lines[0]!.outcome).toBe('matched')
    expect((await payments.history(bills[0].id)).at(-1)!.type).toBe('payment.reconciled')
    expect((await now(bills[2])).amountReconciled).toBe(400)
  })

  it('is a confirmation when one of them was still open; the others are only matched', async () => {
    const { bills, apply, payments } = await threeBills()
    await payments.confirmPayment(bills[0].id)
    await payments.confirmPayment(bills[2].id)
    expect((await apply([credit({ amount: 700, narration })])).lines[0]!.outcome).toBe('confirmed')
    const types = await Promise.all(bills.map(async ({ id }) => (await payments.history(id)).at(-1)!.type))
    expect(types).toEqual(['payment.reconciled', 'payment.succeeded', 'payment.reconciled'])
  })

  it.each([699, 701, 100, 300, 1])('is never allocated where it is %d, but a matter for people', async (amount) => {
    const { bills, apply, now } = await threeBills()
    const { lines } = await apply([credit({ amount, narration })])
    expect(lines[0]).toMatchObject({ outcome: 'ambiguous', applied: false })
    expect(lines[0]!.reason).not.toBeNull()
    expect(lines[0]!.allocations).toStrictEqual(
      bills.map(({ id, reference }) => ({ paymentId: id, reference, amount: 0, late: false })),
    )
    for (const one of bills) expect(await now(one)).toStrictEqual(one)
  })

  it('counts what is open: one that is fully reconciled adds nothing, and a part paid before is not paid again', async () => {
    const { bills, apply, now } = await threeBills()
    await apply([
      credit({ amount: 100, reference: 'INV-0001' }),
      credit({ amount: 150, reference: 'INV-0003', row: 3 }),
    ])
    const { lines } = await apply([credit({ amount: 450, narration, row: 4 })])
    expect(lines[0]).toMatchObject({
      outcome: 'confirmed',
      allocations: [
        { paymentId: bills[1].id, amount: 200 },
        { paymentId: bills[2].id, amount: 250 },
      ],
    })
    for (const one of bills) expect(await now(one)).toMatchObject({ status: 'succeeded', amountReconciled: one.amount })
  })

  it('gives its receipt to the only one that it confirms', async () => {
    const { bills, apply, now } = await threeBills()
    await apply([
      credit({ amount: 100, reference: 'INV-0001' }),
      credit({ amount: 200, reference: 'INV-0002', row: 3 }),
    ])
    await apply([credit({ amount: 400, narration, row: 4, providerTransactionId: 'TX-9' })])
    expect((await now(bills[2])).providerTransactionId).toBe('TX-9')
  })

  it('came twice when nothing is open of any of them', async () => {
    const { bills, outcomes, apply } = await threeBills()
    expect(await outcomes([credit({ amount: 700, narration })])).toEqual(['confirmed'])
    const { lines } = await apply([credit({ amount: 700, narration, valueDate: '2026-11-21' })])
    expect(lines[0]).toMatchObject({ outcome: 'duplicate_credit', applied: false })
    expect(lines[0]!.allocations.map(({ paymentId, amount }) => [paymentId, amount])).toEqual(
      bills.map(({ id }) => [id, 0]),
    )
  })

  it('is ambiguous when one reference has several open payments, though the sum would fit', async () => {
    const { bill, apply } = await threeBills()
    await bill({ reference: 'INV-0002', amount: 200 })
    expect((await apply([credit({ amount: 900, narration })])).lines[0]!.outcome).toBe('ambiguous')
    expect((await apply([credit({ amount: 700, narration })])).lines[0]!.outcome).toBe('ambiguous')
  })

  it('leaves a bill of another currency out, and takes the rest for the whole', async () => {
    const { bill, apply } = hospital()
    await bill({ reference: 'INV-0001', amount: 100, currency: 'USD' })
    const birr = await bill({ reference: 'INV-0002', amount: 200 })
    const { lines } = await apply([credit({ amount: 200, narration: 'INV-0001 INV-0002' })])
    expect(lines[0]).toMatchObject({ outcome: 'confirmed', allocations: [{ paymentId: birr.id, amount: 200 }] })
  })

  it('leaves a reversed one out when another is open', async () => {
    const { bills, apply, payments } = await threeBills()
    await payments.confirmPayment(bills[0].id)
    await payments.reversePayment(bills[0].id, { reason: 'charged twice' })
    const { lines } = await apply([credit({ amount: 600, narration })])
    expect(lines[0]!.allocations.map(({ paymentId }) => paymentId)).toEqual([bills[1].id, bills[2].id])
  })

  it('does not fit their status where all were reversed', async () => {
    const { bills, apply, payments } = await threeBills()
    for (const { id } of bills) {
      await payments.confirmPayment(id)
      await payments.reversePayment(id, { reason: 'charged twice' })
    }
    expect((await apply([credit({ amount: 700, narration })])).lines[0]!.outcome).toBe('status_mismatch')
  })

  it('writes all three or none: a time out of range for one is a rejected line for all', async () => {
    const { bills, apply, now, payments } = await threeBills()
    const { lines } = await apply([credit({ amount: 700, narration, bookedAt: '2019-03-11T06:00:00.000Z' })])
    expect(lines[0]).toMatchObject({ outcome: 'rejected_line', line: null })
    for (const one of bills) expect(await now(one)).toStrictEqual(one)
    expect((await payments.totals()).items).toMatchObject([{ status: 'pending', count: 3 }])
  })

  it('adds sums up exactly, far beyond what one line could be', async () => {
    const { bill, apply } = hospital()
    for (const reference of ['INV-0001', 'INV-0002', 'INV-0003'])
      await bill({ reference, amount: Number.MAX_SAFE_INTEGER })
    expect((await apply([credit({ amount: Number.MAX_SAFE_INTEGER, narration })])).lines[0]!.outcome).toBe('ambiguous')
  })
})
