/** The refunds that a call about a line, or a run, depends on, with what they give money back of, as all of it is now. */
import type { Evidence } from '../../domain/payments/event.js'
import type { Payment } from '../../domain/payments/payment.js'
import { paymentNotFound } from '../../domain/not-found.js'
import type { AccountLine, Allocation } from '../../domain/reconciliation/account-line.js'
import { lineNotFound } from '../../domain/not-found.js'
import { isRefundId } from '../../domain/id.js'
import { isTorn, type RefundNow, type RefundOrigin } from '../../domain/refunds/refund-change.js'
import type { Refund } from '../../domain/refunds/refund.js'
import { forEachAtMost } from '../../internal/for-each-at-most.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { newerRow } from '../newer-row.js'
import { eventsOfRefund, findRefunds } from '../refunds/stored-refunds.js'

/** The number of histories that are read at a time. */
const historiesAtOnce = 8

function refundIdsOf(allocations: readonly Allocation[]): string[] {
  return [
    ...new Set(
      allocations.flatMap((allocation) =>
        allocation.to === 'refund' && isRefundId(allocation.refundId) ? [allocation.refundId] : [],
      ),
    ),
  ]
}

/** Finds the refunds of these allocations, the newest known version of each. */
export async function refundsNamed(
  finance: FinanceRepository,
  allocations: readonly Allocation[],
  shownRefunds: ReadonlyMap<string, Refund>,
): Promise<readonly Refund[]> {
  const refunds = await findRefunds(finance, { ids: refundIdsOf(allocations) })
  return refunds.map((read) => newerRow(read, shownRefunds.get(read.id)))
}

export function paymentIdsOfRefunds(refunds: readonly Refund[]): string[] {
  return [...new Set(refunds.flatMap(({ paymentId }) => paymentId ?? []))]
}

export function lineKeysOfRefunds(refunds: readonly Refund[]): string[] {
  return [...new Set(refunds.flatMap(({ lineKey }) => lineKey ?? []))]
}

function originOf(
  { paymentId, lineKey }: Refund,
  payments: ReadonlyMap<string, Payment>,
  lines: ReadonlyMap<string, AccountLine>,
): RefundOrigin {
  if (paymentId !== null) {
    const payment = payments.get(paymentId)
    if (!payment) throw paymentNotFound(paymentId)
    return { payment }
  }
  const line = lines.get(lineKey!)
  if (!line) throw lineNotFound(lineKey!)
  return { line }
}

/** Returns refunds by id, with what each gives money back of; `null` where they were read before others changed some of it. */
export function withOrigins(
  refunds: readonly Refund[],
  payments: ReadonlyMap<string, Payment>,
  lines: ReadonlyMap<string, AccountLine>,
): Map<string, RefundNow> | null {
  const refundsNow = refunds.map((refund): RefundNow => ({ refund, origin: originOf(refund, payments, lines) }))
  return refundsNow.some(isTorn) ? null : new Map(refundsNow.map((refundNow) => [refundNow.refund.id, refundNow]))
}

/** Finds the refunds that were made from a line's money. */
export function refundsOfLine(finance: FinanceRepository, lineKey: string): Promise<readonly Refund[]> {
  return findRefunds(finance, { lineKeys: [lineKey] })
}

/** Returns the evidence on which each of these refunds succeeded last; `null` where it did not. */
export async function successesOf(
  finance: FinanceRepository,
  refunds: readonly Refund[],
): Promise<ReadonlyMap<string, Evidence | null>> {
  const successes = new Map<string, Evidence | null>()
  await forEachAtMost(historiesAtOnce, refunds, async (refund) => {
    const events = await eventsOfRefund(finance, refund)
    const success = events.findLast(
      ({ type, data }) => type === 'refund.succeeded' && data.previousStatus !== data.status,
    )
    successes.set(refund.id, success?.evidence ?? null)
  })
  return successes
}
