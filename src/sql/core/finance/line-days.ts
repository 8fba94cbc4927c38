/**
 * Returns a query that goes from the first day that has lines to the next one, by the index of days, until there is
 * none: neither PostgreSQL nor SQLite steps over the lines of a day by itself.
 */
export function steppedLineDays(accountLines: string): string {
  const first = (behind: string) =>
    `SELECT line_key FROM ${accountLines} WHERE tenant = ?${behind} ORDER BY account, value_date, line_key LIMIT 1`
  const day = (behind: string, beside = '') =>
    `SELECT line.account, line.value_date FROM ${beside}${accountLines} AS line WHERE line.tenant = ? AND line.line_key = (${first(behind)})`
  return `WITH RECURSIVE day (account, value_date) AS (
  ${day('')}
  UNION ALL
  ${day(' AND (account, value_date) > (day.account, day.value_date)', 'day CROSS JOIN ')}
) SELECT account, value_date FROM day`
}
