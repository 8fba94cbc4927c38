import { type HospitalPayments, isPaymentError, type SendEvent } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { brief, withEvents } from '../operations/events/deliveries.js'
import { day } from '../support/service.js'
import { failingAt, type Moment } from './failing-at.js'

/** Three payments of two events each; one event fails at first, and one is dead until it is told again. */
async function begun() {
  const service = await withEvents(3)
  for (const id of service.ids) await service.payments.confirmPayment(id)
  const told: string[] = []
  const outOfOrder: string[] = []
  const send: SendEvent = async (event) => {
    const name = brief(event)
    const isFirst = !told.includes(name)
    const earlier = name.replace('v2', 'v1')
    if (!told.includes(earlier) && name !== earlier) outOfOrder.push(name)
    told.push(name)
    if (isFirst && name === 'INV-1 v1') throw new Error('The receiver is down.')
    if (isFirst && name === 'INV-2 v1') return 'dead'
    return 'delivered'
  }
  /** Tells what is due by and by, and dead events again, until there are none. */
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
  return { ...service, told, outOfOrder, send, drain }
}

interface Relay {
  readonly name: string
  prepare(scene: Awaited<ReturnType<typeof begun>>): Promise<unknown>
  run(payments: HospitalPayments, send: SendEvent): Promise<unknown>
  /** So many at most were sent, and their results not stored. */
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
  const toldBefore = scene.told.length
  await scene.drain()
  return { ...scene, error, toldBefore, calls: calls.count }
}

const everyEvent = ['INV-0 v1', 'INV-0 v2', 'INV-1 v1', 'INV-1 v2', 'INV-2 v1', 'INV-2 v2']

describe.each(relays)('$name, whichever call of the storage fails (R8)', (relay) => {
  it.each<Moment>(['before', 'after'])(
    '%s it is done, loses no event: each is told in order, and at most those in hand once more',
    async (moment) => {
      const clean = await failedAt(relay, 0, moment)
      expect(clean.error).toBeNull()
      expect([...new Set(clean.told)].toSorted()).toEqual(everyEvent)
      for (let n = 1; n <= clean.calls; n++) {
        const { error, told, outOfOrder } = await failedAt(relay, n, moment)
        const code = moment === 'before' ? 'storage_unavailable' : 'outcome_unknown'
        expect(isPaymentError(error, code), `call ${n}`).toBe(true)
        expect([...new Set(told)].toSorted(), `call ${n}`).toEqual(everyEvent)
        expect(outOfOrder, `call ${n}`).toEqual([])
        expect(told.length - clean.told.length, `call ${n}`).toBeLessThanOrEqual(relay.inHand)
      }
    },
  )
})
