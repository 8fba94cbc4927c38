/** The library over the databases of the tests. */
import type { FinanceRepository } from 'hospital-payments/repository'
import {
  fromMysql2,
  fromPg,
  fromSqlite,
  migrate,
  sqlRepository,
  type SqlDatabase,
  type SqlRepositoryOptions,
} from 'hospital-payments/sql'
import { beforeAll } from 'vitest'
import { freshTenant, type DatabaseEntry, type Opened, type TestDatabase } from './database.js'
import { opened } from './index.js'

const connected = new WeakMap<TestDatabase, SqlDatabase>()

/** Returns the same one for the same database, as in a host, which has one of each. */
export function sqlOn(database: TestDatabase): SqlDatabase {
  const sql = connected.get(database) ?? connect(database)
  connected.set(database, sql)
  return sql
}

function connect(database: TestDatabase): SqlDatabase {
  switch (database.driver) {
    case 'pg':
      return fromPg(database.handle)
    case 'pglite':
      return fromPg(database.handle)
    case 'mysql2':
      return fromMysql2(database.handle)
    case 'libsql':
    case 'node:sqlite':
      return fromSqlite(database.handle, { open: database.open })
  }
}

/** Returns an empty repository in a migrated database: each has a tenant of its own unless one is named. */
export function repositoryOn(
  database: TestDatabase,
  options: Omit<SqlRepositoryOptions, 'dialect'> = {},
): FinanceRepository {
  return sqlRepository(sqlOn(database), { tenant: freshTenant(), ...database.options?.repository, ...options })
}

/** Opens a database as `opened` does, with the tables of the library. */
export function migrated<Entry extends DatabaseEntry>(entry: Entry): () => Opened<Entry> {
  const database = opened(entry)
  beforeAll(async () => {
    await migrate(sqlOn(database()), database().options?.migrate)
  })
  return database
}
