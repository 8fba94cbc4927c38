import type { Change, InsertEntry, PaymentRepository } from '../../repository/port.js'
import { isPaymentError } from '../../errors.js'
import { equal, holds, rejectionOf } from '../assert.js'
import { changeFixture, eventFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { group, insert, insertOne, keyed, leftNoEvents, leftNothing, storedBrief } from '../steps.js'

/** Demands that an insert is refused, and that its key and reference are free afterwards. */
async function refusesInsert(repository: PaymentRepository, wrong: InsertEntry): Promise<void> {
  const { reference } = wrong.payment
  const guarded = { ...wrong, liveReference: reference, idempotency: keyed('key-1') }
  const [...errors] = await rejectionOf(() => insertOne(repository, guarded))
  equal(errors.length, 1, 'rejections')
  await leftNothing(repository, guarded)
  await insert(repository, paymentFixture({ reference }), { liveReference: reference, idempotency: keyed('key-1') })
}

/** Demands that a replace is refused together with the change before it. */
async function refusesChange(repository: PaymentRepository, wrong: Change): Promise<void> {
  const other = await insert(repository)
  const before = await storedBrief(repository, wrong.payment)
  const fine = changeFixture(other, { status: 'expired' })
  const errors = await rejectionOf(() => repository.replace(group([fine, wrong])))
  equal(errors.length, 1, 'rejections')
  equal(await storedBrief(repository, wrong.payment), before, 'the payment')
  equal(await storedBrief(repository, other), `${other.id} v1`, 'the other payment of the group')
  await leftNoEvents(repository, [fine.event, wrong.event])
}

const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

export const refusalCases = [
  prove(12, 'An insert of another version than the first is refused', async (repository) => {
    await refusesInsert(repository, insertFixture(paymentFixture({ version: 2 })))
  }),

  prove(12, 'An insert whose event is of another version is refused', async (repository) => {
    const payment = paymentFixture()
    await refusesInsert(repository, insertFixture(payment, { event: eventFixture({ ...payment, version: 2 }) }))
  }),

  prove(12, 'An amount that is not a whole number is refused', async (repository) => {
    for (const amount of [0.5, 1.000001, Number.NaN, Number.POSITIVE_INFINITY]) {
      const wrong = insertFixture(paymentFixture({ amount }))
      equal((await rejectionOf(() => insertOne(repository, wrong))).length, 1, `rejections of the amount ${amount}`)
      await leftNothing(repository, wrong)
    }
  }),

  prove(12, 'A replace whose version does not follow the expected one is refused', async (repository) => {
    const payment = await insert(repository)
    const fine = changeFixture(payment, paid)
    const skipping = { ...fine.payment, version: 3 }
    await refusesChange(repository, { ...fine, payment: skipping, event: eventFixture(skipping) })
  }),

  prove(12, 'A replace whose event is of another version is refused', async (repository) => {
    const payment = await insert(repository)
    const fine = changeFixture(payment, paid)
    await refusesChange(repository, { ...fine, event: eventFixture({ ...fine.payment, version: 1 }) })
  }),

  prove(9, 'What fails rejects with a PaymentError', async (repository) => {
    const payment = await insert(repository)
    const fine = changeFixture(payment, paid)
    const attempts = [
      () => insertOne(repository, insertFixture(paymentFixture({ version: 2 }))),
      () => insertOne(repository, insertFixture(paymentFixture({ amount: 0.5 }))),
      () => insertOne(repository, insertFixture(paymentFixture({ amount: Number.NaN }))),
      () => repository.replace(group([{ ...fine, payment: { ...fine.payment, version: 3 } }])),
      () => repository.replace(group([{ ...fine, event: eventFixture(payment) }])),
    ]
    for (const attempt of attempts) {
      for (const error of await rejectionOf(attempt)) holds(isPaymentError(error), `a ${String(error)} was thrown`)
    }
  }),
]
