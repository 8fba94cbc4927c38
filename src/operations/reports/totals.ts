import type { PaymentTotal } from '../../domain/report.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import type { Context } from '../context.js'
import { paymentQuery, portFilter, type ReportFilter } from '../input/filter.js'
import { parseOptions } from '../input/parse.js'

const totalsQuery = paymentQuery({})

/** Returns the text to sort totals by, so that they come in the same order from every storage. */
function sortText({ currency, channel, status }: PaymentTotal): string {
  return `${currency}\n${channel}\n${status}`
}

export async function totals(context: Context, query?: ReportFilter): Promise<{ items: PaymentTotal[] }> {
  const filter = portFilter(parseOptions(totalsQuery, query), context.timeZone)
  return { items: filter ? sortedByText(await context.repository.totals(filter), sortText) : [] }
}
