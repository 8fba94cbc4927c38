import type { PaymentRepository } from '../../repository/port.js'
import { equal, sameMembers } from '../assert.js'
import { prove } from '../proof.js'
import { at, brief, idsOf, manyEvents, relay, withEvents } from '../relay.js'

const owners = ['a', 'b', 'c', 'd', 'e', 'f']

async function claimAtOnce(repository: PaymentRepository, from: 'due' | 'dead'): Promise<string[]> {
  const claims = await Promise.all(owners.map((owner) => relay(repository, owner).claim(1, { from, limit: 10 })))
  return claims.flatMap(idsOf)
}

export const leaseCases = [
  prove(
    10,
    'A leased event goes to no other owner before its lease ends, and to another afterwards',
    async (repository) => {
      await withEvents(repository, 1)
      const [a, b, c] = [relay(repository, 'a'), relay(repository, 'b'), relay(repository, 'c')]
      equal(brief(await a.claim(0, { until: 60 })), 'v1', 'first owner')
      equal(brief(await a.claim(1)), '', 'for the owner itself, which has it already')
      equal(brief(await b.claim(59.999)), '', 'a millisecond before the lease ends')
      equal(brief(await b.claim(61, { until: 90 })), 'v1', 'after it ended')
      equal(brief(await c.claim(62)), '', 'under the new lease')
    },
  ),

  prove(10, 'A completion by another than the owner is ignored', async (repository) => {
    const events = await withEvents(repository, 1)
    const [a, b, c] = [relay(repository, 'a'), relay(repository, 'b'), relay(repository, 'c')]
    await a.claim(0, { until: 60 })
    for (const next of ['delivered', 'dead', { retryAt: at(2) }] as const) await b.complete(1, events, next)
    equal(brief(await c.claim(10)), '', 'claimed under the lease')
    equal(brief(await c.claim(10, { from: 'dead' })), '', 'dead events')
    equal(brief(await c.claim(61)), 'v1', 'claimed after the lease')
  }),

  prove(10, 'A completion by a former owner is ignored once another has taken over', async (repository) => {
    const events = await withEvents(repository, 1)
    const [a, b, c] = [relay(repository, 'a'), relay(repository, 'b'), relay(repository, 'c')]
    await a.claim(0, { until: 10 })
    await b.claim(20, { until: 90 })
    await a.complete(21, events.slice(0, 1), 'delivered')
    equal(brief(await c.claim(22)), '', 'claimed under the new lease')
    equal(brief(await c.claim(91)), 'v1', 'claimed after the new lease')
  }),

  prove(10, 'A completion of events that were never claimed is ignored', async (repository) => {
    const events = await withEvents(repository, 1)
    const a = relay(repository, 'a')
    await a.complete(0, events, 'delivered')
    equal(brief(await a.claim(1)), 'v1', 'claimed afterwards')
  }),

  prove(10, 'Owners who claim at once never share an event', async (repository) => {
    const events = await manyEvents(repository, 30)
    const claimed = await claimAtOnce(repository, 'due')
    equal(new Set(claimed).size, claimed.length, 'different events among those claimed')
    const rest = idsOf(await relay(repository, 'z').claim(2))
    sameMembers([...claimed, ...rest], events, 'events claimed at once or right after')
  }),

  prove(10, 'Owners who claim dead events at once never share one', async (repository) => {
    const events = await manyEvents(repository, 30)
    await relay(repository, 'y').settle(0, 'dead')
    const claimed = await claimAtOnce(repository, 'dead')
    equal(new Set(claimed).size, claimed.length, 'different events among those claimed')
    const rest = idsOf(await relay(repository, 'z').claim(2, { from: 'dead' }))
    sameMembers([...claimed, ...rest], events, 'events claimed at once or right after')
  }),

  prove(10, 'Events stored while others are claimed are all delivered', async (repository) => {
    const delivered: string[] = []
    const deliver = async (owner: string) => {
      for (let round = 0; round < 4; round++) {
        delivered.push(...idsOf(await relay(repository, owner).settle(round, 'delivered', { limit: 10 })))
      }
    }
    const [events] = await Promise.all([manyEvents(repository, 30), deliver('a'), deliver('b')])
    delivered.push(...idsOf(await relay(repository, 'c').settle(100, 'delivered')))
    sameMembers([...new Set(delivered)], events, 'events delivered')
  }),

  prove(12, 'Leases and retries go by the instants given, not by a clock of the storage', async (repository) => {
    for (const year of ['1971', '9990']) {
      const on = (time: string) => `${year}-01-01T${time}.000Z`
      const claim = { from: 'due', owner: 'a', limit: 10 } as const
      const [event] = await withEvents(repository, 1, on('09:00:00'))
      equal(
        idsOf(await repository.claimEvents({ ...claim, now: on('12:00:00'), leaseUntil: on('12:01:00') })),
        [event!.id],
        year,
      )
      const under = { ...claim, owner: 'b', now: on('12:00:30'), leaseUntil: on('12:02:00') }
      equal(idsOf(await repository.claimEvents(under)), [], `under the lease, in ${year}`)
      const retry = { eventId: event!.id, next: { retryAt: on('13:00:00') } }
      await repository.completeEvents({ owner: 'a', now: on('12:00:40'), results: [retry] })
      const early = { ...claim, now: on('12:59:00'), leaseUntil: on('12:59:10') }
      equal(idsOf(await repository.claimEvents(early)), [], `before the retry, in ${year}`)
      const due = { ...claim, now: on('13:00:01'), leaseUntil: on('13:01:00') }
      equal(idsOf(await repository.claimEvents(due)), [event!.id], `when the retry is due, in ${year}`)
      const done = { eventId: event!.id, next: 'delivered' } as const
      await repository.completeEvents({ owner: 'a', now: on('13:00:02'), results: [done] })
    }
  }),
]
