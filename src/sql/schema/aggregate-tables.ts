import type { AnyAggregate, UniqueKey } from '../../repository/aggregates/aggregate.js'
import { columnName } from '../core/columns.js'
import { dueWhere, isSparse, uniqueWhere } from '../core/aggregates/unique-column.js'
import type { Tables } from '../core/tables.js'
import type { ColumnTypes } from './column-types.js'
import { describedChecks, describedColumns } from './described-columns.js'
import { check, createTable, type Index } from './table.js'

/** Bytes of a tenant's name. */
const tenantBytes = 255
/** Bytes of the digits of an integer. */
const integerBytes = 16

/** Returns the column in which MySQL and MariaDB have a unique key that some rows lack. */
function generatedColumn(of: AnyAggregate, name: string, unique: UniqueKey): string {
  const bytes = unique.fields.reduce(
    (sum, field) => sum + 1 + (of.columns.get(field)!.size || integerBytes),
    tenantBytes,
  )
  const text = `CONCAT(${['tenant', ...unique.fields.map((field) => columnName(of.columns, field))].join(', 0x00, ')})`
  const value = unique.whileOneOf ? `CASE WHEN ${uniqueWhere(of, unique)} THEN ${text} END` : text
  return `unique_${name} VARBINARY(${bytes}) GENERATED ALWAYS AS (${value}) STORED`
}

/** Returns the index over all tenants of the rows that wait for work; none where no rows do. */
function dueIndex({ columns, due }: AnyAggregate, { hasPartialIndexes }: ColumnTypes): Index[] {
  if (due === null) return []
  const rest = `${columnName(columns, due.field)}, tenant`
  if (hasPartialIndexes) return [{ name: 'due', columns: rest, where: dueWhere({ columns }, due) }]
  const state = due.whileOneOf ? `${columnName(columns, due.whileOneOf.field)}, ` : ''
  return [{ name: 'due', columns: state + rest }]
}

function indexesOf(of: AnyAggregate, types: ColumnTypes): Index[] {
  const { hasPartialIndexes } = types
  const columnsOf = (fields: readonly string[]) =>
    ['tenant', ...fields.map((field) => columnName(of.columns, field))].join(', ')
  const isPresent = (fields: readonly string[]) => {
    const optional = fields.filter((field) => of.columns.get(field)!.empty !== 'never')
    return optional.length > 0
      ? { where: optional.map((field) => `${columnName(of.columns, field)} IS NOT NULL`).join(' AND ') }
      : {}
  }
  const unique = Object.entries(of.unique).map(([name, uniqueKey]) => {
    const where = uniqueWhere(of, uniqueKey)
    if (where !== null && !hasPartialIndexes) return { name: `unique_${name}`, columns: `unique_${name}`, unique: true }
    return {
      name: `unique_${name}`,
      columns: columnsOf(uniqueKey.fields),
      unique: true,
      ...(where !== null && { where }),
    }
  })
  const lists = Object.entries(of.lists).map(([name, { equal = [], order }]) => {
    const fields = [...equal, ...order]
    return { name: `by_${name}`, columns: columnsOf(fields), ...isPresent(fields) }
  })
  const others = Object.entries(of.indexes).map(([name, fields]) => ({
    name: `by_${name}`,
    columns: columnsOf(fields),
  }))
  const lookups = of.lookups.map((field) => ({
    name: `of_${columnName(of.columns, field)}`,
    columns: columnsOf([field]),
    ...isPresent([field]),
  }))
  return withoutSpare([
    { name: 'key', columns: columnsOf(of.key), unique: true },
    ...unique,
    ...lists,
    ...others,
    ...lookups,
    ...dueIndex(of, types),
  ]).slice(1)
}

/** Leaves indexes out that another one begins with, and so serves for. */
function withoutSpare(indexes: readonly Index[]): Index[] {
  return indexes.filter(({ columns, where, unique }, place) => {
    const isServed = indexes.some((other, i) => {
      const isOther = other.columns === columns ? i < place : other.columns.startsWith(`${columns}, `)
      return isOther && (other.where === undefined || other.where === where)
    })
    return unique || !isServed
  })
}

/** Makes the table of an aggregate as it is described. */
export function aggregateTable(types: ColumnTypes, { prefix }: Tables, of: AnyAggregate): string[] {
  const { key, hasPartialIndexes } = types
  const checks = [...describedChecks(of.columns), ...of.rules.map(({ sql }) => sql)]
  const generated = Object.entries(of.unique).filter(([, unique]) => !hasPartialIndexes && isSparse(of, unique))
  return createTable(types, prefix + of.name, {
    rows: of.isShort ? 'short' : 'long',
    columns: [
      `tenant ${key(tenantBytes)} NOT NULL`,
      ...describedColumns(types, of.columns),
      ...(of.leases ? [`lease_owner ${key(64)}`, `lease_end ${types.int64} NOT NULL DEFAULT 0`] : []),
      ...generated.map(([name, unique]) => generatedColumn(of, name, unique)),
      `PRIMARY KEY (${['tenant', ...of.key.map((field) => columnName(of.columns, field))].join(', ')})`,
      ...(checks.length > 0 ? [check(...checks)] : []),
    ],
    indexes: indexesOf(of, types),
  })
}

/** Makes the tables that all aggregates share: the numbers of their counters, and their events. The last one lets a transaction delete what is guarded. */
export function sharedTables(types: ColumnTypes, names: Tables): string[] {
  const { key, text, json, int64, int32 } = types
  return [
    ...createTable(types, names.counters, {
      rows: 'short',
      columns: [
        `tenant ${key(tenantBytes)} NOT NULL`,
        `counter ${key(64)} NOT NULL`,
        `scope ${key(64)} NOT NULL`,
        `last ${int64} NOT NULL`,
        'PRIMARY KEY (tenant, counter, scope)',
        check('last >= 0'),
      ],
    }),
    ...createTable(types, names.rowEvents, {
      rows: 'short',
      columns: [
        `tenant ${key(tenantBytes)} NOT NULL`,
        `stream ${key(64)} NOT NULL`,
        `version ${int32} NOT NULL`,
        `id ${key(64)} NOT NULL`,
        `type ${key(64)} NOT NULL`,
        `created_at ${int64} NOT NULL`,
        `actor ${text(255)}`,
        `reason ${text(500)}`,
        `document ${json} NOT NULL`,
        'PRIMARY KEY (tenant, stream, version)',
        check('version >= 1'),
      ],
      indexes: [{ name: 'by_time', columns: 'tenant, created_at, id' }],
    }),
    ...createTable(types, names.maintenance, {
      rows: 'short',
      columns: [`tenant ${key(tenantBytes)} NOT NULL`, `transaction_id ${key(64)} NOT NULL`, 'PRIMARY KEY (tenant)'],
    }),
  ]
}
