import { migrationsOf } from '../../src/sql/schema/migrations.js'
import type { TestDatabase } from './databases/index.js'

const guards = '0002_guards'

/** What `migrate` applies in an empty database. */
export function everyMigration({ dialect }: Pick<TestDatabase, 'dialect'>): string[] {
  return migrationsOf(dialect).map(({ name }) => name)
}

/** The same with `guards: false`. */
export function withoutGuards(database: Pick<TestDatabase, 'dialect'>): string[] {
  return everyMigration(database).filter((name) => name !== guards)
}
