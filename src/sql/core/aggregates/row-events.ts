/** Events of rows as rows of their table, and every statement about them. */
import { millisecondsOf } from '../../../domain/instant.js'
import type { RowEvent, RowEventPageQuery } from '../../../repository/aggregates/port.js'
import type { Condition } from '../condition.js'
import type { SqlRow, SqlStatement, SqlValue, WriteStatement } from '../database.js'
import { instant, text, textOrNull } from '../values.js'
import { insertText, rowStatements } from '../row-statements.js'
import { statementTexts } from '../statement-texts.js'
import type { StatementSettings } from '../statements.js'

const rowEventColumns = ['stream', 'version', 'id', 'type', 'created_at', 'actor', 'reason', 'document'] as const

function valuesOf({ stream, version, id, type, createdAt, actor, reason, data }: RowEvent): SqlValue[] {
  return [stream, version, id, type, millisecondsOf(createdAt), actor, reason, JSON.stringify(data)]
}

export function rowEventOf([stream, version, id, type, createdAt, actor, reason, data]: SqlRow): RowEvent {
  return {
    id: text(id),
    stream: text(stream),
    version: Number(version),
    type: text(type),
    createdAt: instant(createdAt),
    actor: textOrNull(actor),
    reason: textOrNull(reason),
    data: JSON.parse(text(data)) as RowEvent['data'],
  }
}

export function rowEventStatements({ dialect, tables, tenant }: StatementSettings) {
  const { rowEvents } = tables
  const columns = rowEventColumns.join(', ')
  const { command } = statementTexts({ dialect, tenant })
  const insert = rowStatements(
    (count) => dialect.placeholders(insertText(rowEvents, rowEventColumns, count) + dialect.finance.counted),
    dialect.finance.rowLimits,
  )
  const streamIs = (streams: readonly string[]): Condition => dialect.oneOf('stream', streams)
  const isOfKinds = (kinds: readonly string[]): Condition => ({
    text: `(${kinds.map(() => 'type LIKE ?').join(' OR ')})`,
    values: kinds.map((kind) => `${kind}.%`),
  })

  return {
    insert: (events: readonly RowEvent[]): WriteStatement[] =>
      insert(events.map((event) => [tenant, ...valuesOf(event)])),
    stored: (stream: string, version: number): SqlStatement =>
      command(`SELECT id FROM ${rowEvents} WHERE tenant = ? AND stream = ? AND version = ?${dialect.lockingRead}`, [
        tenant,
        stream,
        version,
      ]),
    histories: (streams: readonly string[]): SqlStatement[] =>
      dialect.batches(streams).map((part) => {
        const { text: condition, values } = streamIs(part)
        return command(
          `SELECT ${columns} FROM ${rowEvents} WHERE tenant = ? AND ${condition} ORDER BY stream, version`,
          [tenant, ...values],
        )
      }),
    page({ streams, kinds, actor, from, before, after, limit }: RowEventPageQuery): SqlStatement {
      const conditions: Condition[] = [
        { text: 'tenant = ?', values: [tenant] },
        ...(streams ? [streamIs(streams)] : []),
        ...(kinds ? [isOfKinds(kinds)] : []),
        ...(actor === undefined ? [] : [{ text: 'actor = ?', values: [actor] }]),
        ...(from === undefined ? [] : [{ text: 'created_at >= ?', values: [millisecondsOf(from)] }]),
        ...(before === undefined ? [] : [{ text: 'created_at < ?', values: [millisecondsOf(before)] }]),
        ...(after
          ? [
              dialect.rowsAfter({
                columns: ['created_at', 'id'],
                direction: 'desc',
                values: [millisecondsOf(after.at), after.id],
              }),
            ]
          : []),
      ]
      return command(
        `SELECT ${columns} FROM ${rowEvents} WHERE ${conditions.map((condition) => condition.text).join(' AND ')} ` +
          'ORDER BY created_at DESC, id DESC LIMIT ?',
        [...conditions.flatMap(({ values }) => values), dialect.limit(limit)],
      )
    },
  }
}

export type RowEventStatements = ReturnType<typeof rowEventStatements>
