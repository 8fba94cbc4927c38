/** Every statement that reads lines, imports and sums of finance. */
import { millisecondsOf } from '../../../domain/instant.js'
import { imports } from '../../../repository/aggregates/imports.js'
import { notes } from '../../../repository/aggregates/notes.js'
import type {
  LineRowFilter,
  LinePosition,
  PayerPageQuery,
  UnprovedQuery,
  WaitingKind,
} from '../../../repository/finance-port.js'
import type { MarkKind } from '../../../domain/reconciliation/line-key.js'
import type { SqlStatement, WriteStatement } from '../database.js'
import { isUnpaidWithMoney } from '../filter.js'
import { amountAsked, isReversedWithMoney, keptMoney } from '../payment-conditions.js'
import type { StatementSettings } from '../statements.js'
import { eventColumns, paymentColumns } from '../tables.js'
import { statementTexts } from '../statement-texts.js'
import { lineColumns, lineEventColumns, markColumns } from './columns.js'
import { behind, lineConditions } from './line-filter.js'

export function financeStatements({ dialect, tables, tenant }: StatementSettings) {
  const { payments, events, deliveries, accountLines, lineEvents } = tables
  const [noteTable, importTable] = [tables.prefix + notes.name, tables.prefix + imports.name]
  const columns = lineColumns.join(', ')
  const sums = dialect.sums.map((sum, i) => `${sum} AS sum${i}`).join(', ')

  const { command, constant } = statementTexts({ dialect, tenant })

  /** Returns as many statements as the list needs; none for an empty one. */
  function listed(start: string, column: string, values: readonly string[], end = ''): SqlStatement[] {
    return dialect.batches(values).map((part) => {
      const { text, values: list } = dialect.oneOf(column, part)
      return command(`${start} WHERE tenant = ? AND ${text}${end}`, [tenant, ...list])
    })
  }

  const inOrder = 'ORDER BY value_date, line_key'

  /** Returns the statement for all lines of a filter, or for the next `limit` of them behind one. */
  function lines(filter: LineRowFilter, part?: { after: LinePosition | undefined; limit: number }): SqlStatement {
    const { text, values } = lineConditions(filter, { dialect, tenant, after: part?.after })
    const select = `SELECT ${columns} FROM ${accountLines} WHERE ${text} ${inOrder}`
    return part ? command(`${select} LIMIT ?`, [...values, dialect.limit(part.limit)]) : command(select, values)
  }

  /**
   * Returns the statement for the keys and days of lines whose texts are to be erased, and whether there is anything to
   * erase.
   */
  function toForget({ before, after, limit }: { before: string; after?: LinePosition; limit: number }): SqlStatement {
    const place = after ? behind(dialect, after) : null
    const hasAny = `CASE WHEN narration IS NOT NULL OR EXISTS (
  SELECT 1 FROM ${noteTable} AS note WHERE note.tenant = ? AND note.line_key = line.line_key
) THEN 1 ELSE 0 END AS has_any`
    const select = `SELECT line_key, value_date, ${hasAny} FROM ${accountLines} AS line WHERE tenant = ? AND value_date < ?`
    return command(`${select}${place ? ` AND ${place.text}` : ''} ${inOrder} LIMIT ?`, [
      tenant,
      tenant,
      before,
      ...(place?.values ?? []),
      dialect.limit(limit),
    ])
  }

  function unproved({ paidBefore, channels, exactUpTo }: UnprovedQuery): SqlStatement {
    const { condition, channel } = dialect.finance.unproved
    const from = dialect.byIndex(payments, 'unproved')
    const list = channels ? dialect.oneOf(channel, channels) : null
    const open =
      `SELECT currency, ${amountAsked} - amount_reconciled AS amount FROM ${from} WHERE tenant = ? AND ${condition} ` +
      `AND paid_at < ?${list ? ` AND ${list.text}` : ''}${exactUpTo === undefined ? '' : ' LIMIT ?'}`
    return command(`SELECT currency, COUNT(*) AS count_of, ${sums} FROM (${open}) AS unproved GROUP BY currency`, [
      tenant,
      millisecondsOf(paidBefore),
      ...(list?.values ?? []),
      ...(exactUpTo === undefined ? [] : [dialect.limit(exactUpTo + 1)]),
    ])
  }

  const sumsOf = (column: string) => dialect.sums.map((sum) => sum.replaceAll('amount', column))

  /**
   * Returns the text that sums the payments of one kind. The conditions are those of `waiting-money.ts`; each has an
   * index of only the few payments that it is true of.
   */
  function waitingText(value: string, condition: string): string {
    const waiting = `SELECT currency, ${amountAsked} AS asked, ${value} AS amount FROM ${payments} WHERE tenant = ? AND ${condition}`
    return `SELECT currency, COUNT(*) AS count_of, ${[...sumsOf('asked'), ...dialect.sums].map((sum, i) => `${sum} AS sum${i}`).join(', ')} FROM (${waiting}) AS waiting GROUP BY currency`
  }
  const waiting = {
    underPaid: constant(
      waitingText('amount_reconciled', `${dialect.isUnderPaid} AND status IN ('pending', 'succeeded')`),
    ),
    unpaidWithMoney: constant(waitingText(keptMoney, isUnpaidWithMoney(dialect))),
    refundedUnproved: constant(waitingText('given_back_unproved', 'given_back_unproved IS NOT NULL')),
    reversedWithMoney: constant(waitingText(keptMoney, isReversedWithMoney)),
  }

  const pendingOfPayer = constant(
    `SELECT currency, ${[...sumsOf('asked'), ...dialect.sums].map((sum, i) => `${sum} AS sum${i}`).join(', ')} FROM (
  SELECT currency, amount AS asked, ${amountAsked} - amount_reconciled AS amount
  FROM ${payments} WHERE tenant = ? AND customer_id = ? AND status = 'pending'
) AS bill GROUP BY currency`,
  )

  /** The text that sums a payer's deposits; `depositOfLine` has the deposit of one line. */
  const depositsOfPayer = constant(
    `SELECT currency, ${sums} FROM (
  SELECT currency, amount - allocated - given_back AS amount
  FROM ${accountLines} WHERE tenant = ? AND payer_id = ? AND status = 'open' AND direction = 'credit'
  AND outcome NOT IN ('possible_duplicate', 'unproved') AND account NOT LIKE 'waiver.%' AND amount - allocated > given_back
) AS deposit GROUP BY currency`,
  )

  /** Returns the statement for rows of a payer behind one, by the instant at which they were created. */
  function ofPayer(
    { table, columns: list, payer, id }: { table: string; columns: readonly string[]; payer: string; id: string },
    { payerId, after, limit }: PayerPageQuery,
  ): SqlStatement {
    const place = after && {
      columns: ['created_at', id],
      direction: 'asc' as const,
      values: [millisecondsOf(after.at), after.id],
    }
    const condition = place ? dialect.rowsAfter(place) : null
    return command(
      `SELECT ${list.join(', ')} FROM ${table} WHERE tenant = ? AND ${payer} = ?${condition ? ` AND ${condition.text}` : ''} ` +
        `ORDER BY created_at, ${id} LIMIT ?`,
      [tenant, payerId, ...(condition?.values ?? []), dialect.limit(limit)],
    )
  }

  const kind = 'account, currency, direction, outcome'

  function openSums({ to }: { to?: string }): SqlStatement {
    return command(
      `SELECT ${kind}, COUNT(*) AS count_of, MIN(value_date) AS oldest, ${sums} FROM (
  SELECT ${kind}, value_date, amount - allocated AS amount
  FROM ${accountLines} WHERE tenant = ? AND status = 'open'${to === undefined ? '' : ' AND value_date <= ?'}
) AS open_line GROUP BY ${kind}`,
      [tenant, ...(to === undefined ? [] : [to])],
    )
  }

  function lineSums(filter: LineRowFilter): SqlStatement {
    const { text, values } = lineConditions(filter, { dialect, tenant })
    const ofAllocated = dialect.sums.map((sum) => sum.replaceAll('amount', 'allocated'))
    const both = [...dialect.sums, ...ofAllocated].map((sum, i) => `${sum} AS sum${i}`).join(', ')
    return command(
      `SELECT ${kind}, COUNT(*) AS count_of, ${both} FROM ${accountLines} WHERE ${text} GROUP BY ${kind}`,
      values,
    )
  }

  function deadEvents(after: { at: string; id: string } | undefined, limit: number): SqlStatement {
    const list = eventColumns.map((column) => `event.${column}`).join(', ')
    const place = after && {
      columns: ['event.created_at', 'event.id'],
      direction: 'asc' as const,
      values: [millisecondsOf(after.at), after.id],
    }
    const condition = place ? dialect.rowsAfter(place) : null
    return command(
      `SELECT ${list} FROM ${deliveries} AS delivery JOIN ${events} AS event
ON event.tenant = ? AND event.payment_id = delivery.payment_id AND event.version = delivery.version
WHERE delivery.tenant = ? AND delivery.dead = 1${condition ? ` AND ${condition.text}` : ''}
ORDER BY event.created_at, event.id LIMIT ?`,
      [tenant, tenant, ...(condition?.values ?? []), dialect.limit(limit)],
    )
  }

  return {
    lines,
    linesOf: (keys: readonly string[]) => listed(`SELECT ${columns} FROM ${accountLines}`, 'line_key', keys),
    marked: (kind: MarkKind, marks: readonly string[]) =>
      listed(`SELECT ${columns}, ${markColumns[kind]} FROM ${accountLines}`, markColumns[kind], marks),
    /** Returns the statements for lines as they are now, whatever the host's transaction has read before. */
    currentLines: (keys: readonly string[]) =>
      listed(`SELECT ${columns} FROM ${accountLines}`, 'line_key', keys, dialect.lockingRead),
    lineHistory: constant(
      `SELECT ${lineEventColumns.join(', ')} FROM ${lineEvents} WHERE tenant = ? AND line_key = ? ORDER BY version`,
    ),
    lineHistories: (keys: readonly string[]) =>
      listed(
        `SELECT ${lineEventColumns.join(', ')} FROM ${lineEvents}`,
        'line_key',
        keys,
        ' ORDER BY line_key, version',
      ),
    storedLineEvent: constant(
      `SELECT id FROM ${lineEvents} WHERE tenant = ? AND line_key = ? AND version = ?${dialect.lockingRead}`,
    ),
    countLines: constant(
      `SELECT value_date, COUNT(*) AS count_of, SUM(version) AS versions FROM ${accountLines} WHERE tenant = ? AND account = ? ` +
        'AND value_date >= ? AND value_date <= ? GROUP BY value_date ORDER BY value_date',
    ),
    openSums,
    lineSums,
    toForget,
    forget: (keys: readonly string[]): WriteStatement[] =>
      listed(
        `UPDATE ${accountLines} SET narration = NULL, narration_text = NULL`,
        'line_key',
        keys,
        ' AND narration IS NOT NULL',
      ),
    otherLayout: constant(
      `SELECT id FROM ${importTable} WHERE tenant = ? AND account = ? AND (layout < ? OR layout > ?) ` +
        'AND (from_day IS NULL OR from_day <= ?) AND (to_day IS NULL OR to_day >= ?)',
    ),
    histories: (ids: readonly string[]) =>
      listed(`SELECT ${eventColumns.join(', ')} FROM ${events}`, 'payment_id', ids, ' ORDER BY payment_id, version'),
    paymentsOf: (ids: readonly string[]) => listed(`SELECT ${paymentColumns.join(', ')} FROM ${payments}`, 'id', ids),
    unproved,
    pendingOfPayer,
    depositsOfPayer,
    paymentsOfPayer: (query: PayerPageQuery) =>
      ofPayer({ table: payments, columns: paymentColumns, payer: 'customer_id', id: 'id' }, query),
    linesOfPayer: (query: PayerPageQuery) =>
      ofPayer({ table: accountLines, columns: lineColumns, payer: 'payer_id', id: 'line_key' }, query),
    waiting: (kind: WaitingKind) => waiting[kind](),
    deadEvents,
  }
}

export type FinanceStatements = ReturnType<typeof financeStatements>
