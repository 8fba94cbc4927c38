import { oneBatch } from '../core/batches-of-values.js'
import type { Dialect } from '../core/dialect.js'
import { transactionalWrites } from '../core/transactional-writes.js'

/** A statement more costs nothing where there is no server to send it to. */
const rowLimits = { rows: 1, bytes: Infinity }

export const sqlite: Dialect = {
  name: 'sqlite',
  placeholders: (text) => text,
  rowsAfter: ({ column, direction, at, id }) => ({
    text: `(${column}, id) ${direction === 'asc' ? '>' : '<'} (?, ?)`,
    values: [at, id],
  }),
  oneOf: (column, values) => ({
    text: `${column} IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(values)],
  }),
  holderBy: (name) => ({ column: name, valueOf: (_, value) => value }),
  batches: oneBatch,
  // SUM of integers fails beyond 2^63; as text, because drivers round integers beyond 2^53.
  limit: (rows) => rows,
  sums: ['CAST(SUM(amount / 1000000000) AS TEXT)', 'CAST(SUM(amount % 1000000000) AS TEXT)'],
  rowText: null,
  lockingRead: '',
  writes: (setting) => transactionalWrites({ ...setting, isSame: 'IS', limits: rowLimits }),
  claim: null,
}
