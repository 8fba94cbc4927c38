import {
  findRefunds,
  pageRefunds,
  type RefundKeys,
  scanRefunds,
  totalsOfRefunds,
} from '../../../../src/operations/refunds/stored-refunds.js'
import type { RefundRowFilter } from '../../../../src/repository/aggregates/refunds.js'
import type { Refund, RefundStatus } from '../../../../src/domain/refunds/refund.js'
import type { FinanceRepository } from '../../../../src/repository/finance-port.js'
import { equal, holds, sameMembers } from '../../../../src/testing/assert.js'
import { proveFinance } from '../proof.js'
import { refundEntryFixture, refundFixture, type RefundWrite } from '../refund-fixtures.js'
import {
  allRefunds,
  changeRefund,
  findRefund,
  lineRefund,
  paidPayment,
  paymentRefund,
  refundsOf,
  scannedRefunds,
  writeRefunds,
} from '../refund-steps.js'
import { each, later } from '../../../../src/testing/steps.js'

const nine = '2026-11-20T09:00:00.000Z'

/** Stores new refunds of lines in one group. */
async function lineRefunds(repository: FinanceRepository, refunds: readonly Partial<Refund>[]): Promise<RefundWrite[]> {
  const writes = refunds.map((refund) => refundEntryFixture(refundFixture(refund)))
  equal(await writeRefunds(repository, writes), 'replaced', 'new refunds of lines')
  return writes
}

type Order = 'createdAt' | 'paidAt'

/** Sorts refunds, newest first. */
function inOrder(refunds: readonly Refund[], by: Order): Refund[] {
  const isFirst = (a: Refund, b: Refund) => a[by]! > b[by]! || (a[by] === b[by] && a.id > b.id)
  return refunds.filter((refund) => refund[by] !== null).sort((a, b) => (isFirst(a, b) ? -1 : 1))
}

/** Returns refunds, three a second, and those that are paid in the opposite order. */
function someRefunds(): Partial<Refund>[] {
  const statuses: readonly RefundStatus[] = ['requested', 'pending', 'succeeded', 'failed', 'canceled', 'succeeded']
  return each(24, (i) => ({
    createdAt: later(nine, Math.floor(i / 3)),
    status: statuses[i % 6]!,
    paidAt: i % 3 === 2 ? later(nine, 100 - Math.floor(i / 6)) : null,
  }))
}

function idsOf(refunds: readonly Refund[]): string[] {
  return refunds.map(({ id }) => id)
}

