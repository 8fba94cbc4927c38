/** Writes of refunds as several statements in a transaction: MySQL, MariaDB and SQLite. */
import type { RefundEntry } from '../../../repository/refund-port.js'
import type { WriteStatement } from '../database.js'
import { insertText, rowStatements } from '../row-statements.js'
import { eventWrites, type TransactionalSettings } from '../transactional-writes.js'
import { changingRefundColumns, refundColumns, refundKeyColumns } from './columns.js'
import type { RefundsToWrite } from './finance-dialect.js'
import { changingRefundValues, fixedRefundValues, refundValues, sameRefund } from './refund-rows.js'

export function transactionalRefundWrites(
  settings: Pick<TransactionalSettings, 'tables' | 'tenant' | 'limits'>,
): (refunds: RefundsToWrite) => WriteStatement[] {
  const { tables, tenant, limits } = settings
  const insertNew = rowStatements(
    (count) => insertText(tables.refunds, [...refundColumns, ...refundKeyColumns], count),
    limits,
  )
  const writeEvents = eventWrites(settings)
  const assignments = changingRefundColumns.map((column) => `${column} = ?`).join(', ')
  const update =
    `UPDATE ${tables.refunds} SET ${assignments} ` +
    `WHERE tenant = ? AND id = ? AND version = ? AND ${sameRefund('', () => '?')}`

  function changed(entry: RefundEntry): WriteStatement {
    const { refund, expected } = entry
    const fixed = fixedRefundValues(entry).map((value) => value ?? '')
    return {
      text: update,
      values: [...changingRefundValues(refund), tenant, refund.id, expected, ...fixed],
      mustChange: 1,
    }
  }

  return ({ entries, passed }) => [
    ...insertNew(
      entries.filter(({ expected }) => expected === 'nothing').map((entry) => [tenant, ...refundValues(entry)]),
    ),
    ...entries.filter(({ expected }) => expected !== 'nothing').map(changed),
    ...writeEvents([...passed, ...entries.flatMap(({ event }) => event ?? [])]),
  ]
}
