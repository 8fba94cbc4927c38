/** Groups and lists as large as the port allows: no limit of a database's protocol or settings is met. */
import type { Payment, PaymentRepository } from 'hospital-payments'
import type { Change, InsertEntry, InsertOutcome } from 'hospital-payments/repository'
import { fromMysql2, migrate, sqlRepository } from 'hospital-payments/sql'
import { changeFixture, insertFixture, paymentFixture, seededRandom } from 'hospital-payments/testing'
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
  type DatabaseEntry,
  type OwnServer,
  type TestDatabase,
} from '../support/databases/index.js'
import { storeMany } from '../support/databases/many-payments.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { isLong, rounds } from '../support/rounds.js'
import { collect, testService } from '../support/service.js'
import { group } from '../support/writes.js'

const maxKeys = 5000
const sizes = [1, 2, 1724, 1725, maxKeys]
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
    collect(payments.reconcile([line], { account: `of ${count}`, apply: true, referencesOf: () => references }))
  const [item] = await apply()
  expect(item).toMatchObject({ kind: 'line', outcome: 'confirmed', applied: true, reason: null })
  const [again] = await apply()
  expect(again).toMatchObject({ outcome: 'already_reconciled', applied: false })
  const lookedUp = await over.lookup({ references, providerTransactionIds: [], lineKeys: [] })
  expect(lookedUp.payments).toHaveLength(count)
  for (const { status, amountReconciled, version } of lookedUp.payments)
    expect([status, amountReconciled, version]).toEqual(['succeeded', 1, 2])
  expect(await over.history(lookedUp.payments[0]!.id)).toHaveLength(1)
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
      const references = await storeMany(database, { repository, tenant, count: maxKeys, reference: 'GROUP-' })
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

  it.each([2, 1000, maxKeys])(
    '%d new payments are stored by one call, and those whose keys are taken are answered for themselves',
    { timeout },
    async (count) => {
      const { repository } = bench()
      const entries = newEntries(count, `key ${count}`)
      expect(outcomesOf(await repository.insert(entries))).toEqual({ inserted: count })
      // Every third has the key of a stored payment; the last one has that of the one before it.
      const next = newEntries(count, `next ${count}`).map((entry, i) => ({
        ...entry,
        idempotency: i % 3 === 0 ? entries[i]!.idempotency : entry.idempotency,
      }))
      const before = next.at(-2)!
      next[count - 1] = { ...next[count - 1]!, idempotency: before.idempotency }
      const outcomes = await repository.insert(next)
      for (const [i, outcome] of outcomes.entries()) {
        const holder = i % 3 === 0 && i < count - 1 ? entries[i]! : i === count - 1 ? firstOf(entries, before) : null
        if (holder) expect(outcome).toMatchObject({ outcome: 'key_taken', payment: { id: holder.payment.id } })
        else expect(outcome).toEqual({ outcome: 'inserted' })
        if (isLookedAt(i, count)) expect(await repository.history(next[i]!.payment.id)).toHaveLength(holder ? 0 : 1)
      }
    },
  )

  it.each([2, 1000, maxKeys])('%d changes and as many statement lines are one write', { timeout }, async (count) => {
    const { repository } = bench()
    const entries = newEntries(count, `line ${count}`)
    await repository.insert(entries)
    const changes = entries.map(({ payment }, i) =>
      changeFixture(
        payment,
        { status: 'succeeded', providerTransactionId: `TX ${payment.id}` },
        { liveReference: `${count} ${i}` },
      ),
    )
    const lines = changes.map(({ payment }) => ({ key: `of ${payment.id}`, paymentIds: [payment.id] }))
    const twice = [...lines.slice(0, -1), { ...lines.at(-1)!, key: 'a key of its own' }]
    expect(await repository.replace({ changes, lines })).toEqual({ outcome: 'replaced' })
    expect(await repository.replace({ changes, lines: twice })).toEqual({ outcome: 'line_taken' })
    const onward = changes.map(({ payment }, i) => changeFixture(payment, {}, { liveReference: `${count} ${i + 1}` }))
    expect(await repository.replace(group(onward))).toMatchObject({ outcome: 'reference_taken' })
    expect(await repository.replace(group([...onward].reverse()))).toEqual({ outcome: 'replaced' })
    const lineKeys = [...lines, ...twice].map(({ key }) => key)
    const lookedUp = await repository.lookup({
      references: [],
      providerTransactionIds: [],
      lineKeys: [...new Set(lineKeys)].slice(0, maxKeys),
    })
    expect(lookedUp.lines).toHaveLength(Math.min(count, maxKeys))
    for (const { payment } of [onward[0]!, onward.at(-1)!]) {
      expect(await repository.get(payment.id)).toEqual(payment)
      expect(await repository.history(payment.id)).toHaveLength(3)
    }
  })

  it('five thousand keys of the longest kind are looked up, of each list', { timeout }, async () => {
    const { database, repository, tenant } = bench()
    const longReference = '🏥'.repeat(250)
    const count = 300
    const references = await storeMany(database, { repository, tenant, count, reference: longReference })
    const missing = Array.from({ length: maxKeys - count }, (_, i) => longReference + String(20_000 + i))
    const keys = [...missing, ...references]
    const lookedUp = await repository.lookup({ references: keys, providerTransactionIds: keys, lineKeys: keys })
    expect(lookedUp.payments.map(({ reference }) => reference).sort()).toEqual(references)
    expect(lookedUp.lines).toEqual([])
  })

  it('thousands of channels are a filter like any other', { timeout }, async () => {
    const { repository } = bench()
    const filter = { by: 'createdAt', from: '2026-11-20T08:00:00.000Z', reference: 'BILL-1-10000' } as const
    const others = Array.from({ length: 4000 }, (_, i) => `channel-${i}`)
    const channels = [...others, 'mobile-banking']
    for (const [filterChannels, count] of [[channels, 1] as const, [others, 0] as const]) {
      expect(await repository.page({ ...filter, channels: filterChannels, direction: 'asc', limit: 9 })).toHaveLength(
        count,
      )
      expect(await repository.totals({ ...filter, channels: filterChannels })).toHaveLength(count)
      const rows = await collect(repository.scan({ ...filter, channels: filterChannels, fields: ['id'] }))
      expect(rows.flat()).toHaveLength(count)
    }
  })

  it('five thousand events are claimed by one call, and completed by another', { timeout }, async () => {
    const { repository } = bench()
    const owner = 'relay'
    const [now, leaseUntil] = ['2030-11-20T09:00:00.000Z', '2030-11-20T10:00:00.000Z']
    const claim = { from: 'due', owner, now, leaseUntil } as const
    const claimed = await repository.claimEvents({ ...claim, limit: maxKeys })
    expect(claimed).toHaveLength(maxKeys)
    const results = claimed.map(({ event }) => ({ eventId: event.id, next: 'delivered' as const }))
    await repository.completeEvents({ owner, now, results })
    const rest = await repository.claimEvents({ ...claim, limit: 100_000 })
    expect(rest.length).toBeGreaterThan(maxKeys / 2)
    const all = new Set([...claimed, ...rest].map(({ event }) => event.id))
    expect(all.size).toBe(claimed.length + rest.length)
  })
}

