/**
 * Every statement that reads, and those that keep the outbox, in one place; writes of payments are in `postgres/cte-writes.ts` and `transactional-writes.ts`.
 * Tables and tenant are the repository's. Texts are constants or one of few, so that each is prepared once.
 */
import { storedField } from './scan-cells.js'
import { millisecondsOf } from '../../domain/instant.js'
import type { Payment } from '../../domain/payments/payment.js'
import { foldedReceipt } from '../../domain/payments/receipt-spelling.js'
import { paymentColumns as columnsOfPayment } from '../../repository/aggregates/payment-columns.js'
import type { Filter, PageQuery, ScanField, ScanQuery } from '../../repository/port.js'
import { columnName } from './columns.js'
import { batchesOf } from './batches-of-values.js'
import type { SqlStatement, SqlValue, WriteStatement } from './database.js'
import type { Dialect, UniqueColumn } from './dialect.js'
import { indexed } from './finance/terms.js'
import { conditionOf, flagIndexOf, statusesOf, timeColumn } from './filter.js'
import { statementTexts } from './statement-texts.js'
import { eventColumns, keyColumns, paymentColumns, type Tables } from './tables.js'

export interface StatementSettings {
  readonly dialect: Dialect
  readonly tables: Tables
  readonly tenant: string
}

/**
 * Returns whether a query is for the first page of a reference and nothing else, as most look-ups are: it has a
 * constant statement.
 */
function isOfReference(query: PageQuery): query is PageQuery & { reference: string } {
  const { by, reference, customerId, metadata, from, before, statuses, channels, flag } = query
  const { isUntouched, isWaived, after } = query
  const conditions = [customerId, metadata, from, before, statuses, channels, flag, isUntouched, isWaived, after]
  const others = conditions.find((condition) => condition !== undefined)
  return reference !== undefined && by === 'createdAt' && others === undefined
}

