import type { Instant, Payment, PaymentStatus } from '../../domain/payments/payment.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { RefundStatus } from '../../domain/refunds/refund.js'
import type { Page } from '../../domain/report.js'
import type { WaiverStatus } from '../../domain/waivers/waiver.js'
import { byInstant } from '../../domain/cursor.js'
import { type PayerEntry, payerEntries } from '../../repository/aggregates/payer-entries.js'
import { waivers } from '../../repository/aggregates/waivers.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { payerStatementQuery, type PayerStatementQuery } from '../input/payer-calls.js'
import { parse } from '../input/parse.js'
import { readRows } from '../paging.js'
import { findRefunds } from '../refunds/stored-refunds.js'
import { financeOf } from '../storage.js'

/** An entry of a payer's statement; `id` is that of the payment or refund, the key of the line, or the id of the event. */
export type PayerStatementEntry = {
  /** The instant at which it was recorded. */
  readonly at: Instant
  readonly id: string
  /** Minor units; below 0 for an allocation that was taken back. */
  readonly amount: number
  readonly currency: string
} & (
  | { readonly kind: 'payment'; readonly reference: string; readonly status: PaymentStatus }
  | { readonly kind: 'line'; readonly account: string; readonly valueDate: string; readonly allocated: number }
  | { readonly kind: 'allocation'; readonly paymentId: string; readonly lineKey: string | null }
  | {
      readonly kind: 'refund'
      readonly paymentId: string | null
      readonly lineKey: string | null
      readonly status: RefundStatus
    }
  | {
      readonly kind: 'waiver'
      readonly paymentId: string
      readonly scheme: string
      readonly status: WaiverStatus
    }
)

function paymentEntry({ id, createdAt: at, amount, currency, reference, status }: Payment): PayerStatementEntry {
  return { at, id, kind: 'payment', amount, currency, reference, status }
}

function lineEntry(line: AccountLine): PayerStatementEntry {
  const { key: id, createdAt: at, amount, currency, account, valueDate, allocated } = line
  return { at, id, kind: 'line', amount, currency, account, valueDate, allocated }
}

/** Reads the schemes and statuses of the waivers of entries, by their ids. */
async function findWaivers(finance: FinanceRepository, entries: readonly PayerEntry[]) {
  const ids = entries.flatMap(({ kind, id }) => (kind === 'waiver' ? [id] : []))
  const stored = ids.length > 0 ? await finance.findRows(waivers, 'id', ids) : []
  return new Map(stored.map(({ row: { id, scheme, status } }) => [id, { scheme, status }]))
}

async function storedEntries(
  finance: FinanceRepository,
  entries: readonly PayerEntry[],
): Promise<PayerStatementEntry[]> {
  const ids = entries.flatMap(({ kind, id }) => (kind === 'refund' ? [id] : []))
  const refunds = new Map((await findRefunds(finance, { ids })).map((refund) => [refund.id, refund]))
  const waiversById = await findWaivers(finance, entries)
  return entries.flatMap(({ at, id, kind, amount, currency, paymentId, lineKey }): PayerStatementEntry[] => {
    if (kind === 'allocation') return [{ at, id, kind, amount, currency, paymentId: paymentId!, lineKey }]
    if (kind === 'waiver') {
      const waiver = waiversById.get(id)
      return waiver ? [{ at, id, kind, amount, currency, paymentId: paymentId!, ...waiver }] : []
    }
    const refund = refunds.get(id)
    return refund ? [{ at, id, kind, amount, currency, paymentId, lineKey, status: refund.status }] : []
  })
}

function isEarlier(entry: PayerStatementEntry, other: PayerStatementEntry): boolean {
  return entry.at < other.at || (entry.at === other.at && entry.id < other.id)
}

/** Reads the entries behind one, a page of each kind of them, and puts them in order. */
async function entriesBehind(
  finance: FinanceRepository,
  payerId: string,
  { after, limit }: { after: { at: Instant; id: string } | undefined; limit: number },
): Promise<PayerStatementEntry[]> {
  const [{ payments, lines }, entries] = await Promise.all([
    finance.pagePayer({ payerId, limit, ...(after && { after }) }),
    finance.pageRows(payerEntries, {
      list: 'payer',
      where: { payerId },
      direction: 'asc',
      limit,
      ...(after && { after: [after.at, after.id] }),
    }),
  ])
  const all = [...payments.map(paymentEntry), ...lines.map(lineEntry), ...(await storedEntries(finance, entries))]
  return all.sort((a, b) => (isEarlier(a, b) ? -1 : 1)).slice(0, limit)
}

export async function payerStatement(context: Context, query: PayerStatementQuery): Promise<Page<PayerStatementEntry>> {
  const { payerId, cursor, limit } = parse(payerStatementQuery, query)
  const finance = financeOf(context)
  return readRows<PayerStatementEntry>({
    query: JSON.stringify(['payers.statement', payerId]),
    cursor,
    limit,
    rule: byInstant((id) => id !== ''),
    positionOf: ({ at, id }) => ({ at, id }),
    read: (after, count) => entriesBehind(finance, payerId, { after, limit: count }),
  })
}
