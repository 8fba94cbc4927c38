import type { Payment } from '../../domain/payments/payment.js'
import type { Change, PaymentRepository } from '../../repository/port.js'
import { equal } from '../assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { change, group, insert, insertOne, leftNoEvents, outcomeOf, storedBrief } from '../steps.js'

const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

const eventsOf = (changes: readonly Change[]) => changes.map(({ event }) => event)

/** Demands that a group which was not replaced changed nothing, and left its line to be counted by another. */
async function changedNothing(
  repository: PaymentRepository,
  { changes, lineKey }: { changes: readonly Change[]; lineKey: string },
  before: readonly Payment[],
): Promise<void> {
  for (const payment of before)
    equal(await storedBrief(repository, payment), `${payment.id} v${payment.version}`, 'a payment')
  await leftNoEvents(repository, eventsOf(changes))
  const next = changeFixture(await insert(repository), paid)
  equal(
    outcomeOf(await repository.replace(group([next], lineKey))),
    'replaced',
    'the line of the refused group, used by another',
  )
}

export const atomicityCases = [
  prove(1, 'A group with one stale change stores none of its changes', async (repository) => {
    const [a, b, c] = [await insert(repository), await insert(repository), await insert(repository)]
    const newer = await change(repository, b, { status: 'expired' })
    const changes = [changeFixture(a, paid), changeFixture(b, paid), changeFixture(c, paid)]
    const answer = await repository.replace(group(changes, 'line-1'))
    equal(outcomeOf(answer), `stale ${newer.id} v2`, 'answer')
    await changedNothing(repository, { changes, lineKey: 'line-1' }, [a, newer, c])
  }),

  prove(1, 'A group that meets a taken transaction stores none of its changes', async (repository) => {
    const [a, b, holder] = [await insert(repository), await insert(repository), await insert(repository)]
    const holderPaid = await change(repository, holder, { ...paid, providerTransactionId: 'TX-1' })
    const changes = [changeFixture(a, paid), changeFixture(b, { ...paid, providerTransactionId: 'TX-1' })]
    const answer = await repository.replace(group(changes, 'line-1'))
    equal(outcomeOf(answer), `transaction_taken ${holderPaid.id} v2`, 'answer')
    await changedNothing(repository, { changes, lineKey: 'line-1' }, [a, b])
  }),

  prove(1, 'A group that meets a taken reference stores none of its changes', async (repository) => {
    const reference = 'INV-1'
    const first = await insert(repository, paymentFixture({ reference }), { liveReference: reference })
    const expired = await change(repository, first, { status: 'expired' })
    const holder = await insert(repository, paymentFixture({ reference }), { liveReference: reference })
    const other = await insert(repository, paymentFixture({ reference: 'INV-2' }), { liveReference: 'INV-2' })
    const changes = [
      changeFixture(other, { status: 'failed', statusReason: 'cancelled' }),
      changeFixture(expired, paid, { liveReference: reference }),
    ]
    const answer = await repository.replace(group(changes, 'line-1'))
    equal(outcomeOf(answer), `reference_taken ${holder.id} v1`, 'answer')
    await changedNothing(repository, { changes, lineKey: 'line-1' }, [expired, other])
    const next = insertFixture(paymentFixture({ reference: 'INV-2' }), { liveReference: 'INV-2' })
    equal((await insertOne(repository, next)).outcome, 'reference_taken', 'a reference that would have been released')
  }),

  prove(1, 'A group whose statement line is stored already stores none of its changes', async (repository) => {
    const [a, b, c] = [await insert(repository), await insert(repository), await insert(repository)]
    await repository.replace(group([changeFixture(a, paid)], 'line-1'))
    const changes = [changeFixture(b, paid), changeFixture(c, paid)]
    equal(outcomeOf(await repository.replace(group(changes, 'line-1'))), 'line_taken', 'answer')
    for (const payment of [b, c]) equal(await storedBrief(repository, payment), `${payment.id} v1`, 'a payment')
    await leftNoEvents(repository, eventsOf(changes))
  }),
]
