import { equal } from '../assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { change, each, group, insert, insertOne, storedBrief } from '../steps.js'

const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

export const isolationCases = [
  prove(13, 'Calls at once on one instance are each a transaction of their own', async (repository) => {
    const target = await insert(repository)
    const holder = await insert(repository, paymentFixture({ reference: 'INV-1' }), { liveReference: 'INV-1' })
    const good = each(10, () => insertFixture(paymentFixture()))
    const conflicting = each(10, () =>
      insertFixture(paymentFixture({ reference: 'INV-1' }), { liveReference: 'INV-1' }),
    )
    const refused = each(10, () => insertFixture(paymentFixture({ amount: Number.NaN })))

    // One of each kind next to the others, so that whoever shares a transaction shares it with a refused call.
    const calls = good.map(async (entry, i) => {
      const [answer] = await Promise.allSettled([
        insertOne(repository, entry),
        insertOne(repository, conflicting[i]!),
        insertOne(repository, refused[i]!),
      ])
      return answer.status === 'fulfilled' ? answer.value.outcome : 'rejected'
    })
    await change(repository, target, paid)
    equal(
      await Promise.all(calls),
      each(10, () => 'inserted'),
      'answers to the inserts without a conflict',
    )
    for (const { payment } of good)
      equal(await storedBrief(repository, payment), `${payment.id} v1`, 'an acknowledged insert')
    equal(await storedBrief(repository, target), `${target.id} v2`, 'the changed payment')
    equal(await storedBrief(repository, holder), `${holder.id} v1`, 'the payment that the others met')
  }),

  prove(13, 'After every kind of conflict and refusal the next call works', async (repository) => {
    const first = await insert(repository, paymentFixture({ reference: 'INV-1' }), { liveReference: 'INV-1' })
    const attempts = [
      () => insertOne(repository, insertFixture(first)),
      () => insertOne(repository, insertFixture(paymentFixture({ reference: 'INV-1' }), { liveReference: 'INV-1' })),
      () => insertOne(repository, insertFixture(paymentFixture({ version: 2 }))),
      () => repository.replace(group([changeFixture({ ...first, version: 4 }, paid)])),
      () => repository.replace(group([changeFixture(paymentFixture(), paid)], 'line-1')),
    ]
    for (const attempt of attempts) {
      await attempt().catch(() => undefined)
      const next = await insert(repository)
      equal(await storedBrief(repository, next), `${next.id} v1`, 'a payment stored right after')
    }
  }),
]
