import { PaymentError } from 'hospital-payments'
import { fromMysql2, fromPg, migrate, retryTransaction, sqlRepository } from 'hospital-payments/sql'
import type mysql from 'mysql2/promise'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { libsql, mariadb, onEach, opened, postgres } from '../support/databases/index.js'
import { request, testService } from '../support/service.js'

const error = (fields: object, message = 'driver') => Object.assign(new Error(message), fields)

/** Fails so many times, and then does what it is there for. */
function failing(times: number, failure: unknown) {
  let runs = 0
  const run = async () => {
    if (++runs <= times) throw failure
    return 'committed'
  }
  return { run, runs: () => runs }
}

describe('retryTransaction: a transaction of the host', () => {
  beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0.01))
  afterEach(() => void vi.restoreAllMocks())

  it.each([
    ['concurrent_update', new PaymentError('concurrent_update', 'others')],
    ['a serialization failure of PostgreSQL', error({ code: '40001' })],
    ['a deadlock of PostgreSQL', error({ code: '40P01' })],
    ['a deadlock of MariaDB', error({ errno: 1213, code: 'ER_LOCK_DEADLOCK' })],
    ['a lock timeout of MariaDB', error({ errno: 1205 })],
    ['a row that changed under a snapshot of MariaDB', error({ errno: 1020 })],
    ['a busy file of better-sqlite3', error({ code: 'SQLITE_BUSY_SNAPSHOT' })],
    ['a busy file of node:sqlite', error({ code: 'ERR_SQLITE_ERROR', errcode: 5 })],
    ["a deadlock inside an ORM's error", error({ cause: error({ original: error({ errno: 1213 }) }) })],
  ])('is run again after %s, until it is committed', async (_, failure) => {
    const { run, runs } = failing(20, failure)
    expect(await retryTransaction(run)).toBe('committed')
    expect(runs()).toBe(21)
  })

  it.each([
    [
      'outcome_unknown, whatever its cause',
      new PaymentError('outcome_unknown', 'x', { cause: error({ code: '40001' }) }),
    ],
    ['storage_unavailable', new PaymentError('storage_unavailable', 'x')],
    ['a conflict', new PaymentError('idempotency_conflict', 'x')],
    ['a duplicate key', error({ code: '23505' })],
    ['a connection that broke', error({ code: 'ECONNRESET' })],
    ['a full disk', error({ code: '53100' })],
    ['no error at all', undefined],
    ['text', '40001'],
  ])('is not run again after %s, which is passed through unchanged', async (_, failure) => {
    const { run, runs } = failing(1, failure)
    const thrown = await retryTransaction(run).catch((reason: unknown) => ({ reason }))
    expect(thrown).toEqual({ reason: failure })
    expect(runs()).toBe(1)
  })

  it('is given up when its time is over, with the last error', async () => {
    vi.restoreAllMocks()
    const failures: Error[] = []
    const start = performance.now()
    const last = await retryTransaction(
      () => {
        const failure = error({ code: '40001' })
        failures.push(failure)
        throw failure
      },
      { timeoutMs: 300 },
    ).catch((reason: unknown) => reason)
    expect(performance.now() - start).toBeGreaterThan(200)
    expect(failures.length).toBeGreaterThan(1)
    expect(last).toBe(failures.at(-1))
  })

  it('ends its waiting with the reason of the signal, and begins no other run', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    const stop = new AbortController()
    const { run, runs } = failing(Infinity, error({ code: '40001' }))
    const ended = retryTransaction(run, { signal: stop.signal }).catch((reason: unknown) => reason)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const before = runs()
    stop.abort(new Error('the client has left'))
    expect(await ended).toBe(stop.signal.reason)
    expect(runs()).toBe(before)
    await expect(retryTransaction(run, { signal: stop.signal })).rejects.toBe(stop.signal.reason)
    expect(runs()).toBe(before)
  })

  it('takes a run that returns no promise', async () => {
    expect(await retryTransaction(() => 7)).toBe(7)
  })

  it('looks for the error of the driver some errors deep, and no deeper', async () => {
    const within = (depth: number): Error => error(depth > 0 ? { cause: within(depth - 1) } : { code: '40001' })
    for (const [depth, expected] of [
      [3, 2],
      [9, 1],
    ] as const) {
      const { run, runs } = failing(1, within(depth))
      await retryTransaction(run).catch(() => undefined)
      expect(runs()).toBe(expected)
    }
  })

  it('looks at an error once that is its own cause', async () => {
    const circle = error({ code: 'E_ORM' })
    const { run, runs } = failing(1, Object.assign(circle, { cause: circle, original: circle }))
    await expect(retryTransaction(run)).rejects.toBe(circle)
    expect(runs()).toBe(1)
  })

  it('waits longer after each try', async () => {
    const waits = vi.spyOn(globalThis, 'setTimeout')
    await retryTransaction(failing(4, error({ code: '40001' })).run)
    const times = waits.mock.calls.map(([, ms]) => ms!)
    expect(times).toHaveLength(4)
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
  })

  it.each([
    ['no function', undefined, {}, 'the first argument is a function that runs the transaction'],
    ['no time', () => 1, { timeoutMs: 0 }, 'timeoutMs must be a whole number of milliseconds, at least 1'],
    [
      'a part of a millisecond',
      () => 1,
      { timeoutMs: 1.5 },
      'timeoutMs must be a whole number of milliseconds, at least 1',
    ],
    ['an option that there is none', () => 1, { tries: 5, waits: 1 }, 'unknown option tries, waits'],
    ['null for the options', () => 1, null, 'options must be an object'],
    ['text for the options', () => 1, '10s', 'options must be an object'],
    ['a signal that is none', () => 1, { signal: {} }, 'signal must be an AbortSignal'],
  ])('refuses %s', async (_, run, options, problem) => {
    await expect(retryTransaction(run as never, options as never)).rejects.toThrow(
      new TypeError(`retryTransaction: ${problem}`),
    )
  })
})

