/** Several changes of payments as few statements in a transaction. */
import type { Change } from '../../repository/port.js'
import type { WriteStatement } from './database.js'
import type { Assigned } from './finance/upsert.js'
import { inOneOrder } from './one-order.js'
import { changingValues, fixedValues } from './row.js'
import { insertText, rowStatements, type RowLimits } from './row-statements.js'
import { changingColumns, fixedColumns } from './tables.js'
import { expectedPayment, expectedValues } from './transactional-writes.js'
import { type WriteForm, writesAsTheyAre } from './write-form.js'
import type { WriteSettings } from './write-settings.js'

/** The settings that differ between the databases. */
interface ManyChangesSettings extends WriteSettings {
  /** The limits of one statement. */
  readonly limits: RowLimits
  readonly form?: WriteForm
  /** The SQL behind a table that names the index of the key, where the database may choose another. */
  readonly byKey: string
  /** The end of a SELECT whose rows stay as they are until the transaction ends. */
  readonly forUpdate: string
  /** The rows that a database counts for a row which an INSERT updates. */
  readonly perRow: number
  /** Returns the end of an INSERT that changes these columns of a row with the same key. */
  orUpdate(key: string, columns: readonly string[], assigned?: Assigned): string
}

/**
 * Makes the statements of several changes. First all payments are locked, in one order, and compared with the version that
 * each change expects. Then the changes are made one after another, because one may release the reference that the next one
 * takes; only an INSERT makes them in a fixed order. It inserts nothing, because all rows are there and locked: the database
 * looks up the key of a row before any other index, and updates that row. Where another index refuses the row, the error is
 * a duplicate.
 */
export function manyChanges({
  tables: { payments },
  tenant,
  limits,
  form = writesAsTheyAre,
  byKey,
  forUpdate,
  perRow,
  orUpdate,
}: ManyChangesSettings): (changes: readonly Change[]) => WriteStatement[] {
  const setColumns = [...changingColumns, 'live_reference']
  const columns = ['id', ...fixedColumns, ...setColumns]
  const expected = `(${expectedPayment})`

  // Another index than that of the key would lock in another order, and rows of others as well. The LIMIT is one only
  // for a host's `sql_select_limit`.
  const lock = rowStatements(
    (count) =>
      form.locking(
        `SELECT 1 FROM ${payments}${byKey} ` +
          `WHERE tenant = ? AND (${expected}${` OR ${expected}`.repeat(count - 1)}) ORDER BY id LIMIT ${count}${forUpdate}`,
      ),
    limits,
    { first: [tenant] },
  )
  const change = rowStatements(
    (count) => form.writing(insertText(payments, columns, count) + orUpdate('tenant, id', setColumns)),
    limits,
    { perRow },
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
