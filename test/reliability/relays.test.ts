import { placeOf } from '../../src/domain/event-stream.js'
import { type HospitalPayments, memoryRepository } from 'hospital-payments'
import { seededRandom } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { request, testService } from '../support/service.js'
import {
  type Delivery,
  deliveredAgain,
  deliveredAgainWithoutDeath,
  versionsDelivered,
} from '../support/relay-deliveries.js'
import { dice } from '../support/turns.js'
import { type Death, deaths, mortalRelay } from './mortal-relay.js'

const [writers, each, kills] = [20, 250, 20]
const leaseMs = 60_000

interface TimedDelivery extends Delivery {
  readonly at: number
}

describe(`deliverEvents: ${writers} writers and two relays, of which ${kills} die (R4)`, () => {
  const roll = dice(4)
  /** Lets whoever waits come first, now and then several times. */
  async function breathe(): Promise<void> {
    for (let turns = roll(4); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve))
  }

  async function write(payments: HospitalPayments, writer: number): Promise<string[]> {
    const ids: string[] = []
    for (let i = 0; i < each; i++) {
      const { id } = await payments.createPayment(request({ reference: `w${writer}-${i}` }))
      await breathe()
      await payments.confirmPayment(id)
      await breathe()
      ids.push(id)
    }
    return ids
  }

  it('deliver every event, those of a payment in order, and one twice only by a death', async () => {
    const repository = memoryRepository()
    const { payments, clock } = testService({ repository, random: seededRandom(4) })
    const deliveries: TimedDelivery[] = []
    const died = new Set<string>()
    const ways = new Map<string, number>()
    let started = 0

    /** Calls `deliverEvents` as one relay; the call also ends when the relay dies, and then does nothing more. */
    async function relay(way: Death | 'lives'): Promise<number> {
      const name = `relay-${++started}`
      const mortal = mortalRelay(repository, way, 1 + roll(way === 'when its claim is stored' ? 6 : 60), breathe)
      const send = mortal.send((event) => {
        const { stream: paymentId, version } = placeOf(event)
        const eventId = event.id
        deliveries.push({ relay: name, eventId, paymentId, version, at: clock() })
      })
      const call = payments.using(mortal.repository).deliverEvents(send, { leaseMs, limit: 200 })
      const ended = await Promise.race([call, mortal.death])
      if (ended !== 'dead') return ended.delivered
      died.add(name)
      ways.set(way, (ways.get(way) ?? 0) + 1)
      return 0
    }

    let writing = true
    const written = Promise.all(Array.from({ length: writers }, (_, writer) => write(payments, writer)))
    const done = written.then((ids) => ((writing = false), ids.flat()))
    let delivered: number
    do {
      const way = died.size < kills ? deaths[died.size % deaths.length]! : 'lives'
      const both = await Promise.all([relay(way), relay('lives')])
      delivered = Math.max(...both)
      // No relay runs now, so that only leases of the dead can end.
      clock.advance(roll(2) === 0 || !writing ? leaseMs : 1)
    } while (writing || delivered > 0)
    const ids = await done

    const versions = versionsDelivered(deliveries)
    expect(ids.filter((id) => versions.get(id) !== '1 2')).toEqual([])
    expect(versions.size).toBe(writers * each)
    expect(deliveredAgainWithoutDeath(deliveries, died)).toEqual([])
    const diedAfterSend = ['after it sent', 'before its completion is stored'].map((way) => ways.get(way) ?? 0)
    expect(deliveredAgain(deliveries)).toHaveLength(diedAfterSend[0]! + diedAfterSend[1]!)
    // None was delivered again while the lease of the dead one lasted.
    for (const { eventId } of deliveredAgain(deliveries)) {
      const times = deliveries.filter((delivery) => delivery.eventId === eventId).map(({ at }) => at)
      for (const [i, at] of times.slice(1).entries()) expect(at - times[i]!).toBeGreaterThanOrEqual(leaseMs)
    }
    expect(died.size).toBe(kills)
    expect([...ways.keys()].sort()).toEqual(deaths.toSorted())
    console.info(
      `R4 in memory: ${deliveries.length} deliveries, ${deliveredAgain(deliveries).length} again; deaths`,
      Object.fromEntries(ways),
    )
  })
})
