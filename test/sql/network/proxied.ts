import { createPool } from 'mysql2/promise'
import pg from 'pg'
import { createHospitalPayments, textChannel, type PaymentRepository } from 'hospital-payments'
import { fromMysql2, fromPg, sqlRepository } from 'hospital-payments/sql'
import { afterEach, beforeEach } from 'vitest'
import { mariadb, postgres, type MysqlDatabase, type PgDatabase } from '../../support/databases/index.js'
import { freshTenant, type DatabaseEntry } from '../../support/databases/database.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { faultProxy, type FaultProxy } from '../../support/fault-proxy.js'

type Database = PgDatabase | MysqlDatabase

export const onTheNetwork: readonly DatabaseEntry<Database>[] = [postgres, mariadb]

/** Short enough to wait for, long enough for a busy machine to answer in. */
export const timeoutMs = 1500

/** What a write is known by on the wire, and what commits it. */
export const wire = {
  postgres: { insert: 'INSERT INTO hp_payments', update: 'UPDATE hp_payments', commit: 'INTO hp_payment' },
  mysql: { insert: 'INSERT INTO hp_payments', update: 'UPDATE hp_payments', commit: 'COMMIT' },
} as const

export function serviceOn(repository: PaymentRepository) {
  return createHospitalPayments({
    repository,
    channels: { cash: textChannel('Pay {amount} {currency} with reference {reference}.') },
  })
}

function openPool(database: Database, url: string, size: number) {
  if (database.driver === 'pg') {
    const pool = new pg.Pool({ connectionString: url, max: size })
    return { pool: fromPg(pool), end: () => pool.end() }
  }
  const pool = createPool({ uri: url, connectionLimit: size, connectTimeout: timeoutMs })
  return { pool: fromMysql2(pool), end: () => pool.end() }
}

/** For each test a tenant, a small pool that leads through a proxy, and a way around it to see what is stored. */
export function proxied(entry: DatabaseEntry<Database>, size = 2) {
  const database = migrated(entry)
  let proxy: FaultProxy
  let end: () => Promise<unknown>
  let throughProxy: PaymentRepository
  let around: PaymentRepository

  beforeEach(async () => {
    const { hostname, port } = new URL(database().url)
    proxy = await faultProxy({ host: hostname, port: Number(port) })
    const opened = openPool(database(), proxy.through(database().url), size)
    end = opened.end
    const tenant = freshTenant()
    const { dialect } = database()
    throughProxy = sqlRepository(opened.pool, { dialect, tenant, timeoutMs })
    around = repositoryOn(database(), { tenant })
  })
  afterEach(async () => {
    await proxy.pass()
    const ended = end()
    await proxy.close()
    await ended.catch(() => undefined)
  })
  return {
    proxy: () => proxy,
    repository: () => throughProxy,
    around: () => around,
    payments: () => serviceOn(throughProxy),
    seen: () => serviceOn(around),
    wire: () => wire[database().dialect],
  }
}
