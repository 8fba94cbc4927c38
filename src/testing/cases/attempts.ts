import { equal } from '../assert.js'
import { prove } from '../proof.js'
import { at, brief, relay, tries, withEvents } from '../relay.js'

export const attemptCases = [
  prove(10, 'Each retry counts as an attempt', async (repository) => {
    await withEvents(repository, 1)
    const a = relay(repository, 'a')
    equal(tries(await a.settle(0, { retryAt: at(10) })), 'v1×0', 'first try')
    equal(tries(await a.settle(11, { retryAt: at(20) })), 'v1×1', 'second try')
    // On and on: when to give up is no matter of the storage.
    for (let attempt = 2; attempt < 30; attempt++) {
      const now = 10 * attempt + 1
      equal(tries(await a.settle(now, { retryAt: at(now + 9) })), `v1×${attempt}`, `try ${attempt + 1}`)
    }
    equal(tries(await a.settle(301, 'delivered')), 'v1×30', 'last try')
  }),

  prove(10, 'A claim whose lease ran out counts as no attempt', async (repository) => {
    await withEvents(repository, 1)
    const [a, b, c] = [relay(repository, 'a'), relay(repository, 'b'), relay(repository, 'c')]
    await a.claim(0, { until: 10 })
    await b.claim(11, { until: 20 })
    equal(tries(await c.claim(21)), 'v1×0', 'third claim')
  }),

  prove(10, 'A retry is not due before its time, and ends the lease at once', async (repository) => {
    await withEvents(repository, 1)
    const [a, b] = [relay(repository, 'a'), relay(repository, 'b')]
    await a.settle(0, { retryAt: at(30) }, { until: 3600 })
    equal(tries(await b.claim(29)), '', 'before its time')
    equal(brief(await b.claim(31)), 'v1', 'after it, while the ended lease would still run')
  }),

  prove(10, 'A delivered event is never claimed again', async (repository) => {
    await withEvents(repository, 1)
    const a = relay(repository, 'a')
    await a.settle(0, 'delivered', { until: 10 })
    equal(tries(await a.claim(1)), '', 'right after')
    equal(tries(await a.claim(10_000)), '', 'long after')
    equal(tries(await a.claim(10_000, { from: 'dead' })), '', 'among the dead')
  }),

  prove(10, 'A dead event is claimed as dead only, and its attempts start again from 0', async (repository) => {
    await withEvents(repository, 1)
    const a = relay(repository, 'a')
    await a.settle(0, { retryAt: at(10) })
    await a.settle(11, 'dead', { until: 20 })
    equal(tries(await a.claim(10_000)), '', 'as due')
    equal(tries(await a.claim(10_000, { from: 'dead' })), 'v1×0', 'as dead')
  }),

  prove(10, 'The retry that revives a dead event is no attempt, and later ones are', async (repository) => {
    await withEvents(repository, 1)
    const a = relay(repository, 'a')
    await a.settle(0, 'dead')
    await a.settle(10, { retryAt: at(20) }, { from: 'dead' })
    equal(tries(await a.claim(21, { from: 'dead' })), '', 'no longer dead')
    equal(tries(await a.settle(21, { retryAt: at(30) })), 'v1×0', 'first try after the revival')
    equal(tries(await a.settle(31, { retryAt: at(40) })), 'v1×1', 'second try after the revival')
  }),

  prove(10, 'A dead event that was claimed goes to no other owner before the lease ends', async (repository) => {
    await withEvents(repository, 1)
    const [a, b] = [relay(repository, 'a'), relay(repository, 'b')]
    await a.settle(0, 'dead')
    await a.claim(1, { from: 'dead', until: 60 })
    equal(tries(await b.claim(30, { from: 'dead' })), '', 'under the lease')
    equal(brief(await b.claim(61, { from: 'dead' })), 'v1', 'after it')
  }),

  prove(10, 'Each event of one completion goes its own way', async (repository) => {
    const [one] = await withEvents(repository, 1)
    const [two] = await withEvents(repository, 1)
    const [three] = await withEvents(repository, 1)
    const [a, b] = [relay(repository, 'a'), relay(repository, 'b')]
    await a.claim(0)
    await repository.completeEvents({
      owner: 'a',
      now: at(1),
      results: [
        { eventId: one!.id, next: 'delivered' },
        { eventId: two!.id, next: 'dead' },
        { eventId: three!.id, next: { retryAt: at(10) } },
      ],
    })
    equal(
      (await b.claim(11)).map(({ event }) => event.id),
      [three!.id],
      'due',
    )
    equal(
      (await b.claim(11, { from: 'dead' })).map(({ event }) => event.id),
      [two!.id],
      'dead',
    )
  }),
]
