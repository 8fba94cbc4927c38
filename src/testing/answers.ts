/** Every answer of a repository that shows a payment. */
import type { Payment } from '../domain/payments/payment.js'
import type { InsertOutcome, PaymentRepository, ReplaceOutcome } from '../repository/port.js'
import { changeFixture, insertFixture, paymentFixture } from './fixtures.js'
import { group, insertOne, keyed } from './steps.js'

function paymentOf(answer: InsertOutcome | ReplaceOutcome): Payment | null {
  if ('payment' in answer) return answer.payment
  return 'current' in answer ? answer.current : null
}

/**
 * Reads the payment by every read and every conflict, and lists the results by the name of the answer. The payment holds its
 * reference live, was inserted under `key` and was changed once at least; `rival` is pending, of the same reference and
 * channel.
 */
export async function answersWith(
  repository: PaymentRepository,
  payment: Payment,
  rival: Payment,
  key: string,
): Promise<[name: string, shown: Payment | null | undefined][]> {
  const { id, reference, providerTransactionId } = payment
  const ofSameId = (payments: readonly Payment[]) => payments.find((one) => one.id === id)
  const keys = { references: [], providerTransactionIds: [], lineKeys: [] }
  const live = { liveReference: reference }
  const other = () => paymentFixture({ reference })
  const page = { by: 'createdAt', reference, limit: 9 } as const
  const after = { at: '1970-01-01T00:00:00.000Z', id: '' }
  const before = { ...payment, version: payment.version - 1 }
  const paid = { status: 'succeeded', paidAt: rival.createdAt } as const
  const answers: [string, Payment | null | undefined][] = [
    ['get', await repository.get(id)],
    ['page', ofSameId(await repository.page({ ...page, direction: 'asc' }))],
    ['page downwards', ofSameId(await repository.page({ ...page, direction: 'desc' }))],
    ['page behind another', ofSameId(await repository.page({ ...page, direction: 'asc', after }))],
    ['lookup', ofSameId((await repository.lookup({ ...keys, references: [reference] })).payments)],
    ['used key', paymentOf(await insertOne(repository, insertFixture(other(), { idempotency: keyed(key) })))],
    ['used id', paymentOf(await insertOne(repository, insertFixture({ ...other(), id })))],
    ['used reference', paymentOf(await insertOne(repository, insertFixture(other(), live)))],
    ['older version', paymentOf(await repository.replace(group([changeFixture(before, { late: true })])))],
    ['reference for a change', paymentOf(await repository.replace(group([changeFixture(rival, paid, live)])))],
  ]
  if (providerTransactionId === undefined) return answers
  const result = await repository.lookup({ ...keys, providerTransactionIds: [providerTransactionId] })
  const rivalChange = changeFixture(rival, { ...paid, providerTransactionId })
  return [
    ...answers,
    ['lookup of the transaction', ofSameId(result.payments)],
    ['transaction for a change', paymentOf(await repository.replace(group([rivalChange])))],
  ]
}
