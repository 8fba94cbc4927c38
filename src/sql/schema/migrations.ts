/** The numbered migrations, and the table in which each database keeps the names of those that it has had. */
import type { DialectName, SqlStatement } from '../core/database.js'
import type { Tables } from '../core/tables.js'
import { tables } from './0001-tables.js'
import { guards } from './0002-guards.js'
import { uniqueKeys } from './0003-unique-keys.js'
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
