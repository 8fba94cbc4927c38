import { type Page, type ReportItem, reportItem } from '../../domain/report.js'
import type { Context } from '../context.js'
import { paymentQuery, portFilter, type ReportFilter } from '../input/filter.js'
import { pageFields, type PageOptions } from '../input/page.js'
import { parseOptions } from '../input/parse.js'
import { readPage } from '../paging.js'

/** The payments of a page of a report; all fields are optional. */
export interface ReportQuery extends ReportFilter, PageOptions {}

const reportQuery = paymentQuery(pageFields)

export async function reportPayments(context: Context, query?: ReportQuery): Promise<Page<ReportItem>> {
  const { cursor, limit, ...filter } = parseOptions(reportQuery, query)
  const page = await readPage(context.repository, {
    name: 'reportPayments',
    filter: portFilter(filter, context.timeZone),
    direction: 'asc',
    cursor,
    limit,
  })
  return { ...page, items: page.items.map(reportItem) }
}
