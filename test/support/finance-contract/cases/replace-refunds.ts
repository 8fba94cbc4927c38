import {
  eventsOfRefund,
  pageRefunds,
  refundOfKey,
  totalsOfRefunds,
} from '../../../../src/operations/refunds/stored-refunds.js'
import { placeOf } from '../../../../src/domain/event-stream.js'
import type { RefundEvent } from '../../../../src/domain/refunds/event.js'
import type { FinanceRepository } from '../../../../src/repository/finance-port.js'
import { equal } from '../../../../src/testing/assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../../../../src/testing/fixtures.js'
import { lineChangeFixture, lineEntryFixture, lineFixture } from '../line-fixtures.js'
import { changeLine, findLine, importLine, storedLine } from '../line-steps.js'
import { proveFinance } from '../proof.js'
import {
  besideOf,
  eventOfRefund,
  refundChangeFixture,
  refundEntryFixture,
  refundFixture,
  refundsOfGroup,
  type RefundWrite,
} from '../refund-fixtures.js'
import {
  changeRefund,
  findRefund,
  lineRefund,
  paidPayment,
  paymentRefund,
  storedRefund,
  writeRefunds,
} from '../refund-steps.js'
import { relay } from '../../../../src/testing/relay.js'
import { each, insert, insertOne, keyed, leftNoEvents, outcomeOf, storedBrief } from '../../../../src/testing/steps.js'

const refundAllocation = (refundId: string, amount: number) => ({ to: 'refund', refundId, amount, by: 'hand' }) as const

const staleAs = ({ entry }: RefundWrite) => ({
  outcome: 'row_stale',
  of: 'refunds',
  stored: { row: entry.refund, beside: besideOf(entry) },
})

/** Demands that nothing of a write can be found, and that its key is free. */
async function leftNoRefund(repository: FinanceRepository, write: RefundWrite): Promise<void> {
  const { refund, idempotency, expected } = write.entry
  if (expected === 'nothing') equal((await findRefund(repository, refund.id)) ?? null, null, 'the refund')
  else equal(await storedRefund(repository, write), `v${expected}`, 'the refund')
  if (idempotency) equal(await refundOfKey(repository, idempotency.key), null, 'the key of the refund')
  const events: readonly RefundEvent[] = await eventsOfRefund(repository, refund)
  equal(
    events.some(({ id }) => id === eventOfRefund(write).id),
    false,
    'an event of the refund',
  )
  await leftNoEvents(repository, [eventOfRefund(write)])
}

