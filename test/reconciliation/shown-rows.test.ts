import { memoryRepository, type Payment } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { altered } from '../support/repositories.js'
import { credit, file, hospital } from './support/hospital.js'

const reference = 'INV-0001'

/** A bank's run inside a host's open transaction: `lookup` keeps answering what was there when it began. */
function hospitals() {
  const original = memoryRepository()
  const desk = hospital({ repository: original, referencePolicy: 'one-live' })
  const bankSeeing = (...seen: readonly Payment[]) =>
    hospital({
      repository: altered(original, () => ({
        lookup: async () => ({ payments: structuredClone(seen) as Payment[], lines: [] }),
      })),
      referencePolicy: 'one-live',
    })
  return { original, desk, bankSeeing }
}

describe('rows that a conflict showed to a reconciliation', () => {
  it('are preferred when they are newer than those read', async () => {
    const { desk, bankSeeing } = hospitals()
    const open = await desk.bill({ reference })
    await desk.payments.confirmPayment(open.id)
    expect(await bankSeeing(open).outcomes([credit({ reference })])).toEqual(['matched'])
    expect(await desk.now(open)).toMatchObject({ amountReconciled: 150_000, version: 3 })
  })

  it('count although they were not read at all, whoever holds the reference', async () => {
    const { desk, bankSeeing } = hospitals()
    const expired = await desk.bill({ reference })
    const ended = await desk.payments.expirePayment(expired.id)
    const holder = await desk.bill({ reference })
    expect(await bankSeeing(ended).outcomes([credit({ reference })])).toEqual(['confirmed'])
    expect(await desk.now(holder)).toMatchObject({ status: 'succeeded', amountReconciled: 150_000 })
    expect(await desk.now(expired)).toStrictEqual(ended)
  })

  it('count although they were not read at all, whoever has the transaction', async () => {
    const { desk, bankSeeing } = hospitals()
    const paid = await desk.bill({ reference })
    const open = await desk.bill({ reference: 'INV-0002' })
    await desk.payments.confirmPayment(paid.id, { providerTransactionId: 'TX-1' })
    const line = credit({ reference: 'INV-0002', providerTransactionId: 'TX-1' })
    const { lines } = await bankSeeing(open).apply([line])
    expect(lines[0]).toMatchObject({ outcome: 'matched', rule: 'transaction_id', allocations: [{ reference }] })
    expect(await desk.now(open)).toStrictEqual(open)
  })

  it('stay for the lines below', async () => {
    const { desk, bankSeeing } = hospitals()
    const open = await desk.bill({ reference, amount: 300 })
    await desk.payments.confirmPayment(open.id)
    const parts = file(...[100, 200, 50].map((amount) => credit({ reference, amount })))
    expect(await bankSeeing(open).outcomes(parts)).toEqual(['under_paid', 'matched', 'duplicate_credit'])
    expect(await desk.now(open)).toMatchObject({ amountReconciled: 300, version: 4 })
  })

  it('are not preferred when what is read is newer', async () => {
    const { original, desk } = hospitals()
    const open = await desk.bill({ reference })
    let answers = 0
    const repository = altered(original, () => ({
      replace: async (group) => {
        if (++answers > 1) return original.replace(group)
        await desk.payments.confirmPayment(open.id)
        return { outcome: 'stale', current: open }
      },
    }))
    expect(await hospital({ repository }).outcomes([credit({ reference })])).toEqual(['matched'])
    expect(answers).toBe(2)
  })
})
