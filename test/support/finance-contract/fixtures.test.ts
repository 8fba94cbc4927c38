import { memoryRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import {
  closingFixture,
  importFixture,
  lineChangeFixture,
  lineEntryFixture,
  lineFixture,
  receiptFixture,
  refundChangeFixture,
  refundEntryFixture,
  refundFixture,
} from './index.js'

describe('test/support/finance-contract/line-fixtures.ts', () => {
  const fee = { to: 'category', category: 'fee', amount: 40, by: 'hand' } as const

  it('a line has a new key, and the status and sum of its allocations', () => {
    const line = lineFixture({ amount: 100, allocations: [fee] })
    expect(line.key).not.toBe(lineFixture().key)
    expect(line).toMatchObject({ version: 1, allocated: 40, status: 'open' })
    expect(lineFixture({ amount: 40, allocations: [fee] })).toMatchObject({ allocated: 40, status: 'settled' })
  })

  it('entries are stored as new, and then version by version', async () => {
    const repository = memoryRepository()
    const entry = lineEntryFixture(lineFixture({ amount: 40 }))
    const shared = lineChangeFixture(entry.line, { allocations: [fee] })
    const undone = lineChangeFixture(shared.line, { allocations: [] })
    const assigned = lineChangeFixture(undone.line, { assignee: 'sara' })
    for (const one of [entry, shared, undone, assigned]) {
      expect(await repository.replace({ changes: [], lines: [one] })).toEqual({ outcome: 'replaced' })
    }
    const history = await repository.lineHistory(entry.line.key)
    expect(history.map(({ type, version }) => [type, version])).toEqual([
      ['line.imported', 1],
      ['line.allocated', 2],
      ['line.unallocated', 3],
      ['line.assigned', 4],
    ])
    expect(shared.line.status).toBe('settled')
  })
})

describe('test/support/finance-contract/line-fixtures.ts: importFixture', () => {
  it('an import is complete, with a new id, unless it is overridden', () => {
    expect(importFixture().id).not.toBe(importFixture().id)
    expect(importFixture()).toMatchObject({ completedAt: '2026-11-20T09:00:00.000Z', from: '2026-11-20' })
    expect(importFixture({ completedAt: null }).completedAt).toBeNull()
  })
})

describe('test/support/finance-contract/refund-fixtures.ts', () => {
  it('a refund is of a line unless a payment is named, and is changed version by version', () => {
    expect(refundFixture({ paymentId: 'pay_1' }).lineKey).toBeNull()
    const requested = refundEntryFixture(refundFixture())
    expect(requested.entry.refund.lineKey).toMatch(/^id:line_/)
    expect(requested.entry.event?.type).toBe('refund.pending')
    expect(refundChangeFixture(requested, { status: 'canceled' }).entry.refund.version).toBe(2)
  })
})

describe('test/support/finance-contract/day-fixtures.ts: closingFixture', () => {
  it('a closing follows the one that it is made after', () => {
    const first = closingFixture({ day: '2026-11-19' })
    expect(closingFixture({ day: '2026-11-20' }, { after: first }).previousHash).toBe(first.hash)
  })
})

describe('test/support/finance-contract/day-fixtures.ts: receiptFixture', () => {
  it('a receipt is complete, of a new payment, unless it is overridden', () => {
    expect(receiptFixture({ year: 2027 })).toMatchObject({ year: 2027, issuedBy: 'sara' })
    expect(receiptFixture().paymentId).not.toBe(receiptFixture().paymentId)
  })
})
