import type { RefundReason, RefundStatus } from '../../domain/refunds/refund.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import type { Context } from '../context.js'
import { object } from '../input/fields.js'
import { parseOptions } from '../input/parse.js'
import { portRefundFilter, type RefundFilter, refundFilterFields } from '../input/refund-filter.js'
import { financeOf } from '../storage.js'
import { totalsOfRefunds } from './stored-refunds.js'
import type { RefundRowFilter } from '../../repository/aggregates/refunds.js'

/** Refunds of one currency, reason and status taken together. */
export interface RefundTotal {
  readonly currency: string
  readonly reason: RefundReason
  readonly status: RefundStatus
  readonly count: number
  /** Exact decimal digits in minor units; text, because sums pass 2^53. */
  readonly amount: string
}

const totalsQuery = object(refundFilterFields)

/** Sums refunds up over all channels; the same totals in the same order from every storage. */
async function totalsOf(context: Context, filter: RefundRowFilter): Promise<RefundTotal[]> {
  const sums = new Map<string, RefundTotal>()
  for (const { currency, reason, status, count, amount } of await totalsOfRefunds(financeOf(context), filter)) {
    const key = [currency, reason, status].join('\n')
    const sum = sums.get(key)
    const total = BigInt(amount) + BigInt(sum?.amount ?? 0)
    sums.set(key, { currency, reason, status, count: count + (sum?.count ?? 0), amount: `${total}` })
  }
  return sortedByText([...sums.values()], ({ currency, reason, status }) => [currency, reason, status].join('\n'))
}

export async function refundTotals(context: Context, query?: RefundFilter): Promise<{ items: RefundTotal[] }> {
  const filter = portRefundFilter(parseOptions(totalsQuery, query), context.timeZone)
  // Also where nothing can match: a repository that stores no refunds is refused.
  financeOf(context)
  return { items: filter ? await totalsOf(context, filter) : [] }
}

/** Counts and sums the refunds of one status, one total a currency. */
export async function sumOfRefunds(
  context: Context,
  status: RefundStatus,
): Promise<{ currency: string; count: number; amount: string }[]> {
  const sums = new Map<string, { currency: string; count: number; amount: string }>()
  for (const { currency, count, amount } of await totalsOf(context, { by: 'createdAt', statuses: [status] })) {
    const sum = sums.get(currency)
    const total = BigInt(amount) + BigInt(sum?.amount ?? 0)
    sums.set(currency, { currency, count: count + (sum?.count ?? 0), amount: `${total}` })
  }
  return [...sums.values()]
}
