import { eventsOfRefund } from '../../../../src/operations/refunds/stored-refunds.js'
import { equal } from '../../../../src/testing/assert.js'
import { proveFinance } from '../proof.js'
import { eventOfRefund, refundChangeFixture } from '../refund-fixtures.js'
import { changeRefund, lineRefund, paidPayment, paymentRefund, storeRefund } from '../refund-steps.js'
import { relay } from '../../../../src/testing/relay.js'
import { change } from '../../../../src/testing/steps.js'

const paidAt = '2026-11-20T12:00:00.000Z'

export const refundEventCases = [
  proveFinance(
    22,
    'A payment and its refunds have one history, of which a refund shows its own',
    async (repository) => {
      const payment = await paidPayment(repository)
      const a = await paymentRefund(repository, payment, { amount: 300, status: 'requested' })
      const b = await paymentRefund(repository, a.changes[0]!.payment, { amount: 200 })
      const proved = await change(repository, b.changes[0]!.payment, { amountReconciled: 1 })
      const pending = await storeRefund(repository, refundChangeFixture(a, { status: 'pending' }, { payment: proved }))
      const done = await storeRefund(
        repository,
        refundChangeFixture(b, { status: 'succeeded', paidAt }, { payment: pending.changes[0]!.payment }),
      )
      const events = await repository.history(payment.id)
      equal(
        events.map(({ type }) => type),
        [
          'payment.created',
          'payment.succeeded',
          'refund.requested',
          'refund.pending',
          'payment.reconciled',
          'refund.pending',
          'refund.succeeded',
        ],
        'the history of the payment',
      )
      equal(await repository.histories([payment.id]), events, 'the same among histories')
      equal(
        await eventsOfRefund(repository, a.entry.refund),
        [eventOfRefund(a), eventOfRefund(pending)],
        'the history of the first refund',
      )
      equal(
        await eventsOfRefund(repository, b.entry.refund),
        [eventOfRefund(b), eventOfRefund(done)],
        'the history of the second refund',
      )
    },
  ),

  proveFinance(22, 'A refund of a line has a history of its own', async (repository) => {
    const lineKey = 'id:refunded'
    const a = await lineRefund(repository, { lineKey })
    const b = await lineRefund(repository, { lineKey })
    const failed = await changeRefund(repository, a, { status: 'failed' })
    equal(
      await eventsOfRefund(repository, a.entry.refund),
      [eventOfRefund(a), eventOfRefund(failed)],
      'the history of the first refund',
    )
    equal(await eventsOfRefund(repository, b.entry.refund), [eventOfRefund(b)], 'the history of the second refund')
    const unknown = await eventsOfRefund(repository, { id: 'ref_unknown', paymentId: null })
    equal(unknown, [], 'the history of an unknown one')
  }),

  proveFinance(10, 'Events of refunds are delivered in order with those of their payment', async (repository) => {
    const payment = await paidPayment(repository)
    const pending = await paymentRefund(repository, payment)
    const succeeded = await changeRefund(repository, pending, { status: 'succeeded', paidAt })
    const consumer = relay(repository, 'a')
    const rounds = []
    for (const seconds of [0, 1, 2, 3, 4]) {
      rounds.push((await consumer.settle(seconds, 'delivered')).map(({ event }) => event))
    }
    equal(
      rounds.map((round) => round.map(({ type }) => type)),
      [['payment.created'], ['payment.succeeded'], ['refund.pending'], ['refund.succeeded'], []],
      'types delivered in each round',
    )
    equal(
      [rounds[2]![0], rounds[3]![0]],
      [eventOfRefund(pending), eventOfRefund(succeeded)],
      'the events of the refund',
    )
  }),

  proveFinance(
    10,
    'Events of refunds of lines are delivered one after another, each refund by itself',
    async (repository) => {
      const lineKey = 'id:refunded'
      const writes = [await lineRefund(repository, { lineKey }), await lineRefund(repository, { lineKey })]
      const ends = []
      for (const write of writes) ends.push(await changeRefund(repository, write, { status: 'succeeded', paidAt }))
      const consumer = relay(repository, 'a')
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
      for (const [round, expected] of [writes, ends, []].entries()) {
        const events = (await consumer.settle(round, 'delivered')).map(({ event }) => event)
        equal(events.sort(byId), expected.map(eventOfRefund).sort(byId), `round ${round + 1}`)
      }
    },
  ),
]
