import type { DatabaseEntry, LibraryOptions, PgDatabase } from './database.js'
import { postgres } from './postgres-from-npm.js'

/** Few, so that the tables of each test are made quickly, and tenants are in several. */
export const partitioned: LibraryOptions = {
  migrate: { distribute: 'partitions', partitions: 3 },
  repository: { writes: 'statements' },
}

/** PostgreSQL whose tables have partitions by tenant, and are written to by simple statements. */
export const partitions: DatabaseEntry<PgDatabase> = {
  ...postgres,
  name: 'postgres (partitions)',
  open: async () => ({ ...(await postgres.open()), options: partitioned }),
}
