import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { HistoryRow } from 'hospital-payments'
import { libsql, mariadb, onEach, pglite, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { contents, request, testService } from '../../support/service.js'

const actor = 'migration'
const times = { createdAt: '2011-05-02T08:00:00.000Z', paidAt: '2011-05-02T08:20:00.000Z' }

/** Rows of which many are equal, share a receipt, or are wrong. */
const rowOf: fc.Arbitrary<HistoryRow> = fc.record(
  {
    id: fc.constantFrom('A', 'B', 'C', 'D'),
    reference: fc.constantFrom('OLD-1', 'OLD-2'),
    amount: fc.constantFrom(0, 1, 2),
    currency: fc.constantFrom('ETB', 'USD'),
    channel: fc.constantFrom('cash', 'old-till'),
    createdAt: fc.constant(times.createdAt),
    paidAt: fc.constant(times.paidAt),
    status: fc.constant('succeeded' as const),
    providerTransactionId: fc.constantFrom('TX-1', 'tx-1', 'TX-2'),
    customer: fc.constantFrom({ id: 'MRN-1', name: 'Abebe' }, { name: 'Sara' }),
  },
  { requiredKeys: ['reference', 'amount', 'currency', 'channel', 'createdAt', 'paidAt', 'status'] },
)

const policy = fc.constantFrom('allow', 'one-live', 'one-live-per-customer')

onEach([libsql, pglite, postgres, mariadb], 'importHistory', (entry) => {
  const database = migrated(entry)

  it('comes to the same as in memory, also among bills of the same references', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rowOf, { maxLength: 12 }), policy, async (rows, referencePolicy) => {
        const services = [
          testService({ referencePolicy }),
          testService({ referencePolicy, repository: repositoryOn(database()) }),
        ]
        for (const { payments } of services) await payments.createPayment(request({ reference: 'OLD-1' }))
        const [inMemory, stored] = await Promise.all(
          services.map(async ({ payments, repository }) => {
            const result = await payments.importHistory(rows, { actor })
            return { result, contents: await contents(repository) }
          }),
        )
        expect(stored).toStrictEqual(inMemory)
      }),
      { numRuns: rounds(15, 200), endOnFailure: true },
    )
  })

  it('stores nothing and changes nothing where any part of it is repeated, in any order', async () => {
    const valid = fc.uniqueArray(rowOf, { maxLength: 12, selector: ({ id, ...row }) => id ?? JSON.stringify(row) })
    const withSubset = valid.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows)))
    await fc.assert(
      fc.asyncProperty(withSubset, policy, async ([rows, part], referencePolicy) => {
        const { payments, repository } = testService({ referencePolicy, repository: repositoryOn(database()) })
        const { rejected } = await payments.importHistory(rows, { actor })
        const refused = new Set(rejected.map(({ row }) => rows[row - 1]!))
        const before = await contents(repository)
        const again = await payments.importHistory(part, { actor })
        expect(again.imported).toBe(0)
        expect(again.already).toBe(part.filter((row) => !refused.has(row)).length)
        expect(await contents(repository)).toStrictEqual(before)
      }),
      { numRuns: rounds(15, 200), endOnFailure: true },
    )
  })

  it('has each row once where several calls import the same rows at once', async () => {
    const { payments, repository } = testService({ repository: repositoryOn(database()) })
    const rows = Array.from({ length: 300 }, (_, i) => ({
      ...{ id: `${i}`, reference: `OLD-${i}`, amount: 5, currency: 'ETB', channel: 'cash', ...times },
      status: 'succeeded' as const,
    }))
    const calls = [rows, [...rows].reverse(), rows].map((of) => payments.importHistory(of, { actor }))
    const results = await Promise.all(calls)
    expect(results.reduce((sum, { imported }) => sum + imported, 0)).toBe(300)
    expect(results.every(({ imported, already }) => imported + already === 300)).toBe(true)
    const stored = await contents(repository)
    expect(stored.map(({ events }) => events.length)).toEqual(rows.map(() => 1))
    expect(await payments.deliverEvents(async () => undefined)).toEqual({ delivered: 0, retrying: 0, dead: 0 })
  })
})
