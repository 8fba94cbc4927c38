import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { FinanceRepository, LinePageQuery } from '../../repository/finance-port.js'

const linesAtOnce = 1000

/** Reads every line of a query, page by page, oldest first. For reads whose lines a caller holds at once, such as a session's. */
export async function allLines(
  finance: Pick<FinanceRepository, 'pageLines'>,
  query: Omit<LinePageQuery, 'limit' | 'after'>,
): Promise<AccountLine[]> {
  const lines: AccountLine[] = []
  for (;;) {
    const last = lines.at(-1)
    const after = last && { valueDate: last.valueDate, key: last.key }
    const page = await finance.pageLines({ ...query, limit: linesAtOnce, ...(after && { after }) })
    lines.push(...page)
    if (page.length < linesAtOnce) return lines
  }
}

/** Reads the transfers that are on their way, to one account or to all, oldest first. */
export function linesOnTheirWay(
  finance: Pick<FinanceRepository, 'pageLines'>,
  to: Pick<LinePageQuery, 'transferTo'> = {},
): Promise<AccountLine[]> {
  return allLines(finance, { ...to, statuses: ['open'], outcomes: ['in_transit'] })
}
