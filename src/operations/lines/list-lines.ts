import { isReportDay } from '../../domain/calendar.js'
import type { PositionRule } from '../../domain/cursor.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { isLineKey } from '../../domain/reconciliation/line-key.js'
import type { Page } from '../../domain/report.js'
import type { LineRowFilter as PortLineFilter } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { object } from '../input/fields.js'
import { type LineFilter, lineFilterFields, portLineFilter } from '../input/line-filter.js'
import { pageFields, type PageOptions } from '../input/page.js'
import { parseOptions } from '../input/parse.js'
import { readRows } from '../paging.js'
import { financeOf } from '../storage.js'

/** The statement lines of a page; all fields are optional. */
export interface LinesQuery extends LineFilter, PageOptions {}

const linesQuery = object({ ...lineFilterFields, ...pageFields })

const linePosition: PositionRule = {
  length: 'YYYY-MM-DD'.length,
  isPosition: ({ at, id }) => isReportDay(at) && isLineKey(id),
}

function queryText(filter: PortLineFilter | null): string {
  const { statuses, held, outcomes, account, direction, currency, from, to, amount, text, assignee, importId } =
    filter ?? {}
  // Of two that JSON writes alike, `null` asks for lines that are no one's, and nothing for all.
  const assigned = assignee === undefined ? [] : [assignee]
  return JSON.stringify([
    'lines.list',
    ...[statuses, held, outcomes, account, direction, currency, from, to, amount, text, assigned, importId],
  ])
}

export async function listLines(context: Context, query?: LinesQuery): Promise<Page<AccountLine>> {
  const { cursor, limit, ...read } = parseOptions(linesQuery, query)
  const filter = portLineFilter(read)
  const finance = financeOf(context)
  return readRows({
    query: queryText(filter),
    cursor,
    limit,
    rule: linePosition,
    positionOf: ({ valueDate, key }) => ({ at: valueDate, id: key }),
    read:
      filter &&
      ((after, limit) =>
        finance.pageLines({ ...filter, limit, ...(after && { after: { valueDate: after.at, key: after.id } }) })),
  })
}
