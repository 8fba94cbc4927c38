import { placeOf } from '../../../src/domain/event-stream.js'
import { describe, expect, it } from 'vitest'
import { hour } from '../../support/service.js'
import { dice } from '../../support/turns.js'
import { brief, listener, withEvents, withTwoVersions } from './deliveries.js'

const none = { delivered: 0, retrying: 0, dead: 0 }

describe('deliverEvents: the order of a payment’s events', () => {
  it('is that of its versions, while the first one fails', async () => {
    const { payments, clock } = await withTwoVersions()
    let tries = 0
    const { send, sent } = listener(async ({ data }) => (data.version === 1 && ++tries < 4 ? {} : 'delivered'))
    for (let i = 0; i < 4; i++) {
      await payments.deliverEvents(send)
      clock.advance(hour)
    }
    expect(sent).toEqual([...Array.from({ length: 4 }, () => 'INV-0 v1'), 'INV-0 v2'])
  })

  it('allows the second in the call that delivered the first', async () => {
    const { payments } = await withTwoVersions()
    const { send, sent } = listener()
    expect(await payments.deliverEvents(send, { concurrency: 10 })).toStrictEqual({ ...none, delivered: 2 })
    expect(sent).toEqual(['INV-0 v1', 'INV-0 v2'])
  })

  it('allows the second once the first is dead', async () => {
    const { payments } = await withTwoVersions()
    const { send, sent } = listener(async ({ data }) => (data.version === 1 ? 'dead' : 'delivered'))
    expect(await payments.deliverEvents(send)).toStrictEqual({ delivered: 1, retrying: 0, dead: 1 })
    expect(sent).toEqual(['INV-0 v1', 'INV-0 v2'])
  })

  it('does not hold up other payments', async () => {
    const { payments, ids } = await withEvents(5)
    for (const id of ids) await payments.confirmPayment(id)
    const { send, sent } = listener(async ({ data }) => (data.reference === 'INV-2' ? {} : 'delivered'))
    expect(await payments.deliverEvents(send)).toStrictEqual({ delivered: 8, retrying: 1, dead: 0 })
    expect(sent.filter((name) => name.startsWith('INV-2'))).toEqual(['INV-2 v1'])
  })

  it.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'is kept whatever fails, and no event is missing (seed %i)',
    async (seed) => {
      const roll = dice(seed)
      const { payments, clock, ids } = await withEvents(6)
      for (const id of ids) {
        if (roll(3) > 0) await payments.confirmPayment(id)
        if (roll(3) === 0) await payments.failPayment(id, { reason: 'declined' }).catch(() => undefined)
      }
      const ended = new Map<string, number>()
      const { send } = listener(async (event) => {
        const { stream: paymentId, version } = placeOf(event)
        // Every earlier one was delivered, or is dead.
        expect(ended.get(paymentId) ?? 0, brief(event)).toBe(version - 1)
        const result = ([{}, {}, 'delivered', 'dead', undefined] as const)[roll(5)]
        if (typeof result !== 'object') ended.set(paymentId, version)
        return result
      })
      const failures: unknown[] = []
      for (let i = 0; i < 40; i++) {
        const options = { limit: 1 + roll(9), concurrency: 1 + roll(4) }
        await payments.deliverEvents(
          (event) => send(event).catch((error: unknown) => void failures.push(error)),
          options,
        )
        clock.advance(roll(20) * hour)
      }
      expect(failures).toEqual([])
      const versions = await Promise.all(ids.map(async (id) => (await payments.getPayment(id))?.version))
      expect(ids.map((id) => ended.get(id))).toEqual(versions)
    },
  )
})
