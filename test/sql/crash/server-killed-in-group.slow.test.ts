/**
 * A database server that is killed within a group stores all of it or nothing: at each statement of the group, as soon as
 * it is sent, and when it was answered but the answer had not come back.
 */
import type { PaymentRepository } from 'hospital-payments'
import { migrate, sqlRepository } from 'hospital-payments/sql'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshTenant, onEach, ownServers, type OwnServer } from '../../support/databases/index.js'
import { repositoryOn, sqlOn } from '../../support/databases/repository.js'
import { lineEntryFixture, lineFixture } from '../../support/finance-contract/index.js'
import { isLong } from '../../support/rounds.js'
import { type Lane, openLane, type Served } from '../faults/lane.js'
import { ofCalls } from '../faults/tenant-pattern.js'

const size = 500
/** Longer than any start of a server, so that each call is still at it when the server answers again. */
const timeoutMs = 300_000
const tables = [
  ...['hp_payments', 'hp_payment_events', 'hp_deliveries'],
  ...['hp_statement_lines', 'hp_account_lines', 'hp_line_events'],
] as const

/** Numbers of rows that a tenant has in the tables, and the sum of its payments' versions. */
type Counts = Readonly<Record<(typeof tables)[number] | 'versions', number>>

const countsOf = (versions: number, lines: number): Counts => ({
  hp_payments: versions > 0 ? size : 0,
  hp_payment_events: versions,
  hp_deliveries: versions,
  hp_statement_lines: lines,
  hp_account_lines: lines,
  hp_line_events: lines,
  versions,
})
const [nothing, inserted, replaced] = [countsOf(0, 0), countsOf(size, 0), countsOf(2 * size, size)]

/** A group of 500, and what is stored before and after it. */
interface Group {
  readonly before: Counts
  readonly after: Counts
  prepare(repository: PaymentRepository): Promise<unknown>
  run(repository: PaymentRepository): Promise<unknown>
}

function newEntries() {
  return Array.from({ length: size }, () => {
    const payment = paymentFixture()
    return insertFixture(payment, { idempotency: { key: `key of ${payment.id}`, fingerprint: 'the same' } })
  })
}

const groups: Readonly<Record<string, () => Group>> = {
  '500 new payments'() {
    const entries = newEntries()
    return {
      before: nothing,
      after: inserted,
      prepare: () => Promise.resolve(),
      run: (repository) => repository.insert(entries),
    }
  },
  '500 changes with their statement lines'() {
    const entries = newEntries()
    const changes = entries.map(({ payment }) =>
      changeFixture(payment, { status: 'succeeded', amountReconciled: 150_000 }),
    )
    const lines = entries.map(({ payment: { id } }) =>
      lineEntryFixture(
        lineFixture({
          outcome: 'confirmed',
          allocations: [{ to: 'payment', paymentId: id, amount: 150_000, by: 'rule' }],
        }),
      ),
    )
    return {
      before: inserted,
      after: replaced,
      prepare: (repository) => repository.insert(entries),
      run: (repository) => repository.replace({ changes, lines }),
    }
  },
}

type When = 'sent' | 'answered'

onEach(ownServers, 'sqlRepository: a database server that is killed within a group', (entry) => {
  let server: OwnServer
  let database: Served
  let lane: Lane
  /** The rows of every group so far. */
  const acknowledged = new Map<string, Counts>()

  beforeAll(async () => {
    server = await entry.start()
    database = await entry.open(server)
    await migrate(sqlOn(database))
    lane = await openLane(database, { size: 1 })
  })
  afterAll(async () => {
    await lane.close()
    await database.close()
    await server.destroy()
  })

  const throughProxy = (tenant: string) => sqlRepository(lane.sql, { dialect: database.dialect, tenant, timeoutMs })

  async function storedCounts(): Promise<Map<string, Counts>> {
    const byTenant = new Map<string, Record<string, number>>()
    for (const table of tables) {
      const versions = table === 'hp_payments' ? ', SUM(version) AS versions' : ''
      for (const { tenant, n, ...more } of await database.rows(
        `SELECT tenant, COUNT(*) AS n${versions} FROM ${table} GROUP BY tenant`,
      )) {
        const counts = byTenant.get(String(tenant)) ?? {}
        counts[table] = Number(n)
        if (versions) counts['versions'] = Number(more['versions'])
        byTenant.set(String(tenant), counts)
      }
    }
    return new Map([...byTenant].map(([tenant, counts]) => [tenant, { ...nothing, ...counts }]))
  }

  /** Lists the statements of the group, where nothing fails. */
  async function statementsOf(group: Group): Promise<string[]> {
    const tenant = freshTenant()
    await group.prepare(repositoryOn(database, { tenant, timeoutMs }))
    const texts: string[] = []
    const watched = lane.proxy.watch((message) => {
      if (ofCalls(message)) texts.push(message.text)
      return false
    })
    await group.run(throughProxy(tenant))
    watched.remove()
    acknowledged.set(tenant, group.after)
    return texts
  }

  async function killAt(group: Group, place: number, when: When, stores: boolean): Promise<void> {
    const tenant = freshTenant()
    const { before, after, prepare, run } = group
    await prepare(repositoryOn(database, { tenant, timeoutMs }))
    const moment =
      when === 'sent'
        ? lane.proxy.watch(ofCalls, { times: place + 1 })
        : lane.proxy.silenceAfter(ofCalls, { skip: place })
    let answer: unknown
    const call = run(throughProxy(tenant)).then((result) => (answer = result))
    await Promise.race([moment.done, call])
    await server.kill()
    moment.remove()
    // The call finds no way to the server before it was looked at.
    lane.proxy.refuse()
    lane.proxy.cut()
    await server.start()
    const counts = await storedCounts()
    for (const [earlier, expected] of acknowledged) expect(counts.get(earlier), earlier).toEqual(expected)
    const left = counts.get(tenant) ?? nothing
    if (when === 'answered') {
      expect(answer).toBeUndefined()
      expect(left).toEqual(stores ? after : before)
    } else expect(answer === undefined ? [before, after] : [after]).toContainEqual(left)

    // Another process makes the same call first, or the same one goes on.
    const other = repositoryOn(database, { tenant, timeoutMs })
    if (when === 'sent') await run(other)
    await lane.proxy.accept()
    await call
    expect((await storedCounts()).get(tenant)).toEqual(after)
    await run(other)
    expect((await storedCounts()).get(tenant)).toEqual(after)
    acknowledged.set(tenant, after)
  }

  it.each(Object.keys(groups))(
    'keeps all of %s or nothing, and the same call again ends in one of each',
    { timeout: 1_800_000 },
    async (name) => {
      const texts = await statementsOf(groups[name]!())
      const commit = texts.findIndex((text) => /^COMMIT\b/.test(text))
      // One statement alone commits by itself.
      const last = commit < 0 ? texts.length - 1 : commit
      expect(commit >= 0 || texts.length === 1).toBe(true)
      const places = isLong
        ? Array.from({ length: last + 1 }, (_, place) => place)
        : new Set([0, last >> 1, last - 1, last].filter((place) => place >= 0))
      let kills = 0
      for (const place of places)
        for (const when of ['sent', 'answered'] as const) {
          await killAt(groups[name]!(), place, when, place >= last).catch((cause: unknown) => {
            throw new Error(`${when} ${place} of ${texts.length}, ${texts[place]!.slice(0, 60)}: ${String(cause)}`, {
              cause,
            })
          })
          kills++
        }
      console.info(`${entry.name}: ${name} are ${texts.length} statements, the server was killed ${kills} times`)
    },
  )
})
