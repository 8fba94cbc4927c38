import { placeOf } from '../../domain/event-stream.js'
import { equal, sameMembers } from '../assert.js'
import { insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import type { ClaimedEvent } from '../../repository/port.js'
import { at, brief, idsOf, manyEvents, relay, withEvents, withRichEvents } from '../relay.js'
import { insertOne } from '../steps.js'

export const orderCases = [
  prove(10, 'A claim gives the events as they were stored', async (repository) => {
    const events = [...(await withEvents(repository, 1)), ...(await withEvents(repository, 1))]
    const claimed = await relay(repository, 'a').claim(0)
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    equal(claimed.map(({ event }) => event).sort(byId), [...events].sort(byId), 'events')
    equal(
      claimed.map(({ attempts }) => attempts),
      [0, 0],
      'attempts',
    )

    const b = relay(repository, 'b')
    const ways = [await withRichEvents(repository, 'failed'), await withRichEvents(repository, 'expired')]
    const ids = new Set(ways.map(([first]) => first!.data.paymentId))
    const eventsOfWays = (claims: readonly ClaimedEvent[]) =>
      claims
        .map(({ event }) => event)
        .filter((event) => ids.has(placeOf(event).stream))
        .sort(byId)
    for (let version = 1; version <= ways[0]!.length; version++) {
      const expected = ways.map((events) => events[version - 1]!).sort(byId)
      const now = 100 * version
      equal(eventsOfWays(await b.settle(now, { retryAt: at(now + 1) })), expected, `version ${version}`)
      equal(eventsOfWays(await b.settle(now + 2, 'dead')), expected, `version ${version}, tried again`)
      const revived = await b.settle(now + 3, { retryAt: at(now + 4) }, { from: 'dead' })
      equal(eventsOfWays(revived), expected, `version ${version}, dead`)
      equal(eventsOfWays(await b.settle(now + 5, 'delivered')), expected, `version ${version}, revived`)
    }
  }),

  prove(10, 'The events of a payment are delivered one after another, the oldest first', async (repository) => {
    await withEvents(repository, 3)
    const a = relay(repository, 'a')
    const rounds = []
    for (const seconds of [0, 1, 2, 3])
      rounds.push((await a.settle(seconds, 'delivered')).map(({ event }) => event.data.version))
    equal(rounds, [[1], [2], [3], []], 'versions delivered in each round')
  }),

  prove(10, 'A leased event holds back the later ones of its payment', async (repository) => {
    await withEvents(repository, 2)
    const [a, b] = [relay(repository, 'a'), relay(repository, 'b')]
    const [first] = await a.claim(0)
    equal(brief(await b.claim(1)), '', 'claimed while the first is on its way')
    await a.complete(2, [first!.event], 'delivered')
    equal(brief(await b.claim(3)), 'v2', 'claimed after it was delivered')
  }),

  prove(10, 'An event that waits for its retry holds back the later ones of its payment only', async (repository) => {
    const [held] = await withEvents(repository, 2)
    const a = relay(repository, 'a')
    await a.settle(0, { retryAt: '2026-11-20T12:10:00.000Z' })
    const [other] = await withEvents(repository, 1)
    equal(idsOf(await a.claim(1)), [other!.id], 'claimed while it waits')
    equal(idsOf(await a.claim(700)).includes(held!.id), true, 'the held event is claimed in the end')
  }),

  prove(10, 'A dead event does not hold back the later ones of its payment', async (repository) => {
    await withEvents(repository, 2)
    const a = relay(repository, 'a')
    equal(brief(await a.settle(0, 'dead')), 'v1', 'first claim')
    equal(brief(await a.settle(1, 'delivered')), 'v2', 'second claim')
    equal(brief(await a.claim(2)), '', 'claims afterwards')
  }),

  prove(10, 'A revived event comes before the later ones of its payment', async (repository) => {
    await withEvents(repository, 2)
    const a = relay(repository, 'a')
    await a.settle(0, 'dead')
    await a.settle(1, { retryAt: '2026-11-20T12:00:10.000Z' }, { from: 'dead' })
    equal(brief(await a.claim(20)), 'v1', 'first claim')
  }),

  prove(10, 'An event that is stored late, with an early id and time, is not skipped', async (repository) => {
    const a = relay(repository, 'a')
    const lateEntry = insertFixture(paymentFixture({ createdAt: '2026-11-20T08:00:00.000Z' }))
    await manyEvents(repository, 3)
    equal((await a.settle(0, 'delivered')).length, 3, 'events delivered before')
    await insertOne(repository, lateEntry)
    equal(idsOf(await a.claim(1)), [lateEntry.event.id], 'events delivered after')
  }),

  prove(10, 'A claim takes no more events than its limit, and leaves the others to be claimed', async (repository) => {
    const events = await manyEvents(repository, 7)
    const rounds = []
    for (const owner of ['a', 'b', 'c', 'd']) rounds.push(idsOf(await relay(repository, owner).claim(0, { limit: 3 })))
    equal(
      rounds.map((round) => round.length),
      [3, 3, 1, 0],
      'events of each claim',
    )
    sameMembers(rounds.flat(), events, 'all claims together')

    const many = await manyEvents(repository, 130)
    const a = relay(repository, 'a')
    const claims = [await a.claim(0, { limit: 1 }), await a.claim(0, { limit: 50 }), await a.claim(0, { limit: 60 })]
    equal(
      claims.map(({ length }) => length),
      [1, 50, 60],
      'events of larger claims',
    )
    sameMembers([...claims.flatMap(idsOf), ...idsOf(await a.claim(0))], many, 'all larger claims together')
  }),

  prove(10, 'A claim of dead events takes no more than its limit either', async (repository) => {
    const events = await manyEvents(repository, 5)
    await relay(repository, 'a').settle(0, 'dead')
    const dead = { from: 'dead', limit: 3 } as const
    const rounds = [await relay(repository, 'b').claim(1, dead), await relay(repository, 'c').claim(1, dead)]
    equal(
      rounds.map((round) => round.length),
      [3, 2],
      'events of each claim',
    )
    sameMembers(rounds.flatMap(idsOf), events, 'both claims together')

    const many = await manyEvents(repository, 130)
    const a = relay(repository, 'a')
    for (let settled = 0; settled < many.length;) settled += (await a.settle(2, 'dead')).length
    const claims = [await a.claim(3, { ...dead, limit: 50 }), await a.claim(3, { ...dead, limit: 60 })]
    equal(
      claims.map(({ length }) => length),
      [50, 60],
      'events of larger claims',
    )
    const rest = await a.claim(3, { ...dead, limit: 100 })
    sameMembers([...claims.flatMap(idsOf), ...idsOf(rest)], many, 'all larger claims together')
    for (const claimed of [...claims, rest])
      await a.complete(
        4,
        claimed.map(({ event }) => event),
        { retryAt: at(5) },
      )
    const revived = [...(await a.claim(6)), ...(await a.claim(6))]
    sameMembers(idsOf(revived), many, 'events that were revived together')
  }),

  prove(10, 'A claim of dead events takes several of one payment', async (repository) => {
    await withEvents(repository, 2)
    const a = relay(repository, 'a')
    await a.settle(0, 'dead')
    await a.settle(600, 'dead')
    equal(brief(await a.claim(601, { from: 'dead' })), 'v1 v2', 'dead events')
  }),
]
