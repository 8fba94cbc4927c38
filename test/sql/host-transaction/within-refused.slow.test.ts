import { drizzle as drizzleOnMysql } from 'drizzle-orm/mysql2'
import { drizzle } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleOnPostgresJs } from 'drizzle-orm/postgres-js'
import { memoryRepository } from 'hospital-payments'
import { fromMysql2, fromPg, fromSqlite, sqlRepository } from 'hospital-payments/sql'
import knex from 'knex'
import { Kysely, MysqlDialect, PostgresDialect, SqliteDialect } from 'kysely'
import Libsql from 'libsql'
import { createConnection as connectWithCallbacks, createPool as poolWithCallbacks } from 'mysql2'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import postgresJs from 'postgres'
import { Sequelize } from 'sequelize'
import { DataSource } from 'typeorm'
import { describe, expect, it } from 'vitest'
import { libsql, mariadb, onEach, pglite, postgres } from '../../support/databases/index.js'
import { migrated } from '../../support/databases/repository.js'
import { connectPrisma } from '../../support/prisma/client.js'
import { refusal, request, testService } from '../../support/service.js'

/** Expects a refusal at once, or by the first call, and that nothing is stored. */
async function expectRefused(
  payments: ReturnType<typeof testService>['payments'],
  transaction: unknown,
): Promise<void> {
  let service: typeof payments
  try {
    service = payments.within(transaction as never)
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    expect((error as Error).message).toContain('open a transaction first')
    return
  }
  const error = await refusal(service.createPayment(request()), 'storage_unavailable')
  expect(error.message).toContain('open a transaction first')
  expect(error.retryable).toBe(false)
}

onEach([postgres], 'payments.within: refuses', (entry) => {
  const database = migrated(entry)
  const service = () => testService({ repository: sqlRepository(fromPg(database().handle)) }).payments
  const stored = async () => (await service().reportPayments()).items

  it('a pool, and clients that are idle, not connected yet, or ended', async () => {
    const { handle: pool, url } = database()
    const idle = await pool.connect()
    const fresh = new pg.Client({ connectionString: url })
    const ended = new pg.Client({ connectionString: url })
    await ended.connect()
    await ended.query('BEGIN')
    await ended.query('ROLLBACK')
    await ended.end()
    const old = await pool.connect()
    Object.assign(old, { getTransactionStatus: undefined })
    for (const transaction of [pool, idle, fresh, ended, old]) await expectRefused(service(), transaction)
    idle.release()
    old.release(true)
    expect(await stored()).toEqual([])
  })

  it('databases of libraries, and their transactions that have ended', async () => {
    const { handle: pool, url } = database()
    const query = knex({ client: 'pg', connection: url })
    const kysely = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) })
    const source = await new DataSource({ type: 'postgres', url }).initialize()
    const sequelize = new Sequelize(url, { dialect: 'postgres', logging: false })
    const sql = postgresJs(url, { max: 1 })
    const runner = source.createQueryRunner()
    const prisma = connectPrisma.postgres(url)
    const client = await pool.connect()
    const whole = [query, kysely, source, source.manager, runner, sequelize, prisma, sql, await sql.reserve()]
    const overDrizzle = [drizzle(pool), drizzle(client), drizzleOnPostgresJs(sql)]
    for (const transaction of [...whole, ...overDrizzle]) await expectRefused(service(), transaction)

    const ended: unknown[] = []
    await query.transaction(async (trx) => void ended.push(trx))
    await kysely.transaction().execute(async (trx) => void ended.push(trx))
    const controlled = await kysely.startTransaction().execute()
    await controlled.rollback().execute()
    await source.transaction(async (manager) => void ended.push(manager))
    await sequelize.transaction(async (transaction) => void ended.push(transaction))
    await drizzle(pool).transaction(async (tx) => void ended.push(tx))
    await prisma.$transaction(async (tx) => void ended.push(tx))
    const undone = await sequelize.transaction()
    await undone.rollback()
    for (const transaction of [...ended, controlled, undone]) await expectRefused(service(), transaction)
    expect(await stored()).toEqual([])

    client.release()
    ;(whole.at(-1) as { release(): void }).release()
    await Promise.all([runner.release(), query.destroy(), kysely.destroy(), sequelize.close(), sql.end({ timeout: 1 })])
    await Promise.all([source.destroy(), prisma.$disconnect()])
  })

  it('a transaction of Knex that was given up while a call was waiting for its turn', async () => {
    const query = knex({ client: 'pg', connection: database().url })
    const trx = await query.transaction()
    const within = service().within(trx)
    const slow = trx.raw('SELECT pg_sleep(0.1)')
    await within.createPayment(request({ reference: 'INV-1' }))
    await slow
    await trx.rollback()
    await refusal(within.createPayment(request({ reference: 'INV-2' })), 'storage_unavailable')
    expect(await stored()).toEqual([])
    await query.destroy()
  })

  it('a transaction of another database than the repository is on', async () => {
    const sqlite = new Libsql(':memory:')
    sqlite.exec('BEGIN')
    expect(() => service().within(sqlite)).toThrow('as the repository is on this database')
    sqlite.close()
  })
})

