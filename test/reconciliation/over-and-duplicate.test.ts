import { describe, expect, it } from 'vitest'
import { credit, file, hospital } from './support/hospital.js'

const reference = 'INV-0001'

describe('reconcile: money that needs a person', () => {
  it('is 500 too much: nothing is recorded, and the bill is named', async () => {
    const { bill, apply, now } = hospital()
    const open = await bill({ reference })
    const { lines } = await apply([credit({ reference, amount: 150_500 })])
    expect(lines[0]).toMatchObject({ outcome: 'over_paid', applied: false, rule: 'reference' })
    expect(lines[0]!.allocations).toStrictEqual([{ paymentId: open.id, reference, amount: 0, late: false }])
    expect(lines[0]!.reason).toMatch(/nothing was recorded/)
    expect(await now(open)).toStrictEqual(open)
  })

  it('is too much for what the desk had confirmed', async () => {
    const { bill, payments, outcomes, now } = hospital()
    const paid = await bill({ reference })
    await payments.confirmPayment(paid.id)
    expect(await outcomes([credit({ reference, amount: 150_500 })])).toEqual(['over_paid'])
    expect((await now(paid)).amountReconciled).toBe(0)
  })

  it('is a second transfer for the same bill, which came twice, whatever its amount', async () => {
    const { bill, apply, now } = hospital()
    const paid = await bill({ reference })
    const { lines } = await apply(
      file(
        credit({ reference, providerTransactionId: 'TX-1' }),
        credit({ reference, providerTransactionId: 'TX-2' }),
        credit({ reference, amount: 7 }),
      ),
    )
    expect(lines.map(({ outcome }) => outcome)).toEqual(['confirmed', 'duplicate_credit', 'duplicate_credit'])
    expect(lines[1]!.allocations).toStrictEqual([{ paymentId: paid.id, reference, amount: 0, late: false }])
    expect(lines[1]!.reason).not.toBeNull()
    expect(await now(paid)).toMatchObject({ amountReconciled: 150_000, providerTransactionId: 'TX-1', version: 2 })
  })

  it('is decided anew by the next run, where it wrote nothing', async () => {
    const { bill, outcomes } = hospital()
    const line = credit({ reference, lineId: 'A-1' })
    expect(await outcomes([line])).toEqual(['unmatched_line'])
    await bill({ reference, amount: 100 })
    expect(await outcomes([line])).toEqual(['over_paid'])
    await bill({ reference, amount: 150_000 })
    expect(await outcomes([line])).toEqual(['confirmed'])
    expect(await outcomes([line])).toEqual(['already_reconciled'])
  })

  it('is dollars for a bill in birr', async () => {
    const { bill, apply, now } = hospital()
    const birr = await bill({ reference })
    const { lines, summary } = await apply([credit({ reference, currency: 'USD' })])
    expect(lines[0]).toMatchObject({ outcome: 'currency_mismatch', rule: 'reference', applied: false })
    expect(lines[0]!.allocations).toStrictEqual([{ paymentId: birr.id, reference, amount: 0, late: false }])
    expect(summary.lines).toEqual([
      { outcome: 'currency_mismatch', direction: 'credit', currency: 'USD', count: 1, amount: '150000' },
    ])
    expect(await now(birr)).toStrictEqual(birr)
  })

  it('is not birr for a reference with a bill in dollars and one in birr: it finds the latter', async () => {
    const { bill, apply } = hospital()
    await bill({ reference, currency: 'USD' })
    const birr = await bill({ reference })
    const { lines } = await apply([credit({ reference })])
    expect(lines[0]).toMatchObject({ outcome: 'confirmed', allocations: [{ paymentId: birr.id }] })
  })

  it('has the receipt that settled a bill in dollars, with the reference of another in birr', async () => {
    const { bill, payments, outcomes } = hospital()
    const dollars = await bill({ reference: 'INV-0002', currency: 'USD' })
    await payments.confirmPayment(dollars.id, { providerTransactionId: 'TX-1' })
    await bill({ reference })
    expect(await outcomes([credit({ reference, providerTransactionId: 'TX-1' })])).toEqual(['ambiguous'])
  })

  it('is for a payment that was reversed', async () => {
    const { bill, payments, apply, now } = hospital()
    const undone = await bill({ reference })
    await payments.confirmPayment(undone.id)
    const reversed = await payments.reversePayment(undone.id, { reason: 'charged twice' })
    const { lines } = await apply([credit({ reference })])
    expect(lines[0]).toMatchObject({
      outcome: 'status_mismatch',
      applied: false,
      allocations: [{ paymentId: undone.id, amount: 0 }],
    })
    expect(lines[0]!.reason).not.toBeNull()
    expect(await now(undone)).toStrictEqual(reversed)
  })

  it('is not for a reversed payment whose reference has a new bill: it pays the new one', async () => {
    const { bill, payments, apply } = hospital()
    const undone = await bill({ reference })
    await payments.confirmPayment(undone.id)
    await payments.reversePayment(undone.id, { reason: 'charged twice' })
    const next = await bill({ reference })
    expect((await apply([credit({ reference })])).lines[0]!.allocations[0]!.paymentId).toBe(next.id)
  })

  it('is for a bill that is reconciled, beside one that was reversed: it came twice', async () => {
    const { bill, payments, apply, outcomes } = hospital()
    const undone = await bill({ reference })
    await payments.confirmPayment(undone.id)
    await payments.reversePayment(undone.id, { reason: 'charged twice' })
    const paid = await bill({ reference })
    expect(await outcomes([credit({ reference })])).toEqual(['confirmed'])
    const { lines } = await apply([credit({ reference, row: 3, narration: 'again' })])
    expect(lines[0]).toMatchObject({ outcome: 'duplicate_credit', allocations: [{ paymentId: paid.id }] })
  })
})
