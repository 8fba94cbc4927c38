/**
 * Returns a query that goes from the first day that has lines to the next one, by the index of days, until there is
 * none: neither PostgreSQL nor SQLite steps over the lines of a day by itself. `equal` names the columns whose values are given.
 */
export function steppedLineDays(accountLines: string, equal: readonly string[]): string {
  const condition = (prefix = '') => equal.map((column) => `${prefix}${column} = ?`).join(' AND ')
  const first = (behind: string) =>
    `SELECT line_key FROM ${accountLines} WHERE ${condition()}${behind} ORDER BY account, value_date, line_key LIMIT 1`
  const day = (behind: string, beside = '') =>
    `SELECT line.account, line.value_date FROM ${beside}${accountLines} AS line WHERE ${condition('line.')} AND line.line_key = (${first(behind)})`
  const later = equal.includes('account')
    ? ' AND value_date > day.value_date'
    : ' AND (account, value_date) > (day.account, day.value_date)'
  return `WITH RECURSIVE day (account, value_date) AS (
  ${day('')}
  UNION ALL
  ${day(later, 'day CROSS JOIN ')}
) SELECT account, value_date FROM day`
}
