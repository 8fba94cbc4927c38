import type { HospitalPayments } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { request, testService } from '../support/service.js'
import { dice } from '../support/turns.js'

const count = 1000

/** Reads all pages, with something happening before each of the later ones. */
async function walk(
  page: (
    cursor: string | undefined,
  ) => Promise<{ items: readonly { id?: string; paymentId?: string }[]; nextCursor: string | null }>,
  meanwhile: () => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = []
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await page(cursor)
    seen.push(...items.map(({ id, paymentId }) => (id ?? paymentId)!))
    if (nextCursor === null) return seen
    cursor = nextCursor
    await meanwhile()
  }
}

/** Stores payments of one millisecond, with as many references as payments, unless `references` says otherwise. */
async function thousandInOneMillisecond(references = count) {
  const service = testService()
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    ids.push((await service.payments.createPayment(request({ reference: `INV-${i % references}` }))).id)
  }
  return { ...service, ids }
}

/** Adds a payment now and then, and changes the status of another. */
function writer(payments: HospitalPayments, ids: readonly string[]): () => Promise<unknown> {
  const roll = dice(7)
  return async () => {
    if (roll(2) === 0) await payments.createPayment(request({ reference: 'INV-0' }))
    const id = ids[roll(ids.length)]!
    const act = roll(3)
    const change =
      act === 0
        ? payments.failPayment(id, { reason: 'r' })
        : act === 1
          ? payments.confirmPayment(id)
          : payments.expirePayment(id)
    await change.catch(() => undefined)
  }
}

function expectEachOnce(seen: readonly string[], ids: readonly string[]): void {
  const counts = new Map<string, number>()
  for (const id of seen) counts.set(id, (counts.get(id) ?? 0) + 1)
  expect([...counts.values()].filter((times) => times > 1)).toEqual([])
  expect(ids.filter((id) => !counts.has(id))).toEqual([])
}

describe(`reportPayments and findByReference: ${count} payments of one millisecond, while rows are added and statuses change (R7)`, () => {
  it.each([1, 2, 7, 200])('in pages of %d appear exactly once in a report', async (limit) => {
    const { payments, ids } = await thousandInOneMillisecond()
    const write = writer(payments, ids)
    const report = await walk((cursor) => payments.reportPayments({ limit, ...(cursor && { cursor }) }), write)
    expectEachOnce(report, ids)
    expect(report.slice(0, count)).toEqual(ids)
  })

  it.each([1, 2, 7, 200])('in pages of %d appear exactly once when looked up by reference', async (limit) => {
    const { payments, ids } = await thousandInOneMillisecond(4)
    const ofOne = ids.filter((_, i) => i % 4 === 0)
    const listed = await walk(
      (cursor) => payments.findByReference('INV-0', { limit, ...(cursor && { cursor }) }),
      writer(payments, ids),
    )
    expectEachOnce(listed, ofOne)
  })

  it.each([1, 7])('in pages of %d by status appear exactly once where they match throughout', async (limit) => {
    const { payments, ids } = await thousandInOneMillisecond()
    const stable = ids.filter((_, i) => i % 3 === 0)
    const write = writer(
      payments,
      ids.filter((_, i) => i % 3 !== 0),
    )
    const seen = await walk(
      (cursor) => payments.reportPayments({ status: 'pending', limit, ...(cursor && { cursor }) }),
      write,
    )
    expectEachOnce(seen, stable)
  })

  it('by paidAt appear exactly once where they were paid before the first page', async () => {
    const { payments, ids } = await thousandInOneMillisecond()
    const paid = ids.filter((_, i) => i % 2 === 0)
    for (const id of paid) await payments.confirmPayment(id)
    const others = ids.filter((_, i) => i % 2 === 1)
    const seen = await walk(
      (cursor) => payments.reportPayments({ basis: 'paidAt', limit: 7, ...(cursor && { cursor }) }),
      () => payments.confirmPayment(others.pop()!),
    )
    expectEachOnce(seen, paid)
  })
})
