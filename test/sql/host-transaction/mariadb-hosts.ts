import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/mysql2'
import { mysqlTable, varchar } from 'drizzle-orm/mysql-core'
import knex from 'knex'
import { createPool, type RowDataPacket } from 'mysql2/promise'
import { Sequelize, type Transaction as SequelizeTransaction } from 'sequelize'
import { DataSource } from 'typeorm'
import type { MysqlDatabase } from '../../support/databases/index.js'
import { onMariadb } from './bridges.js'
import { connections, type HostEntry } from './host.js'
import { Invoice } from './typeorm-invoice.js'

export const mysql2Host: HostEntry<MysqlDatabase> = {
  library: 'mysql2',
  connect({ url }) {
    const pool = createPool({ uri: url, connectionLimit: connections })
    return {
      async transaction(work, isolation = 'REPEATABLE READ') {
        const connection = await pool.getConnection()
        try {
          await connection.query(`SET TRANSACTION ISOLATION LEVEL ${isolation}`)
          await connection.beginTransaction()
          const result = await work({
            database: onMariadb.mysql2(connection),
            connection,
            addInvoice: (number) => connection.execute('INSERT INTO invoices VALUES (?)', [number]),
            query: async (sql) => (await connection.query<RowDataPacket[]>(sql))[0],
          })
          await connection.commit()
          return result
        } catch (error) {
          // It may be the connection that failed.
          await connection.rollback().catch(() => undefined)
          throw error
        } finally {
          connection.release()
        }
      },
      async outside(work) {
        const connection = await pool.getConnection()
        return work(onMariadb.mysql2(connection)).finally(() => connection.release())
      },
      end: () => pool.end(),
    }
  },
}

const knexHost: HostEntry<MysqlDatabase> = {
  library: 'Knex',
  connect({ url }) {
    const db = knex({ client: 'mysql2', connection: url, pool: { min: 0, max: connections } })
    return {
      transaction: (work, isolation = 'REPEATABLE READ') =>
        db.transaction(
          async (trx) =>
            work({
              database: await onMariadb.knex(trx),
              connection: trx,
              addInvoice: (number) => trx('invoices').insert({ number }),
              query: async (sql) => (await trx.raw(sql))[0],
            }),
          { isolationLevel: isolation.toLowerCase() as 'serializable' },
        ),
      async outside(work) {
        const connection = await db.client.acquireConnection()
        return work(onMariadb.mysql2(connection)).finally(() => db.client.releaseConnection(connection))
      },
      end: () => db.destroy(),
    }
  },
}

const typeormHost: HostEntry<MysqlDatabase> = {
  library: 'TypeORM',
  async connect({ url }) {
    const source = await new DataSource({
      type: 'mariadb',
      url,
      entities: [Invoice],
      poolSize: connections,
    }).initialize()
    return {
      transaction: (work, isolation = 'REPEATABLE READ') =>
        source.transaction(isolation, async (manager) =>
          work({
            database: await onMariadb.typeorm(manager.queryRunner!),
            connection: manager.queryRunner!,
            addInvoice: (number) => manager.insert(Invoice, { number }),
            query: (sql) => manager.query(sql),
          }),
        ),
      async outside(work) {
        const runner = source.createQueryRunner()
        return work(await onMariadb.typeorm(runner)).finally(() => runner.release())
      },
      end: () => source.destroy(),
    }
  },
}

const invoices = mysqlTable('invoices', { number: varchar({ length: 40 }).primaryKey() })

const drizzleHost: HostEntry<MysqlDatabase> = {
  library: 'Drizzle',
  connect({ url }) {
    const pool = createPool({ uri: url, connectionLimit: connections })
    const db = drizzle(pool)
    return {
      transaction: (work, isolation = 'REPEATABLE READ') =>
        db.transaction(
          (tx) =>
            work({
              database: onMariadb.drizzle(tx),
              connection: tx,
              addInvoice: (number) => tx.insert(invoices).values({ number }),
              query: async (text) => (await tx.execute(sql.raw(text)))[0] as unknown as object[],
            }),
          { isolationLevel: isolation.toLowerCase() as 'serializable' },
        ),
      async outside(work) {
        const connection = await pool.getConnection()
        return work(onMariadb.mysql2(connection)).finally(() => connection.release())
      },
      end: () => pool.end(),
    }
  },
}

const sequelizeHost: HostEntry<MysqlDatabase> = {
  library: 'Sequelize',
  connect({ url }) {
    const sequelize = new Sequelize(url, { dialect: 'mysql', logging: false, pool: { max: connections } })
    return {
      transaction: (work, isolation = 'REPEATABLE READ') =>
        sequelize.transaction({ isolationLevel: isolation as never }, (transaction) =>
          work({
            database: onMariadb.sequelize(transaction),
            connection: transaction,
            addInvoice: (number) => sequelize.getQueryInterface().insert(null, 'invoices', { number }, { transaction }),
            query: async (text) => (await sequelize.query(text, { transaction }))[0] as object[],
          }),
        ),
      async outside(work) {
        const connection = await sequelize.connectionManager.getConnection({ type: 'write' })
        const bridge = onMariadb.sequelize({ connection } as unknown as SequelizeTransaction)
        return work(bridge).finally(() => sequelize.connectionManager.releaseConnection(connection))
      },
      end: () => sequelize.close(),
    }
  },
}

export const mariadbLibraries = [knexHost, typeormHost, drizzleHost, sequelizeHost] as const
