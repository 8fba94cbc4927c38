/** The numbered migrations, and the table in which each database keeps the names of those that it has had. */
import type { DialectName } from '../core/database.js'
import type { Tables } from '../core/tables.js'
import { tables } from './0001-tables.js'
import { guards } from './0002-guards.js'
import { type ColumnTypes, columnTypes } from './column-types.js'
import { distributedTable, type Distribution, withSettings } from './distribution.js'
import type { SchemaSettings } from './options.js'
import { createTable } from './table.js'

export interface Migration {
  readonly name: string
  /** Made of triggers, and left out where these are not wanted. */
  readonly guards: boolean
  /**
   * Returns the statements of the migration. On MySQL and with partitions, where one may be cut off before its record, each can be
   * repeated.
   */
  statements(dialect: DialectName, names: Tables, distribution: Distribution | null): readonly string[]
}

/** In the order in which they are applied; one that has been released stays as it is and where it is. */
export const migrations: readonly Migration[] = [
  {
    name: '0001_tables',
    guards: false,
    statements: (dialect, names, distribution) => tables(typesOf(dialect, names, distribution), names),
  },
  { name: '0002_guards', guards: true, statements: guards },
]

function typesOf(dialect: DialectName, names: Tables, distribution: Distribution | null): ColumnTypes {
  if (distribution === null) return columnTypes[dialect]
  return { ...columnTypes[dialect], distribute: (table) => distributedTable(distribution, table, names) }
}

/** Returns the statements of a migration, with those that its distribution needs around them. */
export function statementsOf(
  migration: Migration,
  { dialect, tables, distribution }: SchemaSettings,
): readonly string[] {
  return withSettings(distribution, migration.statements(dialect, tables, distribution))
}

/** Makes the table of migrations. It can be repeated, because it comes before any record of what was done. */
export function migrationsTable({ dialect, tables: names }: Pick<SchemaSettings, 'dialect' | 'tables'>): string {
  const types = columnTypes[dialect]
  const columns = [`name ${types.text(64)} NOT NULL PRIMARY KEY`, `applied_at ${types.appliedAt}`]
  const [statement = ''] = createTable({ ...types, commitsByItself: true }, names.migrations, {
    rows: 'short',
    columns,
  })
  return statement
}
