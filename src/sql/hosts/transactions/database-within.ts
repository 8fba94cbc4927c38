import type { DialectName, SqlDatabase } from '../../core/database.js'
import { driverTransaction } from './driver.js'
import { drizzleTransaction } from './drizzle.js'
import { knexTransaction } from './knex.js'
import { kyselyTransaction } from './kysely.js'
import { prismaTransaction } from './prisma.js'
import { sequelizeTransaction } from './sequelize.js'
import type { ReadTransaction } from './shape.js'
import { typeormTransaction } from './typeorm.js'

/** Readers of a host's transaction. Libraries come before drivers: some of their objects have a driver's functions too. */
const shapes: readonly ReadTransaction[] = [
  knexTransaction,
  kyselyTransaction,
  typeormTransaction,
  sequelizeTransaction,
  prismaTransaction,
  drizzleTransaction,
  driverTransaction,
]

const known: Readonly<Record<DialectName, string>> = {
  postgres:
    'a client of pg, or the transaction of PGlite, postgres.js, Knex, Kysely, Drizzle, TypeORM, Sequelize or Prisma',
  mysql: 'a connection of mysql2, or the transaction of Knex, Kysely, Drizzle, TypeORM, Sequelize or Prisma',
  sqlite:
    'a handle of better-sqlite3, libsql or node:sqlite, or the transaction of Kysely, TypeORM, Knex, Drizzle or Prisma over these',
}

/**
 * Makes a database of a host's open transaction; it is used in that transaction alone.
 *
 * @throws TypeError for a pool, a connection that has no open transaction, and anything that is not known
 */
export function databaseWithin(handle: unknown, dialect: DialectName): SqlDatabase {
  for (const read of shapes) {
    const database = read(handle, dialect)
    if (database) return database
  }
  throw new TypeError(
    `within: this is no open transaction: open a transaction first, and give ${known[dialect]}, as the repository is on this database`,
  )
}
