import { oneBatch } from '../core/batches-of-values.js'
import type { Dialect } from '../core/dialect.js'
import { rowValueBehind } from '../core/rows-behind.js'
import { isCanceled, isUnderPaid, isUnproved, mayExpire } from '../core/payment-conditions.js'
import { transactionalRowWrites } from '../core/aggregates/row-writes.js'
import { transactionalLineWrites } from '../core/finance/line-writes.js'
import { steppedLineDays } from '../core/finance/line-days.js'
import { onConflict } from '../core/finance/upsert.js'
import { namedTable } from '../core/tables.js'
import { transactionalWrites } from '../core/transactional-writes.js'

/** Limits of statement lines: more rows for each statement saved no time when measured, because nothing is sent to a server. */
const rowLimits = { rows: 1, bytes: Infinity }
/** Limits of payments, events, deliveries and keys of lines: a tenth of the time is calls of the driver; 64 rows save no more. */
const insertLimits = { rows: 16, bytes: Infinity }

export const sqlite: Dialect = {
  name: 'sqlite',
  placeholders: (text) => text,
  rowsAfter: rowValueBehind,
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
  // Some 20 ms, in which the process does nothing else; larger groups are hardly faster.
  groupSize: 250,
  byIndex: (table, index, alias) => `${namedTable(table, alias)} INDEXED BY ${table}_${index}`,
  isUnderPaid,
  isCanceled,
  expiry: { column: 'expires_at', condition: mayExpire },
  finance: {
    unproved: { condition: isUnproved, channel: 'channel' },
    lineDays: steppedLineDays,
    contains: (column, part) => ({ text: `instr(${column}, ?) > 0`, values: [part] }),
    containsBehind: (column, start, part) => ({
      text: `instr(substr(${column}, ?), ?) > 0`,
      values: [[...start].length + 1, part],
    }),
    inOrder: 'CROSS JOIN',
    counted: '',
    forUpdate: '',
    rowLimits: insertLimits,
    orNothing: (key) => onConflict(key, []),
    lineWrites: (setting) =>
      transactionalLineWrites({ ...setting, limits: rowLimits, byKey: '', forUpdate: '', orUpdate: onConflict }),
    rowWrites: (of, setting) => transactionalRowWrites(of, { ...setting, limits: insertLimits, orUpdate: onConflict }),
  },
  writes: (setting) => transactionalWrites({ ...setting, limits: insertLimits }),
  claim: null,
}
