import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPaymentError } from 'hospital-payments'
import { migrate } from 'hospital-payments/sql'
import { repositoryOn, sqlOn } from '../../support/databases/repository.js'
import { onEach, ownServers, type OwnServer, type TestDatabase } from '../../support/databases/index.js'
import { rounds } from '../../support/rounds.js'
import { testService } from '../../support/service.js'
import { type Entry, expectAllOnce, expectEventsWait, expectNothingLost, writeUntilItFails } from './ledger.js'

const writers = 8
const clock = () => Date.now()
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

onEach(ownServers, 'a server that stops as by a crash', (entry) => {
  let server: OwnServer
  let database: TestDatabase

  beforeAll(async () => {
    server = await entry.start()
    database = await entry.open(server)
    await migrate(sqlOn(database))
  })
  afterAll(async () => {
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
        const repository = repositoryOn(database, { timeoutMs: 2000 })
        const { payments } = testService({ repository, clock, random })
        const entries: Entry[] = []
        const writing = Array.from({ length: writers }, (_, i) => writeUntilItFails(payments, entries, `bill${i}`))
        await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 300))
        await server.stopImmediate()
        for (const error of await Promise.all(writing)) {
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
