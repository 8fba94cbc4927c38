import { equal } from '../assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { group, insert, insertOne } from '../steps.js'

export const historyCases = [
  prove(11, 'A history holds one event a version, oldest first, without gaps', async (repository) => {
    // Ids and times that run backwards: only the version gives the order.
    const createdAt = '2026-11-20T12:00:00.000Z'
    const reversed = ['3', '2', '1'].map((digit) => `evt_${digit.repeat(26)}`)
    const payment = paymentFixture({ createdAt })
    const entry = insertFixture(payment)
    await insertOne(repository, { ...entry, event: { ...entry.event, id: reversed[0]! } })
    const paid = changeFixture(payment, {
      status: 'succeeded',
      paidAt: createdAt,
      updatedAt: '2026-11-20T11:00:00.000Z',
    })
    await repository.replace(group([{ ...paid, event: { ...paid.event, id: reversed[1]! } }]))
    const undone = changeFixture(paid.payment, {
      status: 'reversed',
      reversedAt: createdAt,
      updatedAt: '2026-11-20T10:00:00.000Z',
    })
    await repository.replace(group([{ ...undone, event: { ...undone.event, id: reversed[2]! } }]))

    const history = await repository.history(payment.id)
    equal(
      history.map(({ data }) => data.version),
      [1, 2, 3],
      'versions',
    )
    equal(
      history.map(({ id }) => id),
      reversed,
      'ids',
    )
  }),

  prove(11, 'A stored event never changes, whatever happens to its payment later', async (repository) => {
    const payment = paymentFixture({ expiresAt: '2026-11-20T10:00:00.000Z' })
    const entry = insertFixture(payment)
    await insertOne(repository, entry)
    const expired = changeFixture(payment, { status: 'expired' })
    await repository.replace(group([expired]))
    const paid = changeFixture(expired.payment, { status: 'succeeded', paidAt: '2026-11-20T11:00:00.000Z', late: true })
    await repository.replace(group([paid]))
    equal((await repository.history(payment.id)).slice(0, 2), [entry.event, expired.event], 'the earlier events')
  }),

  prove(11, 'A history holds the events of its own payment only', async (repository) => {
    const reference = 'INV-1'
    const a = await insert(repository, paymentFixture({ reference }))
    const b = await insert(repository, paymentFixture({ reference }))
    await repository.replace(group([changeFixture(b, { status: 'expired' })]))
    equal(
      (await repository.history(a.id)).map(({ data }) => data.paymentId),
      [a.id],
      'of the one',
    )
    equal(
      (await repository.history(b.id)).map(({ data }) => data.paymentId),
      [b.id, b.id],
      'of the other',
    )
  }),

  prove(6, 'An unknown payment is null and has an empty history', async (repository) => {
    await insert(repository)
    const unknown = paymentFixture().id
    equal(await repository.get(unknown), null, 'payment')
    equal(await repository.history(unknown), [], 'history')
  }),
]
