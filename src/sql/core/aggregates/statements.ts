/** Every statement about the rows of one aggregate. */
import {
  type AnyAggregate,
  erasableFields,
  isDeletedWhenErased,
  type UniqueKey,
  type Value,
} from '../../../repository/aggregates/aggregate.js'
import type { RowClaim, RowGuard, RowPageQuery, RowQuery } from '../../../repository/aggregates/port.js'
import { millisecondsOf } from '../../../domain/instant.js'
import type { Condition } from '../condition.js'
import type { SqlStatement, SqlValue, WriteStatement } from '../database.js'
import { sharedText } from '../shared-texts.js'
import { statementTexts } from '../statement-texts.js'
import type { StatementSettings } from '../statements.js'
import type { WriteSettings } from '../write-settings.js'
import { columnName, sqlValueOf } from '../columns.js'
import { isWhile, uniqueColumnOf } from './unique-column.js'

/** The part of a list that is read at once. */
export interface RowPart {
  readonly after: readonly Value[] | undefined
  readonly limit: number
}

export function aggregateStatements(
  of: AnyAggregate,
  { dialect, tables, tenant, bound }: StatementSettings & WriteSettings,
) {
  const table = tables.prefix + of.name
  const name = (field: string) => columnName(of.columns, field)
  const selected = [...of.rowFields, ...of.besideFields].map(name).join(', ')
  const keyNames = of.key.map(name)
  const { command } = statementTexts({ dialect, tenant })
  const param = (field: string, value: unknown) => sqlValueOf(of.columns.get(field)!, value)

  const hasKey = ['tenant', ...keyNames].map((column) => `${column} = ?`).join(' AND ')
  const keyOf = (row: object) => of.key.map((field) => param(field, (row as Record<string, unknown>)[field]))

  const guardOne = sharedText(
    dialect,
    `SELECT 1 AS stored FROM ${table} WHERE ${hasKey} AND version = ?${dialect.finance.forUpdate}`,
  )

  function conditionsOf(
    { list: listName, where = {}, has = [], from, before }: RowQuery,
    part: Pick<RowPart, 'after'> | null,
    direction: 'asc' | 'desc',
  ): Condition[] {
    const { equal = [], order, hasManyTies = false } = of.lists[listName]!
    const first = order[0]!
    const conditions: Condition[] = [{ text: 'tenant = ?', values: [tenant] }]
    for (const [field, value] of Object.entries(where))
      if (value !== undefined) conditions.push(valueCondition(field, value))
    // Even where a bound implies it: planners match it with the partial index.
    for (const field of new Set([...equal, ...order, ...has]))
      if (of.columns.get(field)!.empty !== 'never') conditions.push({ text: `${name(field)} IS NOT NULL`, values: [] })
    if (from !== undefined) conditions.push({ text: `${name(first)} >= ?`, values: [param(first, from)] })
    if (before !== undefined) conditions.push({ text: `${name(first)} < ?`, values: [param(first, before)] })
    if (part?.after)
      conditions.push(
        dialect.rowsAfter({
          columns: order.map(name),
          direction,
          values: order.map((field, i) => param(field, part.after![i])),
          hasManyTies,
        }),
      )
    return conditions
  }

  function valueCondition(field: string, value: Value | readonly Value[]): Condition {
    if (value === null) return { text: `${name(field)} IS NULL`, values: [] }
    if (!Array.isArray(value)) return { text: `${name(field)} = ?`, values: [param(field, value)] }
    const values = [...new Set(value as readonly Value[])].map((one) => param(field, one))
    return { text: `${name(field)} IN (${values.map(() => '?').join(', ')})`, values }
  }

  function joined(conditions: readonly Condition[]): { text: string; values: SqlValue[] } {
    return {
      text: conditions.map(({ text }) => text).join(' AND '),
      values: conditions.flatMap(({ values }) => values),
    }
  }

  function select(query: RowQuery, direction: 'asc' | 'desc', part: RowPart | null): SqlStatement {
    const { text, values } = joined(conditionsOf(query, part, direction))
    const sorted = of.lists[query.list]!.order.map((field) =>
      direction === 'desc' ? `${name(field)} DESC` : name(field),
    )
    const start = `SELECT ${selected} FROM ${table} WHERE ${text} ORDER BY ${sorted.join(', ')}`
    return part ? command(`${start} LIMIT ?`, [...values, dialect.limit(part.limit)]) : command(start, values)
  }

  function sum(query: RowQuery): SqlStatement {
    const { text, values } = joined(conditionsOf(query, null, 'asc'))
    const by = of.sums.map(name).join(', ')
    const sums = dialect.sums.map((exact, i) => `${exact} AS sum${i}`).join(', ')
    return command(`SELECT ${by}, COUNT(*) AS count_of, ${sums} FROM ${table} WHERE ${text} GROUP BY ${by}`, values)
  }

  /** Returns the condition for the row that has a unique key. */
  function holderCondition(
    unique: string,
    { fields, whileOneOf }: UniqueKey,
    row: Readonly<Record<string, unknown>>,
  ): Condition {
    const column = uniqueColumnOf(of, unique, dialect.name)
    const values = fields.map((field) => param(field, row[field]))
    if (column !== null) return { text: `${column} = ?`, values: [[tenant, ...values].join('\0')] }
    const isLive = whileOneOf ? ` AND ${isWhile(of, whileOneOf)}` : ''
    return { text: fields.map((field) => `${name(field)} = ?`).join(' AND ') + isLive, values }
  }

  const deletion = `DELETE FROM ${table}`

  /** Completes a statement for the rows with one of these values, as many times as the values need. */
  function ofValues(start: string, field: string, values: readonly string[]): WriteStatement[] {
    return dialect.batches(values).map((part) => {
      const condition = dialect.oneOf(name(field), part)
      return command(`${start} WHERE tenant = ? AND ${condition.text}`, [tenant, ...condition.values])
    })
  }

  return {
    writes: dialect.finance.rowWrites(of, { tables, tenant, bound }),
    guard: ({ key, version }: RowGuard): WriteStatement => ({
      text: guardOne,
      values: [tenant, ...of.key.map((field, i) => param(field, key[i])), version],
      mustChange: 1,
    }),
    /** Returns a statement each for rows as they are now, whatever the host's transaction has read before. */
    current: (rows: readonly object[]): SqlStatement[] =>
      rows.map((row) =>
        command(`SELECT ${selected} FROM ${table} WHERE ${hasKey}${dialect.lockingRead}`, [tenant, ...keyOf(row)]),
      ),
    holder(unique: string, row: Readonly<Record<string, unknown>>): SqlStatement {
      const { text, values } = holderCondition(unique, of.unique[unique]!, row)
      return command(`SELECT ${selected} FROM ${table} WHERE tenant = ? AND ${text}${dialect.lockingRead}`, [
        tenant,
        ...values,
      ])
    },
    /** Returns as many statements as the values need, none for an empty list; with `lockingRead`, for rows as they are now. */
    withValues(field: string, values: readonly Value[], lockingRead = ''): SqlStatement[] {
      const unique = Object.entries(of.unique).find(([, { fields }]) => fields.length === 1 && fields[0] === field)
      const column = unique && !of.lookups.includes(field) ? uniqueColumnOf(of, unique[0], dialect.name) : null
      const texts = [...new Set(values)].map((value) =>
        column ? `${tenant}\0${String(param(field, value))}` : String(param(field, value)),
      )
      return dialect.batches(texts).map((part) => {
        const condition = dialect.oneOf(column ?? name(field), part)
        return command(`SELECT ${selected} FROM ${table} WHERE tenant = ? AND ${condition.text}${lockingRead}`, [
          tenant,
          ...condition.values,
        ])
      })
    },
    /** Returns the statements that erase the text of rows with one of these values, as many as the values need. */
    erase(field: string, values: readonly string[]): WriteStatement[] {
      const erased = erasableFields(of).map(name)
      const start = isDeletedWhenErased(of)
        ? deletion
        : `UPDATE ${table} SET ${erased.map((column) => `${column} = NULL`).join(', ')}`
      return ofValues(start, field, values)
    },
    /** Returns the statements that delete the rows with one of these values, as many as the values need. */
    delete: (field: string, values: readonly Value[]): WriteStatement[] =>
      ofValues(
        deletion,
        field,
        [...new Set(values)].map((value) => String(param(field, value))),
      ),
    /** Returns the statement for the keys of rows that are free. */
    free({ now, limit, owner: _, until: __, ...query }: RowClaim): SqlStatement {
      const { text, values } = joined(conditionsOf(query, null, 'asc'))
      const order = of.lists[query.list]!.order.map(name).join(', ')
      return command(
        `SELECT ${keyNames.join(', ')} FROM ${table} WHERE ${text} AND lease_end <= ? ORDER BY ${order} LIMIT ?`,
        [...values, millisecondsOf(now), dialect.limit(limit)],
      )
    },
    /** Returns the statements that lease rows by their keys, those that are still free. */
    lease: (keys: readonly (readonly SqlValue[])[], { owner, now, until }: RowClaim): WriteStatement[] =>
      keys.map((key) =>
        command(`UPDATE ${table} SET lease_owner = ?, lease_end = ? WHERE ${hasKey} AND lease_end <= ?`, [
          owner,
          millisecondsOf(until),
          tenant,
          ...key,
          millisecondsOf(now),
        ]),
      ),
    leased: (keys: readonly (readonly SqlValue[])[], { owner }: RowClaim): SqlStatement[] =>
      keys.map((key) =>
        command(`SELECT ${selected} FROM ${table} WHERE ${hasKey} AND lease_owner = ?`, [tenant, ...key, owner]),
      ),
    page: ({ direction, after, limit, ...query }: RowPageQuery) => select(query, direction, { after, limit }),
    scan: (query: RowQuery, part?: RowPart) => select(query, 'asc', part ?? null),
    sum,
  }
}

export type AggregateStatements = ReturnType<typeof aggregateStatements>
