import type { Total } from '../../domain/report.js'
import type { Context } from '../context.js'
import { object } from '../input/fields.js'
import { filterFields, portFilter, type ReportFilter } from '../input/filter.js'
import { parseOptions } from '../input/parse.js'

const totalsQuery = object(filterFields)

function sortText({ currency, channel, status }: Total): string {
  return `${currency}\n${channel}\n${status}`
}

/** The same totals in the same order from every storage. */
function compare(a: Total, b: Total): number {
  const [left, right] = [sortText(a), sortText(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

export async function totals(context: Context, query?: ReportFilter): Promise<{ items: Total[] }> {
  const filter = portFilter(parseOptions(totalsQuery, query), context.timeZone)
  return { items: filter ? [...(await context.repository.totals(filter))].sort(compare) : [] }
}
