import type { SendEvent } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { altered } from '../../support/repositories.js'
import { at, hour, minute } from '../../support/service.js'
import { dice } from '../../support/turns.js'
import { brief, failing, leasesOf, listener, withEvents, withTwoVersions } from './deliveries.js'

const none = { delivered: 0, retrying: 0, dead: 0 }

describe('deliverEvents: the lease of an event', () => {
  it('begins with the claim: a minute by default', async () => {
    const { payments, repository, clock, ids } = await withEvents(2)
    const { repository: seen, until } = leasesOf(repository)
    await payments.using(seen).deliverEvents(failing, { limit: 1 })
    clock.advance(minute)
    await payments.using(seen).deliverEvents(failing, { limit: 1, leaseMs: 777 })
    const events = await Promise.all(ids.map((id) => payments.history(id)))
    expect(events.map(([event]) => until.get(event!.id))).toEqual([at(minute), at(minute + 777)])
  })

  it.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'has not ended when a send is started, however long the others took (seed %i)',
    async (seed) => {
      const roll = dice(seed)
      const { payments, repository, clock } = await withEvents(30)
      const { repository: seen, until, sizes } = leasesOf(repository)
      const late: string[] = []
      const { send, sent } = listener(async () => clock.advance([0, 0, 0, 20, 400, 999, 1_000][roll(7)]!))
      const checking: SendEvent = async (event) => {
        if (new Date(clock()).toISOString() >= until.get(event.id)!) late.push(brief(event))
        return send(event)
      }
      await payments.using(seen).deliverEvents(checking, { leaseMs: 1_000, limit: 30 })
      expect(late).toEqual([])
      expect(new Set(sent).size).toBe(30)
      // Some were claimed more than once, for their lease had ended before it was their turn.
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(30)
    },
  )

  it('ends on the millisecond: an event whose lease ends now is claimed again before its send', async () => {
    const { payments, clock, repository } = await withEvents(6)
    const { repository: seen, sizes } = leasesOf(repository)
    const { send, sent } = listener(async ({ data }) => clock.advance(data.reference === 'INV-3' ? 1_000 : 0))
    await payments.using(seen).deliverEvents(send, { leaseMs: 1_000 })
    // INV-3 took the whole lease of the third claim; INV-4 and INV-5 were claimed once more.
    expect(sizes.slice(0, 3)).toEqual([1, 2, 3])
    expect(sizes.slice(3).reduce((sum, size) => sum + size, 0)).toBe(2)
    expect(sent).toEqual([0, 1, 2, 3, 4, 5].map((i) => `INV-${i} v1`))
  })

  it('leaves events that the call did not send to other relays, once it has ended', async () => {
    const { payments, clock } = await withEvents(6)
    const controller = new AbortController()
    const first = listener(async ({ data }) => {
      if (data.reference === 'INV-3') controller.abort()
    })
    await payments.deliverEvents(first.send, { signal: controller.signal })
    const second = listener()
    expect(await payments.deliverEvents(second.send)).toStrictEqual(none)
    clock.advance(minute)
    expect(await payments.deliverEvents(second.send)).toStrictEqual({ ...none, delivered: 2 })
    expect([first.sent, second.sent]).toEqual([
      ['INV-0 v1', 'INV-1 v1', 'INV-2 v1', 'INV-3 v1'],
      ['INV-4 v1', 'INV-5 v1'],
    ])
  })

  it.each([undefined, 'dead', {}] as const)(
    'lost to another relay during the send: the result %j has no effect',
    async (result) => {
      const { payments, clock } = await withTwoVersions()
      const slow: SendEvent = async () => {
        clock.advance(minute)
        expect(await payments.deliverEvents(async () => ({ retryAfterMs: hour }))).toStrictEqual({
          ...none,
          retrying: 1,
        })
        return result
      }
      await payments.deliverEvents(slow, { limit: 1 })
      expect(await payments.redeliverEvents()).toStrictEqual({ redelivered: 0 })
      const { send, sent } = listener()
      clock.set(at(minute + hour - 1))
      expect(await payments.deliverEvents(send)).toStrictEqual(none)
      clock.set(at(minute + hour))
      await payments.deliverEvents(send)
      expect(sent).toEqual(['INV-0 v1', 'INV-0 v2'])
    },
  )

  it('ended during the send, and claimed by no other relay: the result is stored', async () => {
    const { payments, clock } = await withTwoVersions()
    const { send, sent } = listener(async () => clock.advance(hour))
    expect(await payments.deliverEvents(send, { leaseMs: 1 })).toStrictEqual({ ...none, delivered: 2 })
    expect(sent).toEqual(['INV-0 v1', 'INV-0 v2'])
  })

  it('shorter than the claim takes ends the call', async () => {
    const { payments, repository, clock } = await withEvents(3)
    let claims = 0
    const slow = altered(repository, (original) => ({
      claimEvents: async (claim) => {
        claims++
        const claimed = await original.claimEvents(claim)
        clock.advance(5_000)
        return claimed
      },
    }))
    const { send, sent } = listener()
    expect(await payments.using(slow).deliverEvents(send, { leaseMs: 5_000 })).toStrictEqual(none)
    expect(claims).toBe(1)
    expect(await payments.using(slow).deliverEvents(send, { leaseMs: 5_001 })).toStrictEqual({ ...none, delivered: 3 })
    expect(sent).toHaveLength(3)
  })
})
