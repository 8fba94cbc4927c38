/** The numbered migrations, and the table in which each database keeps the names of those that it has had. */
import type { DialectName, SqlStatement } from '../core/database.js'
import type { Tables } from '../core/tables.js'
import { tables } from './0001-tables.js'
import { guards } from './0002-guards.js'
import { uniqueKeys } from './0003-unique-keys.js'
import { refundAmounts } from './0004-refund-amounts.js'
import { bankLines } from './0005-bank-lines.js'
import { lineGuards } from './0006-line-guards.js'
import { searchTerms } from './0007-search-terms.js'
import { refunds } from './0009-refunds.js'
import { closings } from './0010-closings.js'
import { receipts } from './0011-receipts.js'
import { closingGuards } from './0012-closing-guards.js'
import { openLines } from './0013-open-lines.js'
import { waitingPayments } from './0014-waiting-payments.js'
import { closingLists } from './0015-closing-lists.js'
import { columnTypes } from './column-types.js'
import { catalogued } from './mysql-catalogue.js'
import { createTable } from './table.js'

export interface Migration {
  readonly name: string
  /** Made of triggers, and left out where these are not wanted. */
  readonly guards: boolean
  /** The one database that has it; without it, all have. */
  readonly only?: DialectName
  statements(dialect: DialectName, names: Tables): readonly string[]
  /** Writes rows in place of statements, a part at a time, beside whoever else uses the tables; `schemaSql` leaves it out. */
  readonly fills?: true
  /** On MySQL, where a migration may have been cut off before its record: a row, when statements that cannot be repeated have run. */
  wasRun?(names: Tables): SqlStatement
}

/** In the order in which they are applied; one that has been released stays as it is and where it is. */
const all: readonly Migration[] = [
  { name: '0001_tables', guards: false, statements: (dialect, names) => tables(columnTypes[dialect], names) },
  { name: '0002_guards', guards: true, statements: (dialect, names) => guards[dialect](names) },
  {
    name: '0003_unique_keys',
    guards: false,
    only: 'mysql',
    statements: (_, names) => uniqueKeys(names),
    wasRun: ({ payments }) => catalogued('columns', payments, "column_name = 'unique_key'"),
  },
  {
    name: '0004_refund_amounts',
    guards: false,
    statements: (dialect, names) => refundAmounts[dialect](columnTypes[dialect], names),
    wasRun: ({ payments }) => catalogued('columns', payments, "column_name = 'amount_refunding'"),
  },
  { name: '0005_bank_lines', guards: false, statements: (dialect, names) => bankLines(columnTypes[dialect], names) },
  { name: '0006_line_guards', guards: true, statements: (dialect, names) => lineGuards[dialect](names) },
  {
    name: '0007_search_terms',
    guards: false,
    statements: (dialect, names) => searchTerms(columnTypes[dialect], names),
  },
  { name: '0008_terms_filled', guards: false, fills: true, statements: () => [] },
  {
    name: '0009_refunds',
    guards: false,
    statements: (dialect, names) => refunds(columnTypes[dialect], names),
    wasRun: ({ events }) => catalogued('columns', events, "column_name = 'refund'"),
  },
  { name: '0010_closings', guards: false, statements: (dialect, names) => closings(columnTypes[dialect], names) },
  { name: '0011_receipts', guards: false, statements: (dialect, names) => receipts(columnTypes[dialect], names) },
  { name: '0012_closing_guards', guards: true, statements: (dialect, names) => closingGuards(dialect, names) },
  {
    name: '0013_open_lines',
    guards: false,
    statements: (dialect, names) => openLines(dialect, names),
    wasRun: ({ bankLines }) => catalogued('statistics', bankLines, `index_name = '${bankLines}_open'`),
  },
  {
    name: '0014_waiting_payments',
    guards: false,
    statements: (dialect, names) => waitingPayments(dialect, names),
    wasRun: ({ payments }) => catalogued('columns', payments, "column_name = 'unproved_channel'"),
  },
  {
    name: '0015_closing_lists',
    guards: false,
    statements: (dialect, names) => closingLists(dialect, names),
    wasRun: ({ closings }) => catalogued('statistics', closings, `index_name = '${closings}_by_source'`),
  },
]

export function migrationsOf(dialect: DialectName): readonly Migration[] {
  return all.filter(({ only = dialect }) => only === dialect)
}

/** Repeatable, because it comes before any record of what was done. */
export function migrationsTable(dialect: DialectName, names: Tables): string {
  const types = columnTypes[dialect]
  const columns = [`name ${types.text(64)} NOT NULL PRIMARY KEY`, `applied_at ${types.appliedAt}`]
  const [statement = ''] = createTable({ ...types, commitsByItself: true }, names.migrations, {
    rows: 'short',
    columns,
  })
  return statement
}
