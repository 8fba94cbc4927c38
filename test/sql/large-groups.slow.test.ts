/** Groups and lists as large as the port allows: no limit of a database's protocol or settings is met. */
import type { PaymentRepository } from 'hospital-payments'
import type { Change } from 'hospital-payments/repository'
import { fromMysql2, migrate, sqlRepository } from 'hospital-payments/sql'
import { changeFixture, seededRandom } from 'hospital-payments/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MysqlDatabase } from '../support/databases/database.js'
import { begin } from '../support/databases/host-transaction.js'
import {
  freshTenant,
  libsql,
  nodeSqlite,
  onEach,
  ownServers,
  pglite,
  postgres,
  systemPostgres,
  type DatabaseEntry,
  type OwnServer,
  type TestDatabase,
} from '../support/databases/index.js'
import { storeMany } from '../support/databases/many-payments.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { collect, testService } from '../support/service.js'
import { group } from '../support/writes.js'

const mostKeys = 5000
const sizes = [1, 2, 1724, 1725, mostKeys]
const timeout = 300_000
/** A busy machine takes its time for thousands of statements. */
const timeoutMs = 120_000

interface Bench {
  readonly database: TestDatabase
  /** Over a pool, or the only handle. */
  readonly repository: PaymentRepository
  readonly tenant: string
}

/** Pays so many bills by one line of a statement. */
async function payByOneLine({ database, repository, tenant }: Bench, over: PaymentRepository, count: number) {
  const references = await storeMany(database, { repository, tenant, count, reference: `BILL-${count}-` })
  const { payments } = testService({ repository: over, random: seededRandom(count) })
  const line = { row: 1, direction: 'credit', amount: count, currency: 'ETB', valueDate: '2026-11-20' } as const
  const apply = async () =>
    collect(payments.reconcile([line], { source: `of ${count}`, apply: true, referencesOf: () => references }))
  const [item] = await apply()
  expect(item).toMatchObject({ kind: 'line', outcome: 'confirmed', applied: true, reason: null })
  const [again] = await apply()
  expect(again).toMatchObject({ outcome: 'already_reconciled', applied: false })
  const found = await over.lookup({ references, providerTransactionIds: [], lineKeys: [] })
  expect(found.payments).toHaveLength(count)
  for (const { status, amountReconciled, version } of found.payments)
    expect([status, amountReconciled, version]).toEqual(['succeeded', 1, 2])
  expect(await over.history(found.payments[0]!.id)).toHaveLength(1)
}