export const refundReadCases = [
  proveFinance(
    5,
    'Pages of refunds are total under ties, newest first, by creation and by payment',
    async (repository) => {
      const all = refundsOf(await lineRefunds(repository, someRefunds()))
      for (const by of ['createdAt', 'paidAt'] as const) {
        const expected = inOrder(all, by)
        equal(expected.length, by === 'createdAt' ? 24 : 8, `refunds that have a ${by}`)
        for (const limit of [1, 2, 5, 200])
          equal(await allRefunds(repository, { by }, limit), expected, `pages of ${limit}`)
        equal(await pageRefunds(repository, { by, limit: 0 }), [], 'a page of none')
      }
    },
  ),

  proveFinance(
    22,
    'Refunds are filtered by status, payment and period, in pages, scans and totals',
    async (repository) => {
      const payment = await paidPayment(repository, { amount: 10_000 })
      const first = await paymentRefund(repository, payment, { amount: 10, createdAt: later(nine, 2) })
      const second = await paymentRefund(repository, first.changes[0]!.payment, {
        amount: 5,
        createdAt: later(nine, 4),
      })
      const others = await lineRefunds(repository, someRefunds())
      const all = refundsOf([first, second, ...others])
      const filters: readonly RefundRowFilter[] = [
        { by: 'createdAt', statuses: ['pending'] },
        { by: 'createdAt', statuses: ['requested', 'succeeded', 'requested'] },
        { by: 'paidAt', statuses: ['succeeded'] },
        { by: 'createdAt', statuses: [] },
        { by: 'createdAt', paymentId: payment.id },
        { by: 'createdAt', paymentId: payment.id, statuses: ['failed'] },
        { by: 'createdAt', paymentId: 'pay_unknown' },
        { by: 'createdAt', from: later(nine, 2), before: later(nine, 4) },
        { by: 'createdAt', from: later(nine, 3), paymentId: payment.id },
        { by: 'paidAt', from: later(nine, 98), before: later(nine, 100) },
        { by: 'paidAt', before: later(nine, 99) },
      ]
      for (const filter of filters) {
        const { by, statuses, paymentId, from = '', before = '9999' } = filter
        const expected = inOrder(all, by).filter(
          (refund) =>
            (!statuses || statuses.includes(refund.status)) &&
            (paymentId === undefined || refund.paymentId === paymentId) &&
            refund[by]! >= from &&
            refund[by]! < before,
        )
        const name = JSON.stringify(filter)
        for (const limit of [2, 200]) equal(idsOf(await allRefunds(repository, filter, limit)), idsOf(expected), name)
        const scanned = await scannedRefunds(scanRefunds(repository, filter))
        equal(idsOf(scanned), idsOf([...expected].reverse()), `scan of ${name}`)
        const totals = await totalsOfRefunds(repository, filter)
        equal(
          totals.reduce((sum, { count }) => sum + count, 0),
          expected.length,
          `totals of ${name}`,
        )
      }
    },
  ),

  proveFinance(22, 'Refunds are found by id, reference, receipt and line, each once', async (repository) => {
    const payment = await paidPayment(repository)
    const a = await lineRefund(repository, { lineKey: 'id:a', reference: 'R-1', providerTransactionId: 'TX-1' })
    const b = await lineRefund(repository, { lineKey: 'id:a', reference: 'R-1' })
    const c = await paymentRefund(repository, payment, { reference: 'R-2', amount: 1, providerTransactionId: 'TX-2' })
    const d = await lineRefund(repository, { lineKey: 'id:d', reference: 'r-1' })
    const { id } = d.entry.refund
    const is = async (keys: RefundKeys, writes: readonly RefundWrite[]) =>
      sameMembers(idsOf(await findRefunds(repository, keys)), idsOf(refundsOf(writes)), JSON.stringify(keys))
    await is({}, [])
    await is({ ids: [id, 'ref_unknown', id] }, [d])
    await is({ references: ['R-1'] }, [a, b])
    await is({ references: ['r-1', 'R-2', 'R-3'] }, [c, d])
    await is({ providerTransactionIds: ['TX-1', 'TX-2'] }, [a, c])
    await is({ providerTransactionIds: ['tx-1', 'Tx-1'] }, [a])
    await is({ lineKeys: ['id:a', 'id:unknown'] }, [a, b])
    await is({ ids: [id], references: ['R-1', 'r-1'], providerTransactionIds: ['TX-1', 'TX-2'], lineKeys: ['id:a'] }, [
      a,
      b,
      c,
      d,
    ])
    const moved = await changeRefund(repository, a, { providerTransactionId: 'TX-9' })
    await is({ providerTransactionIds: ['TX-1'] }, [])
    await is({ providerTransactionIds: ['TX-9'] }, [moved])
  }),

  proveFinance(22, 'Totals of refunds are exact, by currency, channel, reason and status', async (repository) => {
    const max = Number.MAX_SAFE_INTEGER
    const big = await paidPayment(repository, { amount: max, channel: 'cash' })
    const bank = await paidPayment(repository, { amount: max, channel: 'bank' })
    await paymentRefund(repository, big, { amount: max, reason: 'duplicate' })
    await paymentRefund(repository, bank, { amount: max, reason: 'duplicate' })
    await lineRefunds(repository, [
      { amount: max, reason: 'overpayment' },
      { amount: max, reason: 'overpayment' },
      { amount: 7, reason: 'overpayment', currency: 'USD' },
      { amount: 9, reason: 'other', status: 'succeeded' },
    ])
    const totals = await totalsOfRefunds(repository, { by: 'createdAt' })
    const totalsInBrief = totals.map(({ currency, channel, reason, status, count, amount }) =>
      [currency, channel ?? '-', reason, status, count, amount].join(' '),
    )
    sameMembers(
      totalsInBrief,
      [
        `ETB cash duplicate pending 1 ${max}`,
        `ETB bank duplicate pending 1 ${max}`,
        `ETB - overpayment pending 2 ${2n * BigInt(max)}`,
        'USD - overpayment pending 1 7',
        'ETB - other succeeded 1 9',
      ],
      'totals',
    )
    equal(await totalsOfRefunds(repository, { by: 'createdAt', statuses: ['failed'] }), [], 'totals of none')
  }),

  proveFinance(
    14,
    'A scan of refunds is of one instant, and refunds are written while it is open',
    async (repository) => {
      const writes = await lineRefunds(
        repository,
        each(1100, () => ({})),
      )
      const scan = scanRefunds(repository, { by: 'createdAt' })[Symbol.asyncIterator]()
      const first = await scan.next()
      const scannedRows = [...(first.done === true ? [] : first.value)]
      holds(scannedRows.length <= 1000, `a batch of ${scannedRows.length} refunds`)
      const changed = await changeRefund(repository, writes[1099]!, { status: 'failed' })
      await lineRefund(repository, { createdAt: '2026-12-01T00:00:00.000Z' })
      for (let next = await scan.next(); next.done !== true; next = await scan.next()) scannedRows.push(...next.value)
      equal(scannedRows, refundsOf(writes), 'refunds of the open scan')
      equal(await findRefund(repository, changed.entry.refund.id), changed.entry.refund, 'the changed refund')
      equal((await scannedRefunds(scanRefunds(repository, { by: 'createdAt' }))).length, 1101, 'a scan afterwards')
    },
  ),
]
