import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentRepository } from 'hospital-payments'
import { fromMysql2, fromPg, sqlRepository } from 'hospital-payments/sql'
import { expect, it } from 'vitest'
import {
  freshTenant,
  libsql,
  mariadb,
  onEach,
  postgres,
  type MysqlDatabase,
  type PgDatabase,
  type SqliteDatabase,
} from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { request, testService } from '../../support/service.js'
import { relays, type Told } from './relays.js'

type Database = PgDatabase | MysqlDatabase | SqliteDatabase

/** In a transaction of a host's, which takes its time to commit: events become visible in another order than they were made. */
async function inHostTransaction(
  database: Database,
  tenant: string,
  work: (repository: PaymentRepository) => Promise<void>,
): Promise<void> {
  const { dialect } = database
  if (database.driver === 'pg') {
    const client = await database.handle.connect()
    await client.query('BEGIN')
    await work(sqlRepository(fromPg(client), { dialect, tenant }))
    await sleep(Math.random() * 30)
    await client.query('COMMIT')
    client.release()
  } else if (database.driver === 'mysql2') {
    const connection = await database.handle.getConnection()
    await connection.beginTransaction()
    await work(sqlRepository(fromMysql2(connection), { dialect, tenant }))
    await sleep(Math.random() * 30)
    await connection.commit()
    connection.release()
  } else await work(repositoryOn(database, { tenant }))
}

const clock = () => Date.now()
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

/** First tellings come in the order of versions; what is told twice was in the hands of a relay that died. */
function outOfOrder(told: readonly Told[]): Told[] {
  const latest = new Map<string, number>()
  const inTime = told.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  return inTime.filter(({ paymentId, version }) => {
    const before = latest.get(paymentId) ?? 0
    latest.set(paymentId, Math.max(before, version))
    return version > before + 1
  })
}

onEach([postgres, mariadb, libsql], 'relays that are killed', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  it('tell every event, those of a payment in order, whatever commits late', { timeout: 900_000 }, async () => {
    const tenant = freshTenant()
    const [writers, each, kills] = [rounds(8, 20), rounds(6, 250), rounds(3, 20)]
    const relay = relays(database(), tenant)
    await Promise.all([relay.start(), relay.start()])
    const expected: string[] = []

    const write = async (writer: number) => {
      for (let i = 0; i < each; i++) {
        const reference = `w${writer}-${i}`
        await inHostTransaction(database(), tenant, async (repository) => {
          const { payments } = testService({ repository, clock, random })
          const { id } = await payments.createPayment(request({ reference }))
          await payments.confirmPayment(id, { providerTransactionId: reference })
          expected.push(id)
        })
      }
    }
    const killing = (async () => {
      for (let i = 0; i < kills; i++) {
        await sleep(50 + Math.random() * 200)
        await Promise.all([relay.kill(), relay.start()])
      }
    })()
    await Promise.all(Array.from({ length: writers }, (_, i) => write(i)))
    await killing
    const distinct = () => new Set(relay.told.map(({ id }) => id)).size
    // As long as the relays get on: how fast they are is not the question here.
    for (let [before, idle] = [0, 0]; distinct() < expected.length * 2 && idle < 200; idle++) {
      await sleep(50)
      if (distinct() > before) [before, idle] = [distinct(), 0]
    }
    await relay.stop()

    const versions = new Map<string, Set<number>>()
    for (const { paymentId, version } of relay.told)
      versions.set(paymentId, (versions.get(paymentId) ?? new Set()).add(version))
    expect(expected.filter((id) => versions.get(id)?.size !== 2)).toEqual([])
    expect(outOfOrder(relay.told)).toEqual([])
    const twice = relay.told.length - distinct()
    console.log(`${entry.name}: ${distinct()} events by ${writers} writers, ${kills} kills, ${twice} told twice`)
  })
})

onEach([postgres, mariadb], 'a long transaction of somebody else', (entry) => {
  const database = migrated(entry as typeof postgres)

  it('holds no event up', async () => {
    const tenant = freshTenant()
    const repository = repositoryOn(database(), { tenant })
    const { payments } = testService({ repository, clock, random })
    let finish = () => {}
    const open = new Promise<void>((resolve) => (finish = resolve))
    let isOpen = () => {}
    const opened = new Promise<void>((resolve) => (isOpen = resolve))
    const foreign = inHostTransaction(database(), tenant, async (bound) => {
      await testService({ repository: bound, clock, random }).payments.createPayment(request({ reference: 'late' }))
      isOpen()
      await open
    })
    await opened
    const { id } = await payments.createPayment(request())
    const now = new Date().toISOString()
    const claim = {
      from: 'due',
      owner: 'a',
      now,
      leaseUntil: new Date(Date.now() + 60_000).toISOString(),
      limit: 10,
    } as const
    expect((await repository.claimEvents(claim)).map(({ event }) => event.data.paymentId)).toEqual([id])
    finish()
    await foreign
    const late = await repository.claimEvents({ ...claim, owner: 'b' })
    expect(late.map(({ event }) => event.data.reference)).toEqual(['late'])
  })
})
