import {
  eventsOfRefund,
  findRefunds,
  type RefundKeys,
  refundOfKey,
  scanRefunds,
} from '../../../../src/operations/refunds/stored-refunds.js'
import { refundReasons } from '../../../../src/domain/refunds/refund.js'
import type { RefundEvent } from '../../../../src/domain/refunds/event.js'
import type { Refund } from '../../../../src/domain/refunds/refund.js'
import type { FinanceRepository } from '../../../../src/repository/finance-port.js'
import { equal } from '../../../../src/testing/assert.js'
import { freeTexts, hostileReceipts, hostileTexts } from '../../../../src/testing/hostile.js'
import { proveFinance } from '../proof.js'
import {
  refundChangeFixture,
  refundEntryFixture,
  refundFixture,
  refundsOfGroup,
  type RefundWrite,
} from '../refund-fixtures.js'
import { allRefunds, findRefund, lineRefund, paidPayment, scannedRefunds, storeRefund } from '../refund-steps.js'
import { relay } from '../../../../src/testing/relay.js'
import { keyed } from '../../../../src/testing/steps.js'

const max = Number.MAX_SAFE_INTEGER

/** Reads the refund by every read and by a conflict, and lists the results by their names. */
async function readings(
  repository: FinanceRepository,
  write: RefundWrite,
  key: string | null,
): Promise<[string, Refund | null | undefined][]> {
  const { refund } = write.entry
  const ofSameId = (refunds: readonly Refund[]) => refunds.find(({ id }) => id === refund.id)
  const stale = refundEntryFixture(refundFixture({ ...refund, paymentId: null, lineKey: 'id:other', version: 1 }))
  const answer = await repository.replace({ changes: [], lines: [], ...refundsOfGroup([stale.entry]) })
  return [
    ['found', await findRefund(repository, refund.id)],
    ['by its reference', ofSameId(await findRefunds(repository, { references: [refund.reference] }))],
    ['page', ofSameId(await allRefunds(repository))],
    ['scan', ofSameId(await scannedRefunds(scanRefunds(repository, { by: 'createdAt' })))],
    ...(key === null
      ? []
      : [['by its key', (await refundOfKey(repository, key))?.refund] as [string, Refund | undefined]]),
    ['conflict', answer.outcome === 'row_stale' ? (answer.stored?.row as Refund) : undefined],
  ]
}

const statement = {
  kind: 'statement',
  account: 'cbe',
  lineKey: 'id:debit',
  row: 7,
  valueDate: '2026-11-20',
  amount: max,
  providerTransactionId: 'TX-1',
} as const

/** Returns the write with these details in its event, wherever that stands. */
function withEvent(write: RefundWrite, detail: Partial<RefundEvent>): RefundWrite {
  const { entry, changes } = write
  if (entry.event) return { entry: { ...entry, event: { ...entry.event, ...detail } }, changes }
  return {
    entry,
    changes: changes.map((change) => ({ ...change, event: { ...(change.event as RefundEvent), ...detail } })),
  }
}

