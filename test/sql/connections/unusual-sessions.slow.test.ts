/** Databases and sessions that are set otherwise than by default: what the library does is the same. */
import { isPaymentError } from 'hospital-payments'
import { fromMysql2, fromPg, migrate, type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import { repositoryContract } from 'hospital-payments/testing'
import { createConnection, createPool } from 'mysql2/promise'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { freshTenant, mariadb, onEach, opened, postgres } from '../../support/databases/index.js'
import type { DatabaseEntry, Opened } from '../../support/databases/database.js'
import { isLarge } from '../../support/kit-sizes.js'
import { isLong } from '../../support/rounds.js'
import { collect, request, testService } from '../../support/service.js'

interface Unusual {
  readonly sql: SqlDatabase
  /** Counts the connections that came back to the pool in the middle of a transaction. */
  inTransaction(): Promise<number>
  close(): Promise<void>
}

interface Setting {
  readonly name: string
  /** True where the kit, but for its largest cases, runs in the short form too. */
  readonly isWhole: boolean
  readonly lack: DatabaseEntry['lack']
  open(): Promise<Unusual>
}

const poolSize = 10

function onPostgres(name: string, settings: Readonly<Record<string, string>>, isWhole = false): Setting {
  return {
    isWhole,
    name: `postgres with ${name}`,
    lack: postgres.lack,
    async open() {
      const database: Opened<typeof postgres> = await postgres.open()
      const { pathname } = new URL(database.url)
      for (const [setting, value] of Object.entries(settings))
        await database.handle.query(`ALTER DATABASE ${pathname.slice(1)} SET ${setting} = ${value}`)
      await migrate(fromPg(database.handle))
      const pool = new pg.Pool({ connectionString: database.url, max: poolSize })
      return {
        sql: fromPg(pool),
        inTransaction: async () => {
          const open = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'"
          return (await database.handle.query(open)).rowCount ?? 0
        },
        close: () => pool.end().then(() => database.close()),
      }
    },
  }
}

function onMariadb(name: string, settings: Readonly<Record<string, string>>, isWhole = false): Setting {
  return {
    isWhole,
    name: `mariadb with ${name}`,
    lack: mariadb.lack,
    async open() {
      const database: Opened<typeof mariadb> = await mariadb.open()
      await migrate(fromMysql2(database.handle))
      const pool = createPool({ uri: database.url, connectionLimit: poolSize })
      const assignments = Object.entries(settings).map(([setting, value]) => `SESSION ${setting} = ${value}`)
      pool.pool.on('connection', (connection) => connection.query(`SET ${assignments.join(', ')}`))
      const all = Array.from({ length: poolSize })
      return {
        sql: fromMysql2(pool),
        inTransaction: async () => {
          const connections = await Promise.all(all.map(() => pool.getConnection()))
          const states = await Promise.all(connections.map((connection) => connection.query('SELECT @@in_transaction')))
          for (const connection of connections) connection.release()
          return states.filter(([rows]) => JSON.stringify(rows) !== '[{"@@in_transaction":0}]').length
        },
        close: () => pool.end().then(() => database.close()),
      }
    },
  }
}

const unusual: readonly Setting[] = [
  onPostgres('SERIALIZABLE as its default', { default_transaction_isolation: 'serializable' }, true),
  onPostgres('REPEATABLE READ as its default', { default_transaction_isolation: "'repeatable read'" }),
  onPostgres('many settings that change texts and plans', {
    datestyle: "'German'",
    intervalstyle: "'sql_standard'",
    bytea_output: 'escape',
    extra_float_digits: '-15',
    standard_conforming_strings: 'off',
    backslash_quote: 'off',
    array_nulls: 'off',
    transform_null_equals: 'on',
    session_replication_role: 'replica',
    row_security: 'off',
    quote_all_identifiers: 'on',
    enable_indexscan: 'off',
    enable_seqscan: 'off',
    plan_cache_mode: 'force_generic_plan',
    timezone: "'Asia/Kathmandu'",
    default_transaction_deferrable: 'on',
  }),
  onMariadb('SERIALIZABLE as its default', { tx_isolation: "'SERIALIZABLE'" }),
  onMariadb('READ COMMITTED as its default', { tx_isolation: "'READ-COMMITTED'" }),
  onMariadb('READ UNCOMMITTED as its default', { tx_isolation: "'READ-UNCOMMITTED'" }),
  onMariadb('sessions that end with their transaction', { completion_type: "'RELEASE'" }),
  onMariadb("Oracle's manner", { sql_mode: "'ORACLE'" }),
  onMariadb(
    'everything at once that changes transactions, texts and results',
    {
      tx_isolation: "'SERIALIZABLE'",
      autocommit: '0',
      completion_type: "'CHAIN'",
      sql_select_limit: '1',
      sql_mode:
        "'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH,IGNORE_SPACE," +
        "HIGH_NOT_PRECEDENCE,SIMULTANEOUS_ASSIGNMENT'",
      group_concat_max_len: '4',
      div_precision_increment: '0',
      foreign_key_checks: '0',
      unique_checks: '0',
      sql_safe_updates: '1',
      time_zone: "'+05:45'",
      collation_connection: "'utf8mb4_bin'",
      lc_time_names: "'de_DE'",
      tmp_table_size: '1024',
    },
    true,
  ),
]

onEach(unusual, 'sqlRepository: every promise of PaymentRepository is kept', (entry) => {
  let database: Unusual
  const repository = (tenant = freshTenant()) =>
    sqlRepository(database.sql, { dialect: database.sql.dialect, tenant, timeoutMs: 120_000 })
  beforeAll(async () => {
    database = await entry.open()
  })
  afterAll(() => database.close())

  const cases = repositoryContract(async () => ({ repository: repository() }))
  const declared = isLong ? cases : cases.filter((kitCase) => entry.isWhole && !isLarge(kitCase))
  for (const { name, run } of declared) test.concurrent(name, { timeout: 300_000 }, run)

  it('payments that have nothing to do with each other never refuse each other, and each is sent once', async () => {
    const { payments } = testService({
      repository: repository(),
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    })
    const many = 60
    let sent = 0
    const relay = async () => {
      for (let idle = 0; idle < 50 && sent < 2 * many; idle++) {
        const { delivered } = await payments.deliverEvents(async () => {}, { limit: 50 })
        sent += delivered
        if (delivered > 0) idle = 0
        else await sleep(20)
      }
    }
    const bills = Array.from({ length: many }, async (_, i) => {
      const { id } = await payments.createPayment(request({ reference: `INV-${i}` }), { idempotencyKey: `key-${i}` })
      await payments.reportPayments({ reference: `INV-${i}` })
      return payments.confirmPayment(id, { providerTransactionId: `TX-${i}` })
    })
    const [paid] = await Promise.all([Promise.all(bills), relay(), relay()])
    expect(paid.map(({ status }) => status)).toEqual(paid.map(() => 'succeeded'))
    expect(sent).toBe(2 * many)
    expect((await payments.totals()).items).toMatchObject([{ count: many, status: 'succeeded' }])
    expect(await database.inTransaction()).toBe(0)
  })

  it('callers with one key make one payment, and those who change it have one winner', async () => {
    const { payments } = testService({
      repository: repository(),
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    })
    for (let round = 0; round < 3; round++) {
      const same = await Promise.all(
        Array.from({ length: 20 }, () =>
          payments.createPayment(request({ reference: `INV-${round}` }), { idempotencyKey: `key-${round}` }),
        ),
      )
      expect(new Set(same.map(({ id }) => id)).size).toBe(1)
      const { id } = same[0]!
      const outcomes = await Promise.allSettled([
        payments.confirmPayment(id),
        payments.failPayment(id, { reason: 'declined' }),
        payments.expirePayment(id),
      ])
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(isPaymentError(outcome.reason, 'invalid_transition')).toBe(true)
      const versions = (await payments.history(id)).map(({ data }) => data.version)
      expect(versions).toEqual(versions.map((_, i) => i + 1))
    }
  })
})

onEach([mariadb], "sqlRepository: a host's transaction in a session whose results are of one row", (entry) => {
  const database = opened(entry)

  it('reads every row, and changes no setting', async () => {
    await migrate(fromMysql2(database().handle))
    const connection = await createConnection(database().url)
    await connection.query('SET SESSION sql_select_limit = 1')
    await connection.query('START TRANSACTION')
    const repository = sqlRepository(fromMysql2(connection))
    const { payments } = testService({ repository })
    const created = [await payments.createPayment(request({ reference: 'INV-1' }))]
    for (const currency of ['KES', 'ETB', 'UGX'])
      created.push(await payments.createPayment(request({ currency, reference: `INV-${currency}` })))
    await payments.confirmPayment(created[0]!.id)
    expect((await payments.history(created[0]!.id)).map(({ type }) => type)).toEqual([
      'payment.created',
      'payment.succeeded',
    ])
    expect((await payments.totals()).items).toHaveLength(4)
    expect((await payments.reportPayments()).items).toHaveLength(4)
    const references = created.map(({ reference }) => reference)
    const lookedUp = await repository.lookup({ references, providerTransactionIds: [], lineKeys: [] })
    expect(lookedUp.payments).toHaveLength(4)
    expect((await collect(payments.exportCsv())).join('').split('\r\n')).toHaveLength(6)
    expect((await payments.deliverEvents(async () => {})).delivered).toBe(5)
    const [rows] = await connection.query('SELECT @@sql_select_limit AS max_rows')
    expect(rows).toEqual([{ max_rows: 1 }])
    await connection.query('ROLLBACK')
    await connection.end()
  })
})
