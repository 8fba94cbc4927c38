import type { Payment } from '../../domain/payment.js'
import type { InsertEntry, PaymentRepository } from '../../repository/repository.js'
import { equal } from '../assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { relay } from '../relay.js'
import { group, insert, keyed, rowsOf, told } from '../steps.js'

const reference = 'INV-1'
const transaction = 'TX-1'

/** What statements prove of one payment bit by bit: while it is pending, as it succeeds, and after that. */
const proofs: readonly Partial<Payment>[] = [
  { amountReconciled: 1500 },
  {
    status: 'succeeded',
    paidAt: '2026-11-20T10:00:00.000Z',
    providerTransactionId: transaction,
    amountReconciled: 4100,
  },
  { amountReconciled: 9999 },
  { amountReconciled: 10_000 },
]

/** Stores a payment and what statements prove of it, each proof in the middle of a group; looks after each. */
async function proveBitByBit(
  repository: PaymentRepository,
  first: Payment,
  idempotency: InsertEntry['idempotency'],
  look: (payment: Payment, proven: readonly number[]) => Promise<void>,
): Promise<void> {
  const live = { liveReference: first.reference }
  let last = await insert(repository, first, { ...live, idempotency })
  const proven = [0]
  const beside = async () => changeFixture(await insert(repository), { status: 'expired' })
  for (const [i, patch] of proofs.entries()) {
    const next = changeFixture(last, patch, live)
    const changes = [await beside(), next, await beside()]
    equal(told(await repository.replace(group(changes, `line-${i}`))), 'replaced', `proof ${i + 1}`)
    last = next.payment
    proven.push(last.amountReconciled)
    await look(last, proven)
  }
}

/** What every answer that holds the payment says of its proven money. */
async function shownBy(
  repository: PaymentRepository,
  payment: Payment,
  rival: Payment,
): Promise<Record<string, unknown>> {
  const live = { liveReference: reference }
  const before = { ...payment, version: payment.version - 1 }
  const keys = { references: [], providerTransactionIds: [], lineKeys: [] }
  const own = (found: readonly Payment[]) => found.filter(({ id }) => id === payment.id)
  const other = () => paymentFixture({ reference })
  const byKey = insertFixture(other(), { idempotency: keyed('key-1') })
  const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const
  const wantsReference = changeFixture(rival, paid, live)
  const wantsTransaction = changeFixture(rival, { ...paid, providerTransactionId: transaction })
  const answers = {
    get: await repository.get(payment.id),
    page: own(await repository.page({ by: 'createdAt', direction: 'asc', reference, limit: 9 }))[0],
    lookup: own((await repository.lookup({ ...keys, references: [reference] })).payments)[0],
    key: await repository.insert(byKey),
    id: await repository.insert(insertFixture({ ...other(), id: payment.id })),
    reference: await repository.insert(insertFixture(other(), live)),
    version: await repository.replace(group([changeFixture(before, { late: true })])),
    referenceOfChange: await repository.replace(group([wantsReference])),
    ...(payment.status === 'succeeded' && {
      transaction: await repository.replace(group([wantsTransaction])),
      lookupOfTransaction: (await repository.lookup({ ...keys, providerTransactionIds: [transaction] })).payments[0],
    }),
  }
  const amounts = Object.entries(answers).map(([name, answer]) => {
    const shown =
      answer && 'payment' in answer ? answer.payment : answer && 'current' in answer ? answer.current : answer
    return [name, shown && 'amountReconciled' in shown ? shown.amountReconciled : 'no payment']
  })
  return Object.fromEntries(amounts) as Record<string, unknown>
}

export const reconciledCases = [
  prove(7, 'The money that statements proved so far is exact wherever a payment is shown', async (repository) => {
    const rival = await insert(repository, paymentFixture({ reference }))
    const keyedPayment = paymentFixture({ reference, amount: 10_000 })
    await proveBitByBit(repository, keyedPayment, keyed('key-1'), async (payment) => {
      const shown = await shownBy(repository, payment, rival)
      const expected = Object.keys(shown).map((name) => [name, payment.amountReconciled])
      equal(shown, Object.fromEntries(expected), `${payment.amountReconciled} proven, ${payment.status}`)
      const rows = await rowsOf(repository.scan({ by: 'createdAt', reference, fields: ['amountReconciled', 'id'] }))
      equal(
        rows.filter(([, id]) => id === payment.id),
        [[payment.amountReconciled, payment.id]],
        'in the cell of a scan',
      )
    })
  }),

  prove(
    10,
    'Every proof of money is stored and delivered as an event, with the money proven so far',
    async (repository) => {
      const payment = paymentFixture({ amount: 10_000 })
      let all: readonly number[] = []
      await proveBitByBit(repository, payment, null, async (_, proven) => {
        all = [...proven]
        const history = await repository.history(payment.id)
        equal(
          history.map(({ data }) => data.amountReconciled),
          proven,
          'proven money in the history',
        )
      })
      const delivered: number[] = []
      for (let round = 0; round <= proofs.length; round++) {
        for (const { event } of await relay(repository, 'a').settle(round, 'delivered')) {
          if (event.data.paymentId === payment.id) delivered.push(event.data.amountReconciled)
        }
      }
      equal(delivered, all, 'proven money of the delivered events')
    },
  ),
]
