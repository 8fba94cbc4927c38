import type { Payment } from '../../domain/payment.js'
import type { PaymentRepository } from '../../repository/repository.js'
import { equal } from '../assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { relay } from '../relay.js'
import { group, insert, keyed, rowsOf, told } from '../steps.js'

const reference = 'INV-1'
const live = { liveReference: reference }
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

/** Stores a payment and what statements prove of it, each proof in a group of two; looks after each. */
async function proveBitByBit(
  repository: PaymentRepository,
  look: (payment: Payment, proven: readonly number[]) => Promise<void>,
): Promise<void> {
  let last = await insert(repository, paymentFixture({ reference, amount: 10_000 }), {
    ...live,
    idempotency: keyed('key-1'),
  })
  const proven = [0]
  for (const [i, patch] of proofs.entries()) {
    const beside = changeFixture(await insert(repository, paymentFixture({ channel: 'cash' })), { status: 'expired' })
    const next = changeFixture(last, patch, live)
    equal(told(await repository.replace(group([beside, next], `line-${i}`))), 'replaced', `proof ${i + 1}`)
    last = next.payment
    proven.push(last.amountReconciled)
    await look(last, proven)
  }
}

/** What every answer that holds the payment says of its proven money. */
async function views(repository: PaymentRepository, payment: Payment): Promise<Record<string, unknown>> {
  const amountIn = (answer: object) => {
    const shown = 'payment' in answer ? answer.payment : 'current' in answer ? answer.current : null
    return (shown as Payment | null)?.amountReconciled
  }
  const other = (more: Partial<Payment> = {}) => paymentFixture({ reference, ...more })
  const keys = { references: [], providerTransactionIds: [], lineKeys: [] }
  const page = { by: 'createdAt', reference, limit: 1 } as const
  const rival = changeFixture(await insert(repository, other()), {
    status: 'succeeded',
    paidAt: '2026-11-20T10:00:00.000Z',
    ...(payment.providerTransactionId !== undefined && { providerTransactionId: transaction }),
  })
  return {
    get: (await repository.get(payment.id))?.amountReconciled,
    page: (await repository.page({ ...page, direction: 'asc' }))[0]?.amountReconciled,
    lookup: (await repository.lookup({ ...keys, references: [reference] })).payments.find(({ id }) => id === payment.id)
      ?.amountReconciled,
    key_taken: amountIn(await repository.insert(insertFixture(other(), { idempotency: keyed('key-1') }))),
    id_taken: amountIn(await repository.insert(insertFixture(other({ id: payment.id })))),
    reference_taken: amountIn(await repository.insert(insertFixture(other(), live))),
    stale: amountIn(await repository.replace(group([changeFixture({ ...payment, version: 9 }, { late: true })]))),
    taken: amountIn(await repository.replace(group([{ ...rival, ...live }]))),
    ...(payment.providerTransactionId !== undefined && {
      transaction_taken: amountIn(await repository.replace(group([rival]))),
      byTransaction: (await repository.lookup({ ...keys, providerTransactionIds: [transaction] })).payments[0]
        ?.amountReconciled,
    }),
  }
}

export const reconciledCases = [
  prove(12, 'The money that statements proved so far is in the payment, wherever it is shown', async (repository) => {
    await proveBitByBit(repository, async (payment) => {
      const shown = await views(repository, payment)
      const expected = Object.keys(shown).map((name) => [name, payment.amountReconciled])
      equal(shown, Object.fromEntries(expected), `${payment.amountReconciled} proven, ${payment.status}`)
    })
  }),

  prove(11, 'The money that statements proved so far is in each event, stored and delivered', async (repository) => {
    const delivered: number[] = []
    await proveBitByBit(repository, async (payment, proven) => {
      const history = await repository.history(payment.id)
      equal(
        history.map(({ data }) => data.amountReconciled),
        proven,
        'of the history',
      )
    })
    for (let round = 0; round <= proofs.length; round++) {
      for (const { event } of await relay(repository, 'a').settle(round, 'delivered')) {
        if (event.data.reference === reference) delivered.push(event.data.amountReconciled)
      }
    }
    equal(delivered, [0, ...proofs.map(({ amountReconciled }) => amountReconciled)], 'of the delivered events')
  }),

  prove(14, 'The money that statements proved so far is in the cell of a scan', async (repository) => {
    await proveBitByBit(repository, async ({ status, amountReconciled }) => {
      const rows = repository.scan({ by: 'createdAt', reference, fields: ['amountReconciled', 'status'] })
      equal(await rowsOf(rows), [[amountReconciled, status]], `cells with ${amountReconciled} proven`)
    })
  }),
]
