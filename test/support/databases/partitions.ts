import type { DatabaseEntry, LibraryOptions, PgDatabase } from './database.js'
import { isDistributed } from '../rounds.js'
import { plainPostgres } from './postgres-from-npm.js'

/** Few, so that the tables of each test are made quickly, and tenants are in several. */
export const partitioned: LibraryOptions = {
  migrate: { distribute: 'partitions', partitions: 3 },
  repository: { writes: 'statements' },
}

/** PostgreSQL whose tables have partitions by tenant, and are written to by simple statements. */
export const partitions: DatabaseEntry<PgDatabase> = {
  ...plainPostgres,
  name: 'postgres (partitions)',
  open: async () => ({ ...(await plainPostgres.open()), options: partitioned }),
}

/** The PostgreSQL of most tests: plain, but with partitions in `npm run test:partitions`. */
export const postgres: DatabaseEntry<PgDatabase> = isDistributed ? partitions : plainPostgres
