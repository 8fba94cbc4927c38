import { type HospitalPayments, isPaymentError, type SendEvent } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { brief, withEvents } from '../operations/events/deliveries.js'
import { everyCall } from '../support/rounds.js'
import { day } from '../support/service.js'
import { failingAt, type Moment } from './failing-at.js'

/** Stores three payments of two events each; one event fails at first, and one is dead until it is sent again. */
async function begun() {
  const service = await withEvents(3)
  for (const id of service.ids) await service.payments.confirmPayment(id)
  const sent: string[] = []
  const outOfOrder: string[] = []
  const send: SendEvent = async (event) => {
    const name = brief(event)
    const isFirst = !sent.includes(name)
    const earlier = name.replace('v2', 'v1')
    if (!sent.includes(earlier) && name !== earlier) outOfOrder.push(name)
    sent.push(name)
    if (isFirst && name === 'INV-1 v1') throw new Error('The receiver is down.')
    if (isFirst && name === 'INV-2 v1') return 'dead'
    return 'delivered'
  }
  /** Sends what is due by and by, and dead events again, until there are none. */
  async function drain(): Promise<void> {
    for (let i = 0; i < 3; i++) {
      service.clock.advance(day)
      await service.payments.redeliverEvents()
      await service.payments.deliverEvents(send)
    }
    service.clock.advance(day)
    expect(await service.payments.deliverEvents(send)).toStrictEqual({ delivered: 0, retrying: 0, dead: 0 })
    expect(await service.payments.redeliverEvents()).toStrictEqual({ redelivered: 0 })
  }
  return { ...service, sent, outOfOrder, send, drain }
}

interface Relay {
  readonly name: string
  prepare(scene: Awaited<ReturnType<typeof begun>>): Promise<unknown>
  run(payments: HospitalPayments, send: SendEvent): Promise<unknown>
  /** The maximum of events that were sent, and their results not stored. */
  inHand: number
}

const relays: readonly Relay[] = [
  {
    name: 'deliverEvents',
    inHand: 1,
    prepare: async () => null,
    run: (payments, send) => payments.deliverEvents(send),
  },
  {
    name: 'deliverEvents of three at a time',
    inHand: 3,
    prepare: async () => null,
    run: (payments, send) => payments.deliverEvents(send, { concurrency: 3 }),
  },
  {
    name: 'redeliverEvents',
    inHand: 1,
    prepare: ({ payments }) => payments.deliverEvents(async () => 'dead'),
    run: (payments) => payments.redeliverEvents(),
  },
]

async function failedAt({ prepare, run }: Relay, n: number, moment: Moment) {
  const scene = await begun()
  await prepare(scene)
  const { repository, calls } = failingAt(scene.repository, n, moment)
  const error = await run(scene.payments.using(repository), scene.send).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const sentBefore = scene.sent.length
  await scene.drain()
  return { ...scene, error, sentBefore, calls: calls.count }
}

const everyEvent = ['INV-0 v1', 'INV-0 v2', 'INV-1 v1', 'INV-1 v2', 'INV-2 v1', 'INV-2 v2']

describe.each(relays)('events: $name, whichever call of the storage fails (R8)', (relay) => {
  it.each<Moment>(['before', 'after'])(
    '%s it is done, loses none: each is sent in order, and at most those in hand once more',
    async (moment) => {
      const clean = await failedAt(relay, 0, moment)
      expect(clean.error).toBeNull()
      expect([...new Set(clean.sent)].toSorted()).toEqual(everyEvent)
      for (const n of everyCall(clean.calls)) {
        const { error, sent, outOfOrder } = await failedAt(relay, n, moment)
        const code = moment === 'before' ? 'storage_unavailable' : 'outcome_unknown'
        expect(isPaymentError(error, code), `call ${n}`).toBe(true)
        expect([...new Set(sent)].toSorted(), `call ${n}`).toEqual(everyEvent)
        expect(outOfOrder, `call ${n}`).toEqual([])
        expect(sent.length - clean.sent.length, `call ${n}`).toBeLessThanOrEqual(relay.inHand)
      }
    },
  )
})