/** The number of transactions at once, each of which reads what all others write. */
const many = 8

onEach([postgres], 'retryTransaction: transactions that refuse each other at COMMIT', (entry) => {
  const database = opened(entry)

  it('are all committed in the end, each with its payment', async () => {
    const pool = database().handle
    await migrate(fromPg(pool))
    await pool.query('CREATE TABLE invoices (number int PRIMARY KEY)')
    const { payments } = testService({ repository: sqlRepository(fromPg(pool)) })
    let runs = 0
    const bill = async (client: pg.PoolClient, i: number) => {
      runs++
      await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE')
      const { rows } = await client.query<{ next: number }>('SELECT coalesce(max(number), 0) + 1 AS next FROM invoices')
      await client.query('INSERT INTO invoices VALUES ($1) ON CONFLICT DO NOTHING', [rows[0]!.next])
      const within = payments.using(sqlRepository(fromPg(client)))
      await within.createPayment(request({ reference: `INV-${i}` }))
      await client.query('COMMIT')
    }
    await Promise.all(
      Array.from({ length: many }, (_, i) =>
        retryTransaction(async () => {
          const client = await pool.connect()
          try {
            await bill(client, i)
          } catch (failure) {
            await client.query('ROLLBACK')
            throw failure
          } finally {
            client.release()
          }
        }),
      ),
    )
    expect(runs).toBeGreaterThan(many)
    expect((await payments.reportPayments()).items).toHaveLength(many)
  })
})

onEach([mariadb], 'retryTransaction: transactions that lock each other out', (entry) => {
  const database = opened(entry)

  it('are all committed in the end, each with its payment', async () => {
    const pool = database().handle
    await migrate(fromMysql2(pool))
    await pool.query('CREATE TABLE wards (id INT PRIMARY KEY, bills INT NOT NULL) ENGINE = InnoDB')
    await pool.query('INSERT INTO wards VALUES (0, 0), (1, 0)')
    const { payments } = testService({ repository: sqlRepository(fromMysql2(pool)) })
    let runs = 0
    const bill = async (connection: mysql.PoolConnection, i: number) => {
      runs++
      await connection.beginTransaction()
      await connection.query('UPDATE wards SET bills = bills + 1 WHERE id = ?', [i % 2])
      const within = payments.using(sqlRepository(fromMysql2(connection)))
      await within.createPayment(request({ reference: `INV-${i}` }))
      await connection.query('UPDATE wards SET bills = bills + 1 WHERE id = ?', [(i + 1) % 2])
      await connection.commit()
    }
    await Promise.all(
      Array.from({ length: many }, (_, i) =>
        retryTransaction(async () => {
          const connection = await pool.getConnection()
          try {
            await bill(connection, i)
          } catch (failure) {
            await connection.rollback()
            throw failure
          } finally {
            connection.release()
          }
        }),
      ),
    )
    const [wards] = await pool.query('SELECT bills FROM wards')
    expect(wards).toEqual([{ bills: many }, { bills: many }])
    expect(runs).toBeGreaterThan(many)
    expect((await payments.reportPayments()).items).toHaveLength(many)
  })
})

onEach([libsql], "retryTransaction: a host's transaction on a busy file", (entry) => {
  const database = opened(entry)

  it('is begun again until the other writer has ended', async () => {
    const [handle, other] = [database().handle, database().open()]
    handle.exec('CREATE TABLE invoices (number text PRIMARY KEY)')
    handle.exec('PRAGMA busy_timeout = 0')
    other.exec('BEGIN IMMEDIATE')
    setTimeout(() => other.exec('COMMIT'), 100)
    let runs = 0
    await retryTransaction(() => {
      runs++
      handle.exec('BEGIN IMMEDIATE')
      handle.exec("INSERT INTO invoices VALUES ('INV-1'); COMMIT")
    })
    expect(runs).toBeGreaterThan(1)
    expect(await database().rows('SELECT number FROM invoices')).toEqual([{ number: 'INV-1' }])
    other.close()
  })
})
