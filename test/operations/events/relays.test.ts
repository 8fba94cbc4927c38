import { describe, expect, it } from 'vitest'
import { altered } from '../../support/repositories.js'
import { day, minute } from '../../support/service.js'
import { contended, dice, turns } from '../../support/turns.js'
import { listener, withEvents } from './deliveries.js'

const none = { delivered: 0, retrying: 0, dead: 0 }

describe('deliverEvents: relays at once', () => {
  it.each(Array.from({ length: 15 }, (_, seed) => seed))(
    'deliver each event once, in order (seed %i)',
    async (seed) => {
      const race = turns(dice(seed))
      const { payments, repository, ids } = await withEvents(12)
      for (const id of ids) await payments.confirmPayment(id)
      const { send, sent } = listener()
      const relay = payments.using(contended(repository, race))
      const calls = await race.race(
        [1, 2, 3].map((i) => async () => {
          let delivered = 0
          // One that finds everything leased by others ends, and what these free is for its next call.
          for (let j = 0; j < 30; j++) delivered += (await relay.deliverEvents(send, { limit: i * 5 })).delivered
          return delivered
        }),
      )
      const counts = calls.map((call) => (call.status === 'fulfilled' ? call.value : NaN))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(24)
      expect(sent.toSorted()).toEqual(ids.flatMap((_, i) => [`INV-${i} v1`, `INV-${i} v2`]).toSorted())
      for (const [i] of ids.entries()) {
        expect(sent.indexOf(`INV-${i} v1`)).toBeLessThan(sent.indexOf(`INV-${i} v2`))
      }
    },
  )

  it('delay an event no longer than their leases where one after another dies', async () => {
    const { payments, repository, clock } = await withEvents(1)
    // Its completions are lost, as those of a process that was killed are.
    const dying = altered(repository, () => ({ completeEvents: async () => undefined }))
    const { send, sent } = listener()
    for (let i = 0; i < 3; i++) {
      await payments.using(dying).deliverEvents(send)
      expect(await payments.deliverEvents(send)).toStrictEqual(none)
      clock.advance(minute)
    }
    expect(await payments.deliverEvents(send)).toStrictEqual({ ...none, delivered: 1 })
    expect(sent).toHaveLength(4)
    clock.advance(day)
    expect(await payments.deliverEvents(send)).toStrictEqual(none)
  })
})
