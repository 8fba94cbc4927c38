import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import type { Context } from '../context.js'
import { object } from '../input/fields.js'
import { type LineFilter, lineFilterFields, portLineFilter } from '../input/line-filter.js'
import { parseOptions } from '../input/parse.js'
import { financeOf } from '../storage.js'

/** Lines of one currency and direction taken together. */
export interface LineTotal {
  readonly currency: string
  readonly direction: AccountLine['direction']
  readonly count: number
  /** Exact decimal digits in minor units; text, because sums pass 2^53. */
  readonly amount: string
  /** The part of it that is not allocated, in the same form. */
  readonly open: string
}

const totalsQuery = object(lineFilterFields)

/** Adds the lines of a filter up; the same totals in the same order from every storage. */
export async function lineTotals(context: Context, query?: LineFilter): Promise<LineTotal[]> {
  const filter = portLineFilter(parseOptions(totalsQuery, query))
  // Also where nothing can match: a repository that stores no lines is refused.
  const finance = financeOf(context)
  const sums = filter ? await finance.sumLines(filter) : []
  return sortedByText(sums, ({ currency, direction }) => `${currency}\n${direction}`).map(
    ({ currency, direction, count, amount, open }) => ({ currency, direction, count, amount, open }),
  )
}
