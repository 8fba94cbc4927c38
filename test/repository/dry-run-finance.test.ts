import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository, SearchClause } from 'hospital-payments/repository'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import type { AccountLine } from '../../src/domain/reconciliation/account-line.js'
import { dryRun } from '../../src/repository/dry-run/dry-run.js'
import { importFixture, lineChangeFixture, lineEntryFixture, lineFixture } from '../support/finance-contract/index.js'
import { ofPaymentsAlone } from '../support/finance-repositories.js'
import { noteFixture } from '../support/finance-contract/line-steps.js'
import { ids } from '../../src/testing/steps.js'
import { contents } from '../support/service.js'
import { group, insertOne } from '../support/writes.js'

const none = { references: [], providerTransactionIds: [], lineKeys: [] }
const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

describe('a dry run over a repository that stores statement lines', () => {
  /** Reads all that can be read of lines, imports and search. */
  async function contentsOf(repository: FinanceRepository, lineKeys: readonly string[]) {
    return {
      payments: await contents(repository),
      lines: await repository.pageLines({ limit: 100 }),
      keys: (await repository.lookup({ ...none, lineKeys })).lines,
      histories: await Promise.all(lineKeys.map((key) => repository.lineHistory(key))),
      notes: await Promise.all(lineKeys.map((key) => repository.notes(key))),
      imports: await repository.pageImports({ limit: 100 }),
      found: await repository.searchPayments({ clauses: [{ terms: ['w:added'] }], limit: 100 }),
      dead: await repository.pageDeadEvents({ limit: 100 }),
    }
  }

  it('writes nothing, whatever is written to it', async () => {
    const stored = memoryRepository()
    const payment = paymentFixture()
    await insertOne(stored, insertFixture(payment, { terms: ['w:abebe'] }))
    const line = lineFixture({ narration: 'Abebe' })
    await stored.replace({ changes: [], lines: [lineEntryFixture(line)] })
    await stored.addNote(noteFixture(line.key))
    const imported = importFixture({ completedAt: null })
    await stored.saveImport(imported)
    const fresh = lineFixture()
    const before = await contentsOf(stored, [line.key, fresh.key])

    const dry = dryRun(stored)
    const changes = [changeFixture(payment, paid, { terms: ['w:added'] })]
    const lines = [lineEntryFixture(fresh), lineChangeFixture(line, { held: true })]
    expect(await dry.replace({ changes, lines })).toEqual({ outcome: 'replaced' })
    await dry.addNote(noteFixture(fresh.key))
    await dry.saveImport({ ...imported, completedAt: imported.createdAt })
    expect((await dry.eraseLineTexts({ before: '2027-01-01', limit: 9 })).forgotten).toBe(2)
    const claim = { owner: 'relay', now: '2026-11-21T00:00:00.000Z', leaseUntil: '2026-11-22T00:00:00.000Z', limit: 9 }
    const claimed = await dry.claimEvents({ from: 'due', ...claim })
    const results = claimed.map(({ event }) => ({ eventId: event.id, next: 'dead' as const }))
    await dry.completeEvents({ owner: 'relay', now: claim.now, results })

    const after = await contentsOf(dry, [line.key, fresh.key])
    expect(after).not.toEqual(before)
    expect([after.lines.length, after.found.length, after.dead.length]).toEqual([2, 1, 1])
    expect(after.lines.some((one) => 'narration' in one)).toBe(false)
    expect(await contentsOf(stored, [line.key, fresh.key])).toStrictEqual(before)
  })

  it('finds a stored payment by what a change has made of its receipt', async () => {
    const stored = memoryRepository()
    const [holder, other] = [paymentFixture(), paymentFixture()]
    await insertOne(stored, insertFixture(holder, { terms: ['w:abebe'] }))
    await insertOne(stored, insertFixture(other, { terms: ['w:abebe'] }))
    const settled = changeFixture(holder, { ...paid, providerTransactionId: 'TX-1' })
    await stored.replace(group([settled]))
    const dry = dryRun(stored)
    const { providerTransactionId: _, ...without } = settled.payment
    const released = changeFixture(without, { status: 'reversed', reversedAt: paid.paidAt })
    const paidWithReceipt = changeFixture(other, { ...paid, providerTransactionId: 'TX-1' })
    expect(await dry.replace(group([released, paidWithReceipt]))).toEqual({ outcome: 'replaced' })
    const search = async (...clauses: SearchClause[]) => ids(await dry.searchPayments({ clauses, limit: 9 }))
    expect(await search({ providerTransactionId: 'TX-1' })).toEqual([other.id])
    expect(await search({ providerTransactionId: 'TX-1' }, { terms: ['w:abebe'] })).toEqual([other.id])
    expect(await search({ providerTransactionId: 'TX-1', terms: ['w:abebe'] })).toEqual([other.id, holder.id])
    const statuses = ['reversed'] as const
    expect(ids(await dry.searchPayments({ clauses: [{ terms: ['w:abebe'] }], statuses, limit: 9 }))).toEqual([
      holder.id,
    ])
  })

  it('counts each line once, on the day that it has now: a new one, a changed one, and one that the bank restates', async () => {
    const [first, second] = ['2026-11-10', '2026-11-11']
    const stored = memoryRepository()
    const [other, held, restated, alone] = [first, first, first, '2026-11-12'].map((valueDate) =>
      lineFixture({ account: 'a', valueDate }),
    ) as [AccountLine, AccountLine, AccountLine, AccountLine]
    await stored.replace({ changes: [], lines: [other, held, restated, alone].map((line) => lineEntryFixture(line)) })
    const dry = dryRun(stored)
    const counts = (from: string, to: string) => dry.countLines({ account: 'a', from, to })
    const moved = lineChangeFixture(restated, { valueDate: second })
    const lines = [
      lineEntryFixture(lineFixture({ account: 'a', valueDate: first })),
      lineChangeFixture(held, { held: true }),
      moved,
      lineChangeFixture(alone, { valueDate: second }),
    ]
    expect(await dry.replace({ changes: [], lines })).toEqual({ outcome: 'replaced' })
    expect(await counts(first, '2026-11-12')).toEqual([
      { day: first, count: 3 },
      { day: second, count: 2 },
    ])
    expect(await counts(first, first)).toEqual([{ day: first, count: 3 }])
    expect(await counts(second, second)).toEqual([{ day: second, count: 2 }])
    await dry.replace({ changes: [], lines: [lineChangeFixture(moved.line, { valueDate: first })] })
    expect(await counts(first, second)).toEqual([
      { day: first, count: 4 },
      { day: second, count: 1 },
    ])
    expect(await dry.countLines({ account: 'b', from: first, to: second })).toEqual([])
  })

  it('reads no line again that was just found, to change it', async () => {
    const stored = memoryRepository()
    const lines = Array.from({ length: 20 }, () => lineFixture())
    await stored.replace({ changes: [], lines: lines.map((line) => lineEntryFixture(line)) })
    let reads = 0
    const dry = dryRun({
      ...stored,
      findLines: (keys) => {
        reads++
        return stored.findLines(keys)
      },
    })
    const keys = lines.map(({ key }) => key)
    await dry.lookup({ ...none, lineKeys: keys })
    await dry.findLines(keys)
    for (const line of lines) {
      const entry = lineChangeFixture(line, { held: true })
      expect(await dry.replace({ changes: [], lines: [entry] })).toEqual({ outcome: 'replaced' })
    }
    expect(reads).toBe(1)
  })

  it('of more events of lines than it keeps refuses to give a part of them', async () => {
    const dry = dryRun(memoryRepository())
    const lines = Array.from({ length: 12_001 }, () => lineEntryFixture(lineFixture()))
    for (let start = 0; start < lines.length; start += 4000) {
      await dry.replace({ changes: [], lines: lines.slice(start, start + 4000) })
    }
    await expect(dry.lineHistory(lines[0]!.line.key)).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(await dry.findLines([lines[12_000]!.line.key])).toEqual([lines[12_000]!.line])
  })

  it('over a repository of payments alone is one of payments alone', () => {
    expect(dryRun(ofPaymentsAlone(memoryRepository()))).not.toHaveProperty('findLines')
  })
})
