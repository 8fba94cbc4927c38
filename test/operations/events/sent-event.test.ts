import { placeOf } from '../../../src/domain/event-stream.js'
import type { StoredEvent } from 'hospital-payments'
import { memoryRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { day, request, testService } from '../../support/service.js'
import { failing, listener, withEvents, withTwoVersions } from './deliveries.js'
import type { Writable } from '../../../src/internal/writable.js'

describe('deliverEvents: the event that a send receives', () => {
  it('is the one of the history', async () => {
    const { payments, id } = await withTwoVersions()
    const { send, events } = listener()
    expect(await payments.deliverEvents(send)).toStrictEqual({ delivered: 2, retrying: 0, dead: 0 })
    expect(events).toStrictEqual(await payments.history(id))
  })

  it('is the same at each try', async () => {
    const { payments, clock, id } = await withTwoVersions()
    const { send, events } = listener(failing)
    for (let i = 0; i < 5; i++) {
      await payments.deliverEvents(send)
      clock.advance(day)
    }
    const [first] = await payments.history(id)
    expect(events).toStrictEqual(Array.from({ length: 5 }, () => first))
  })

  it.each(['delivered', 'dead', {}] as const)(
    'is a copy: a send that changes it and returns %j leaves the history and later sends as they were',
    async (result) => {
      const { payments, clock, ids } = await withEvents(2)
      const before = await Promise.all(ids.map((id) => payments.history(id)))
      const spoil = (event: Writable<StoredEvent>) => {
        event.id = before[1]![0]!.id
        event.type = 'payment.failed'
        Object.assign(event.data, { paymentId: ids[1], version: 7, amount: 1 })
        return Promise.resolve(result)
      }
      await payments.deliverEvents(spoil, { limit: 1 })
      expect(await Promise.all(ids.map((id) => payments.history(id)))).toStrictEqual(before)
      clock.advance(day)
      const { send, events } = listener()
      if (result === 'dead') await payments.redeliverEvents()
      await payments.deliverEvents(send)
      const left = (result === 'delivered' ? before.slice(1) : before).flat()
      const byId = (a: StoredEvent, b: StoredEvent) => (a.id < b.id ? -1 : 1)
      expect(events.toSorted(byId)).toStrictEqual(left.toSorted(byId))
    },
  )

  it('comes from the repository that `using` names, and from no other', async () => {
    const { payments } = await withEvents(1)
    const other = payments.using(memoryRepository())
    await other.createPayment(request({ reference: 'OTHER' }))
    const { send, sent } = listener()
    expect(await other.deliverEvents(send)).toStrictEqual({ delivered: 1, retrying: 0, dead: 0 })
    expect(sent).toEqual(['OTHER v1'])
    await payments.deliverEvents(send)
    expect(sent).toEqual(['OTHER v1', 'INV-0 v1'])
  })

  it('is there as soon as it happened, also when send itself made it happen', async () => {
    const service = testService()
    const { payments } = service
    await payments.createPayment(request())
    const { send, sent } = listener(async (event) => {
      if (event.data.status === 'pending') await payments.confirmPayment(placeOf(event).stream)
    })
    expect(await payments.deliverEvents(send)).toStrictEqual({ delivered: 2, retrying: 0, dead: 0 })
    expect(sent).toEqual(['INV-1 v1', 'INV-1 v2'])
  })
})
