import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { groupedBy } from '../../internal/grouped-by.js'
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

const kindOf = ({ currency, direction }: Pick<AccountLine, 'currency' | 'direction'>) => `${currency}\n${direction}`

/** Adds the lines of a filter up; the same totals in the same order from every storage. */
export async function lineTotals(context: Context, query?: LineFilter): Promise<LineTotal[]> {
  const filter = portLineFilter(parseOptions(totalsQuery, query))
  // Also where nothing can match: a repository that stores no lines is refused.
  const finance = financeOf(context)
  const sums = filter ? await finance.sumLines(filter) : []
  const groups = groupedBy(sums, kindOf)
  const totals = Array.from(groups.values(), (group) => {
    const { currency, direction } = group[0]!
    const sumOf = (name: 'amount' | 'open') => `${group.reduce((sum, { [name]: part }) => sum + BigInt(part), 0n)}`
    const count = group.reduce((sum, one) => sum + one.count, 0)
    return { currency, direction, count, amount: sumOf('amount'), open: sumOf('open') }
  })
  return sortedByText(totals, kindOf)
}