function declareFor(bench: () => Bench): void {
  it.each(sizes)('a line for %d bills confirms them all', { timeout }, async (count) => {
    const { repository } = bench()
    await payByOneLine(bench(), repository, count)
  })

  it(
    'five thousand changes are refused as one when the last is in conflict, and stored as one without it',
    { timeout },
    async () => {
      const { database, repository, tenant } = bench()
      const references = await storeMany(database, { repository, tenant, count: mostKeys, reference: 'GROUP-' })
      const { payments } = await repository.lookup({ references, providerTransactionIds: [], lineKeys: [] })
      const changes = payments.map((payment, i) => changeFixture(payment, {}, { liveReference: `live ${i}` }))
      const last = changes.at(-1)!
      const refused = async (change: Change) =>
        repository.replace(group([...changes.slice(0, -1), change], 'of the group'))
      expect(await refused({ ...last, liveReference: 'live 0' })).toEqual({
        outcome: 'reference_taken',
        payment: payments[0],
      })
      const stale = changeFixture({ ...payments.at(-1)!, version: 7 }, {})
      expect(await refused(stale)).toEqual({ outcome: 'stale', current: payments.at(-1) })
      expect(await repository.get(payments[0]!.id)).toEqual(payments[0])
      expect(await refused(last)).toEqual({ outcome: 'replaced' })
      expect(await refused(last)).toEqual({ outcome: 'line_taken' })
    },
  )

  it('five thousand keys of the longest kind are looked up, of each list', { timeout }, async () => {
    const { database, repository, tenant } = bench()
    const longest = '🏥'.repeat(250)
    const count = 300
    const references = await storeMany(database, { repository, tenant, count, reference: longest })
    const missing = Array.from({ length: mostKeys - count }, (_, i) => longest + String(20_000 + i))
    const keys = [...missing, ...references]
    const found = await repository.lookup({ references: keys, providerTransactionIds: keys, lineKeys: keys })
    expect(found.payments.map(({ reference }) => reference).sort()).toEqual(references)
    expect(found.lines).toEqual([])
  })

  it('thousands of channels are a filter like any other', { timeout }, async () => {
    const { repository } = bench()
    const filter = { by: 'createdAt', from: '2026-11-20T08:00:00.000Z', reference: 'BILL-1-10000' } as const
    const others = Array.from({ length: 4000 }, (_, i) => `channel-${i}`)
    const channels = [...others, 'mobile-banking']
    for (const [wanted, count] of [[channels, 1] as const, [others, 0] as const]) {
      expect(await repository.page({ ...filter, channels: wanted, direction: 'asc', limit: 9 })).toHaveLength(count)
      expect(await repository.totals({ ...filter, channels: wanted })).toHaveLength(count)
      const rows = await collect(repository.scan({ ...filter, channels: wanted, fields: ['id'] }))
      expect(rows.flat()).toHaveLength(count)
    }
  })

  it('five thousand events are claimed by one call, and completed by another', { timeout }, async () => {
    const { repository } = bench()
    const owner = 'relay'
    const [now, leaseUntil] = ['2030-11-20T09:00:00.000Z', '2030-11-20T10:00:00.000Z']
    const claim = { from: 'due', owner, now, leaseUntil } as const
    const claimed = await repository.claimEvents({ ...claim, limit: mostKeys })
    expect(claimed).toHaveLength(mostKeys)
    const results = claimed.map(({ event }) => ({ eventId: event.id, next: 'delivered' as const }))
    await repository.completeEvents({ owner, now, results })
    const rest = await repository.claimEvents({ ...claim, limit: 100_000 })
    expect(rest.length).toBeGreaterThan(mostKeys / 2)
    const all = new Set([...claimed, ...rest].map(({ event }) => event.id))
    expect(all.size).toBe(claimed.length + rest.length)
  })
}

function benchOn(database: TestDatabase): Bench {
  const tenant = freshTenant()
  return { database, tenant, repository: repositoryOn(database, { tenant, timeoutMs }) }
}

const embedded: readonly DatabaseEntry[] = [postgres, pglite, libsql, nodeSqlite]

onEach(embedded, 'the largest groups', (entry) => {
  const database = migrated(entry)
  let bench: Bench
  beforeAll(() => {
    bench = benchOn(database())
  })
  declareFor(() => bench)
})

onEach([systemPostgres], "the largest groups in a host's transaction", (entry) => {
  const database = migrated(entry)

  it.each(sizes)('a line for %d bills confirms them all', { timeout }, async (count) => {
    const bench = benchOn(database())
    const host = await begin(database())
    const options = { dialect: 'postgres', tenant: bench.tenant, timeoutMs } as const
    await payByOneLine(bench, sqlRepository(host.database, options), count).finally(() => host.rollBack())
  })
})

onEach(
  ownServers.filter(({ name }) => name === 'mariadb'),
  'the largest groups, with packets of at most 1 MiB,',
  (entry) => {
    let server: OwnServer
    let database: MysqlDatabase
    let bench: Bench
    beforeAll(async () => {
      server = await entry.start({ flags: ['--max-allowed-packet=1M'] })
      database = (await entry.open(server)) as MysqlDatabase
      await migrate(fromMysql2(database.handle))
      bench = benchOn(database)
    })
    afterAll(async () => {
      await database.handle.end()
      await server.destroy()
    })
    declareFor(() => bench)
  },
)
