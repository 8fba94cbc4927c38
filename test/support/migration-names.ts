import { migrations } from '../../src/sql/schema/migrations.js'

/** Migrations that `migrate` applies in an empty database, and `schemaSql` makes. */
export const everyMigration = migrations.map(({ name }) => name)

/** The same with `guards: false`. */
export const withoutGuards = migrations.flatMap(({ name, guards }) => (guards ? [] : [name]))

/** Migrations that are left out with `guards: false`. */
export const guardsAlone = migrations.flatMap(({ name, guards }) => (guards ? [name] : []))
