/** Short ways for the cases of finance to store refunds, and to name what is stored. */
import type { Payment } from '../../../src/domain/payments/payment.js'
import type { Refund } from '../../../src/domain/refunds/refund.js'
import { findRefunds, pageRefunds } from '../../../src/operations/refunds/stored-refunds.js'
import type { RefundRowFilter } from '../../../src/repository/aggregates/refunds.js'
import type { FinanceRepository } from '../../../src/repository/finance-port.js'
import type { Change, LineEntry } from '../../../src/repository/port.js'
import { equal } from '../../../src/testing/assert.js'
import { paymentFixture } from '../../../src/testing/fixtures.js'
import { allPages, answerOf } from './line-steps.js'
import {
  refundChangeFixture,
  refundEntryFixture,
  refundFixture,
  refundsOfGroup,
  type RefundWrite,
} from './refund-fixtures.js'
import { change, insert, later } from '../../../src/testing/steps.js'

/** Stores refunds with the changes of their payments, and returns the answer in brief, whatever it is. */
export async function writeRefunds(
  repository: FinanceRepository,
  writes: readonly RefundWrite[],
  beside: { changes?: readonly Change[]; lines?: readonly LineEntry[] } = {},
): Promise<string> {
  const { changes = [], lines = [] } = beside
  const answer = await repository.replace({
    changes: [...writes.flatMap((write) => write.changes), ...changes],
    lines,
    ...refundsOfGroup(writes.map(({ entry }) => entry)),
  })
  return answerOf(answer)
}

export async function storeRefund<Write extends RefundWrite>(
  repository: FinanceRepository,
  write: Write,
): Promise<Write> {
  equal(await writeRefunds(repository, [write]), 'replaced', 'a write of one refund')
  return write
}

/** Stores a payment of which money came. */
export async function paidPayment(repository: FinanceRepository, overrides: Partial<Payment> = {}): Promise<Payment> {
  const payment = await insert(repository, paymentFixture({ amount: 1000, ...overrides }))
  return change(repository, payment, { status: 'succeeded', paidAt: later(payment.createdAt, 3600) })
}

/** Stores a new refund of a line. */
export function lineRefund(
  repository: FinanceRepository,
  overrides: Partial<Refund> = {},
  more: Parameters<typeof refundEntryFixture>[1] = {},
): Promise<RefundWrite> {
  return storeRefund(repository, refundEntryFixture(refundFixture(overrides), more))
}

/** Stores a new refund of a payment, of all that was not refunded yet unless `overrides` has another amount. */
export function paymentRefund(
  repository: FinanceRepository,
  payment: Payment,
  overrides: Partial<Refund> = {},
): Promise<RefundWrite> {
  const { id: paymentId, currency } = payment
  return storeRefund(repository, refundEntryFixture(refundFixture({ paymentId, currency, ...overrides }), { payment }))
}

/** Stores the next version of a refund. */
export function changeRefund(
  repository: FinanceRepository,
  before: RefundWrite,
  patch: Partial<Refund>,
): Promise<RefundWrite> {
  return storeRefund(repository, refundChangeFixture(before, patch))
}

export async function findRefund(repository: FinanceRepository, id: string): Promise<Refund | undefined> {
  return (await findRefunds(repository, { ids: [id] }))[0]
}

export async function storedRefund(repository: FinanceRepository, { entry }: RefundWrite): Promise<string> {
  const refund = await findRefund(repository, entry.refund.id)
  return refund ? `v${refund.version}` : 'nothing'
}

export function refundsOf(writes: readonly RefundWrite[]): Refund[] {
  return writes.map(({ entry }) => entry.refund)
}

export function allRefunds(
  repository: FinanceRepository,
  filter: RefundRowFilter = { by: 'createdAt' },
  limit = 200,
): Promise<Refund[]> {
  return allPages<Refund, { at: string; id: string }>(
    limit,
    (page) => pageRefunds(repository, { ...filter, ...page }),
    (refund) => ({ at: refund[filter.by]!, id: refund.id }),
  )
}

export async function scannedRefunds(batches: AsyncIterable<readonly Refund[]>): Promise<Refund[]> {
  const refunds: Refund[] = []
  for await (const batch of batches) refunds.push(...batch)
  return refunds
}
