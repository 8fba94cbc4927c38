import { describe, expect, it } from 'vitest'
import { altered } from '../../support/repositories.js'
import { day, minute, refusal } from '../../support/service.js'
import { gate } from '../../support/gate.js'
import { failing, failingOnce, listener, noJitter, settled, withEvents, withTwoVersions } from './deliveries.js'

const none = { delivered: 0, retrying: 0, dead: 0 }

describe('deliverEvents: a storage that fails', () => {
  it.each([1, 2, 3])(
    'at claim %i rejects the call with its error; what was delivered before stays delivered',
    async (n) => {
      const { payments, repository } = await withEvents(7)
      const { repository: broken, error } = failingOnce(repository, 'claimEvents', n)
      const { send, sent } = listener()
      expect(await refusal(payments.using(broken).deliverEvents(send), 'storage_unavailable')).toBe(error)
      expect(sent).toHaveLength([0, 1, 3][n - 1]!)
      await payments.deliverEvents(send)
      expect(sent).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => `INV-${i} v1`))
    },
  )

  it.each([undefined, 'dead', {}] as const)(
    'when the result %j is stored rejects the call, and the event is sent again after the lease',
    async (result) => {
      const { payments, repository, clock } = await withTwoVersions()
      const { repository: broken, error } = failingOnce(repository, 'completeEvents')
      const { send, sent } = listener(async () => (sent.length === 1 ? result : undefined))
      expect(await refusal(payments.using(broken).deliverEvents(send), 'storage_unavailable')).toBe(error)
      clock.advance(minute - 1)
      expect(await payments.deliverEvents(send)).toStrictEqual(none)
      clock.advance(1)
      expect(await payments.deliverEvents(send)).toStrictEqual({ ...none, delivered: 2 })
      expect(sent).toEqual(['INV-0 v1', 'INV-0 v1', 'INV-0 v2'])
    },
  )

  it('rejects the call only when the other sends in flight have ended, and their results are stored', async () => {
    const { payments, repository, clock } = await withEvents(9)
    const { repository: broken } = failingOnce(repository, 'completeEvents')
    const { open, opened } = gate()
    const { send, sent } = listener(async ({ data }) => {
      if (data.reference !== 'INV-1') await opened
    })
    let ended = false
    const call = refusal(payments.using(broken).deliverEvents(send, { concurrency: 3 }), 'storage_unavailable')
    void call.then(() => (ended = true))
    await settled()
    expect([sent, ended]).toEqual([['INV-0 v1', 'INV-1 v1', 'INV-2 v1'], false])
    open()
    await call
    expect(sent).toHaveLength(3)
    clock.advance(minute)
    const rest = listener()
    await payments.deliverEvents(rest.send)
    expect(rest.sent.toSorted()).toEqual([1, 3, 4, 5, 6, 7, 8].map((i) => `INV-${i} v1`))
  })

  it('ends the sends: none starts once a result could not be stored', async () => {
    const { payments, repository } = await withEvents(12)
    // The first results of the second claim, which holds four; those of two sends at a time are one write.
    const { repository: broken } = failingOnce(repository, 'completeEvents', 2)
    const { send, sent } = listener()
    await refusal(payments.using(broken).deliverEvents(send, { concurrency: 2 }), 'storage_unavailable')
    expect(sent).toEqual(['INV-0 v1', 'INV-1 v1', 'INV-2 v1', 'INV-3 v1'])
  })

  it('ends the sends: none starts behind one that was in flight and could be stored', async () => {
    const { payments, repository } = await withEvents(6)
    const { repository: broken } = failingOnce(repository, 'completeEvents', 2)
    const { open, opened } = gate()
    const { send, sent } = listener(async ({ data }) => {
      if (data.reference === 'INV-3') await opened
    })
    const call = refusal(payments.using(broken).deliverEvents(send, { concurrency: 2 }), 'storage_unavailable')
    await settled()
    open()
    await call
    expect(sent).toEqual(['INV-0 v1', 'INV-1 v1', 'INV-2 v1', 'INV-3 v1'])
  })

  it('with an error of a driver rejects the call with internal_error, which keeps it as cause', async () => {
    const { payments, repository } = await withEvents(1)
    const cause = new Error('ECONNREFUSED 10.0.0.1:5432')
    for (const name of ['claimEvents', 'completeEvents'] as const) {
      const broken = altered(repository, () => ({ [name]: () => Promise.reject(cause) }))
      const error = await refusal(
        payments.using(broken).deliverEvents(async () => undefined),
        'internal_error',
      )
      expect(error.cause).toBe(cause)
      expect(error.message).not.toContain('10.0.0.1')
    }
  })
})

describe('deliverEvents', () => {
  it.each(['throws', 'gives too few bytes'])(
    'a random source that %s: the call rejects, and no event is lost',
    async (how) => {
      let works = true
      const random = (bytes: number) => {
        if (works) return noJitter(bytes)
        if (how === 'throws') throw new Error('no entropy')
        return new Uint8Array(1)
      }
      const { payments, clock } = await withEvents(1, { random })
      works = false
      clock.advance(1)
      await refusal(payments.deliverEvents(failing), 'internal_error')
      works = true
      // Nothing was sent: the relay had no name yet. The next one fails after its send.
      const breaking = async () => {
        works = false
        return {}
      }
      await refusal(payments.deliverEvents(breaking), 'internal_error')
      works = true
      clock.advance(minute)
      expect(await payments.deliverEvents(async () => undefined)).toStrictEqual({ ...none, delivered: 1 })
    },
  )

  it('a clock that fails before a send or after it: the call rejects, and no event is lost', async () => {
    let ms: () => number = () => Date.parse('2026-11-20T09:00:00.000Z')
    const { payments } = await withEvents(2, { clock: () => ms() })
    const right = ms
    const wrong = () => NaN
    ms = wrong
    const { send, sent } = listener(async () => void (ms = wrong))
    await refusal(payments.deliverEvents(send), 'internal_error')
    expect(sent).toEqual([])
    ms = right
    await refusal(payments.deliverEvents(send), 'internal_error')
    expect(sent).toHaveLength(1)
    ms = () => right() + day
    const rest = listener()
    expect(await payments.deliverEvents(rest.send)).toStrictEqual({ ...none, delivered: 2 })
  })

  it('a clock that steps back: every event is delivered', async () => {
    const { payments, clock } = await withEvents(5)
    const { send, sent } = listener(async () => clock.advance(-day))
    expect(await payments.deliverEvents(send)).toStrictEqual({ ...none, delivered: 5 })
    expect(sent).toHaveLength(5)
  })
})
