import type { Dialect } from '../dialect.js'
import { stepwise } from './stepwise.js'

/** So that lists of any length share few prepared statements: the last value is repeated up to a power of two. */
function padded(values: readonly string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(values.length, 1)))
  return Array.from({ length }, (_, i) => values[Math.min(i, values.length - 1)]!)
}

/** All of them: the largest BIGINT UNSIGNED. */
const mostRows = '18446744073709551615'

const locking = ' LOCK IN SHARE MODE'

/**
 * A SELECT without a LIMIT would end where `sql_select_limit` of the host's session says, without a word. Those of our texts
 * that have one end with it.
 */
function everyRow(text: string): string {
  if (!text.startsWith('SELECT') || text.endsWith('LIMIT ?')) return text
  const isLocking = text.endsWith(locking)
  const select = isLocking ? text.slice(0, -locking.length) : text
  return `${select} LIMIT ${mostRows}${isLocking ? locking : ''}`
}

/** MySQL 8 and MariaDB. */
export const mysql: Dialect = {
  name: 'mysql',
  placeholders: everyRow,
  // MariaDB reads the index from its start for a row value: a thousand times slower on the last page.
  behind({ column, direction, at, id }) {
    const sign = direction === 'asc' ? '>' : '<'
    return { text: `${column} ${sign}= ? AND (${column} ${sign} ? OR id ${sign} ?)`, values: [at, at, id] }
  },
  oneOf(column, values) {
    const list = padded(values)
    return { text: `${column} IN (?${', ?'.repeat(list.length - 1)})`, values: list }
  },
  // mysql2 sends numbers as DOUBLE, which MySQL 8 refuses in a LIMIT.
  limit: (rows) => String(rows),
  // SUM of a BIGINT is an exact DECIMAL.
  sums: ['CAST(SUM(amount) AS CHAR)'],
  rowText: null,
  lockingRead: locking,
  writes: (setting) => stepwise(setting, '<=>'),
  claim: null,
}
