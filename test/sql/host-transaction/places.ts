import {
  type DatabaseEntry,
  libsql,
  mariadb,
  pglite,
  postgres,
  systemPostgres,
  type TestDatabase,
} from '../../support/databases/index.js'
import { libsqlHost, pgliteHost, typeormOnLibsql } from './embedded-hosts.js'
import type { HostEntry, Instant, Place } from './host.js'
import { mariadbLibraries, mysql2Host } from './mariadb-hosts.js'
import { kyselyHost, pgHost, postgresLibraries } from './postgres-hosts.js'
import { kyselyOnLibsql, kyselyOnMariadb, prismaOnLibsql, prismaOnMariadb, prismaOnPostgres } from './within-hosts.js'

const onPostgres: readonly Instant[] = [
  { name: 'under REPEATABLE READ', isolation: 'REPEATABLE READ', aborts: true },
  { name: 'under SERIALIZABLE', isolation: 'SERIALIZABLE', aborts: true },
]

const onMariadb: readonly Instant[] = [
  {
    name: 'under REPEATABLE READ without snapshot isolation',
    isolation: 'REPEATABLE READ',
    variable: 'innodb_snapshot_isolation',
    aborts: false,
  },
  {
    name: 'under REPEATABLE READ with snapshot isolation',
    isolation: 'REPEATABLE READ',
    variable: 'innodb_snapshot_isolation',
    aborts: true,
  },
]

const onSqlite: readonly Instant[] = [{ name: 'after BEGIN DEFERRED', aborts: true }]

function place<Database extends TestDatabase>(
  database: DatabaseEntry<Database>,
  hosts: readonly HostEntry<Database>[],
  instants: readonly Instant[],
  isServer: boolean,
): Place<Database> {
  return { name: database.name, lack: () => database.lack(), database, hosts, instants, isServer }
}

/** Each kind of database by its own driver. */
export const byDriver: readonly Place[] = [
  place(postgres, [pgHost], onPostgres, true),
  place(mariadb, [mysql2Host], onMariadb, true),
  place(libsql, [libsqlHost], onSqlite, false),
]

/** The query builders and ORMs over them, and further servers. */
export const byLibrary: readonly Place[] = [
  place(postgres, postgresLibraries, onPostgres, true),
  place(systemPostgres, [pgHost, kyselyHost], onPostgres, true),
  place(mariadb, mariadbLibraries, onMariadb, true),
  place(pglite, [pgliteHost], [], false),
]

/** Places that only `payments.within` is tested on: the driver's own transactions are tested above. */
export const byWithin: readonly Place[] = [
  place(postgres, [prismaOnPostgres], [], true),
  place(mariadb, [kyselyOnMariadb, prismaOnMariadb], [], true),
  place(libsql, [typeormOnLibsql, kyselyOnLibsql, prismaOnLibsql], [], false),
]
