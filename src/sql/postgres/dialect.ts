import { RecentlyUsed } from '../../internal/recently-used.js'
import { oneBatch } from '../core/batches-of-values.js'
import type { Dialect } from '../core/dialect.js'
import { rowValueBehind } from '../core/rows-behind.js'
import { isCanceled, isUnderPaid, isUnproved, mayExpire } from '../core/payment-conditions.js'
import { eventColumns, namedTable } from '../core/tables.js'
import { arrayText } from './array-text.js'
import { cteWrites } from './cte-writes.js'
import { steppedLineDays } from '../core/finance/line-days.js'
import { onConflict } from '../core/finance/upsert.js'
import { pgLineWrites } from './line-writes.js'
import { pgRowWrites } from './row-writes.js'
import { fieldsOfRowText } from './row-text.js'

const numbered = new RecentlyUsed<string>(1000)

/** Writes `?` as `$1`, `$2` …; no text has a question mark of another meaning. */
function placeholders(text: string): string {
  return numbered.get(text, () => {
    let count = 0
    return text.replace(/\?/g, () => `$${++count}`)
  })
}

export const postgres: Dialect = {
  name: 'postgres',
  placeholders,
  rowsAfter: rowValueBehind,
  // Sent as text, because drivers differ in how they take an array; read once by a query of its own, because where the
  // plan walks over rows PostgreSQL would read the text again for each of them.
  oneOf: (column, values) => ({
    text: `${column} = ANY ((SELECT ?::text::text[])::text[])`,
    values: [arrayText(values)],
  }),
  holderBy: (name) => ({ column: name, valueOf: (_, value) => value }),
  batches: oneBatch,
  limit: (rows) => rows,
  sums: ['SUM(amount)::text'],
  // pg decodes a column in 0.2 µs, which is a third of the whole export.
  rowText: { select: (columns) => `ROW(${columns})::text`, read: fieldsOfRowText },
  // A locking read of a newer row would abort a REPEATABLE READ transaction instead.
  lockingRead: '',
  writes: cteWrites,
  byIndex: (table, _, alias) => namedTable(table, alias),
  isUnderPaid,
  isCanceled,
  expiry: { column: 'expires_at', condition: mayExpire },
  finance: {
    unproved: { condition: isUnproved, channel: 'channel' },
    lineDays: steppedLineDays,
    contains: (column, part) => ({ text: `strpos(${column}, ?) > 0`, values: [part] }),
    containsBehind: (column, start, part) => ({
      text: `strpos(substr(${column}, ?), ?) > 0`,
      values: [[...start].length + 1, part],
    }),
    inOrder: 'CROSS JOIN',
    counted: ' RETURNING 1 AS stored',
    forUpdate: ' FOR UPDATE',
    rowLimits: { rows: 64, bytes: Infinity },
    orNothing: (key) => onConflict(key, []),
    lineWrites: pgLineWrites,
    rowWrites: pgRowWrites,
  },
  claim({ deliveries, events }) {
    const columns = eventColumns.map((column) => `event.${column}`).join(', ')
    const claim = (dead: 0 | 1, isFirst: string) => `
WITH free AS (
  SELECT event_id, free_at FROM ${deliveries} AS delivery
  WHERE tenant = $1 AND dead = ${dead} AND free_at <= $2${isFirst}
  ORDER BY free_at, event_id LIMIT $3
  FOR UPDATE SKIP LOCKED
), leased AS (
  UPDATE ${deliveries} AS delivery SET owner = $4, free_at = $5 FROM free
  WHERE delivery.tenant = $1 AND delivery.event_id = free.event_id
  RETURNING delivery.payment_id, delivery.version, delivery.attempts, free.free_at AS free_since
)
SELECT ${columns}, leased.attempts FROM leased
JOIN ${events} AS event ON event.tenant = $1 AND event.payment_id = leased.payment_id AND event.version = leased.version
ORDER BY leased.free_since, event.id`
    // Not `dead = 0`, for which a planner that has no statistics yet takes the index of free rows, and walks them all.
    const isFirst = `
    AND NOT EXISTS (
      SELECT 1 FROM ${deliveries} AS earlier WHERE earlier.tenant = $1
      AND earlier.payment_id = delivery.payment_id AND earlier.version < delivery.version AND earlier.dead <> 1
    )`
    return { due: claim(0, isFirst), dead: claim(1, '') }
  },
}
