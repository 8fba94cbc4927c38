import { hex } from '../../internal/encoding.js'
import { batchesOf, bytesOf } from '../core/batches-of-values.js'
import type { Condition, Dialect, UniqueColumn } from '../core/dialect.js'
import { manyChanges } from '../core/many-changes.js'
import { transactionalRowWrites } from '../core/aggregates/row-writes.js'
import { transactionalLineWrites } from '../core/finance/line-writes.js'
import type { Assigned } from '../core/finance/upsert.js'
import { rowRangeBehind } from '../core/rows-behind.js'
import { namedTable } from '../core/tables.js'
import { transactionalWrites } from '../core/transactional-writes.js'

/**
 * Limits of one statement: half of the smallest `max_allowed_packet` in use, 1 MiB, with each value sent twice (see `padded`),
 * and far fewer than the 65,535 placeholders that a prepared statement may have.
 */
const batchLimits = { items: 1024, bytes: 256 * 1024 }

/** Limits of the rows of one statement; 64 payments have 1,792 placeholders. */
const rowLimits = { rows: 64, bytes: 512 * 1024 }

/** Repeats the last value up to a power of two, so that lists of any length share few prepared statements. */
function padded(values: readonly string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(values.length, 1)))
  return Array.from({ length }, (_, i) => values[Math.min(i, values.length - 1)]!)
}

/** The limit of no rows: the largest BIGINT UNSIGNED. */
const maxRows = '18446744073709551615'

const locking = ' LOCK IN SHARE MODE'
const forUpdate = ' FOR UPDATE'
const byKey = ' FORCE INDEX (PRIMARY)'

/**
 * Gives a SELECT a LIMIT where it has none: without one, `sql_select_limit` of the host's session would cut the rows without an
 * error. A LIMIT of our texts is at their end.
 */
function everyRow(text: string): string {
  if (!text.startsWith('SELECT') || text.endsWith('LIMIT ?')) return text
  const end = [locking, forUpdate].find((lock) => text.endsWith(lock)) ?? ''
  return `${text.slice(0, text.length - end.length)} LIMIT ${maxRows}${end}`
}

/** Makes a condition of all values as one value, where it cannot be cut: it is slower for each row, and uses no index. */
function within(column: string, values: readonly string[]): Condition {
  const encoder = new TextEncoder()
  const list = values.map((value) => hex(encoder.encode(value)))
  return { text: `LOCATE(CONCAT(',', LOWER(HEX(${column})), ','), ?) > 0`, values: [`,${list.join(',')},`] }
}

/** The generated columns that hold a unique value behind its tenant; `schema/payment-tables.ts` has the reason. */
const generated: Readonly<Record<UniqueColumn, string>> = {
  idempotency_key: 'unique_key',
  live_reference: 'unique_live',
}

/** Writes the end of an INSERT by which a stored row gets these columns. */
function onDuplicateKey(columns: readonly string[], assigned: Assigned = (_, value) => value): string {
  const assignments = columns.map((column) => `${column} = ${assigned(column, `VALUES(${column})`, '')}`)
  return ` ON DUPLICATE KEY UPDATE ${assignments.join(', ')}`
}

/** MySQL 8 and MariaDB. */
export const mysql: Dialect = {
  name: 'mysql',
  placeholders: everyRow,
  // MariaDB reads the index from its start for a row value: a thousand times slower on the last page.
  rowsAfter: rowRangeBehind,
  oneOf(column, values) {
    if (batchesOf(values, bytesOf, batchLimits).length > 1) return within(column, [...new Set(values)])
    const list = padded(values)
    return { text: `${column} IN (?${', ?'.repeat(list.length - 1)})`, values: list }
  },
  holderBy: (name) => ({ column: generated[name], valueOf: (tenant, value) => `${tenant}\0${value}` }),
  batches: (values) => batchesOf(values, bytesOf, batchLimits),
  // mysql2 sends numbers as DOUBLE, which MySQL 8 refuses in a LIMIT.
  limit: (rows) => String(rows),
  // SUM of a BIGINT is an exact DECIMAL.
  sums: ['CAST(SUM(amount) AS CHAR)'],
  rowText: null,
  lockingRead: locking,
  byIndex: (table, index, alias) => `${namedTable(table, alias)} FORCE INDEX (${table}_${index})`,
  // A column that is null in all other payments; so is the other one.
  isUnderPaid: 'under_paid_at IS NOT NULL',
  isCanceled: 'is_canceled = 1',
  expiry: { column: 'expiry_at', condition: 'expiry_at IS NOT NULL' },
  finance: {
    unproved: { condition: 'unproved_channel IS NOT NULL', channel: 'unproved_channel' },
    // MariaDB and MySQL step through an index by themselves, where all columns before are among those that differ.
    lineDays: (accountLines, equal) =>
      `SELECT DISTINCT tenant, account, value_date FROM ${accountLines} WHERE ${equal.map((column) => `${column} = ?`).join(' AND ')}`,
    contains: (column, part) => ({ text: `LOCATE(?, ${column}) > 0`, values: [part] }),
    // In a VARBINARY, characters are bytes.
    containsBehind: (column, start, part) => ({
      text: `LOCATE(?, SUBSTRING(${column}, ?)) > 0`,
      values: [part, new TextEncoder().encode(start).length + 1],
    }),
    inOrder: 'STRAIGHT_JOIN',
    counted: '',
    forUpdate,
    rowLimits,
    orNothing: () => onDuplicateKey(['tenant']),
    lineWrites: (settings) =>
      transactionalLineWrites({
        ...settings,
        limits: rowLimits,
        // Another index than that of the key would lock in another order, and rows of others as well.
        byKey,
        forUpdate,
        orUpdate: (_, columns, assigned) => onDuplicateKey(columns.length > 0 ? columns : ['tenant'], assigned),
      }),
    rowWrites: (of, setting) =>
      transactionalRowWrites(of, {
        ...setting,
        limits: rowLimits,
        orUpdate: (_, columns, assigned) => onDuplicateKey(columns, assigned),
      }),
  },
  writes: (settings) =>
    transactionalWrites({
      ...settings,
      limits: rowLimits,
      manyChanges: manyChanges({
        ...settings,
        limits: rowLimits,
        byKey,
        forUpdate,
        // A row that is updated counts twice.
        perRow: 2,
        orUpdate: (_, columns) => onDuplicateKey(columns),
      }),
    }),
  claim: null,
}
