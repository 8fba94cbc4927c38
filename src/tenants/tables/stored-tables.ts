/** All tables with rows of tenants, by the descriptions from which the schema makes them. */
import type { AnyAggregate } from '../../repository/aggregates/aggregate.js'
import {
  type Column,
  type Columns,
  document,
  instant,
  integer,
  key,
  orNull,
  positive,
  text,
} from '../../repository/aggregates/column.js'
import { aggregates } from '../../repository/aggregates/index.js'
import { writtenLineColumns, writtenLineEventColumns } from '../../repository/aggregates/line-columns.js'
import {
  deliveryColumns,
  eventColumns,
  paymentColumns,
  paymentKeyColumns,
} from '../../repository/aggregates/payment-columns.js'
import { columnName, isNumeric } from '../../sql/core/columns.js'
import type { Tables } from '../../sql/core/tables.js'

/** A column of a table. */
export interface StoredColumn {
  readonly name: string
  /** True where its values are numbers; all others are text. */
  readonly isNumber: boolean
  /** True where a row may lack a value. */
  readonly isOptional: boolean
}

/** A table whose rows belong to tenants. */
export interface StoredTable {
  /** The name behind the prefix of all tables, such as `payments`. */
  readonly name: string
  /** The columns behind the tenant, in their order. */
  readonly columns: readonly StoredColumn[]
  /** The columns that a row is known by, beside its tenant. */
  readonly key: readonly string[]
}

function tableOf(name: string, keyFields: readonly string[], columns: Columns): StoredTable {
  return {
    name,
    columns: Array.from(columns, ([field, column]) => ({
      name: columnName(columns, field),
      isNumber: isNumeric(column),
      isOptional: column.empty !== 'never',
    })),
    key: keyFields.map((field) => columnName(columns, field)),
  }
}

/** Lists columns by their names, of tables that are not described otherwise. */
function named(columns: Readonly<Record<string, Column>>): Columns {
  return new Map(Object.entries(columns))
}

const leaseColumns = { leaseOwner: orNull(key(64)), leaseEnd: integer } as const

function tableOfAggregate({ name, key: keyFields, columns, leases }: AnyAggregate): StoredTable {
  const all = leases ? new Map([...columns, ...Object.entries(leaseColumns)]) : columns
  return tableOf(name, keyFields, all)
}

/** The tables of payments, lines, closings and all aggregates, in the order in which the schema makes them. */
export const storedTables: readonly StoredTable[] = [
  tableOf('payments', ['id'], new Map([...paymentColumns, ...paymentKeyColumns])),
  tableOf('payment_events', ['paymentId', 'version'], eventColumns),
  tableOf('deliveries', ['eventId'], deliveryColumns),
  tableOf('statement_lines', ['lineKey'], named({ lineKey: key(1020), paymentIds: document })),
  tableOf(
    'payment_terms',
    ['term', 'createdAt', 'paymentId'],
    named({ term: key(2048), createdAt: instant, paymentId: key(64) }),
  ),
  tableOf('account_lines', ['key'], writtenLineColumns),
  tableOf('line_events', ['lineKey', 'version'], writtenLineEventColumns),
  tableOf(
    'closing_chains',
    ['account'],
    named({ account: key(1020), sequence: integer, hash: orNull(key(64)), takenBack: integer }),
  ),
  tableOf(
    'closings',
    ['account', 'sequence'],
    named({
      account: key(1020),
      sequence: positive,
      day: key(10),
      kind: key(16),
      createdAt: instant,
      hash: key(64),
      linesHash: key(64),
      document,
      lineCount: integer,
      lineVersions: integer,
    }),
  ),
  tableOf(
    'closing_lines',
    ['account', 'sequence', 'part'],
    named({ account: key(1020), sequence: positive, part: integer, document }),
  ),
  tableOf('counters', ['counter', 'scope'], named({ counter: key(64), scope: key(64), last: integer })),
  tableOf(
    'row_events',
    ['stream', 'version'],
    named({
      stream: key(64),
      version: positive,
      id: key(64),
      type: key(64),
      createdAt: instant,
      actor: orNull(text(255)),
      reason: orNull(text(500)),
      document,
    }),
  ),
  ...aggregates.map(tableOfAggregate),
]

/** The tables that have no rows of tenants that outlive a transaction. */
export const tablesWithoutTenants: readonly string[] = ['maintenance', 'migrations', 'refusals', 'migration_lock']

/** Returns a table's name in the database. */
export function nameOf({ name }: StoredTable, { prefix }: Pick<Tables, 'prefix'>): string {
  return prefix + name
}
