import { describe, expect, it } from 'vitest'
import { altered, watched } from '../../support/repositories.js'
import { at, badFields, day, minute, refusal } from '../../support/service.js'
import { contended, dice, turns } from '../../support/turns.js'
import { failing, failingOnce, listener, withEvents, withTwoVersions } from './deliveries.js'

const none = { delivered: 0, retrying: 0, dead: 0 }
const dead = async () => 'dead' as const

describe('redeliverEvents', () => {
  it('has nothing to do where nothing is dead', async () => {
    const { payments } = await withEvents(3)
    expect(await payments.redeliverEvents()).toStrictEqual({ redelivered: 0 })
    await payments.deliverEvents(failing, { limit: 1 })
    await payments.deliverEvents(async () => undefined, { limit: 1 })
    expect(await payments.redeliverEvents()).toStrictEqual({ redelivered: 0 })
  })

  it('makes dead events due at once, the same as they were', async () => {
    const { payments, ids } = await withEvents(3)
    const first = listener(dead)
    await payments.deliverEvents(first.send)
    expect(await payments.redeliverEvents()).toStrictEqual({ redelivered: 3 })
    expect(await payments.redeliverEvents()).toStrictEqual({ redelivered: 0 })
    const second = listener()
    expect(await payments.deliverEvents(second.send)).toStrictEqual({ ...none, delivered: 3 })
    expect(second.events).toStrictEqual(first.events)
    expect(second.events).toStrictEqual((await Promise.all(ids.map((id) => payments.history(id)))).flat())
    expect(await payments.redeliverEvents()).toStrictEqual({ redelivered: 0 })
  })

  it('gives them all ten tries again, at the times of the schedule', async () => {
    const { payments, clock } = await withEvents(1)
    const { send, sent } = listener(failing)
    for (let round = 1; round <= 3; round++) {
      for (let i = 1; i <= 10; i++) {
        const ended = i < 10 ? { ...none, retrying: 1 } : { ...none, dead: 1 }
        expect(await payments.deliverEvents(send)).toStrictEqual(ended)
        if (i === 1) clock.advance(5_000 - 1)
        expect(await payments.deliverEvents(send)).toStrictEqual(none)
        clock.advance(i === 1 ? 1 : day)
      }
      expect(sent).toHaveLength(10 * round)
      expect(await payments.redeliverEvents()).toStrictEqual({ redelivered: 1 })
    }
  })

  it('revives as many as its limit', async () => {
    const { payments } = await withEvents(5)
    await payments.deliverEvents(dead)
    expect(await payments.redeliverEvents({ limit: 2 })).toStrictEqual({ redelivered: 2 })
    const { send, sent } = listener()
    await payments.deliverEvents(send)
    expect(sent).toEqual(['INV-0 v1', 'INV-1 v1'])
    expect(await payments.redeliverEvents({ limit: 3 })).toStrictEqual({ redelivered: 3 })
    expect(await payments.redeliverEvents({ limit: 3 })).toStrictEqual({ redelivered: 0 })
  })

  it('claims dead events for a minute, and makes each due as of then', async () => {
    const { payments, repository } = await withEvents(2)
    await payments.deliverEvents(dead)
    const claims: Parameters<typeof repository.claimEvents>[0][] = []
    const completions: Parameters<typeof repository.completeEvents>[0][] = []
    const seen = altered(repository, ({ claimEvents, completeEvents }) => ({
      claimEvents: (claim) => (claims.push(claim), claimEvents(claim)),
      completeEvents: (completion) => (completions.push(completion), completeEvents(completion)),
    }))
    await payments.using(seen).redeliverEvents()
    const owner = claims[0]!.owner
    const claim = { from: 'dead', owner, now: at(0), leaseUntil: at(minute) } as const
    expect(claims).toStrictEqual([
      { ...claim, limit: 100 },
      { ...claim, limit: 100 },
    ])
    const results = completions[0]!.results.map(({ eventId }) => ({ eventId, next: { retryAt: at(0) } }))
    expect(results).toHaveLength(2)
    expect(completions).toStrictEqual([{ owner, now: at(0), results }])
  })

  it('revives no more than its limit when that takes several claims', async () => {
    const { payments } = await withEvents(220)
    await payments.deliverEvents(dead)
    expect(await payments.redeliverEvents({ limit: 150 })).toStrictEqual({ redelivered: 150 })
    expect(await payments.deliverEvents(dead)).toStrictEqual({ ...none, dead: 150 })
  })

  it('revives 500 by default, in claims of a hundred', async () => {
    const { payments, repository } = await withEvents(501)
    await payments.deliverEvents(dead, { limit: 1_000 })
    const { repository: seen, log } = watched(repository)
    expect(await payments.using(seen).redeliverEvents()).toStrictEqual({ redelivered: 500 })
    expect(log.filter((name) => name === 'claimEvents')).toHaveLength(5)
    expect(await payments.redeliverEvents({ limit: undefined })).toStrictEqual({ redelivered: 1 })
    expect(await payments.deliverEvents(async () => undefined, { limit: 1_000 })).toStrictEqual({
      ...none,
      delivered: 501,
    })
  })

  it('brings a revived event before later ones of its payment that were not delivered yet', async () => {
    const { payments, id } = await withTwoVersions()
    await payments.deliverEvents(dead, { limit: 1 })
    await payments.redeliverEvents()
    await payments.reversePayment(id, { reason: 'charged twice' })
    const { send, sent } = listener()
    await payments.deliverEvents(send)
    expect(sent).toEqual(['INV-0 v1', 'INV-0 v2', 'INV-0 v3'])
  })

  it('delivers several dead ones of a payment in their order again', async () => {
    const { payments } = await withTwoVersions()
    await payments.deliverEvents(dead)
    expect(await payments.redeliverEvents()).toStrictEqual({ redelivered: 2 })
    const { send, sent } = listener()
    await payments.deliverEvents(send, { concurrency: 2 })
    expect(sent).toEqual(['INV-0 v1', 'INV-0 v2'])
  })

  it.each(Array.from({ length: 10 }, (_, seed) => seed))(
    'counts each event once when several revive at once (seed %i)',
    async (seed) => {
      const race = turns(dice(seed))
      const { payments, repository } = await withEvents(30)
      await payments.deliverEvents(dead)
      const service = payments.using(contended(repository, race))
      const calls = await race.race([9, 25, 500].map((limit) => () => service.redeliverEvents({ limit })))
      const counts = calls.map((call) => (call.status === 'fulfilled' ? call.value.redelivered : NaN))
      const rest = await payments.redeliverEvents()
      expect(counts.reduce((sum, count) => sum + count, rest.redelivered)).toBe(30)
      const { send, sent } = listener()
      await payments.deliverEvents(send)
      expect([sent.length, new Set(sent).size]).toEqual([30, 30])
    },
  )

  it('rejects where the storage fails, and revives the rest when it is called after the lease', async () => {
    for (const name of ['claimEvents', 'completeEvents'] as const) {
      const { payments, repository, clock } = await withEvents(150)
      await payments.deliverEvents(dead)
      const { repository: broken, error } = failingOnce(repository, name, 2)
      expect(await refusal(payments.using(broken).redeliverEvents(), 'storage_unavailable')).toBe(error)
      clock.advance(minute)
      expect(await payments.redeliverEvents()).toStrictEqual({ redelivered: 50 })
      expect((await payments.deliverEvents(async () => undefined)).delivered).toBe(150)
    }
  })

  it('refuses wrong options before it claims anything', async () => {
    const service = await withEvents(1)
    await service.payments.deliverEvents(dead)
    const { repository, log } = watched(service.repository)
    const { redeliverEvents } = service.payments.using(repository)
    for (const limit of [0, -1, 1.5, 1_000_001, NaN, '5', null, true]) {
      const fields = await badFields(redeliverEvents({ limit } as never))
      expect(fields).toEqual(['limit must be an integer from 1 to 1000000'])
    }
    expect(await badFields(redeliverEvents({ eventId: 'evt_1' } as never))).toEqual(['eventId is not a known field'])
    expect(await badFields(redeliverEvents(null as never))).toEqual(['must be an object'])
    expect(log).toEqual([])
    expect(await redeliverEvents({ limit: 1_000_000 })).toStrictEqual({ redelivered: 1 })
  })
})