export const replaceRefundCases = [
  proveFinance(22, 'A refund, its payment, a line and the events of all are stored together', async (repository) => {
    const payment = await paidPayment(repository)
    const debit = await importLine(repository, { direction: 'debit', amount: 400 })
    const pending = await paymentRefund(repository, payment, { amount: 400 })
    const paid = refundChangeFixture(pending, { status: 'succeeded', paidAt: '2026-11-20T12:00:00.000Z' })
    const { refund } = paid.entry
    const settled = lineChangeFixture(debit, { allocations: [refundAllocation(refund.id, 400)] })
    equal(await writeRefunds(repository, [paid], { lines: [settled] }), 'replaced', 'answer')
    equal(await findRefund(repository, refund.id), refund, 'the refund')
    const now = await repository.get(payment.id)
    equal([now?.version, now?.amountRefundPending, now?.amountRefunded], [4, 0, 400], 'the payment')
    equal(await findLine(repository, debit.key), settled.line, 'the line')
    equal((await repository.lineHistory(debit.key)).at(-1), settled.event, 'the event of the line')
    equal((await repository.history(payment.id)).at(-1), eventOfRefund(paid), 'the event of both')
  }),

  proveFinance(
    22,
    'Several changes of one payment, each behind the one before, are one write with an event each',
    async (repository) => {
      const payment = await paidPayment(repository)
      const other = await paidPayment(repository)
      const a = await paymentRefund(repository, payment, { amount: 130 })
      const b = await paymentRefund(repository, a.changes[0]!.payment, { amount: 140 })
      const c = await paymentRefund(repository, other, { amount: 150 })
      const debit = await importLine(repository, { direction: 'debit', amount: 420 })
      const paid = { status: 'succeeded', paidAt: '2026-11-20T12:00:00.000Z' } as const
      const first = refundChangeFixture(a, paid, { payment: b.changes[0]!.payment })
      const second = refundChangeFixture(b, paid, { payment: first.changes[0]!.payment })
      const third = refundChangeFixture(c, paid)
      const allocations = [first, second, third].map(({ entry: { refund } }) =>
        refundAllocation(refund.id, refund.amount),
      )
      const lines = [lineChangeFixture(debit, { allocations })]
      const early = refundChangeFixture(a, paid, { payment: { ...b.changes[0]!.payment, version: 3 } })
      const late = refundChangeFixture(b, paid, { payment: early.changes[0]!.payment })
      equal(
        await writeRefunds(repository, [early, third, late], { lines }),
        `stale ${payment.id} v4`,
        'answer where the payment was changed before the first of them',
      )
      equal(await storedBrief(repository, other), `${other.id} v3`, 'the payment beside')
      equal(await writeRefunds(repository, [first, third, second], { lines }), 'replaced', 'answer')
      equal(await repository.get(payment.id), second.changes[0]!.payment, 'the payment')
      equal(await repository.get(other.id), third.changes[0]!.payment, 'the payment between')
      equal(
        (await repository.history(payment.id)).slice(2),
        [a, b, first, second].map(eventOfRefund),
        'the history of the payment',
      )
      for (const write of [first, second]) {
        const { refund } = write.entry
        equal(await findRefund(repository, refund.id), refund, 'a refund')
      }
      const consumer = relay(repository, 'a')
      const delivered: string[] = []
      for (const seconds of [0, 1, 2, 3, 4, 5, 6]) {
        for (const { event } of await consumer.settle(seconds, 'delivered'))
          if (placeOf(event).stream === payment.id) delivered.push(event.id)
      }
      const made = [a, b, first, second].map((write) => eventOfRefund(write).id)
      equal(delivered.slice(-made.length), made, 'what was delivered of the payment, in this order')
    },
  ),

  proveFinance(
    22,
    'A group of which one refund is stale leaves nothing of payments, lines and other refunds',
    async (repository) => {
      const payment = await paidPayment(repository)
      const first = await lineRefund(repository)
      await changeRefund(repository, first, { status: 'succeeded' })
      const stale = refundChangeFixture(first, { status: 'canceled' })
      const other = refundEntryFixture(refundFixture({ paymentId: payment.id }), {
        payment,
        idempotency: keyed('refund-1'),
      })
      const line = lineEntryFixture(lineFixture())
      for (const writes of [
        [stale, other],
        [other, stale],
      ]) {
        const answer = await writeRefunds(repository, writes, { lines: [line] })
        equal(answer, `refunds stale ${first.entry.refund.id} v2`, 'answer')
        equal(await storedBrief(repository, payment), `${payment.id} v2`, 'the payment')
        equal(await storedLine(repository, line), 'nothing', 'the line')
        await leftNoRefund(repository, other)
      }
      equal((await eventsOfRefund(repository, first.entry.refund)).length, 2, 'events of the refund')
    },
  ),

  proveFinance(22, 'A group whose payment or line conflicts leaves nothing of its refund', async (repository) => {
    const payment = await paidPayment(repository)
    const line = await importLine(repository)
    await changeLine(repository, line, { held: true })
    const write = () =>
      refundEntryFixture(refundFixture({ paymentId: payment.id }), { payment, idempotency: keyed('refund-1') })
    const onStaleLine = write()
    const answer = await writeRefunds(repository, [onStaleLine], { lines: [lineChangeFixture(line, { held: false })] })
    equal(answer, `line_stale ${line.key}: ${line.key} v2`, 'answer to a stale line')
    await leftNoRefund(repository, onStaleLine)
    const other = await paidPayment(repository)
    const beside = { changes: [changeFixture({ ...other, version: 7 }, {})] }
    const ofLine = refundEntryFixture(refundFixture(), { idempotency: keyed('refund-2') })
    const besideStale = await writeRefunds(repository, [write(), ofLine], beside)
    equal(besideStale, `stale ${other.id} v2`, 'answer to a stale payment')
    await leftNoRefund(repository, ofLine)
    equal(await storedBrief(repository, payment), `${payment.id} v2`, 'the payment of the refund')
    equal(await writeRefunds(repository, [write(), ofLine]), 'replaced', 'the same without the stale payment')
  }),

  proveFinance(
    22,
    'Lines are answered before refunds, a taken key before a stale refund, and both before payments',
    async (repository) => {
      const payment = await insert(repository)
      const line = await importLine(repository)
      const first = await lineRefund(repository, {}, { idempotency: keyed('refund-1') })
      await changeRefund(repository, first, { status: 'succeeded' })
      const { id } = first.entry.refund
      const stale = refundChangeFixture(first, { status: 'canceled' })
      const sameKey = refundEntryFixture(refundFixture(), { idempotency: keyed('refund-1') })
      const stalePayment = [changeFixture({ ...payment, version: 5 }, { status: 'expired' })]
      const takenLine = [lineEntryFixture(line)]
      const all = { changes: stalePayment, lines: takenLine }
      equal(await writeRefunds(repository, [stale, sameKey], all), 'line_taken', 'all of them')
      const both = await writeRefunds(repository, [stale, sameKey], { changes: stalePayment })
      equal(both, `refunds key taken ${id} v2`, 'without the line')
      const one = await writeRefunds(repository, [stale], { changes: stalePayment })
      equal(one, `refunds stale ${id} v2`, 'without the key')
      const none = await repository.replace({ changes: stalePayment, lines: [] })
      equal(outcomeOf(none), `stale ${payment.id} v1`, 'the payment alone')
    },
  ),

  proveFinance(
    22,
    'An entry of a refund that expects another version is shown the refund as it is now',
    async (repository) => {
      const first = await lineRefund(repository)
      const now = await changeRefund(repository, first, { status: 'succeeded', paidAt: '2026-11-20T12:00:00.000Z' })
      const { refund } = now.entry
      for (const version of [1, 3, 7]) {
        const { entry } = refundChangeFixture(
          { ...now, entry: { ...now.entry, refund: { ...refund, version } } },
          { status: 'failed' },
        )
        const answer = await repository.replace({ changes: [], lines: [], ...refundsOfGroup([entry]) })
        equal(answer, staleAs(now), `answer to version ${version}`)
      }
      const again = refundEntryFixture(refundFixture({ ...refund, version: 1 }))
      const answer = await repository.replace({ changes: [], lines: [], ...refundsOfGroup([again.entry]) })
      equal(answer, staleAs(now), 'answer to one that should be new')
      const unknown = refundChangeFixture(refundEntryFixture(refundFixture()), { status: 'failed' })
      const missing = await repository.replace({ changes: [], lines: [], ...refundsOfGroup([unknown.entry]) })
      equal(missing, { outcome: 'row_stale', of: 'refunds', stored: null }, 'answer to an unknown one')
    },
  ),

  proveFinance(22, 'A key of idempotency makes one refund, and is answered with it', async (repository) => {
    const first = await lineRefund(repository, {}, { idempotency: keyed('refund-1', 'b') })
    const now = await changeRefund(repository, first, { status: 'succeeded' })
    const { refund } = now.entry
    const second = refundEntryFixture(refundFixture(), { idempotency: keyed('refund-1', 'c') })
    const answer = await repository.replace({ changes: [], lines: [], ...refundsOfGroup([second.entry]) })
    const stored = { row: refund, beside: besideOf(first.entry) }
    equal(answer, { outcome: 'row_taken', of: 'refunds', unique: 'key', stored }, 'answer')
    equal((await findRefund(repository, second.entry.refund.id)) ?? null, null, 'the second refund')
    equal(await refundOfKey(repository, 'refund-1'), { refund, fingerprint: 'b'.repeat(64) }, 'the refund of the key')
    equal(await refundOfKey(repository, 'Refund-1'), null, 'the refund of another key')
    const [other, rival] = each(2, () => refundEntryFixture(refundFixture(), { idempotency: keyed('refund-2') }))
    const rivals = await writeRefunds(repository, [other!, rival!])
    equal(rivals, `refunds key taken ${other!.entry.refund.id} v1`, 'two refunds of one key in one group')
    equal(await storedRefund(repository, other!), 'nothing', 'the first of the two')
    equal(await writeRefunds(repository, [other!]), 'replaced', 'a refund of another key')
  }),

  proveFinance(
    22,
    'A receipt belongs to one refund at a time, whatever its channel and letter case',
    async (repository) => {
      const payment = await paidPayment(repository)
      const [first, second] = [await lineRefund(repository), await lineRefund(repository)]
      const ofPayment = await paymentRefund(repository, payment, { amount: 1 })
      const holder = await changeRefund(repository, first, { status: 'succeeded', providerTransactionId: 'OUT-1Ä' })
      const { id } = holder.entry.refund
      const taking = (write: RefundWrite, providerTransactionId: string) =>
        refundChangeFixture(
          write,
          { status: 'succeeded', providerTransactionId },
          write === ofPayment ? { payment: now } : {},
        )
      const now = (await repository.get(payment.id))!
      for (const receipt of ['OUT-1Ä', 'out-1Ä']) {
        const { entry } = taking(second, receipt)
        const answer = await repository.replace({ changes: [], lines: [], ...refundsOfGroup([entry]) })
        const stored = { row: holder.entry.refund, beside: besideOf(holder.entry) }
        equal(answer, { outcome: 'row_taken', of: 'refunds', unique: 'transaction', stored }, receipt)
        const other = await writeRefunds(repository, [taking(ofPayment, receipt)])
        equal(other, `refunds transaction taken ${id} v2`, `${receipt}, of a payment`)
      }
      equal(await findRefund(repository, second.entry.refund.id), second.entry.refund, 'the second refund')
      equal(await storedBrief(repository, now), `${now.id} v${now.version}`, 'the payment')
      const stale = refundChangeFixture(first, { status: 'failed' })
      const both = await writeRefunds(repository, [taking(second, 'OUT-1Ä'), stale])
      equal(both, `refunds stale ${id} v2`, 'a stale refund comes first')
      const group = await writeRefunds(repository, [taking(second, 'OUT-2'), taking(ofPayment, 'out-2')])
      equal(group, `refunds transaction taken ${second.entry.refund.id} v1`, 'two refunds of one group')
      const kept = await changeRefund(repository, holder, { amountReconciled: holder.entry.refund.amount })
      equal(await writeRefunds(repository, [taking(second, 'OUT-1ä')]), 'replaced', 'another receipt')
      const { providerTransactionId: _, ...without } = kept.entry.refund
      const freed = refundChangeFixture({ ...kept, entry: { ...kept.entry, refund: without } }, { status: 'failed' })
      equal(await writeRefunds(repository, [freed]), 'replaced', 'one that lets go of its receipt')
      equal(await writeRefunds(repository, [taking(ofPayment, 'out-1Ä')]), 'replaced', 'the receipt that is free')
    },
  ),

  proveFinance(22, 'Keys of refunds are a space of their own, apart from those of payments', async (repository) => {
    const payment = paymentFixture()
    await insertOne(repository, insertFixture(payment, { idempotency: keyed('key-1') }))
    equal(await refundOfKey(repository, 'key-1'), null, 'the refund of the key of a payment')
    await lineRefund(repository, {}, { idempotency: keyed('key-1') })
    await lineRefund(repository, {}, { idempotency: keyed('key-2') })
    const next = insertFixture(paymentFixture(), { idempotency: keyed('key-2') })
    equal(outcomeOf(await insertOne(repository, next)), 'inserted', 'a payment with the key of a refund')
    const again = insertFixture(paymentFixture(), { idempotency: keyed('key-1') })
    equal(outcomeOf(await insertOne(repository, again)), `key_taken ${payment.id} v1`, 'a second payment of a key')
  }),

  proveFinance(8, 'Every read shows a change of a refund as soon as it was acknowledged', async (repository) => {
    const first = await lineRefund(repository, { amount: 500 })
    const read = async () => ({
      found: await storedRefund(repository, first),
      page: (await pageRefunds(repository, { by: 'createdAt', limit: 9 })).map(({ version }) => version),
      paid: (await pageRefunds(repository, { by: 'paidAt', limit: 9 })).length,
      history: (await eventsOfRefund(repository, first.entry.refund)).length,
      totals: (await totalsOfRefunds(repository, { by: 'createdAt' })).map(({ status, count, amount }) => [
        status,
        count,
        amount,
      ]),
    })
    equal(await read(), { found: 'v1', page: [1], paid: 0, history: 1, totals: [['pending', 1, '500']] }, 'a new one')
    await changeRefund(repository, first, { status: 'succeeded', paidAt: '2026-11-20T12:00:00.000Z' })
    const paid = { found: 'v2', page: [2], paid: 1, history: 2, totals: [['succeeded', 1, '500']] }
    equal(await read(), paid, 'the same one, paid')
  }),
]
