import { drizzle } from 'drizzle-orm/node-postgres'
import { sql } from 'drizzle-orm'
import { pgTable, varchar } from 'drizzle-orm/pg-core'
import knex from 'knex'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import postgres, { type TransactionSql } from 'postgres'
import { QueryTypes, Sequelize, type Transaction as SequelizeTransaction } from 'sequelize'
import { DataSource } from 'typeorm'
import type { PgDatabase } from '../../support/databases/index.js'
import { onPostgres } from './bridges.js'
import { connections, type HostEntry } from './host.js'
import { Invoice } from './typeorm-invoice.js'

/** Types as many hosts set them: amounts as BigInt and not as text. */
const types = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === 20 ? BigInt : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export const pgHost: HostEntry<PgDatabase> = {
  library: 'pg',
  connect({ url }) {
    const pool = new pg.Pool({ connectionString: url, max: connections, types })
    return {
      async transaction(work, isolation = 'READ COMMITTED') {
        const client = await pool.connect()
        try {
          await client.query(`BEGIN ISOLATION LEVEL ${isolation}`)
          const result = await work({
            database: onPostgres.pg(client),
            connection: client,
            addInvoice: (number) => client.query('INSERT INTO invoices VALUES ($1)', [number]),
            query: async (text) => (await client.query<object>(text)).rows,
          })
          await client.query('COMMIT')
          return result
        } catch (error) {
          // It may be the connection that failed.
          await client.query('ROLLBACK').catch(() => undefined)
          throw error
        } finally {
          client.release()
        }
      },
      async outside(work) {
        const client = await pool.connect()
        return work(onPostgres.pg(client)).finally(() => client.release())
      },
      end: () => pool.end(),
    }
  },
}

const postgresJsHost: HostEntry<PgDatabase> = {
  library: 'postgres.js',
  connect({ url }) {
    const client = postgres(url, { max: connections, types: { bigint: postgres.BigInt } })
    return {
      transaction: (work, isolation = 'READ COMMITTED') =>
        client.begin(`ISOLATION LEVEL ${isolation}`, (tx) =>
          work({
            database: onPostgres.postgresJs(tx as unknown as TransactionSql),
            connection: tx,
            addInvoice: (number) => tx`INSERT INTO invoices ${tx({ number })}`,
            query: (text) => tx.unsafe(text),
          }),
        ) as Promise<never>,
      outside: (work) => work(onPostgres.postgresJs(client as unknown as TransactionSql)),
      end: () => client.end(),
    }
  },
}

const knexHost: HostEntry<PgDatabase> = {
  library: 'Knex',
  connect({ url }) {
    const db = knex({ client: 'pg', connection: url, pool: { min: 0, max: connections } })
    return {
      transaction: (work, isolation = 'READ COMMITTED') =>
        db.transaction(
          async (trx) =>
            work({
              database: await onPostgres.knex(trx),
              connection: trx,
              addInvoice: (number) => trx('invoices').insert({ number }),
              query: async (text) => (await trx.raw(text)).rows,
            }),
          { isolationLevel: isolation.toLowerCase() as 'serializable' },
        ),
      async outside(work) {
        const client = await db.client.acquireConnection()
        return work(onPostgres.pg(client)).finally(() => db.client.releaseConnection(client))
      },
      end: () => db.destroy(),
    }
  },
}

const invoices = pgTable('invoices', { number: varchar().primaryKey() })

const drizzleHost: HostEntry<PgDatabase> = {
  library: 'Drizzle',
  connect({ url }) {
    const pool = new pg.Pool({ connectionString: url, max: connections })
    return {
      async transaction(work, isolation = 'READ COMMITTED') {
        const client = await pool.connect()
        const db = drizzle(client)
        return db
          .transaction(
            (tx) =>
              work({
                database: onPostgres.drizzle(client),
                connection: tx,
                addInvoice: (number) => tx.insert(invoices).values({ number }),
                query: async (text) => (await tx.execute(sql.raw(text))).rows,
              }),
            { isolationLevel: isolation.toLowerCase() as 'serializable' },
          )
          .finally(() => client.release())
      },
      async outside(work) {
        const client = await pool.connect()
        return work(onPostgres.drizzle(client)).finally(() => client.release())
      },
      end: () => pool.end(),
    }
  },
}

const typeormHost: HostEntry<PgDatabase> = {
  library: 'TypeORM',
  async connect({ url }) {
    const source = await new DataSource({
      type: 'postgres',
      url,
      entities: [Invoice],
      poolSize: connections,
    }).initialize()
    return {
      transaction: (work, isolation = 'READ COMMITTED') =>
        source.transaction(isolation, async (manager) =>
          work({
            database: await onPostgres.typeorm(manager.queryRunner!),
            connection: manager,
            addInvoice: (number) => manager.insert(Invoice, { number }),
            query: (text) => manager.query(text),
          }),
        ),
      async outside(work) {
        const runner = source.createQueryRunner()
        return work(await onPostgres.typeorm(runner)).finally(() => runner.release())
      },
      end: () => source.destroy(),
    }
  },
}

const sequelizeHost: HostEntry<PgDatabase> = {
  library: 'Sequelize',
  connect({ url }) {
    const sequelize = new Sequelize(url, { dialect: 'postgres', logging: false, pool: { max: connections } })
    return {
      transaction: (work, isolation = 'READ COMMITTED') =>
        sequelize.transaction({ isolationLevel: isolation as never }, (transaction) =>
          work({
            database: onPostgres.sequelize(transaction),
            connection: transaction,
            addInvoice: (number) => sequelize.getQueryInterface().insert(null, 'invoices', { number }, { transaction }),
            query: (text) => sequelize.query(text, { transaction, type: QueryTypes.SELECT }),
          }),
        ),
      async outside(work) {
        const connection = await sequelize.connectionManager.getConnection({ type: 'write' })
        const bridge = onPostgres.sequelize({ connection } as unknown as SequelizeTransaction)
        return work(bridge).finally(() => sequelize.connectionManager.releaseConnection(connection))
      },
      end: () => sequelize.close(),
    }
  },
}

export const kyselyHost: HostEntry<PgDatabase> = {
  library: 'Kysely',
  connect({ url }) {
    const pool = new pg.Pool({ connectionString: url, max: connections, types })
    const db = new Kysely<{ invoices: { number: string } }>({ dialect: new PostgresDialect({ pool }) })
    return {
      transaction: (work, isolation = 'READ COMMITTED') =>
        db
          .transaction()
          .setIsolationLevel(isolation.toLowerCase() as 'serializable')
          .execute((trx) =>
            work({
              database: onPostgres.kysely(trx),
              connection: trx,
              addInvoice: (number) => trx.insertInto('invoices').values({ number }).execute(),
              query: async (text) => (await trx.executeQuery<object>(CompiledQuery.raw(text))).rows,
            }),
          ),
      outside: (work) => work(onPostgres.kysely(db as never)),
      end: () => db.destroy(),
    }
  },
}

export const postgresLibraries = [
  postgresJsHost,
  knexHost,
  drizzleHost,
  typeormHost,
  sequelizeHost,
  kyselyHost,
] as const
