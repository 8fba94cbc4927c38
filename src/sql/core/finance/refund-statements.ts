/** Every statement that reads refunds. */
import { foldedReceipt } from '../../../domain/payments/receipt-spelling.js'
import type { RefundRowFilter, RefundPageQuery } from '../../../repository/refund-port.js'
import type { SqlStatement } from '../database.js'
import type { Condition } from '../dialect.js'
import { bounds, timeColumn } from '../filter.js'
import { statementTexts } from '../statement-texts.js'
import type { StatementSettings } from '../statements.js'
import { refundColumns, refundKeyColumns } from './columns.js'

type After = RefundPageQuery['after']

export function refundStatements({ dialect, tables, tenant }: StatementSettings) {
  const { refunds } = tables
  const columns = refundColumns.join(', ')
  const sums = dialect.sums.map((sum, i) => `${sum} AS sum${i}`).join(', ')

  const { command } = statementTexts({ dialect, tenant })

  /** Returns as many statements as the list needs; none for an empty one. */
  function listed(select: string, column: string, values: readonly string[], lock = ''): SqlStatement[] {
    return dialect.batches(values).map((part) => {
      const { text, values: list } = dialect.oneOf(column, part)
      return command(`${select} FROM ${refunds} WHERE tenant = ? AND ${text}${lock}`, [tenant, ...list])
    })
  }

  function conditionOf(filter: RefundRowFilter, place: Parameters<typeof bounds>[2]): Condition {
    const { by, statuses, paymentId } = filter
    const uniqueStatuses = statuses && [...new Set(statuses)]
    const conditions: Condition[] = [
      { text: 'tenant = ?', values: [tenant] },
      ...(uniqueStatuses
        ? [{ text: `status IN (${uniqueStatuses.map(() => '?').join(', ')})`, values: uniqueStatuses }]
        : []),
      ...(paymentId === undefined ? [] : [{ text: 'payment_id = ?', values: [paymentId] }]),
      // Even where a bound implies it: planners match it with the partial index.
      ...(by === 'paidAt' ? [{ text: 'paid_at IS NOT NULL', values: [] }] : []),
      ...bounds(filter, dialect, place),
    ]
    return {
      text: conditions.map(({ text }) => text).join(' AND '),
      values: conditions.flatMap(({ values }) => values),
    }
  }

  function page({ after, limit, ...filter }: RefundPageQuery): SqlStatement {
    const { text, values } = conditionOf(filter, { direction: 'desc', ...(after && { after }) })
    const order = `ORDER BY ${timeColumn(filter.by)} DESC, id DESC LIMIT ?`
    return command(`SELECT ${columns} FROM ${refunds} WHERE ${text} ${order}`, [...values, dialect.limit(limit)])
  }

  /** Returns the statement for all refunds of a filter, or for the next `limit` of them behind one. */
  function scan(filter: RefundRowFilter, part?: { after: After; limit: number }): SqlStatement {
    const { text, values } = conditionOf(filter, part?.after ? { direction: 'asc', after: part.after } : null)
    const select = `SELECT ${columns} FROM ${refunds} WHERE ${text} ORDER BY ${timeColumn(filter.by)}, id`
    return part ? command(`${select} LIMIT ?`, [...values, dialect.limit(part.limit)]) : command(select, values)
  }

  function totals(filter: RefundRowFilter): SqlStatement {
    const { text, values } = conditionOf(filter, null)
    const group = 'currency, channel, reason, status'
    const select = `SELECT ${group}, COUNT(*) AS count_of, ${sums} FROM ${refunds} WHERE ${text} GROUP BY ${group}`
    return command(select, values)
  }

  const { column: keyColumn, valueOf } = dialect.holderBy('idempotency_key')
  const ofKeys = (lock: string) => (keys: readonly string[]) =>
    listed(
      `SELECT ${columns}, ${refundKeyColumns.join(', ')}`,
      keyColumn,
      keys.map((key) => valueOf(tenant, key)),
      lock,
    )

  return {
    withIds: (ids: readonly string[]) => listed(`SELECT ${columns}`, 'id', ids),
    withReferences: (references: readonly string[]) => listed(`SELECT ${columns}`, 'reference', references),
    withTransactions: (ids: readonly string[]) =>
      listed(`SELECT ${columns}`, 'transaction_key', ids.map(foldedReceipt)),
    ofLines: (keys: readonly string[]) => listed(`SELECT ${columns}`, 'line_key', keys),
    ofKeys: ofKeys(''),
    /** Returns the statements for refunds as they are now, whatever the host's transaction has read before. */
    current: (ids: readonly string[]) => listed(`SELECT ${columns}`, 'id', ids, dialect.lockingRead),
    holdersOfKeys: ofKeys(dialect.lockingRead),
    holdersOfTransactions: (folded: readonly string[]) =>
      listed(`SELECT ${columns}`, 'transaction_key', folded, dialect.lockingRead),
    page,
    scan,
    totals,
  }
}

export type RefundStatements = ReturnType<typeof refundStatements>
