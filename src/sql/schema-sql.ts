import type { DialectName } from './core/database.js'
import { columnTypes } from './schema/column-types.js'
import { referenceTable } from './schema/distribution.js'
import { migrations, migrationsTable, statementsOf } from './schema/migrations.js'
import { checkNames, readSchemaOptions, schemaOptionNames, type SchemaOptions } from './schema/options.js'

export type { SchemaOptions }

/**
 * Returns the whole schema as SQL, for hospitals that change the database with Flyway, Knex, Prisma or by a database
 * administrator. Run it once, in an empty schema. It also records the migrations, so `migrate` of this release or a later one
 * continues from there. Every statement ends in `;` at the end of a line, and no other line ends in `;`.
 *
 * @throws TypeError for a wrong option
 * @example
 * const script = schemaSql('sqlite', { tablePrefix: 'billing_' })
 * script.split('\n')[0] // => '-- The schema of hospital-payments for SQLite'
 * script.includes('CREATE TABLE billing_payments (') // => true
 */
export function schemaSql(dialect: DialectName, options: SchemaOptions = {}): string {
  checkNames(options, schemaOptionNames)
  const settings = readSchemaOptions(dialect, options)
  const { tables, guards, distribution } = settings
  const parts = migrations
    .filter((migration) => guards || !migration.guards)
    .map((migration) => {
      const record = `INSERT INTO ${tables.migrations} (name) VALUES ('${migration.name}')`
      return [`-- ${migration.name}`, ...[...statementsOf(migration, settings), record].map((text) => `${text};`)]
    })
  const head = [`-- The schema of hospital-payments for ${columnTypes[dialect].title}`]
  const record = [migrationsTable(settings), ...referenceTable(distribution, tables.migrations)]
  return [...head, ...record.map((text) => `${text};`), ...parts.flatMap((part) => ['', ...part])].join('\n') + '\n'
}
