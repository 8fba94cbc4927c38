import type { DialectName } from './core/database.js'
import { columnTypes } from './schema/column-types.js'
import { migrations, migrationsTable } from './schema/migrations.js'
import { checkNames, readSchemaOptions, type SchemaOptions } from './schema/options.js'

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
  checkNames(options, ['tablePrefix', 'guards'])
  const { tables, guards } = readSchemaOptions(dialect, options)
  const parts = migrations
    .filter((migration) => guards || !migration.guards)
    .map((migration) => {
      const record = `INSERT INTO ${tables.migrations} (name) VALUES ('${migration.name}')`
      return [`-- ${migration.name}`, ...[...migration.statements(dialect, tables), record].map((text) => `${text};`)]
    })
  const head = [`-- The schema of hospital-payments for ${columnTypes[dialect].title}`]
  return [...head, `${migrationsTable(dialect, tables)};`, ...parts.flatMap((part) => ['', ...part])].join('\n') + '\n'
}
