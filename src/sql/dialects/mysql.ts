import type { Dialect, UniqueName } from '../dialect.js'
import { stepwise } from './stepwise.js'

/** So that lists of any length share few prepared statements: the last value is repeated up to a power of two. */
function padded(values: readonly string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(values.length, 1)))
  return Array.from({ length }, (_, i) => values[Math.min(i, values.length - 1)]!)
}

/** Columns that hold, with its tenant, what is to be unique; migration 0003 says why. */
const generated = {
  idempotencyKey: 'unique_key',
  liveReference: 'unique_live',
  transaction: 'unique_transaction',
} as const satisfies Record<UniqueName, string>

/** MySQL 8 and MariaDB. */
export const mysql: Dialect = {
  name: 'mysql',
  placeholders: (text) => text,
  // MariaDB reads the index from its start for a row value: a thousand times slower on the last page.
  behind({ column, direction, at, id }) {
    const sign = direction === 'asc' ? '>' : '<'
    return { text: `${column} ${sign}= ? AND (${column} ${sign} ? OR id ${sign} ?)`, values: [at, at, id] }
  },
  oneOf(column, values) {
    const list = padded(values)
    return { text: `${column} IN (?${', ?'.repeat(list.length - 1)})`, values: list }
  },
  holderOf: (unique) => ({
    text: `${generated[unique]} = ?`,
    values: (tenant, values) => [tenant, [tenant, ...values].join('\0')],
  }),
  // mysql2 sends numbers as DOUBLE, which MySQL 8 refuses in a LIMIT.
  limit: (rows) => String(rows),
  // SUM of a BIGINT is an exact DECIMAL.
  sums: ['CAST(SUM(amount) AS CHAR)'],
  rowText: null,
  lockingRead: ' LOCK IN SHARE MODE',
  writes: (setting) => stepwise(setting, '<=>'),
  claim: null,
}
