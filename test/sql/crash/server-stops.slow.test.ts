import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPaymentError } from 'hospital-payments'
import { migrate, sqlRepository } from 'hospital-payments/sql'
import { repositoryOn, sqlOn } from '../../support/databases/repository.js'
import { freshTenant, onEach, ownServers, type OwnServer } from '../../support/databases/index.js'
import { rounds } from '../../support/rounds.js'
import { testService } from '../../support/service.js'
import { type Lane, openLane, type Served } from '../faults/lane.js'
import { ofCalls } from '../faults/tenant-pattern.js'
import { type Entry, expectAllOnce, expectEventsWait, expectNothingLost, writeUntilItFails } from './ledger.js'

const writers = 8
const clock = () => Date.now()
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

onEach(ownServers, 'sqlRepository: a server that stops as by a crash', (entry) => {
  let server: OwnServer
  let database: Served
  let lane: Lane

  beforeAll(async () => {
    server = await entry.start()
    database = await entry.open(server)
    await migrate(sqlOn(database))
    lane = await openLane(database, { size: writers })
  })
  afterAll(async () => {
    await lane.close()
    await database.close()
    await server.destroy()
  })

  const [short, long] = entry.name === 'postgres' ? [3, 50] : [2, 20]
  it(
    `loses nothing that was acknowledged, leaves nothing half-written, and what is repeated is stored once`,
    { timeout: 900_000 },
    async () => {
      let acknowledged = 0
      for (let round = 0; round < rounds(short, long); round++) {
        const tenant = freshTenant()
        const repository = repositoryOn(database, { tenant })
        const { payments } = testService({ repository, clock, random })
        const through = sqlRepository(lane.sql, { dialect: database.dialect, tenant, timeoutMs: 5000 })
        const entries: Entry[] = []
        // So many that at least one writer has been acknowledged, and every round at another one.
        const sent = lane.proxy.watch(ofCalls, { times: 400 + 7 * round })
        const writing = Promise.all(
          Array.from({ length: writers }, (_, i) =>
            writeUntilItFails(testService({ repository: through, clock, random }).payments, entries, `bill${i}`),
          ),
        )
        await Promise.race([sent.done, writing])
        await server.stopImmediate()
        sent.remove()
        for (const error of await writing) {
          expect(['storage_unavailable', 'outcome_unknown']).toContain(isPaymentError(error) ? error.code : error)
        }
        await server.start()
        acknowledged += entries.filter(({ created }) => created !== null).length
        await expectNothingLost(repository, entries)
        await expectAllOnce(payments, repository, entries)
        await expectEventsWait(repository)
      }
      console.log(`${entry.name}: ${rounds(short, long)} crashes, ${acknowledged} payments acknowledged before them`)
      expect(acknowledged).toBeGreaterThan(0)
    },
  )
})
