import type { Change } from '../../repository/port.js'
import type { WriteStatement } from '../core/database.js'
import type { WriteSettings } from '../core/dialect.js'
import { inOneOrder } from '../core/one-order.js'
import { changingValues, fixedValues } from '../core/row.js'
import { insertText, rowStatements, type RowLimits } from '../core/row-statements.js'
import { changingColumns, fixedColumns } from '../core/tables.js'
import { expectedPayment, expectedValues } from '../core/transactional-writes.js'

/**
 * Makes the statements of several changes on MySQL and MariaDB. First all payments are locked, in one order, and compared with
 * the version that each change expects. Then the changes are made one after another, because one may release the reference
 * that the next one takes; only an INSERT makes them in a fixed order. It inserts nothing, because all rows are there and
 * locked: InnoDB looks up the key of a row before any other index, and updates that row. Where another index refuses the row,
 * the error is a duplicate.
 */
export function manyChanges(
  { tables: { payments }, tenant }: WriteSettings,
  limits: RowLimits,
): (changes: readonly Change[]) => WriteStatement[] {
  const setColumns = [...changingColumns, 'live_reference']
  const columns = ['id', ...fixedColumns, ...setColumns]
  const assignments = setColumns.map((column) => `${column} = VALUES(${column})`).join(', ')
  const expected = `(${expectedPayment})`

  // Another index than that of the key would lock in another order, and rows of others as well. The LIMIT is one only
  // for a host's `sql_select_limit`.
  const lock = rowStatements(
    (count) =>
      `SELECT 1 FROM ${payments} FORCE INDEX (PRIMARY) ` +
      `WHERE tenant = ? AND (${expected}${` OR ${expected}`.repeat(count - 1)}) ORDER BY id LIMIT ${count} FOR UPDATE`,
    limits,
    { first: [tenant] },
  )
  // A row that is updated counts twice.
  const change = rowStatements(
    (count) => `${insertText(payments, columns, count)} ON DUPLICATE KEY UPDATE ${assignments}`,
    limits,
    { perRow: 2 },
  )

  return (changes) => [
    ...lock(inOneOrder(changes, ({ payment }) => payment.id).map(expectedValues)),
    ...change(
      changes.map(({ payment, liveReference }) => [
        tenant,
        payment.id,
        ...fixedValues(payment),
        ...changingValues(payment),
        liveReference,
      ]),
    ),
  ]
}
