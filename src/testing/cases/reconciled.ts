import { isPaymentEvent } from '../../domain/event-stream.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { InsertEntry, PaymentRepository } from '../../repository/port.js'
import { answersWith } from '../answers.js'
import { equal } from '../assert.js'
import { changeFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { relay } from '../relay.js'
import { group, insert, keyed, rowsOf, outcomeOf } from '../steps.js'

const reference = 'INV-1'
const max = Number.MAX_SAFE_INTEGER

/** Patches by which statements prove one payment bit by bit: while it is pending, as it succeeds, and after that. */
const proofs: readonly Partial<Payment>[] = [
  { amountReconciled: 1500 },
  {
    status: 'succeeded',
    paidAt: '2026-11-20T10:00:00.000Z',
    providerTransactionId: 'TX-1',
    amountReconciled: 2 ** 33 + 1,
  },
  { amountReconciled: max - 2 },
  { amountReconciled: max },
]

/** Stores a payment and what statements prove of it, each proof behind others of its group; looks after each. */
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
    const others = [await beside(), await beside()]
    const changes = i % 2 === 0 ? [others[0]!, next, others[1]!] : [...others, next]
    equal(outcomeOf(await repository.replace(group(changes, `line-${i}`))), 'replaced', `proof ${i + 1}`)
    last = next.payment
    proven.push(last.amountReconciled)
    await look(last, proven)
  }
}

export const reconciledCases = [
  prove(7, 'The money that statements proved so far is exact wherever a payment is shown', async (repository) => {
    const rival = await insert(repository, paymentFixture({ reference }))
    const keyedPayment = paymentFixture({ reference, amount: max })
    await proveBitByBit(repository, keyedPayment, keyed('key-1'), async (payment) => {
      for (const [name, answer] of await answersWith(repository, payment, rival, 'key-1')) {
        equal(answer?.amountReconciled, payment.amountReconciled, `shown by ${name}, ${payment.status}`)
      }
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
      const payment = paymentFixture({ amount: max })
      let all: readonly number[] = []
      await proveBitByBit(repository, payment, null, async (_, proven) => {
        all = [...proven]
        const history = await repository.history(payment.id)
        equal(
          history.filter(isPaymentEvent).map(({ data }) => data.amountReconciled),
          proven,
          'proven money in the history',
        )
      })
      const delivered: number[] = []
      for (let round = 0; round <= proofs.length; round++) {
        for (const { event } of await relay(repository, 'a').settle(round, 'delivered')) {
          if (!isPaymentEvent(event) || event.data.paymentId !== payment.id) continue
          delivered.push(event.data.amountReconciled)
        }
      }
      equal(delivered, all, 'proven money of the delivered events')
    },
  ),
]
