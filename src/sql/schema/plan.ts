import { PaymentError } from '../../errors.js'
import type { DialectName, RunStatement, SqlStatement } from '../core/database.js'
import { type Migration, migrations } from './migrations.js'
import type { SchemaSettings } from './options.js'

/** A query with a row where the table is there. MySQL's catalogue compares names without regard to case; tables need not. */
const mysqlTable =
  'SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ? ' +
  'AND (@@lower_case_table_names <> 0 OR CAST(table_name AS BINARY) = ?)'

/** Rows where the table, of the name given, is there. */
const tableNamed: Readonly<Record<DialectName, (name: string) => SqlStatement>> = {
  postgres: (name) => ({ text: 'SELECT 1 WHERE to_regclass($1) IS NOT NULL', values: [name] }),
  mysql: (name) => ({ text: mysqlTable, values: [name, name] }),
  sqlite: (name) => ({
    text: "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE",
    values: [name],
  }),
}

async function appliedNames({ dialect, tables }: SchemaSettings, run: RunStatement): Promise<string[]> {
  const { text, values } = tableNamed[dialect](tables.migrations)
  if ((await run(text, values)).length === 0) return []
  return (await run(`SELECT name FROM ${tables.migrations}`)).map(([name]) => String(name))
}

/**
 * Returns the migrations that are still to be applied, in order.
 *
 * @throws PaymentError `storage_unavailable` when the database was changed by a newer release
 */
export async function pendingOf(settings: SchemaSettings, run: RunStatement): Promise<readonly Migration[]> {
  const applied = await appliedNames(settings, run)
  if (applied.some((name) => !migrations.some((known) => known.name === name))) {
    throw new PaymentError(
      'storage_unavailable',
      'The tables belong to a newer release of hospital-payments than this one: update the library. Nothing was changed.',
      { retryable: false },
    )
  }
  return migrations.filter(({ name, guards }) => !applied.includes(name) && (settings.guards || !guards))
}

export function namesOf(pending: readonly Migration[]): string[] {
  return pending.map(({ name }) => name)
}