const outcomesOf = (outcomes: readonly InsertOutcome[]) =>
  outcomes.reduce<Record<string, number>>(
    (counts, { outcome }) => ({ ...counts, [outcome]: (counts[outcome] ?? 0) + 1 }),
    {},
  )

/**
 * Checks whether a history is read, which is done one by one: of thousands those at both ends, and every 91st between,
 * with taken keys and without.
 */
const isLookedAt = (i: number, count: number) => i < 3 || i >= count - 3 || i % rounds(91, 1) === 0

/** Makes new payments, each with a key of its own that begins with `key`. */
function newEntries(count: number, key: string, overrides: Partial<Payment> = {}): InsertEntry[] {
  return Array.from({ length: count }, (_, i) =>
    insertFixture(paymentFixture(overrides), { idempotency: { key: `${key} ${i}`, fingerprint: `of ${key}` } }),
  )
}

/** Returns the first to have had the key: one that is stored already, or the entry itself. */
function firstOf(stored: readonly InsertEntry[], entry: InsertEntry): InsertEntry {
  return stored.find(({ idempotency }) => idempotency!.key === entry.idempotency!.key) ?? entry
}

function benchOn(database: TestDatabase): Bench {
  const tenant = freshTenant()
  return { database, tenant, repository: repositoryOn(database, { tenant, timeoutMs }) }
}