export const refundValueCases = [
  proveFinance(
    7,
    'A refund is shown with every field as it was stored, by every read and conflict',
    async (repository) => {
      const payment = await paidPayment(repository, { amount: max, currency: 'JOD' })
      const bare = await lineRefund(repository, {}, { idempotency: keyed('bare') })
      const full = await storeRefund(
        repository,
        refundEntryFixture(
          refundFixture({
            status: 'requested',
            paymentId: payment.id,
            amount: max,
            currency: 'JOD',
            reason: 'other',
            note: 'The operation was moved.',
            reference: 'R-full',
            requestedBy: 'sara',
            createdAt: '2026-11-20T09:00:00.123Z',
            updatedAt: '2026-11-20T09:00:00.999Z',
          }),
          { payment, idempotency: keyed('full') },
        ),
      )
      for (const [write, key] of [
        [bare, 'bare'],
        [full, 'full'],
      ] as const) {
        for (const [read, stored] of await readings(repository, write, key)) equal(stored, write.entry.refund, read)
      }
      const paid = await storeRefund(
        repository,
        refundChangeFixture(full, {
          status: 'succeeded',
          approvedBy: 'almaz',
          providerTransactionId: 'TX-1',
          amountReconciled: max,
          paidAt: '2026-11-20T12:00:00.001Z',
        }),
      )
      for (const [read, stored] of await readings(repository, paid, 'full'))
        equal(stored, paid.entry.refund, `${read}, paid`)
      const { providerTransactionId: _, ...without } = paid.entry.refund
      const back = refundChangeFixture(
        { ...paid, entry: { ...paid.entry, refund: without } },
        { status: 'pending', amountReconciled: 0, paidAt: null },
      )
      await storeRefund(repository, back)
      for (const [read, stored] of await readings(repository, back, 'full'))
        equal(stored, back.entry.refund, `${read}, undone`)
      const returned = await storeRefund(
        repository,
        refundChangeFixture(back, { status: 'failed', returnedBy: 'id:credit' }),
      )
      for (const [read, stored] of await readings(repository, returned, 'full'))
        equal(stored, returned.entry.refund, `${read}, come back`)
      const open = await storeRefund(repository, refundChangeFixture(returned, { returnedBy: null }))
      for (const [read, stored] of await readings(repository, open, 'full'))
        equal(stored, open.entry.refund, `${read}, its return undone`)
    },
  ),

  proveFinance(7, 'Events of refunds are shown and delivered with every field as it was stored', async (repository) => {
    const payment = await paidPayment(repository, { amount: max })
    const detail = { actor: 'sara', reason: 'The payout came back.', evidence: statement } as const
    const expected: RefundEvent[] = []
    const store = async (write: RefundWrite) => {
      const stored = await storeRefund(repository, withEvent(write, detail))
      expected.push(stored.entry.event ?? (stored.changes[0]!.event as RefundEvent))
      return stored
    }
    const lines = []
    for (const reason of refundReasons)
      lines.push(await store(refundEntryFixture(refundFixture({ reason, amount: max }))))
    const ofPayment = await store(
      refundEntryFixture(refundFixture({ paymentId: payment.id, amount: max, reason: 'duplicate' }), { payment }),
    )
    await store(refundChangeFixture(ofPayment, { status: 'succeeded', paidAt: '2026-11-20T12:00:00.000Z' }))
    for (const line of lines) await store(refundChangeFixture(line, { status: 'canceled' }))
    const events: RefundEvent[] = []
    for (const { entry } of [...lines, ofPayment]) events.push(...(await eventsOfRefund(repository, entry.refund)))
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    equal(events.sort(byId), [...expected].sort(byId), 'histories')
    const delivered = []
    const consumer = relay(repository, 'a')
    for (const seconds of [0, 1, 2, 3, 4]) {
      for (const { event } of await consumer.settle(seconds, 'delivered')) delivered.push(event)
    }
    const ofRefunds = delivered.filter(({ type }) => type.startsWith('refund.'))
    equal(ofRefunds.sort(byId), [...expected].sort(byId), 'deliveries')
  }),

  proveFinance(7, 'Texts of refunds are kept as they are, and compared byte for byte', async (repository) => {
    const stored = []
    for (const [i, text] of hostileTexts.entries()) {
      const note = freeTexts[i % freeTexts.length]!
      const person = [...text].slice(0, 200).join('')
      const receipt = hostileReceipts.includes(text) && { providerTransactionId: text }
      const refund = { reference: text, ...receipt, note, requestedBy: person, lineKey: `id:${i}` }
      stored.push((await lineRefund(repository, refund)).entry.refund)
    }
    const page = await allRefunds(repository)
    const byId = (a: Refund, b: Refund) => (a.id < b.id ? -1 : 1)
    equal([...page].sort(byId), [...stored].sort(byId), 'refunds')
    for (const [i, text] of hostileTexts.entries()) {
      const find = (keys: RefundKeys) => findRefunds(repository, keys)
      equal(await find({ references: [text] }), [stored[i]], `text ${i + 1}`)
      if (hostileReceipts.includes(text))
        equal(await find({ providerTransactionIds: [text] }), [stored[i]], `receipt ${i + 1}`)
    }
  }),

  proveFinance(4, 'Refunds that are returned are independent of those that are stored', async (repository) => {
    const spoilt = <Value extends object>(value: Value): Value => Object.assign(value, { amount: 0, status: 'spoilt' })
    const write = refundEntryFixture(refundFixture(), { idempotency: keyed('refund-1') })
    const { refund } = structuredClone(write.entry)
    await storeRefund(repository, write)
    spoilt(write.entry.refund)
    equal(await findRefund(repository, refund.id), refund, 'the refund that was handed in')
    const reads: readonly (() => Promise<object | null | undefined>)[] = [
      () => findRefund(repository, refund.id),
      async () => (await refundOfKey(repository, 'refund-1'))?.refund,
      async () => (await allRefunds(repository))[0],
      async () => (await scannedRefunds(scanRefunds(repository, { by: 'createdAt' })))[0],
      async () => (await eventsOfRefund(repository, refund))[0]?.data,
    ]
    for (const read of reads) {
      const before = structuredClone(await read())
      const result = await read()
      if (result && !Object.isFrozen(result)) spoilt(result)
      equal(await read(), before, 'what is read again')
    }
  }),
]