export function statements({ dialect, tables, tenant }: StatementSettings) {
  const { payments, events, deliveries, lines, terms } = tables
  const columns = paymentColumns.join(', ')
  const eventList = eventColumns.map((column) => `event.${column}`).join(', ')

  const { command, constant } = statementTexts({ dialect, tenant })
  const ofPayment = (condition: string) => `SELECT ${columns} FROM ${payments} WHERE tenant = ? AND ${condition}`

  const firstOfReference = (direction: PageQuery['direction']) =>
    constant(`${ofPayment('reference = ?')} ORDER BY created_at ${direction}, id ${direction} LIMIT ?`)
  const ofReference = { asc: firstOfReference('asc'), desc: firstOfReference('desc') }

  /**
   * Returns the statement for the rows of one page. Several statuses are as many pages of one status each, merged: read
   * side by side from their index they are each in order, where all of them together would have to be sorted. The few
   * payments of a flag are read by its index, and then sorted: a planner that expects many of them would search for the
   * first one among all other payments.
   */
  function page(query: PageQuery): SqlStatement {
    const { by, direction, limit } = query
    if (isOfReference(query)) return ofReference[direction](query.reference, dialect.limit(limit))
    const column = timeColumn(by)
    const statuses = statusesOf(query)
    const index = flagIndexOf(query)
    const from = index ? dialect.byIndex(payments, index.name) : payments
    // No index is in the order of a sum.
    const sorted = !index || index.isInOrder ? column : `${column} + 0`
    const order = `ORDER BY ${sorted} ${direction}, id ${direction} LIMIT ?`
    const isSplit =
      (by === 'createdAt' || by === 'expiresAt') &&
      query.reference === undefined &&
      query.customerId === undefined &&
      !index
    const parts = isSplit && statuses && statuses.length > 1 ? statuses.map((status) => [status]) : [statuses]
    const selects = parts.map((part) => {
      const { text, values } = conditionOf(query, { dialect, tenant, statuses: part, place: query })
      return {
        text: `SELECT ${columns} FROM ${from} WHERE ${text} ${order}`,
        values: [...values, dialect.limit(limit)],
      }
    })
    if (selects.length === 1) return command(selects[0]!.text, selects[0]!.values)
    const merged = selects.map(({ text }, i) => `SELECT * FROM (${text}) AS part${i}`).join(' UNION ALL ')
    return command(`${merged} ${order}`, [...selects.flatMap(({ values }) => values), dialect.limit(limit)])
  }

  /** Returns the SQL of the fields: one column for each, or all of them in one. */
  function cells(fields: readonly ScanField[]): string {
    const columnNames = fields.map((field) => columnName(columnsOfPayment, storedField(field)))
    if (dialect.rowText) return `${dialect.rowText.select(columnNames.join(', '))} AS cells`
    return columnNames.map((column, i) => `${column} AS cell${i}`).join(', ')
  }

  /** Returns the statement for all rows of a scan, or for the next `limit` of them behind a row. */
  function scan(query: ScanQuery, part?: { after: PageQuery['after']; limit: number }): SqlStatement {
    const column = timeColumn(query.by)
    const place = part?.after ? ({ direction: 'asc', after: part.after } as const) : null
    const { text, values } = conditionOf(query, { dialect, tenant, statuses: statusesOf(query), place })
    // Where the next part begins must be read along, whatever the fields are.
    const positionColumns = part ? `, ${column} AS part_at, id AS part_id` : ''
    const select = `SELECT ${cells(query.fields)}${positionColumns} FROM ${payments} WHERE ${text} ORDER BY ${column}, id`
    return part ? command(`${select} LIMIT ?`, [...values, dialect.limit(part.limit)]) : command(select, values)
  }

  function totals(filter: Filter): SqlStatement {
    const { text, values } = conditionOf(filter, { dialect, tenant, statuses: statusesOf(filter) })
    const ofWaived = dialect.sums.map((sum) => sum.replaceAll('amount', 'amount_waived'))
    const sums = [...dialect.sums, ...ofWaived].map((sum, i) => `${sum} AS sum${i}`).join(', ')
    const group = 'currency, channel, status'
    const select = `SELECT ${group}, COUNT(*) AS count_of, ${sums} FROM ${payments} WHERE ${text} GROUP BY ${group}`
    return command(select, values)
  }

  /** Returns as many statements as the list needs; none for an empty one. */
  function listed(select: string, column: string, values: readonly string[], lock = ''): SqlStatement[] {
    return dialect.batches(values).map((part) => {
      const { text, values: list } = dialect.oneOf(column, part)
      return command(`${select} WHERE tenant = ? AND ${text}${lock}`, [tenant, ...list])
    })
  }

  const lookup = (column: string, values: readonly string[]) =>
    listed(`SELECT ${columns} FROM ${payments}`, column, values)

  /** Returns the statements for payments, each with the keys that it holds, as they are now. */
  const holders = (column: string, values: readonly string[]) =>
    listed(`SELECT ${columns}, ${keyColumns.join(', ')} FROM ${payments}`, column, values, dialect.lockingRead)

  const holdersBy = (name: UniqueColumn) => {
    const { column, valueOf } = dialect.holderBy(name)
    return (values: readonly string[]) =>
      holders(
        column,
        values.map((value) => valueOf(tenant, value)),
      )
  }

  const isFirst = `NOT EXISTS (
    SELECT 1 FROM ${deliveries} AS earlier WHERE earlier.tenant = ?
    AND earlier.payment_id = delivery.payment_id AND earlier.version < delivery.version AND earlier.dead <> 1
  )`
  const free = (dead: 0 | 1) => `SELECT event_id FROM ${deliveries} AS delivery
WHERE tenant = ? AND dead = ${dead} AND free_at <= ?${dead === 0 ? ` AND ${isFirst}` : ''}
ORDER BY free_at, event_id LIMIT ?`

  const freeDue = constant(free(0))
  const freeDead = constant(free(1))

  function lease(eventIds: readonly string[], { owner, until, now, dead }: Lease): WriteStatement[] {
    return dialect.batches(eventIds).map((part) => {
      const { text, values } = dialect.oneOf('event_id', part)
      const update = `UPDATE ${deliveries} SET owner = ?, free_at = ? WHERE tenant = ? AND ${text}`
      return command(`${update} AND dead = ? AND free_at <= ?`, [owner, until, tenant, ...values, dead, now])
    })
  }

  function leased(eventIds: readonly string[], { owner, until }: Lease): SqlStatement[] {
    const select = `SELECT ${eventList}, delivery.attempts FROM ${deliveries} AS delivery JOIN ${events} AS event
ON event.tenant = ? AND event.payment_id = delivery.payment_id AND event.version = delivery.version`
    return dialect.batches(eventIds).map((part) => {
      const { text, values } = dialect.oneOf('delivery.event_id', part)
      const where = `WHERE delivery.tenant = ? AND ${text} AND delivery.owner = ? AND delivery.free_at = ?`
      return command(`${select} ${where}`, [tenant, tenant, ...values, owner, until])
    })
  }

  const deliveredText = `DELETE FROM ${deliveries}`
  const deadText = `UPDATE ${deliveries} SET owner = NULL, free_at = 0, dead = 1, attempts = 0`
  // Assignments are made from left to right on MySQL, so `dead` is read before it is set.
  const againText = (at: string) =>
    `UPDATE ${deliveries} SET owner = NULL, free_at = ${at}, attempts = CASE WHEN dead = 1 THEN 0 ELSE attempts + 1 END, dead = 0`

  /** Returns the statements for events that are leased to an owner; as many as the list needs. */
  function completed(
    text: string,
    eventIds: readonly string[],
    owner: string,
    first: SqlValue[] = [],
  ): WriteStatement[] {
    return dialect.batches(eventIds).map((part) => {
      const { text: isOne, values } =
        part.length === 1 ? { text: 'event_id = ?', values: part } : dialect.oneOf('event_id', part)
      return command(`${text} WHERE tenant = ? AND ${isOne} AND owner = ?`, [...first, tenant, ...values, owner])
    })
  }

  /**
   * Returns the statements for events that are due again at different times. So that there are few texts, the last
   * event is repeated, to which the first time applies.
   */
  function completedAtTimes(retries: readonly Retry[], owner: string): WriteStatement[] {
    return batchesOf(retries, () => 0, { items: 64, bytes: Infinity }).flatMap((part) => {
      const length = part.length > 8 ? 64 : 8
      const all = Array.from({ length }, (_, i) => part[Math.min(i, part.length - 1)]!)
      const times = all.flatMap(({ eventId, at }) => [eventId, at])
      // What else the column may be gives the times their type.
      const text = againText(`CASE${' WHEN event_id = ? THEN ?'.repeat(length)} ELSE free_at END`)
      const eventIds = all.map(({ eventId }) => eventId)
      return completed(text, eventIds, owner, times)
    })
  }

  return {
    payment: constant(ofPayment('id = ?')),
    currentPayments: (ids: readonly string[]) => holders('id', ids),
    holdersOfKeys: holdersBy('idempotency_key'),
    holdersOfReferences: holdersBy('live_reference'),
    holdersOfTransactions: (transactions: readonly string[]) =>
      holders('transaction_key', transactions.map(foldedReceipt)),
    storedEvent: constant(
      `SELECT id FROM ${events} WHERE tenant = ? AND payment_id = ? AND version = ?${dialect.lockingRead}`,
    ),
    /** Returns the statements for the ids of the first events of payments. */
    firstEvents: (paymentIds: readonly string[]) =>
      listed(`SELECT id FROM ${events}`, 'payment_id', paymentIds, ` AND version = 1${dialect.lockingRead}`),
    storedLines: (keys: readonly string[]) =>
      listed(`SELECT line_key FROM ${lines}`, 'line_key', keys, dialect.lockingRead),
    history: constant(
      `SELECT ${eventList} FROM ${events} AS event WHERE tenant = ? AND payment_id = ? ORDER BY version`,
    ),
    page,
    scan,
    totals,
    withReferences: (references: readonly string[]) => lookup('reference', references),
    withTransactions: (transactions: readonly string[]) => lookup('transaction_key', transactions.map(foldedReceipt)),
    linesOf: (keys: readonly string[]) => listed(`SELECT line_key, payment_ids FROM ${lines}`, 'line_key', keys),
    free: ({ now, dead }: Lease, limit: number) =>
      dead ? freeDead(now, dialect.limit(limit)) : freeDue(now, tenant, dialect.limit(limit)),
    lease,
    leased,
    delivered: (eventIds: readonly string[], owner: string) => completed(deliveredText, eventIds, owner),
    dead: (eventIds: readonly string[], owner: string) => completed(deadText, eventIds, owner),
    again(retries: readonly Retry[], owner: string): WriteStatement[] {
      const at = retries[0]?.at
      if (at === undefined || retries.some((retry) => retry.at !== at)) return completedAtTimes(retries, owner)
      const eventIds = retries.map(({ eventId }) => eventId)
      return completed(againText('?'), eventIds, owner, [at])
    },
    eraseFingerprints: (ids: readonly string[]): WriteStatement[] =>
      listed(`UPDATE ${payments} SET fingerprint = NULL`, 'id', ids),
    /** Returns the statements that delete search terms of one payment. */
    deleteTerms: (
      { id, createdAt }: Pick<Payment, 'id' | 'createdAt'>,
      searchTerms: readonly string[],
    ): WriteStatement[] =>
      dialect.batches(searchTerms.map(indexed)).map((part) => {
        const { text, values } = dialect.oneOf('term', part)
        return command(`DELETE FROM ${terms} WHERE tenant = ? AND ${text} AND created_at = ? AND payment_id = ?`, [
          tenant,
          ...values,
          millisecondsOf(createdAt),
          id,
        ])
      }),
  }
}

export type Statements = ReturnType<typeof statements>

/** An event that is due again, in epoch milliseconds. */
export interface Retry {
  readonly eventId: string
  readonly at: number
}

export interface Lease {
  readonly owner: string
  readonly until: number
  readonly now: number
  readonly dead: 0 | 1
}