/** A second kind of PostgreSQL is a matter of the long form: the statements are those of the first. */
const entries: readonly DatabaseEntry[] = [postgres, ...(isLong ? [pglite] : []), libsql, nodeSqlite]

onEach(entries, 'sqlRepository: the largest groups', (entry) => {
  const database = migrated(entry)
  let bench: Bench
  beforeAll(() => {
    bench = benchOn(database())
  })
  declareFor(() => bench)
})

onEach([postgres], "sqlRepository: the largest groups in a host's transaction", (entry) => {
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
  'sqlRepository: the largest groups, with packets of at most 1 MiB,',
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

    it('five thousand payments with 20 KB of text each are no larger than a packet', { timeout }, async () => {
      const { repository } = bench
      const metadata = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`part ${i}`, 'ህክምና'.repeat(33)]))
      const entries = newEntries(maxKeys, 'large', { metadata })
      expect(outcomesOf(await repository.insert(entries))).toEqual({ inserted: maxKeys })
      const changes = entries.map(({ payment }) => changeFixture(payment, { status: 'succeeded' }))
      expect(await repository.replace(group(changes))).toEqual({ outcome: 'replaced' })
      for (const { payment } of [changes[0]!, changes[2500]!, changes.at(-1)!])
        expect(await repository.get(payment.id)).toEqual(payment)
    })

    it('groups that share rows wait for each other, and meet no deadlock', { timeout }, async () => {
      const { repository } = bench
      const deadlocks = async () =>
        Number((await database.rows("SHOW GLOBAL STATUS LIKE 'Innodb_deadlocks'"))[0]!['Value'])
      const before = await deadlocks()
      const random = seededRandom(1)
      let payments = newEntries(300, 'shared').map(({ payment }) => payment)
      await repository.insert(payments.map((payment) => insertFixture(payment)))
      const calls = 6
      for (let round = 0; round < rounds(5, 25); round++) {
        const groups = Array.from({ length: calls }, () => {
          const shared = shuffled(payments, random).slice(0, 200)
          const lines = shuffled(payments, random).map(({ id }) => ({ key: `${round} ${id}`, paymentIds: [] }))
          return { changes: shared.map((payment) => changeFixture(payment, {})), lines: lines.slice(0, 200) }
        })
        const outcomes = await Promise.all(groups.map((changeGroup) => repository.replace(changeGroup)))
        const replaced = outcomes.filter(({ outcome }) => outcome === 'replaced')
        expect(replaced).toHaveLength(1)
        const entries = newEntries(200, `round ${round}`)
        const orders = Array.from({ length: calls }, () =>
          shuffled(entries, random).map((entry) => ({
            ...insertFixture(paymentFixture()),
            idempotency: entry.idempotency,
          })),
        )
        const answers = await Promise.all(orders.map((order) => repository.insert(order)))
        expect(outcomesOf(answers.flat())).toEqual({ inserted: 200, key_taken: 200 * (calls - 1) })
        payments = await Promise.all(payments.map(async ({ id }) => (await repository.get(id))!))
      }
      expect((await deadlocks()) - before).toBe(0)
    })
  },
)

function shuffled<Item>(items: readonly Item[], random: (bytes: number) => Uint8Array): Item[] {
  const placed = items.map((item) => ({ item, place: random(6).join() }))
  return placed.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ item }) => item)
}
