import { placeOf } from '../../src/domain/event-stream.js'
import type { StoredEvent, SendResult } from 'hospital-payments'
import { seededRandom } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { hour, minute, request, testService } from '../support/service.js'
import { dice } from '../support/turns.js'
import { waits } from '../support/schedule.js'

type Fate = 'waits' | 'delivered' | 'dead'

interface Known {
  fate: Fate
  tries: number
  /** The time when it was sent last. */
  at: number
}

const maxTries = waits.length + 1

/** Makes a receiver that fails at random, and remembers what it received of each event. */
function receiver(roll: (n: number) => number, clock: () => number) {
  const events = new Map<string, Known>()
  const payments = new Map<string, { version: number; event: Known }>()
  const busy = new Set<string>()
  const wrong: string[] = []
  let maxAtOnce = 0

  /** Notes whether `event` may be sent now, after all that was sent before. */
  function check(event: StoredEvent): Known {
    const { id } = event
    const { stream: paymentId, version } = placeOf(event)
    const known = events.get(id) ?? { fate: 'waits', tries: 0, at: -Infinity }
    const last = payments.get(paymentId)
    if (busy.has(paymentId)) wrong.push(`${id}: another event of the payment is being sent`)
    if (known.fate !== 'waits') wrong.push(`${id}: sent though it is ${known.fate}`)
    if (known.tries > 0 && clock() - known.at < waits[known.tries - 1]!) wrong.push(`${id}: sent too early`)
    const isNext = version === (last?.version ?? 0) + 1 && (last?.event.fate ?? 'delivered') !== 'waits'
    if (known.tries === 0 && !isNext) wrong.push(`${id}: version ${version} is not the next one`)
    if (known.tries > 0 && last?.event !== known) wrong.push(`${id}: a later version was sent before`)
    events.set(id, known)
    payments.set(paymentId, { version, event: known })
    return known
  }

  async function send(event: StoredEvent): Promise<SendResult> {
    const known = check(event)
    busy.add(placeOf(event).stream)
    maxAtOnce = Math.max(maxAtOnce, busy.size)
    for (let turns = roll(4); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve))
    busy.delete(placeOf(event).stream)
    known.tries++
    known.at = clock()
    // One payment in ten has a receiver that never accepts anything.
    const outcome = event.data.reference.endsWith('0') ? 60 + roll(30) : roll(100)
    if (outcome < 60) return (known.fate = outcome < 55 ? 'delivered' : 'dead')
    if (known.tries === maxTries) known.fate = 'dead'
    if (outcome < 75) return { retryAfterMs: roll(2 * minute) }
    throw new Error('The receiver is down.')
  }

  const count = (fate: Fate) => [...events.values()].filter((known) => known.fate === fate).length
  return { send, wrong, events, payments, count, maxAtOnce: () => maxAtOnce }
}

describe('deliverEvents: a receiver that fails at random, ten sends at a time (R4)', () => {
  it('is sent every event in order until it is delivered or dead', async () => {
    const roll = dice(10)
    const { payments, clock } = testService({ random: seededRandom(10) })
    const received = receiver(roll, clock)
    const total = { delivered: 0, retrying: 0, dead: 0 }
    const ids: string[] = []

    async function deliver(): Promise<number> {
      const { delivered, retrying, dead } = await payments.deliverEvents(received.send, { concurrency: 10 })
      total.delivered += delivered
      total.retrying += retrying
      total.dead += dead
      return delivered + retrying + dead
    }
    for (let i = 0; i < 300; i++) {
      const { id } = await payments.createPayment(request({ reference: `INV-${i}` }))
      await payments.confirmPayment(id)
      await payments.reversePayment(id, { reason: 'refund' })
      ids.push(id)
      if (i % 20 === 0) await deliver()
    }
    for (let idle = 0; idle < 3 && received.wrong.length === 0;) {
      const sent = await deliver()
      idle = sent > 0 ? 0 : idle + 1
      // Longer than any wait before it is believed that nothing waits any more.
      clock.advance(sent > 0 ? 1 + roll(waits[roll(waits.length)]!) : 30 * hour)
    }

    expect(received.wrong).toEqual([])
    expect(ids.filter((id) => received.payments.get(id)?.version !== 3)).toEqual([])
    expect(received.events.size).toBe(ids.length * 3)
    expect(received.count('waits')).toBe(0)
    expect([total.delivered, total.dead]).toEqual([received.count('delivered'), received.count('dead')])
    expect(total.retrying).toBeGreaterThan(0)
    expect([...received.events.values()].filter(({ tries }) => tries === maxTries).length).toBeGreaterThan(30)
    expect(received.maxAtOnce()).toBe(10)
    expect(await payments.redeliverEvents({ limit: 10_000 })).toEqual({ redelivered: total.dead })
  })
})
