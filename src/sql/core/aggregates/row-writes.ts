/** Writes of an aggregate's rows as several statements in a transaction: on MySQL, MariaDB and SQLite, and on PostgreSQL by choice. */
import type { AnyAggregate } from '../../../repository/aggregates/aggregate.js'
import type { Column } from '../../../repository/aggregates/column.js'
import type { RowEntry } from '../../../repository/aggregates/port.js'
import { columnName, namesOf } from '../columns.js'
import type { SqlValue, WriteStatement } from '../database.js'
import type { RowWrites } from '../finance/finance-dialect.js'
import type { Assigned } from '../finance/upsert.js'
import { insertText, rowStatements, type RowLimits } from '../row-statements.js'
import { type WriteForm, writesAsTheyAre } from '../write-form.js'
import type { WriteSettings } from '../write-settings.js'
import { nextVersionOf } from './next-version.js'
import { valuesOfRow } from './stored-rows.js'

/** The settings that differ between these databases. */
interface TransactionalRowSettings extends WriteSettings {
  /** The limits of one statement. */
  readonly limits: RowLimits
  readonly form?: WriteForm
  /** Returns the end of an INSERT that changes these columns of a row with the same key. */
  orUpdate(key: string, columns: readonly string[], assigned?: Assigned): string
}

/** Returns the value of a missing field, by which it is compared with another missing one. */
function missing({ type }: Column): string | number {
  return type === 'integer' || type === 'instant' || type === 'flag' ? -1 : ''
}

export function transactionalRowWrites(
  of: AnyAggregate,
  { tables, tenant, limits, form = writesAsTheyAre, orUpdate }: TransactionalRowSettings,
): RowWrites {
  const table = tables.prefix + of.name
  const all = namesOf(of.columns)
  const fields = Array.from(of.columns.keys())
  const keyNames = of.key.map((field) => columnName(of.columns, field))
  const { changing, fixed, assignments } = nextVersionOf(of)

  const insertMany = rowStatements((count) => form.writing(insertText(table, all, count)), limits)
  const putOne = form.writing(insertText(table, all, 1) + orUpdate(['tenant', ...keyNames].join(', '), all))
  const isSame = fixed.map(([field, column]) => {
    const name = columnName(of.columns, field)
    if (column.empty === 'never') return `${name} = ?`
    return `COALESCE(${name}, ${missing(column) === '' ? "''" : missing(column)}) = ?`
  })
  const isExpected = [...['tenant', ...keyNames, 'version'].map((column) => `${column} = ?`), ...isSame].join(' AND ')
  const updateOne = form.writing(`UPDATE ${table} SET ${assignments(() => '?')} WHERE ${isExpected}`)

  const raiseCounter = form.writing(
    insertText(tables.counters + form.alias, ['counter', 'scope', 'last'], 1) +
      orUpdate('tenant, counter, scope', ['last'], (last, _, stored) => `${stored}${last} + 1`),
  )
  const insertNumbered = form.writing(
    `INSERT INTO ${table} (tenant, ${all.join(', ')}) ` +
      `SELECT tenant, ${fields.map((field) => (field === of.counter?.field ? 'last' : '?')).join(', ')} ` +
      `FROM ${tables.counters} WHERE tenant = ? AND counter = ? AND scope = ?`,
  )

  const placeOf = (field: string) => fields.indexOf(field)
  const changingPlaces = changing.map(([field]) => placeOf(field))
  const keyPlaces = of.key.map(placeOf)
  const fixedPlaces = fixed.map(([field, column]) => ({ place: placeOf(field), absent: missing(column) }))

  function update(entry: RowEntry): WriteStatement {
    const written = valuesOfRow(of, entry)
    const values: SqlValue[] = []
    for (const place of changingPlaces) values.push(written[place]!)
    values.push(tenant)
    for (const place of keyPlaces) values.push(written[place]!)
    values.push(entry.expected as number)
    for (const { place, absent } of fixedPlaces) values.push(written[place] ?? absent)
    return { text: updateOne, values, mustChange: 1 }
  }

  function numbered(entry: RowEntry): WriteStatement[] {
    const { field: counted, per } = of.counter!
    const place = [tenant, of.name, String((entry.row as Record<string, unknown>)[per])]
    const values = valuesOfRow(of, entry)
    return [
      { text: raiseCounter, values: [...place, 1] },
      {
        text: insertNumbered,
        values: [...values.filter((_, i) => fields[i] !== counted), ...place],
        mustChange: 1,
      },
    ]
  }

  return (entries) => {
    const added = entries.filter(({ expected }) => expected === 'nothing')
    return [
      ...entries.filter(({ expected }) => typeof expected === 'number').map(update),
      ...entries
        .filter(({ expected }) => expected === 'anything')
        .map((entry) => ({ text: putOne, values: [tenant, ...valuesOfRow(of, entry)] })),
      ...(of.counter ? added.flatMap(numbered) : insertMany(added.map((entry) => [tenant, ...valuesOfRow(of, entry)]))),
    ]
  }
}