onEach([pglite], 'payments.within: refuses', (entry) => {
  const database = migrated(entry)

  it('the database itself, and a transaction that has ended', async () => {
    const { payments } = testService({ repository: sqlRepository(fromPg(database().handle)) })
    const ended: unknown[] = []
    await database().handle.transaction(async (tx) => void ended.push(tx))
    for (const transaction of [database().handle, ...ended]) await expectRefused(payments, transaction)
    expect((await payments.reportPayments()).items).toEqual([])
  })
})

onEach([mariadb], 'payments.within: refuses', (entry) => {
  const database = migrated(entry)
  const service = () => testService({ repository: sqlRepository(fromMysql2(database().handle)) }).payments

  it('pools, connections that are idle or closed, and databases of libraries', async () => {
    const { url } = database()
    const pool = createPool({ uri: url })
    const callbackPool = poolWithCallbacks({ uri: url })
    const [idle, closed] = [await pool.getConnection(), await pool.getConnection()]
    closed.destroy()
    const fresh = connectWithCallbacks({ uri: url })
    const query = knex({ client: 'mysql2', connection: url })
    const source = await new DataSource({ type: 'mariadb', url }).initialize()
    const sequelize = new Sequelize(url, { dialect: 'mysql', logging: false })
    const kysely = new Kysely({ dialect: new MysqlDialect({ pool: poolWithCallbacks({ uri: url }) }) })
    const prisma = connectPrisma.mariadb(url)
    const whole = [query, kysely, prisma, source, source.manager, sequelize, drizzleOnMysql(pool), drizzleOnMysql(idle)]
    const ended: unknown[] = []
    await kysely.transaction().execute(async (trx) => void ended.push(trx))
    await prisma.$transaction(async (tx) => void ended.push(tx))
    for (const transaction of [pool, callbackPool, idle, closed, fresh, ...whole, ...ended])
      await expectRefused(service(), transaction)
    expect((await service().reportPayments()).items).toEqual([])
    idle.release()
    fresh.destroy()
    callbackPool.end()
    await Promise.all([pool.end(), query.destroy(), kysely.destroy(), source.destroy(), sequelize.close()])
    await prisma.$disconnect()
  })

  it('a connection of the callback API on which no transaction was begun', async () => {
    const connection = connectWithCallbacks({ uri: database().url })
    await connection.promise().beginTransaction()
    const { id } = await service().within(connection).createPayment(request())
    await connection.promise().rollback()
    expect(await service().getPayment(id)).toBeNull()
    connection.destroy()
  })
})

onEach([libsql], 'payments.within: refuses', (entry) => {
  const database = migrated(entry)

  it('a handle without a transaction, then and later, and one that is closed', async () => {
    const { payments } = testService({ repository: sqlRepository(fromSqlite(database().handle as Libsql.Database)) })
    const handle = database().open() as Libsql.Database
    await expectRefused(payments, handle)
    handle.exec('BEGIN')
    const within = payments.within(handle)
    handle.exec('ROLLBACK')
    const calls = [() => within.createPayment(request()), () => within.reportPayments(), () => within.totals()]
    for (const call of calls) {
      const error = await refusal(call(), 'storage_unavailable')
      expect(error.message).toContain('open a transaction first')
      expect(error.retryable).toBe(false)
    }
    expect((await payments.reportPayments()).items).toEqual([])
    handle.close()
    expect(() => payments.within(handle)).toThrow(TypeError)
  })

  it('the databases of Kysely and Prisma, their transactions that have ended, and one ended behind the back of Kysely', async () => {
    const { file } = database()
    const { payments } = testService({ repository: sqlRepository(fromSqlite(database().handle as Libsql.Database)) })
    const handle = database().open() as Libsql.Database
    const kysely = new Kysely({ dialect: new SqliteDialect({ database: handle as never }) })
    const prisma = connectPrisma.sqlite(file)
    const ended: unknown[] = []
    await kysely.transaction().execute(async (trx) => void ended.push(trx))
    await prisma.$transaction(async (tx) => void ended.push(tx))
    for (const transaction of [kysely, prisma, ...ended]) await expectRefused(payments, transaction)

    await kysely.transaction().execute(async (trx) => {
      const within = payments.within(trx)
      handle.exec('COMMIT')
      // A savepoint would begin a transaction here, and its release commit it.
      await refusal(within.createPayment(request()), 'storage_unavailable')
      expect(handle.inTransaction).toBe(false)
      handle.exec('BEGIN')
    })
    expect((await payments.reportPayments()).items).toEqual([])
    await Promise.all([kysely.destroy(), prisma.$disconnect()])
  })

  it.each([undefined, null, 0, 'BEGIN', {}, [], () => undefined, new Map(), Promise.resolve()])('%o', async (value) => {
    const { payments } = testService({ repository: sqlRepository(fromSqlite(database().handle as Libsql.Database)) })
    await expectRefused(payments, value)
  })
})

describe('payments.within', () => {
  it('is refused over a repository without tables', () => {
    const { payments } = testService({ repository: { ...memoryRepository(), within: undefined } as never })
    const handle = new Libsql(':memory:')
    handle.exec('BEGIN')
    expect(() => payments.within(handle)).toThrow(
      new TypeError('within: this repository has no tables to share a transaction with; use sqlRepository'),
    )
    handle.close()
  })
})
