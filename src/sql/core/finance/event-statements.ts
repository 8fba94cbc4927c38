/** Every statement that reads events by the time of the action. */
import { millisecondsOf } from '../../../domain/instant.js'
import type { EventPageQuery, EventPeriod, LineMovementQuery } from '../../../repository/event-port.js'
import type { Condition } from '../condition.js'
import type { SqlStatement } from '../database.js'
import { statementTexts } from '../statement-texts.js'
import type { StatementSettings } from '../statements.js'
import { eventColumns } from '../tables.js'
import { lineColumns, lineEventColumns } from './columns.js'

/** The place behind which the next part of a scan begins. */
export interface EventPosition {
  readonly at: string
  readonly id: string
}

const textOf = (conditions: readonly Condition[]) => conditions.map(({ text }) => text).join(' AND ')
const valuesOf = (conditions: readonly Condition[]) => conditions.flatMap(({ values }) => values)

export function eventStatements({ dialect, tables, tenant }: StatementSettings) {
  const { events, lineEvents, accountLines } = tables
  const { command } = statementTexts({ dialect, tenant })
  const sums = dialect.sums.map((sum, i) => `${sum} AS sum${i}`).join(', ')

  function inPeriod({ from, before }: EventPeriod): Condition {
    return {
      text: 'event.tenant = ? AND event.created_at >= ? AND event.created_at < ?',
      values: [tenant, millisecondsOf(from), millisecondsOf(before)],
    }
  }

  function behind(direction: 'asc' | 'desc', { at, id }: EventPosition): Condition {
    const columns = ['event.created_at', 'event.id']
    return dialect.rowsAfter({ columns, direction, values: [millisecondsOf(at), id] })
  }

  function ofPage({ actor, after, ...period }: Omit<EventPageQuery, 'limit'>): Condition[] {
    return [
      inPeriod(period),
      ...(actor === undefined ? [] : [{ text: 'event.actor = ?', values: [actor] }]),
      ...(after ? [behind('desc', after)] : []),
    ]
  }

  const newestFirst = 'ORDER BY event.created_at DESC, event.id DESC LIMIT ?'
  const eventList = eventColumns.map((column) => `event.${column}`).join(', ')
  const fromEvents = dialect.byIndex(events, 'by_time', 'event')

  const movementList = [
    ...lineEventColumns.map((column) => `event.${column}`),
    'event.counted',
    'earlier.counted AS was_counted',
    ...lineColumns.map((column) => `line.${column} AS line_${column}`),
  ].join(', ')
  // The event before it has whether the line was money.
  const fromLineEvents = `${dialect.byIndex(lineEvents, 'by_time', 'event')}
JOIN ${accountLines} AS line ON line.tenant = ? AND line.line_key = event.line_key
LEFT JOIN ${lineEvents} AS earlier
ON earlier.tenant = ? AND earlier.line_key = event.line_key AND earlier.version = event.version - 1`

  const tenantsOfJoins = [tenant, tenant]

  return {
    page({ limit, ...query }: EventPageQuery): SqlStatement {
      const conditions = ofPage(query)
      return command(`SELECT ${eventList} FROM ${fromEvents} WHERE ${textOf(conditions)} ${newestFirst}`, [
        ...valuesOf(conditions),
        dialect.limit(limit),
      ])
    },
    pageOfLines({ limit, ...query }: EventPageQuery): SqlStatement {
      const conditions = ofPage(query)
      return command(`SELECT ${movementList} FROM ${fromLineEvents} WHERE ${textOf(conditions)} ${newestFirst}`, [
        ...tenantsOfJoins,
        ...valuesOf(conditions),
        dialect.limit(limit),
      ])
    },
    /** Returns the statement for all movements of a query, or for the next `limit` of them behind one. */
    movements(
      { accounts, ...period }: LineMovementQuery,
      part?: { after: EventPosition | undefined; limit: number },
    ): SqlStatement {
      const conditions = [
        inPeriod(period),
        ...(accounts ? [dialect.oneOf('line.account', accounts)] : []),
        ...(part?.after ? [behind('asc', part.after)] : []),
      ]
      const select = `SELECT ${movementList} FROM ${fromLineEvents} WHERE ${textOf(conditions)} ORDER BY event.created_at, event.id`
      const values = [...tenantsOfJoins, ...valuesOf(conditions)]
      return part ? command(`${select} LIMIT ?`, [...values, dialect.limit(part.limit)]) : command(select, values)
    },
    sums(period: EventPeriod): SqlStatement {
      const { text, values } = inPeriod(period)
      // An evidence is JSON text, in which a quote within a text stands behind a backslash.
      const isConfirmation = `CASE WHEN event.evidence LIKE '%"kind":"confirmation"%' THEN 1 ELSE 0 END`
      const changed = `SELECT event.actor, event.type, ${isConfirmation} AS is_confirmation, event.currency, event.amount
FROM ${fromEvents} WHERE ${text} AND (event.previous_status IS NULL OR event.previous_status <> event.status)`
      const group = 'actor, type, is_confirmation, currency'
      return command(
        `SELECT ${group}, COUNT(*) AS count_of, ${sums} FROM (${changed}) AS changed GROUP BY ${group}`,
        values,
      )
    },
  }
}

export type EventStatements = ReturnType<typeof eventStatements>
