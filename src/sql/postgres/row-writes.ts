/**
 * Writes of an aggregate's rows on PostgreSQL: one statement for all new rows of a group, and one for all changed ones. A changed row
 * alone, as most are, has a shorter one: that of many is planned anew each time, which takes longer than to run it.
 */
import type { AnyAggregate } from '../../repository/aggregates/aggregate.js'
import { integer } from '../../repository/aggregates/column.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import { nextVersionOf } from '../core/aggregates/next-version.js'
import { valuesOfRow } from '../core/aggregates/stored-rows.js'
import { batchesOf, bytesOfRow } from '../core/batches-of-values.js'
import { columnName, namesOf } from '../core/columns.js'
import type { SqlValue, WriteStatement } from '../core/database.js'
import type { WriteSettings } from '../core/dialect.js'
import type { RowWrites } from '../core/finance/finance-dialect.js'
import { onConflict } from '../core/finance/upsert.js'
import { keptText } from '../core/shared-texts.js'
import { arrayParameters, arrayTypes, columnsOf, maxBytes } from './entry-arrays.js'
import { lockTimeout } from './lock-timeout.js'

export function pgRowWrites(of: AnyAggregate, { tables, tenant, bound }: WriteSettings): RowWrites {
  const table = tables.prefix + of.name
  const namesOfFields = (fields: readonly string[]) => fields.map((field) => columnName(of.columns, field))
  const all = namesOf(of.columns)
  const beside = namesOfFields(of.besideFields)
  const keyNames = ['tenant', ...namesOfFields(of.key)]
  const typeOf = arrayTypes([of.columns, new Map([['expectedVersion', integer]])])
  const wait = lockTimeout(bound)
  const insertInto = `INSERT INTO ${table} AS stored (tenant, ${all.join(', ')})`

  /** Writes the rows of `columns` as a table, whose last condition bounds the wait for locks. */
  const entries = (columns: readonly string[], list: readonly string[]) =>
    `unnest(${arrayParameters(columns, 2, typeOf)}) WITH ORDINALITY AS entry (${list.join(', ')}, place)
  WHERE true${wait.condition(2 + columns.length)}`

  const insertText = (end: string) => `
${insertInto}
SELECT $1::text, ${all.map((column) => `entry.${column}`).join(', ')} FROM ${entries(all, all)} ORDER BY place${end}
RETURNING 1 AS stored`

  const { fixed, assignments } = nextVersionOf(of)
  const keptColumns = all.filter((column) => !beside.includes(column))
  const changedColumns = [...keptColumns, 'expected_version']

  /** Writes the condition that a stored row is what its entry expects. */
  const isExpected = (valueOf: (column: string) => string) =>
    [
      'stored.tenant = $1',
      ...keyNames.slice(1).map((column) => `stored.${column} = ${valueOf(column)}`),
      `stored.version = ${valueOf('expected_version')}`,
      ...namesOfFields(fixed.map(([field]) => field)).map(
        (column) => `stored.${column} IS NOT DISTINCT FROM ${valueOf(column)}`,
      ),
    ].join(' AND ')

  /**
   * Returns the statement of all changed rows. First they are locked, in the order of their keys, and compared with the version
   * that each entry expects. Then all are changed, or none: in that order too, by an INSERT, which looks each up by its key,
   * however many there are and whatever the planner knows.
   */
  function changeText(): string {
    return `
WITH entry AS (
  SELECT * FROM ${entries(changedColumns, changedColumns)}
), known AS (
  SELECT entry.*${beside.map((column) => `, stored.${column}`).join('')}
  FROM (SELECT * FROM entry ORDER BY place) AS entry CROSS JOIN LATERAL (
    SELECT ${['version', ...beside].join(', ')} FROM ${table} AS stored
    WHERE ${isExpected((column) => `entry.${column}`)}
    FOR UPDATE
  ) AS stored
), changed AS (
  ${insertInto}
  SELECT $1::text, ${all.join(', ')} FROM known
  WHERE (SELECT count(*) FROM known) = (SELECT count(*) FROM entry) ORDER BY place
  ON CONFLICT (${keyNames.join(', ')}) DO UPDATE SET ${assignments((column) => `excluded.${column}`, 'stored.')}
  RETURNING 1
)
SELECT 1 AS stored FROM changed HAVING count(*) = (SELECT count(*) FROM entry)`
  }

  /** Returns the statement of one changed row. */
  function changeOneText(): string {
    const valueOf = (column: string) => `$${2 + changedColumns.indexOf(column)}::${typeOf(column)}`
    return `
UPDATE ${table} AS stored SET ${assignments(valueOf, 'stored.')}
WHERE ${isExpected(valueOf)}${wait.condition(2 + changedColumns.length)}
RETURNING 1 AS stored`
  }

  /** Returns the statement of a new row that is numbered: the number rises and the row has it, or neither. */
  function numberedText(): string {
    const field = of.counter?.field ?? ''
    const columns = all.filter((column) => column !== columnName(of.columns, field))
    const values = columns.map((column, i) => `$${i + 5}::${typeOf(column)}`)
    return `
WITH counter AS (
  INSERT INTO ${tables.counters} AS stored (tenant, counter, scope, last)
  SELECT $1::text, $2::text, $3::text, $4::bigint WHERE true${wait.condition(5 + columns.length)}
  ON CONFLICT (tenant, counter, scope) DO UPDATE SET last = stored.last + 1
  RETURNING last
)
INSERT INTO ${table} (tenant, ${[...columns, columnName(of.columns, field)].join(', ')})
SELECT $1::text, ${values.join(', ')}, last FROM counter
RETURNING 1 AS stored`
  }

  const texts = {
    added: keptText(of.counter ? numberedText() : insertText('')),
    changed: of.hasVersion ? keptText(changeText()) : '',
    changedAlone: of.hasVersion ? keptText(changeOneText()) : '',
    put: keptText(insertText(onConflict(keyNames.join(', '), all))),
  }

  /** Returns the statements over rows, few where they are large; a statement returns a row for each, or one for all. */
  const statements = (
    text: string,
    rows: readonly (readonly SqlValue[])[],
    { lockMs, perRow }: { readonly lockMs: number; readonly perRow: boolean },
  ): WriteStatement[] =>
    batchesOf(rows, bytesOfRow, { items: rows.length, bytes: maxBytes }).map((batch) => ({
      text,
      values: [tenant, ...columnsOf(batch, batch[0]!.length), ...wait.values(lockMs)],
      mustChange: perRow ? batch.length : 1,
    }))

  const fields = Array.from(of.columns.keys())
  const isKept = fields.map((field) => !of.besideFields.includes(field))

  function numbered(entry: RowEntry, lockMs: number): WriteStatement {
    const { field: counted, per } = of.counter!
    const scope = String((entry.row as Record<string, unknown>)[per])
    const values = valuesOfRow(of, entry).filter((_, i) => fields[i] !== counted)
    return { text: texts.added, values: [tenant, of.name, scope, 1, ...values, ...wait.values(lockMs)], mustChange: 1 }
  }

  return (group, lockMs) => {
    const added = group.filter(({ expected }) => expected === 'nothing')
    const changed = group.filter(({ expected }) => typeof expected === 'number')
    const put = group.filter(({ expected }) => expected === 'anything')
    const rowsOf = (part: readonly RowEntry[]) => part.map((entry) => valuesOfRow(of, entry))
    const changedRows = changed.map((entry) => [
      ...valuesOfRow(of, entry).filter((_, i) => isKept[i]),
      entry.expected as number,
    ])
    const [only] = changedRows
    return [
      ...(only && changedRows.length === 1
        ? [{ text: texts.changedAlone, values: [tenant, ...only, ...wait.values(lockMs)], mustChange: 1 }]
        : statements(texts.changed, changedRows, { lockMs, perRow: false })),
      ...statements(texts.put, rowsOf(put), { lockMs, perRow: true }),
      ...(of.counter
        ? added.map((entry) => numbered(entry, lockMs))
        : statements(texts.added, rowsOf(added), { lockMs, perRow: true })),
    ]
  }
}
