/** The names of the tables, and of their columns in the order in which they are written. */
import {
  deliveryColumns as columnsOfDelivery,
  eventColumns as columnsOfEvent,
  paymentColumns as columnsOfPayment,
  paymentFields,
  paymentKeyColumns,
} from '../../repository/aggregates/payment-columns.js'
import { RecentlyUsed } from '../../internal/recently-used.js'
import { namesOf } from './columns.js'

export interface Tables {
  readonly payments: string
  readonly events: string
  readonly deliveries: string
  readonly lines: string
  readonly accountLines: string
  readonly lineEvents: string
  readonly terms: string
  readonly closingChains: string
  readonly closings: string
  readonly closingLines: string
  readonly counters: string
  readonly rowEvents: string
  readonly maintenance: string
  readonly migrations: string
  /** The beginning of the other names of the schema (indexes, triggers). */
  readonly prefix: string
}

const defaultPrefix = 'hp_'

/** A prefix that is short enough for the longest name of the schema on every database, and needs no quotes. */
const prefixShape = /^[A-Za-z_][A-Za-z0-9_]{0,31}$/

/** Names by prefix: the tenants that share tables share their names, and the texts that are made of these. */
const known = new RecentlyUsed<Tables>(64)

export function tablesOf(prefix: unknown = defaultPrefix): Tables {
  if (typeof prefix !== 'string' || !prefixShape.test(prefix))
    throw new TypeError('tablePrefix must be 1 to 32 letters, digits and underscores, and begin with no digit')
  return known.get(prefix, namesWith)
}

function namesWith(prefix: string): Tables {
  return {
    payments: `${prefix}payments`,
    events: `${prefix}payment_events`,
    deliveries: `${prefix}deliveries`,
    lines: `${prefix}statement_lines`,
    accountLines: `${prefix}account_lines`,
    lineEvents: `${prefix}line_events`,
    terms: `${prefix}payment_terms`,
    closingChains: `${prefix}closing_chains`,
    closings: `${prefix}closings`,
    closingLines: `${prefix}closing_lines`,
    counters: `${prefix}counters`,
    rowEvents: `${prefix}row_events`,
    maintenance: `${prefix}maintenance`,
    migrations: `${prefix}migrations`,
    prefix,
  }
}

/** Returns the text of a table in a FROM, under another name where one is given. */
export function namedTable(table: string, alias: string | undefined): string {
  return alias === undefined ? table : `${table} AS ${alias}`
}

/** The columns that a stored payment is read from. */
export const paymentColumns: readonly string[] = namesOf(columnsOfPayment)

const isFixedColumn = (_: string, i: number) => columnsOfPayment.get(paymentFields[i]!)!.isFixed

/** The columns that never change once a payment is stored. */
export const fixedColumns: readonly string[] = paymentColumns.filter(isFixedColumn)

export const changingColumns: readonly string[] = paymentColumns
  .slice(1)
  .filter((column) => !fixedColumns.includes(column))

/** The columns that are stored beside a payment, and are no part of it. */
export const keyColumns: readonly string[] = namesOf(paymentKeyColumns)

export const eventColumns: readonly string[] = namesOf(columnsOfEvent)

export const deliveryColumns: readonly string[] = namesOf(columnsOfDelivery)
