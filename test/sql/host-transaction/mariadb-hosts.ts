import knex from 'knex'
import { createPool, type RowDataPacket } from 'mysql2/promise'
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

export const mariadbLibraries = [knexHost, typeormHost] as const
