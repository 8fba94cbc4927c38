import { equal, holds, sameMembers } from '../assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { change, deliverAll, group, ids, insert, insertOne, outcomeOf, storedBrief } from '../steps.js'

const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

export const replaceCases = [
  prove(1, 'A replace stores every change, its event and the line key together', async (repository) => {
    const [a, b] = [await insert(repository), await insert(repository)]
    const changes = [changeFixture(a, paid), changeFixture(b, paid)]
    equal(outcomeOf(await repository.replace(group(changes, 'line-1'))), 'replaced', 'answer')
    for (const { id } of [a, b]) {
      equal((await repository.get(id))?.status, 'succeeded', 'status')
      equal((await repository.history(id)).length, 2, 'events')
    }
    const events = new Set(await deliverAll(repository))
    equal(
      changes.every(({ event }) => events.has(event.id)),
      true,
      'both events are to be delivered',
    )
    const other = changeFixture(await insert(repository), paid)
    equal(outcomeOf(await repository.replace(group([other], 'line-1'))), 'line_taken', 'the line again')
  }),

  prove(2, 'A replace of an older or a newer version is stale and is shown the current payment', async (repository) => {
    const first = await insert(repository)
    const second = await change(repository, first, { status: 'expired' })
    const older = changeFixture(first, paid)
    equal(outcomeOf(await repository.replace(group([older]))), `stale ${first.id} v2`, 'an older version')
    const newer = changeFixture({ ...second, version: 3 }, paid)
    equal(
      outcomeOf(await repository.replace(group([newer]))),
      `stale ${first.id} v2`,
      'a version that is not there yet',
    )
    equal((await repository.get(first.id))?.status, 'expired', 'status')
  }),

  prove(2, 'A replace of an unknown payment is stale with null', async (repository) => {
    const unknown = changeFixture(paymentFixture(), paid)
    const answer = await repository.replace(group([unknown]))
    equal(answer, { outcome: 'stale', current: null }, 'answer')
    holds((await repository.history(unknown.payment.id)).length === 0, 'an unknown payment got an event')
  }),

  prove(2, 'A stored statement line is answered before a stale version', async (repository) => {
    const [a, b] = [await insert(repository), await insert(repository)]
    await repository.replace(group([changeFixture(a, paid)], 'line-1'))
    const repeated = changeFixture(a, paid)
    equal(outcomeOf(await repository.replace(group([repeated], 'line-1'))), 'line_taken', 'a stale change')
    equal(
      outcomeOf(await repository.replace(group([changeFixture(b, paid)], 'line-1'))),
      'line_taken',
      'another payment',
    )
    equal(await storedBrief(repository, b), `${b.id} v1`, 'the other payment')
  }),

  prove(1, 'A change may move the time at which a payment expires', async (repository) => {
    const [soon, never] = ['2026-11-20T10:00:00.000Z', null]
    const canceledAt = '2026-11-20T09:30:00.000Z'
    for (const expiresAt of [soon, never]) {
      const payment = await insert(repository, paymentFixture({ reference: `INV-${expiresAt}`, expiresAt }))
      await change(repository, payment, { status: 'expired', expiresAt: canceledAt })
      equal((await repository.get(payment.id))?.expiresAt, canceledAt, 'time that is read')
      const query = { by: 'expiresAt', direction: 'asc', from: canceledAt, before: soon, limit: 10 } as const
      equal(
        (await repository.page({ ...query, reference: payment.reference })).map(({ id }) => id),
        [payment.id],
        'page by that time',
      )
    }
  }),

  prove(
    1,
    'Changes apply in their order: a reference that the first releases is free for the second',
    async (repository) => {
      const reference = 'INV-1'
      const first = await insert(repository, paymentFixture({ reference }), { liveReference: reference })
      const expired = await change(repository, first, { status: 'expired' })
      const pending = await insert(repository, paymentFixture({ reference }), { liveReference: reference })
      const release = changeFixture(pending, { status: 'failed', statusReason: 'superseded' })
      const take = changeFixture(expired, paid, { liveReference: reference })
      equal(outcomeOf(await repository.replace(group([release, take]))), 'replaced', 'answer')
      equal(
        [await storedBrief(repository, pending), await storedBrief(repository, expired)],
        [`${pending.id} v2`, `${expired.id} v3`],
        'payments',
      )
      const next = insertFixture(paymentFixture({ reference }), { liveReference: reference })
      equal((await insertOne(repository, next)).outcome, 'reference_taken', 'the reference afterwards')
    },
  ),

  prove(2, 'A replace that wants a taken live reference is answered with its holder', async (repository) => {
    const reference = 'INV-1'
    const first = await insert(repository, paymentFixture({ reference }), { liveReference: reference })
    const expired = await change(repository, first, { status: 'expired' })
    const holder = await insert(repository, paymentFixture({ reference }), { liveReference: reference })
    const take = changeFixture(expired, paid, { liveReference: reference })
    equal(outcomeOf(await repository.replace(group([take]))), `reference_taken ${holder.id} v1`, 'answer')
  }),

  prove(
    2,
    'A payment that keeps its own live reference and transaction conflicts with no other',
    async (repository) => {
      const live = { liveReference: 'INV-1' }
      const pending = await insert(repository, paymentFixture({ reference: 'INV-1' }), live)
      const settled = await change(repository, pending, { ...paid, providerTransactionId: 'TX-1' }, live)
      const reconciled = await change(repository, settled, { amountReconciled: settled.amount }, live)
      equal(await storedBrief(repository, reconciled), `${pending.id} v3`, 'the payment')
      const next = insertFixture(paymentFixture({ reference: 'INV-1' }), live)
      equal(
        outcomeOf(await insertOne(repository, next)),
        `reference_taken ${pending.id} v3`,
        'the reference, wanted by another',
      )
      await change(repository, reconciled, { status: 'reversed', reversedAt: '2026-11-20T11:00:00.000Z' })
      equal(outcomeOf(await insertOne(repository, next)), 'inserted', 'the reference, let go of')
    },
  ),

  prove(2, 'A replace without a live reference never conflicts over one', async (repository) => {
    const reference = 'INV-1'
    const a = await insert(repository, paymentFixture({ reference }))
    const b = await insert(repository, paymentFixture({ reference }))
    await insert(repository, paymentFixture({ reference }), { liveReference: reference })
    await change(repository, a, { ...paid, statusReason: 'duplicate_reference' })
    await change(repository, b, { ...paid, statusReason: 'duplicate_reference' })
    equal(await storedBrief(repository, b), `${b.id} v2`, 'the second paid one')
  }),

  prove(
    2,
    'A provider transaction of the same channel is answered with the payment that has it',
    async (repository) => {
      const first = await insert(repository)
      const holder = await change(repository, first, { ...paid, providerTransactionId: 'TX-1' })
      const other = changeFixture(await insert(repository), { ...paid, providerTransactionId: 'TX-1' })
      equal(outcomeOf(await repository.replace(group([other]))), `transaction_taken ${holder.id} v2`, 'answer')
      await change(repository, holder, { status: 'reversed', reversedAt: '2026-11-20T11:00:00.000Z' })
      equal(
        outcomeOf(await repository.replace(group([other]))),
        `transaction_taken ${holder.id} v3`,
        'after its reversal',
      )
    },
  ),

  prove(2, 'A provider transaction of another channel is another transaction', async (repository) => {
    const a = await insert(repository, paymentFixture({ channel: 'mobile-banking' }))
    const b = await insert(repository, paymentFixture({ channel: 'telebirr' }))
    await change(repository, a, { ...paid, providerTransactionId: 'TX-1' })
    await change(repository, b, { ...paid, providerTransactionId: 'TX-1' })
    const c = await insert(repository, paymentFixture({ channel: 'Telebirr' }))
    await change(repository, c, { ...paid, providerTransactionId: 'TX-1' })
    const keys = { references: [], providerTransactionIds: ['TX-1'], lineKeys: [] }
    sameMembers(ids((await repository.lookup(keys)).payments), ids([a, b, c]), 'payments of that transaction id')
  }),
]
