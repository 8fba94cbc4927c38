/** Each session of a pool is asked what it is set to, once, and is not trusted before it has answered. */
import mysql from 'mysql2/promise'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SqlDatabase } from '../../../src/sql/core/database.js'
import { fromMysql2 } from '../../../src/sql/hosts/mysql2.js'
import { fromPg } from '../../../src/sql/hosts/pg.js'
import { mariadb, onEach, opened, postgres } from '../../support/databases/index.js'
import type { MysqlDatabase, PgDatabase } from '../../support/databases/index.js'
import { type FaultProxy, faultProxy } from '../../support/fault-proxy.js'
import { callOf, faultOf } from './subject.js'

const question = /^(SHOW default_transaction_isolation|SELECT @@autocommit)/
const one = { text: 'SELECT 1', values: [] }

interface Pool {
  readonly sql: SqlDatabase
  /** Makes one more database of the library over the same pool. */
  again(): SqlDatabase
  end(): Promise<unknown>
}

function poolOf(database: PgDatabase | MysqlDatabase, proxy: FaultProxy): Pool {
  const url = proxy.through(database.url)
  if (database.driver === 'pg') {
    const pool = new pg.Pool({ connectionString: url, max: 1 })
    return { sql: fromPg(pool), again: () => fromPg(pool), end: () => pool.end() }
  }
  const pool = mysql.createPool({ uri: url, connectionLimit: 1 })
  return { sql: fromMysql2(pool), again: () => fromMysql2(pool), end: () => pool.end() }
}

onEach([postgres, mariadb], 'SessionSettings: a session of a pool', (entry) => {
  const database = opened(entry as typeof postgres)
  let proxy: FaultProxy
  let pool: Pool
  beforeEach(async () => {
    const { hostname, port } = new URL(database().url)
    proxy = await faultProxy({ host: hostname, port: Number(port) })
    pool = poolOf(database(), proxy)
  })
  afterEach(async () => {
    await proxy.pass()
    await pool.end()
    await proxy.close()
  })
  const read = (ms?: number) => pool.sql.read(one, callOf(ms))

  it('is asked once in its life, however many statements and databases there are over its pool', async () => {
    const questions = proxy.watch(question)
    const all = proxy.watch('SELECT 1')
    for (let i = 0; i < 5; i++) await read()
    await pool.again().read(one, callOf())
    await pool.sql.write([one, one], callOf())
    await (await pool.sql.snapshot(callOf())!).close()
    expect(questions.count).toBe(1)
    expect(all.count).toBe(8)
  })

  it.each(['cutBefore', 'cutAfter'] as const)('is replaced where it is lost when it is asked (%s)', async (how) => {
    proxy[how](question)
    expect(await faultOf(read())).toMatchObject({ kind: 'lost', mayBeStored: false })
    proxy[how](question)
    expect(await faultOf(pool.sql.write([one, one], callOf()))).toMatchObject({ kind: 'lost', mayBeStored: false })
    expect(await read()).toHaveLength(1)
    expect(proxy.connections).toBe(1)
  })

  it('is closed where it does not answer in time, and nothing was stored', async () => {
    proxy.silenceBefore(question, { times: Infinity })
    expect(await faultOf(pool.sql.write([one], callOf(100)))).toMatchObject({ kind: 'lost', mayBeStored: false })
    expect(await faultOf(read(100))).toMatchObject({ kind: 'lost', mayBeStored: false })
    await proxy.pass()
    expect(await read()).toHaveLength(1)
  })

  it('runs no statement outside a transaction where its server does not know the question', async () => {
    const begun = proxy.watch(/^(BEGIN ISOLATION LEVEL READ COMMITTED|START TRANSACTION)/)
    const ended = proxy.watch(/^COMMIT/)
    proxy.answerWith(question, { code: database().dialect === 'postgres' ? '42704' : 1193 })
    expect(await read()).toHaveLength(1)
    expect([begun.count, ended.count]).toEqual([1, 1])
    expect(await read()).toHaveLength(1)
    expect([begun.count, ended.count]).toEqual([1, 1])
  })
})

onEach([postgres], 'SessionSettings: a session of a pool', (entry) => {
  const database = opened(entry)

  it('is asked again when it meets contention, where the host has changed its default since', async () => {
    const pool = new pg.Pool({ connectionString: database().url, max: 1 })
    const sql = fromPg(pool)
    const level = { text: 'SHOW transaction_isolation', values: [] }
    expect(await sql.read(level, callOf())).toEqual([['read committed']])
    await pool.query('SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE')
    expect(await sql.read(level, callOf())).toEqual([['serializable']])
    await pool.query(
      'CREATE FUNCTION refuse() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE $s$40001$s$; END $$',
    )
    expect((await faultOf(sql.read({ text: 'SELECT refuse()', values: [] }, callOf()))).kind).toBe('contention')
    expect(await sql.read(level, callOf())).toEqual([['read committed']])
    await pool.end()
  })
})
