import { migrationsOf } from '../../src/sql/schema/migrations.js'
import type { TestDatabase } from './databases/index.js'

const migrations = ({ dialect }: Pick<TestDatabase, 'dialect'>) => migrationsOf(dialect)

/** In the order of `migrate`: where the schema is made in one transaction, rows are filled behind it. */
function inOrder(database: Pick<TestDatabase, 'dialect'>) {
  const all = migrations(database)
  if (database.dialect === 'mysql') return all
  return [...all.filter(({ fills }) => !fills), ...all.filter(({ fills }) => fills)]
}

/** What `migrate` applies in an empty database. */
export function everyMigration(database: Pick<TestDatabase, 'dialect'>): string[] {
  return inOrder(database).map(({ name }) => name)
}

/** The same with `guards: false`. */
export function withoutGuards(database: Pick<TestDatabase, 'dialect'>): string[] {
  return inOrder(database).flatMap(({ name, guards }) => (guards ? [] : [name]))
}

/** What `schemaSql` makes. */
export function everyScripted(database: Pick<TestDatabase, 'dialect'>): string[] {
  return migrations(database).flatMap(({ name, fills }) => (fills ? [] : [name]))
}

/** What is left to `migrate` behind the script of `schemaSql`. */
export function fillsAlone(database: Pick<TestDatabase, 'dialect'>): string[] {
  return migrations(database).flatMap(({ name, fills }) => (fills ? [name] : []))
}

/** What is left out with `guards: false`. */
export function guardsAlone(database: Pick<TestDatabase, 'dialect'>): string[] {
  return migrations(database).flatMap(({ name, guards }) => (guards ? [name] : []))
}
