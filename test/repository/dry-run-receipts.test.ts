/** A dry run over a repository that has issued receipts. */
import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { dryRun } from '../../src/repository/dry-run/dry-run.js'
import { receiptFixture } from '../support/finance-contract/index.js'

async function withReceipts(count: number): Promise<FinanceRepository> {
  const repository = memoryRepository()
  for (let issued = 0; issued < count; issued++) await repository.issueReceipt(receiptFixture())
  return repository
}

describe('a dry run over receipts', () => {
  it.each([0, 2, 499, 500, 1001])('goes on from the last number of %s', async (count) => {
    const stored = await withReceipts(count)
    const dry = dryRun(stored)
    expect(await dry.issueReceipt(receiptFixture())).toMatchObject({ year: 2026, number: count + 1 })
    expect(await dry.issueReceipt(receiptFixture())).toMatchObject({ year: 2026, number: count + 2 })
    expect(await dry.issueReceipt(receiptFixture({ year: 2027 }))).toMatchObject({ year: 2027, number: 1 })
    expect(await stored.pageReceipts({ year: 2026, after: { year: 2026, number: count }, limit: 9 })).toEqual([])
  })

  it('numbers without a gap where two are asked for at once', async () => {
    const dry = dryRun(await withReceipts(3))
    const issued = await Promise.all([receiptFixture(), receiptFixture()].map((one) => dry.issueReceipt(one)))
    expect(issued.map(({ number }) => number).toSorted()).toEqual([4, 5])
  })

  it('gives the receipt that a payment has, stored or its own', async () => {
    const stored = memoryRepository()
    const first = await stored.issueReceipt(receiptFixture())
    const dry = dryRun(stored)
    expect(await dry.issueReceipt(receiptFixture({ paymentId: first.paymentId, issuedBy: 'amina' }))).toEqual(first)
    const issued = await dry.issueReceipt(receiptFixture())
    expect(await dry.issueReceipt(receiptFixture({ paymentId: issued.paymentId, issuedBy: 'amina' }))).toEqual(issued)
    expect([await dry.getReceipt(first.paymentId), await dry.getReceipt(issued.paymentId)]).toEqual([first, issued])
    expect(await stored.getReceipt(issued.paymentId)).toBeNull()
  })

  it('gives stored receipts and its own in one order, as many as asked for', async () => {
    const stored = memoryRepository()
    for (const year of [2026, 2027]) await stored.issueReceipt(receiptFixture({ year }))
    const dry = dryRun(stored)
    await dry.issueReceipt(receiptFixture())
    const numbers = async (limit: number) =>
      (await dry.pageReceipts({ limit })).map(({ year, number }) => `${year}/${number}`)
    const all = await numbers(9)
    expect(all.toSorted()).toEqual(['2026/1', '2026/2', '2027/1'])
    expect(await numbers(2)).toEqual(all.slice(0, 2))
    expect(await numbers(0)).toEqual([])
    const real = memoryRepository()
    for (const year of [2026, 2027, 2026]) await real.issueReceipt(receiptFixture({ year }))
    expect((await real.pageReceipts({ limit: 9 })).map(({ year, number }) => `${year}/${number}`)).toEqual(all)
  })
})
