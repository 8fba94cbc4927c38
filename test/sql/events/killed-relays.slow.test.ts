import { placeOf } from '../../../src/domain/event-stream.js'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freshTenant, libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { request, testService } from '../../support/service.js'
import {
  type Delivery,
  deliveredAgain,
  deliveredAgainWithoutDeath,
  versionsDelivered,
} from '../../support/relay-deliveries.js'
import { inHostTransaction } from './host-transaction.js'
import { relays } from './relays.js'

/**
 * An event is delivered again without a death where a lease ends during a send. A claim grows only while one is sent within a
 * second, so that it takes two at most however slow the machine is, and one more is left for a standstill. What was in
 * the hands of a killed relay waits as long, which is all that a longer lease would cost.
 */
const leaseMs = 3_000

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

onEach([postgres, mariadb, libsql], 'deliverEvents: relays that are killed', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  it(
    'deliver every event, those of a payment in order, and one twice only by a death (R4)',
    { timeout: 900_000 },
    async () => {
      const tenant = freshTenant()
      const [writers, each, kills] = [rounds(8, 20), rounds(20, 250), rounds(3, 20)]
      const relay = relays(database(), tenant, leaseMs)
      await Promise.all([relay.start(), relay.start()])
      const written: string[] = []

      /** Delays the commit of a transaction: events become visible in another order than they were made. */
      const slowly = (work: (payments: ReturnType<typeof testService>['payments']) => Promise<void>) =>
        inHostTransaction(database(), tenant, async (repository) => {
          await work(testService({ repository, clock: () => Date.now(), random }).payments)
          await sleep(Math.random() * 30)
        })
      const write = async (writer: number) => {
        for (let i = 0; i < each; i++) {
          const reference = `w${writer}-${i}`
          let id = ''
          const apart = Math.random() < 0.5
          await slowly(async (payments) => {
            ;({ id } = await payments.createPayment(request({ reference })))
            if (!apart) await payments.confirmPayment(id, { providerTransactionId: reference })
          })
          if (apart) await slowly(async (payments) => void (await payments.confirmPayment(id)))
          written.push(id)
        }
      }
      const killing = async () => {
        for (let i = 0; i < kills; i++) {
          await sleep(50 + Math.random() * 200)
          await Promise.all([relay.kill(), relay.start()])
        }
      }
      await Promise.all([killing(), ...Array.from({ length: writers }, (_, i) => write(i))])
      // As long as the relays get on: how fast they are is not the question here.
      for (let [before, idle] = [0, 0]; relay.distinct() < written.length * 2 && idle < 200; idle++) {
        await sleep(50)
        if (relay.distinct() > before) [before, idle] = [relay.distinct(), 0]
      }
      await relay.stop()
      expect(relay.failed).toEqual([])
      expect(relay.distinct()).toBe(written.length * 2)
      const deliveries = relay.deliveries()

      // What those that were killed had sent and could not complete is still there, and nothing else.
      const { payments } = testService({
        repository: repositoryOn(database(), { tenant }),
        clock: () => Date.now() + leaseMs,
        random,
      })
      await payments.deliverEvents(async (event) => {
        const { stream: paymentId, version } = placeOf(event)
        deliveries.push({ relay: 'the last', eventId: event.id, paymentId, version } satisfies Delivery)
      })

      const versions = versionsDelivered(deliveries)
      const wrong = written.filter((id) => versions.get(id) !== '1 2')
      expect(wrong.map((id) => `${id}: ${versions.get(id)}`)).toEqual([])
      expect(versions.size).toBe(written.length)
      expect(deliveredAgainWithoutDeath(deliveries, relay.killed)).toEqual([])
      expect(relay.killed.size).toBe(kills)
      const [twice, killed] = [deliveredAgain(deliveries).length, relay.killed.size]
      console.log(
        `${entry.name}: ${relay.distinct()} events by ${writers} writers, 0 missing; ${killed} kills, ${twice} delivered again`,
      )
    },
  )
})
