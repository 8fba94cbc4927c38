import { eventsOfRefund, findRefunds } from '../../../../src/operations/refunds/stored-refunds.js'
import { equal } from '../../../../src/testing/assert.js'
import { lineChangeFixture } from '../line-fixtures.js'
import { findLine, importLine } from '../line-steps.js'
import { proveFinance } from '../proof.js'
import { eventOfRefund, refundChangeFixture, refundEntryFixture, refundFixture } from '../refund-fixtures.js'
import { allRefunds, findRefund, lineRefund, paidPayment, refundsOf, writeRefunds } from '../refund-steps.js'
import { each, keyed } from '../../../../src/testing/steps.js'
import { onlyWinner } from './line-races.js'

const callers = 50

export const refundRaceCases = [
  proveFinance(22, 'Of 50 refunds at once of one payment exactly one is stored', async (repository) => {
    const payment = await paidPayment(repository)
    const writes = each(callers, () =>
      refundEntryFixture(refundFixture({ paymentId: payment.id, amount: 600 }), { payment }),
    )
    const answers = await Promise.all(writes.map((write) => writeRefunds(repository, [write])))
    const winner = writes[onlyWinner(answers, `stale ${payment.id} v3`)]!
    equal(await allRefunds(repository), refundsOf([winner]), 'refunds')
    equal((await repository.get(payment.id))?.amountRefundPending, 600, 'what refunds reserve of the payment')
    equal((await repository.history(payment.id)).slice(2), [eventOfRefund(winner)], 'events behind the second')
  }),

  proveFinance(22, 'Of 50 refunds at once of one line exactly one is stored', async (repository) => {
    const line = await importLine(repository, { amount: 1000 })
    const writes = each(callers, () => refundEntryFixture(refundFixture({ lineKey: line.key, amount: 600 })))
    const answers = await Promise.all(
      writes.map((write) => {
        const allocation = { to: 'refund', refundId: write.entry.refund.id, amount: 600, by: 'hand' } as const
        return writeRefunds(repository, [write], { lines: [lineChangeFixture(line, { allocations: [allocation] })] })
      }),
    )
    const winner = writes[onlyWinner(answers, `line_stale ${line.key}: ${line.key} v2`)]!
    equal(await allRefunds(repository), refundsOf([winner]), 'refunds')
    equal((await findLine(repository, line.key))?.allocated, 600, 'what is allocated of the line')
  }),

  proveFinance(22, 'Of 50 changes at once of one version of a refund exactly one wins', async (repository) => {
    const pending = await lineRefund(repository)
    const writes = each(callers, (i) =>
      refundChangeFixture(pending, { status: 'succeeded', providerTransactionId: `TX-${i}` }),
    )
    const answers = await Promise.all(writes.map((write) => writeRefunds(repository, [write])))
    const { refund } = pending.entry
    const winner = writes[onlyWinner(answers, `refunds stale ${refund.id} v2`)]!
    equal(await findRefund(repository, refund.id), winner.entry.refund, 'the refund')
    equal((await eventsOfRefund(repository, refund)).slice(1), [eventOfRefund(winner)], 'events behind the first')
  }),

  proveFinance(22, 'Of 50 refunds at once with one receipt exactly one has it', async (repository) => {
    const pending = []
    for (let i = 0; i < callers; i++) pending.push(await lineRefund(repository))
    const writes = pending.map((write, i) =>
      refundChangeFixture(write, { status: 'succeeded', providerTransactionId: i % 2 ? 'TX-1' : 'tx-1' }),
    )
    const answers = await Promise.all(writes.map((write) => writeRefunds(repository, [write])))
    const holders = await findRefunds(repository, { providerTransactionIds: ['TX-1'] })
    equal(holders.length, 1, 'refunds with the receipt')
    const winner = writes[onlyWinner(answers, `refunds transaction taken ${holders[0]!.id} v2`)]!
    equal(holders, refundsOf([winner]), 'the refund')
    const paid = (await allRefunds(repository)).filter(({ status }) => status === 'succeeded')
    equal(paid, holders, 'refunds that are paid')
  }),

  proveFinance(22, 'Of 50 refunds at once with one key exactly one is stored', async (repository) => {
    const writes = each(callers, () => refundEntryFixture(refundFixture(), { idempotency: keyed('refund-1') }))
    const answers = await Promise.all(writes.map((write) => writeRefunds(repository, [write])))
    const stored = await allRefunds(repository)
    equal(stored.length, 1, 'refunds')
    const winner = writes[onlyWinner(answers, `refunds key taken ${stored[0]!.id} v1`)]!
    equal(stored, refundsOf([winner]), 'the refund')
  }),
]
