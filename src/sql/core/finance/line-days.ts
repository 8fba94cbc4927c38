/**
 * From the first day that has lines to the next one, by the index of days, until there is none: neither PostgreSQL nor SQLite
 * steps over the lines of a day by itself.
 */
export function steppedLineDays(bankLines: string): string {
  const first = (behind: string) =>
    `SELECT line_key FROM ${bankLines} WHERE tenant = ?${behind} ORDER BY source, value_date, line_key LIMIT 1`
  const day = (behind: string, beside = '') =>
    `SELECT line.source, line.value_date FROM ${beside}${bankLines} AS line WHERE line.tenant = ? AND line.line_key = (${first(behind)})`
  return `WITH RECURSIVE day (source, value_date) AS (
  ${day('')}
  UNION ALL
  ${day(' AND (source, value_date) > (day.source, day.value_date)', 'day CROSS JOIN ')}
) SELECT source, value_date FROM day`
}
