import { equal } from '../assert.js'
import { insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import {
  change,
  deliverAll,
  insert,
  insertOne,
  keyed,
  leftNothing,
  outcomeOf,
  outcomesOf,
  storedBrief,
} from '../steps.js'

export const insertCases = [
  prove(1, 'An insert stores the payment, its first event and its idempotency key together', async (repository) => {
    const payment = await insert(repository, paymentFixture(), { idempotency: keyed('key-1') })
    equal(await storedBrief(repository, payment), `${payment.id} v1`, 'the payment')
    const events = (await repository.history(payment.id)).map(({ id }) => id)
    equal(events.length, 1, 'events of the payment')
    equal(await deliverAll(repository), events, 'events to be delivered')
    const repeated = await insertOne(repository, insertFixture(paymentFixture(), { idempotency: keyed('key-1') }))
    equal(repeated.outcome, 'key_taken', 'the same key again')
  }),

  prove(2, 'A used idempotency key is answered with its payment and its own fingerprint', async (repository) => {
    const first = await insert(repository, paymentFixture(), { idempotency: keyed('key-1', 'a') })
    await insert(repository, paymentFixture(), { idempotency: keyed('key-2', 'b') })
    const answer = await insertOne(repository, insertFixture(paymentFixture(), { idempotency: keyed('key-1', 'c') }))
    equal(outcomeOf(answer), `key_taken ${first.id} v1`, 'answer')
    equal('fingerprint' in answer && answer.fingerprint, keyed('key-1', 'a').fingerprint, 'fingerprint')
  }),

  prove(2, 'A used idempotency key is answered with the payment as it is now', async (repository) => {
    const first = await insert(repository, paymentFixture(), { idempotency: keyed('key-1') })
    await change(repository, first, { status: 'expired' })
    const answer = await insertOne(repository, insertFixture(paymentFixture(), { idempotency: keyed('key-1') }))
    equal(outcomeOf(answer), `key_taken ${first.id} v2`, 'answer')
    // A key lives as long as its payment, however old that is and whatever became of it.
    for (const [i, status] of (['succeeded', 'failed', 'expired', 'reversed'] as const).entries()) {
      const key = keyed(`key of a payment that ${status}`)
      const held = await insert(repository, paymentFixture({ createdAt: `201${i}-01-01T00:00:00.000Z` }), {
        idempotency: key,
      })
      await change(repository, held, { status })
      const again = await insertOne(repository, insertFixture(paymentFixture(), { idempotency: key }))
      equal(outcomeOf(again), `key_taken ${held.id} v2`, `the key of an old payment that ${status}`)
    }
  }),

  prove(2, 'A known payment id is answered with the payment that has it', async (repository) => {
    const first = await insert(repository, paymentFixture(), { idempotency: keyed('key-1') })
    await change(repository, first, { status: 'expired' })
    const again = paymentFixture({ id: first.id })
    equal(outcomeOf(await insertOne(repository, insertFixture(again))), `id_taken ${first.id} v2`, 'without a key')
    const withKey = insertFixture(again, { idempotency: keyed('key-2') })
    equal(outcomeOf(await insertOne(repository, withKey)), `id_taken ${first.id} v2`, 'with another key')
  }),

  prove(2, 'A taken live reference is answered with the payment that holds it', async (repository) => {
    const holder = await insert(repository, paymentFixture({ reference: 'INV-1' }), { liveReference: 'INV-1' })
    await insert(repository, paymentFixture({ reference: 'INV-2' }), { liveReference: 'INV-2' })
    const other = insertFixture(paymentFixture({ reference: 'INV-1' }), { liveReference: 'INV-1' })
    equal(outcomeOf(await insertOne(repository, other)), `reference_taken ${holder.id} v1`, 'answer')
  }),

  prove(
    2,
    'Of several conflicts the key is answered before the id, and the id before the reference',
    async (repository) => {
      const byKey = await insert(repository, paymentFixture(), { idempotency: keyed('key-1') })
      const byId = await insert(repository)
      const byReference = await insert(repository, paymentFixture({ reference: 'INV-3' }), { liveReference: 'INV-3' })
      const live = { liveReference: 'INV-3' }
      const known = paymentFixture({ id: byId.id, reference: 'INV-3' })
      const fresh = paymentFixture({ reference: 'INV-3' })

      const all = await insertOne(repository, insertFixture(known, { ...live, idempotency: keyed('key-1') }))
      equal(outcomeOf(all), `key_taken ${byKey.id} v1`, 'key, id and reference')
      const two = await insertOne(repository, insertFixture(known, { ...live, idempotency: keyed('key-2') }))
      equal(outcomeOf(two), `id_taken ${byId.id} v1`, 'id and reference')
      const outer = await insertOne(repository, insertFixture(fresh, { ...live, idempotency: keyed('key-1') }))
      equal(outcomeOf(outer), `key_taken ${byKey.id} v1`, 'key and reference')
      const repeated = await insertOne(repository, insertFixture(byReference, live))
      equal(
        outcomeOf(repeated),
        `id_taken ${byReference.id} v1`,
        'a repeated insert meets its own id, not its own reference',
      )
    },
  ),

  prove(1, 'An insert that meets a used key leaves nothing behind', async (repository) => {
    await insert(repository, paymentFixture(), { idempotency: keyed('key-1') })
    const lost = insertFixture(paymentFixture({ reference: 'INV-9' }), {
      liveReference: 'INV-9',
      idempotency: keyed('key-1'),
    })
    await insertOne(repository, lost)
    await leftNothing(repository, lost)
    await insert(repository, paymentFixture({ reference: 'INV-9' }), { liveReference: 'INV-9' })
  }),

  prove(1, 'An insert that meets a known id leaves nothing behind', async (repository) => {
    const first = await insert(repository, paymentFixture({ reference: 'INV-1' }))
    const lost = insertFixture(paymentFixture({ id: first.id, reference: 'INV-9' }), {
      liveReference: 'INV-9',
      idempotency: keyed('key-9'),
    })
    await insertOne(repository, lost)
    equal((await repository.get(first.id))?.reference, 'INV-1', 'reference of the stored payment')
    equal((await repository.history(first.id)).length, 1, 'events of the stored payment')
    const free = paymentFixture({ reference: 'INV-9' })
    await insert(repository, free, { liveReference: 'INV-9', idempotency: keyed('key-9') })
  }),

  prove(1, 'An insert that meets a taken reference leaves nothing behind', async (repository) => {
    await insert(repository, paymentFixture({ reference: 'INV-1' }), { liveReference: 'INV-1' })
    const lost = insertFixture(paymentFixture({ reference: 'INV-1' }), {
      liveReference: 'INV-1',
      idempotency: keyed('key-9'),
    })
    await insertOne(repository, lost)
    await leftNothing(repository, lost)
    await insert(repository, paymentFixture({ reference: 'INV-2' }), { idempotency: keyed('key-9') })
  }),

  prove(
    2,
    'An insert of a taken receipt is answered with the payment of its channel that has it',
    async (repository) => {
      const paid = { status: 'succeeded', providerTransactionId: 'Tx-1' } as const
      const payer = await insert(repository, paymentFixture({ ...paid, channel: 'cash' }))
      await insert(repository, paymentFixture({ ...paid, channel: 'card' }))
      await insert(repository, paymentFixture({ ...paid, channel: 'cash', providerTransactionId: 'Tx-2' }))
      for (const providerTransactionId of ['Tx-1', 'tX-1']) {
        const other = insertFixture(paymentFixture({ ...paid, channel: 'cash', providerTransactionId }))
        equal(outcomeOf(await insertOne(repository, other)), `transaction_taken ${payer.id} v1`, providerTransactionId)
        await leftNothing(repository, other)
      }
    },
  ),

  prove(2, 'Of several conflicts of an insert the receipt is answered last', async (repository) => {
    const paid = { status: 'succeeded', providerTransactionId: 'TX-1' } as const
    await insert(repository, paymentFixture(paid))
    const byKey = await insert(repository, paymentFixture(), { idempotency: keyed('key-1') })
    const byId = await insert(repository)
    const byReference = await insert(repository, paymentFixture({ reference: 'INV-3' }), { liveReference: 'INV-3' })
    const byBoth = paymentFixture({ ...paid, reference: 'INV-3' })
    const withKey = insertFixture(paymentFixture(paid), { idempotency: keyed('key-1') })
    equal(outcomeOf(await insertOne(repository, withKey)), `key_taken ${byKey.id} v1`, 'key and receipt')
    const withId = insertFixture(paymentFixture({ ...paid, id: byId.id }))
    equal(outcomeOf(await insertOne(repository, withId)), `id_taken ${byId.id} v1`, 'id and receipt')
    const withReference = insertFixture(byBoth, { liveReference: 'INV-3' })
    equal(
      outcomeOf(await insertOne(repository, withReference)),
      `reference_taken ${byReference.id} v1`,
      'reference and receipt',
    )
    // The same among others, of which an earlier one has the receipt, or the reference of a stored receipt.
    const first = insertFixture(paymentFixture({ status: 'succeeded', providerTransactionId: 'TX-2' }))
    const same = paymentFixture({ ...first.payment, id: paymentFixture().id, reference: 'INV-3' })
    const holder = insertFixture(paymentFixture({ reference: 'INV-4' }), { liveReference: 'INV-4' })
    const late = paymentFixture({ ...paid, reference: 'INV-4' })
    equal(
      outcomesOf(
        await repository.insert([
          first,
          insertFixture(same, { liveReference: 'INV-3' }),
          holder,
          insertFixture(late, { liveReference: 'INV-4' }),
        ]),
      ),
      ['inserted', `reference_taken ${byReference.id} v1`, 'inserted', `reference_taken ${holder.payment.id} v1`],
      'among others',
    )
  }),

  prove(
    10,
    'An event that an insert keeps from delivery is history alone, and later ones are delivered',
    async (repository) => {
      const kept = { isDelivered: false } as const
      const alone = await insert(repository, paymentFixture(), kept)
      const [one, two, three] = [paymentFixture(), paymentFixture(), paymentFixture()]
      const entries = [insertFixture(one, kept), insertFixture(two), insertFixture(three, kept)]
      equal(outcomesOf(await repository.insert(entries)), ['inserted', 'inserted', 'inserted'], 'answers')
      equal(await deliverAll(repository), [entries[1]!.event.id], 'events to be delivered')
      for (const payment of [alone, one, two, three]) {
        const versions = (await repository.history(payment.id)).map(({ data }) => data.version)
        equal(versions, [1], 'the history')
      }
      const later = await change(repository, alone, { status: 'expired' })
      const [, event] = await repository.history(later.id)
      equal(await deliverAll(repository), [event!.id], 'the next event')
    },
  ),

  prove(2, 'Inserts without a key and without a live reference never conflict', async (repository) => {
    const reference = 'INV-1'
    await insert(repository, paymentFixture({ reference }), { liveReference: reference })
    const more = await Promise.all([0, 1, 2].map(() => insert(repository, paymentFixture({ reference }))))
    for (const payment of more)
      equal(await storedBrief(repository, payment), `${payment.id} v1`, 'one of the same reference')
  }),
]
