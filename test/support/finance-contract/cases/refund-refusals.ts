import type { FinanceRepository } from '../../../../src/repository/finance-port.js'
import type { Payment } from '../../../../src/domain/payments/payment.js'
import type { Refund } from '../../../../src/domain/refunds/refund.js'
import { equal, rejectionOf } from '../../../../src/testing/assert.js'
import { lineFixture } from '../line-fixtures.js'
import { proveFinance } from '../proof.js'
import {
  refundChangeFixture,
  refundEntryFixture,
  refundFixture,
  refundsOfGroup,
  type RefundWrite,
} from '../refund-fixtures.js'
import { findRefund, lineRefund, paidPayment, paymentRefund, storedRefund, writeRefunds } from '../refund-steps.js'
import { storedBrief } from '../../../../src/testing/steps.js'

/** Demands that a write is refused together with the refund before it. */
async function refusesRefund(repository: FinanceRepository, wrong: RefundWrite, what: string): Promise<void> {
  const fine = refundEntryFixture(refundFixture())
  const errors = await rejectionOf(() => writeRefunds(repository, [fine, wrong]))
  equal(errors.length, 1, `rejections of ${what}`)
  equal(await storedRefund(repository, fine), 'nothing', `the refund beside ${what}`)
  const { refund, expected } = wrong.entry
  const now = (await findRefund(repository, refund.id))?.version ?? 'nothing'
  equal(now, expected, `the refund with ${what}`)
}

export const refundRefusalCases = [
  proveFinance(22, 'Refunds never come to more than their payment, whoever writes', async (repository) => {
    const payment = await paidPayment(repository, { amount: 1000 })
    const first = await paymentRefund(repository, payment, { amount: 600 })
    const now = first.changes[0]!.payment
    for (const amount of [401, 1000, Number.MAX_SAFE_INTEGER]) {
      const more = refundEntryFixture(refundFixture({ paymentId: payment.id, amount }), { payment: now })
      await refusesRefund(repository, more, `a second refund of ${amount}`)
    }
    equal(await storedBrief(repository, payment), `${payment.id} v3`, 'the payment')
    const rest = refundEntryFixture(refundFixture({ paymentId: payment.id, amount: 400 }), { payment: now })
    equal(await writeRefunds(repository, [rest]), 'replaced', 'a second refund of what is left')
  }),

  proveFinance(12, 'A refund that cannot be is refused', async (repository) => {
    const wrongs: readonly Partial<Refund>[] = [
      { amount: 0 },
      { amount: -1 },
      { amount: 0.5 },
      { amount: 1000, amountReconciled: 1 },
      { status: 'paid' as 'pending' },
      { reason: 'Duplicate' as 'duplicate' },
      { returnedBy: 'id:credit' },
      { version: 2 },
      { lineKey: null },
    ]
    for (const wrong of wrongs) {
      await refusesRefund(repository, refundEntryFixture({ ...refundFixture(), ...wrong }), JSON.stringify(wrong))
    }
  }),

  proveFinance(12, 'A refund whose event or payment does not change with it is refused', async (repository) => {
    const payment = await paidPayment(repository)
    const ofPayment = refundEntryFixture(refundFixture({ paymentId: payment.id }), { payment })
    const ofLine = refundEntryFixture(refundFixture())
    const other = refundEntryFixture(refundFixture())
    await refusesRefund(repository, { ...ofPayment, changes: [] }, 'no change of its payment')
    await refusesRefund(repository, { ...ofLine, entry: { ...ofLine.entry, event: null } }, 'no event')
    await refusesRefund(
      repository,
      { ...ofLine, entry: { ...ofLine.entry, event: other.entry.event } },
      'an event of another',
    )
    const alone = await rejectionOf(() => repository.replace({ changes: ofPayment.changes, lines: [] }))
    equal(alone.length, 1, 'rejections of an event of a refund that is not in the group')
    const keyedLine = { key: lineFixture().key, paymentIds: [] }
    const beside = await rejectionOf(() =>
      repository.replace({ changes: [], lines: [keyedLine], ...refundsOfGroup([ofLine.entry]) }),
    )
    equal(beside.length, 1, 'rejections of a refund beside the key of a line')
    equal(await storedBrief(repository, payment), `${payment.id} v2`, 'the payment')
    equal(await storedRefund(repository, ofLine), 'nothing', 'the refund of a line')
  }),

  proveFinance(
    12,
    'Changes of one payment in a group that do not follow on each other are refused',
    async (repository) => {
      const payment = await paidPayment(repository)
      const other = await paidPayment(repository)
      const ask = (of: Payment, patch: Partial<Payment> = {}) =>
        refundEntryFixture(refundFixture({ paymentId: of.id, amount: 10 }), { payment: { ...of, ...patch } })
      const first = ask(payment)
      const next = first.changes[0]!.payment
      for (const [what, writes] of [
        ['rivals', [first, ask(payment)]],
        ['a gap', [first, ask(next, { version: next.version + 1 })]],
        ['rivals with another payment between them', [first, ask(other), ask(payment)]],
        ['another amount', [first, ask(next, { amount: next.amount + 1 })]],
      ] as const) {
        const errors = await rejectionOf(() => writeRefunds(repository, writes))
        equal(errors.length, 1, `rejections of ${what}`)
        equal(await storedBrief(repository, payment), `${payment.id} v2`, `the payment of ${what}`)
        equal(await storedRefund(repository, first), 'nothing', `the first refund of ${what}`)
      }
    },
  ),

  proveFinance(12, 'A group with one refund twice is refused', async (repository) => {
    const first = refundEntryFixture(refundFixture())
    equal((await rejectionOf(() => writeRefunds(repository, [first, first]))).length, 1, 'rejections')
    equal(await storedRefund(repository, first), 'nothing', 'the refund')
  }),

  proveFinance(12, 'A change of what a refund was asked for is refused', async (repository) => {
    const refund = await lineRefund(repository)
    const patches: readonly Partial<Refund>[] = [
      { amount: 1 },
      { currency: 'USD' },
      { reason: 'duplicate' },
      { reference: 'R-other' },
      { lineKey: 'id:other' },
      { requestedBy: 'sara' },
      { createdAt: '2026-11-20T08:00:00.000Z' },
    ]
    for (const patch of patches) {
      await refusesRefund(
        repository,
        refundChangeFixture(refund, { status: 'failed', ...patch }),
        JSON.stringify(patch),
      )
    }
  }),
]
