/** Statements around ours, and the host's own settings, which do not change them. */
import mysql from 'mysql2'
import mysqlPromise from 'mysql2/promise'
import pg from 'pg'
import { expect, it } from 'vitest'
import { fromMysql2 } from '../../../src/sql/hosts/mysql2.js'
import { fromPg } from '../../../src/sql/hosts/pg.js'
import { mariadb, opened, postgres, systemPostgres } from '../../support/databases/index.js'
import { onEach } from '../../support/databases/on-each.js'
import { callOf, faultOf } from './subject.js'

const one = { text: 'SELECT 1', values: [] }

onEach([postgres, systemPostgres], 'fromPg: a pool', (entry) => {
  const database = opened(entry)

  it('limits locks, statements and silence of a transaction to the time of its call', async () => {
    const settings =
      "SELECT name, setting::int FROM pg_settings WHERE name IN ('lock_timeout', 'statement_timeout', " +
      "'idle_in_transaction_session_timeout') ORDER BY name"
    const { rows } = await fromPg(database().handle).write([one, { text: settings, values: [] }], callOf(8000))
    const [idle, lock, statement] = rows.map(([, setting]) => Number(setting))
    expect(idle).toBe(statement)
    expect(statement).toBeGreaterThan(4000)
    expect(statement).toBeLessThanOrEqual(8000)
    expect(lock).toBeLessThan(statement!)
    const level = { text: 'SHOW transaction_isolation', values: [] }
    expect((await fromPg(database().handle).write([one, level], callOf())).rows).toEqual([['read committed']])
  })

  it('says that a COMMIT may have stored what it does not answer in time, and not what it refuses', async () => {
    await database().handle.query(`
      CREATE TABLE slow (id INT, UNIQUE (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(NEW.id); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER dawdles AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION dawdle();
    `)
    const payments = fromPg(database().handle)
    const insert = (id: number) => ({ text: 'INSERT INTO slow VALUES ($1) RETURNING id', values: [id], mustChange: 1 })
    const refused = await faultOf(payments.write([insert(0), insert(0)], callOf()))
    expect(refused).toMatchObject({ kind: 'duplicate', mayBeStored: false })
    const silent = await faultOf(payments.write([insert(0), insert(30)], callOf(400)))
    expect(silent).toMatchObject({ kind: 'lost', mayBeStored: true })
  })

  it('lets a snapshot pause as long as it likes, whatever the host has set', async () => {
    const options = '-c statement_timeout=5s -c idle_in_transaction_session_timeout=200 -c lock_timeout=1s'
    const pool = new pg.Pool({ connectionString: database().url, options })
    const snapshot = await fromPg(pool).snapshot(callOf())!
    await new Promise((resolve) => setTimeout(resolve, 500))
    const command = {
      text: "SELECT current_setting('statement_timeout'), current_setting('transaction_isolation')",
      values: [],
    }
    expect(await snapshot.read(command, callOf())).toEqual([['0', 'repeatable read']])
    await snapshot.close()
    await pool.end()
  })

  it('prepares statements by name once a connection, or none at all', async () => {
    const pool = new pg.Pool({ connectionString: database().url, max: 1 })
    const prepared = { text: "SELECT name, statement FROM pg_prepared_statements WHERE name LIKE 'hp\\_%'", values: [] }
    expect(await fromPg(pool, { prepare: false }).read(prepared, callOf())).toEqual([])
    expect(await fromPg(pool, { prepare: false }).write([one, prepared], callOf())).toMatchObject({ rows: [] })
    await fromPg(pool).write([one, one, prepared], callOf())
    const names = (await fromPg(pool).read(prepared, callOf())).map(([, statement]) => statement)
    expect(names).toEqual(expect.arrayContaining(['SELECT 1', prepared.text]))
    expect(names.filter((text) => !/^BEGIN |set_config/.test(String(text)))).toHaveLength(2)
    await pool.end()
  })

  it('has its statements prepared anew after the host has thrown them away', async () => {
    const pool = new pg.Pool({ connectionString: database().url, max: 1 })
    const payments = fromPg(pool)
    await payments.read(one, callOf())
    await pool.query('DISCARD ALL')
    expect((await faultOf(payments.read(one, callOf()))).kind).toBe('unreachable')
    expect(await payments.read(one, callOf())).toEqual([['1']])
    await pool.end()
  })

  it('is refused once it has ended', async () => {
    const pool = new pg.Pool({ connectionString: database().url })
    await pool.end()
    expect((await faultOf(fromPg(pool).read(one, callOf()))).kind).toBe('refused')
  })
})

onEach([mariadb], 'fromMysql2: a pool', (entry) => {
  const database = opened(entry)

  it("is strict, patient and attentive in a transaction, and restores the host's own settings", async () => {
    const pool = mysqlPromise.createPool({ uri: database().url, connectionLimit: 1 })
    await pool.query(
      "SET SESSION sql_mode = 'ANSI_QUOTES', SESSION innodb_lock_wait_timeout = 33, SESSION wait_timeout = 444",
    )
    const text = 'SELECT @@sql_mode, @@innodb_lock_wait_timeout, @@wait_timeout'
    const payments = fromMysql2(pool)
    const { rows } = await payments.write([{ text, values: [] }], callOf(10_500))
    expect(rows).toEqual([['STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', '9', '12']])
    expect(await payments.read({ text, values: [] }, callOf())).toEqual([['ANSI_QUOTES', '33', '444']])
    await pool.end()
  })

  it('cuts no text, although the host is not strict', async () => {
    const pool = mysqlPromise.createPool({ uri: database().url, connectionLimit: 1 })
    await pool.query("SET SESSION sql_mode = ''")
    await pool.query('CREATE TABLE short (word VARCHAR(3)) ENGINE = InnoDB')
    const insert = (word: string) => ({ text: 'INSERT INTO short VALUES (?)', values: [word] })
    const payments = fromMysql2(pool)
    for (let round = 0; round < 2; round++) {
      expect((await faultOf(payments.write([insert('long enough')], callOf()))).kind).toBe('refused')
      await payments.write([insert('abc')], callOf())
    }
    expect(await payments.read({ text: 'SELECT * FROM short', values: [] }, callOf())).toEqual([['abc'], ['abc']])
    await pool.end()
  })

  it.each([
    ['with a typeCast of its own', { typeCast: () => 'cast' }],
    ['with a typeCast that switches it off', { typeCast: false }],
    ['with named placeholders, nested tables and rows as objects', { namedPlaceholders: true, nestTables: true }],
    ['without numbers beyond 2^53', { supportBigNumbers: false, bigNumberStrings: false }],
  ])('returns the same from a pool %s', async (_, options) => {
    const pool = mysql.createPool({ uri: database().url, connectionLimit: 1, ...options })
    const text = "SELECT ?, CAST(9007199254740993 AS SIGNED), NULL, CAST('ab' AS BINARY), ? AS a, ? AS a"
    const [row] = await fromMysql2(pool).read({ text, values: ['x', 1, 2] }, callOf())
    expect(row!.map((value) => (value === null ? null : String(value)))).toEqual([
      'x',
      '9007199254740993',
      null,
      'ab',
      '1',
      '2',
    ])
    await pool.promise().end()
  })

  it('lends one session to migrations, in which locks last, and closes it when they fail', async () => {
    const pool = mysqlPromise.createPool({ uri: database().url, connectionLimit: 2 })
    const payments = fromMysql2(pool)
    const held = await payments.session!(async (run) => {
      await run('SELECT GET_LOCK(?, 5)', ['hp_test'])
      await run('CREATE TABLE migrated (id INT) ENGINE = InnoDB')
      await run('CREATE TRIGGER stop_it BEFORE DELETE ON migrated FOR EACH ROW SIGNAL SQLSTATE "45000"')
      await run('INSERT INTO migrated VALUES (?)', [1])
      const rows = await run('SELECT IS_USED_LOCK(?) = CONNECTION_ID()', ['hp_test'])
      await run('SELECT RELEASE_LOCK(?)', ['hp_test'])
      return rows
    }, callOf())
    expect(held).toEqual([[1]])
    expect(await payments.read({ text: 'SELECT id FROM migrated', values: [] }, callOf())).toEqual([[1]])

    const failed = payments.session!(async (run) => {
      await run('SELECT GET_LOCK(?, 5)', ['hp_test'])
      await run('SELECT 1 FROM missing')
    }, callOf())
    expect((await faultOf(failed)).kind).toBe('unmigrated')
    const lock = () => payments.read({ text: 'SELECT GET_LOCK(?, 5)', values: ['hp_test'] }, callOf())
    expect(await lock()).toEqual([[1]])

    const mistake = new Error('of the migration itself')
    await expect(payments.session!(() => Promise.reject(mistake), callOf())).rejects.toBe(mistake)
    await expect(payments.session!((run) => run('SELECT SLEEP(5)'), callOf(50))).rejects.toMatchObject({ kind: 'lost' })
    await pool.end()
  })

  it('is refused once it has ended', async () => {
    const pool = mysqlPromise.createPool({ uri: database().url })
    await pool.end()
    expect((await faultOf(fromMysql2(pool).read(one, callOf()))).kind).toBe('refused')
  })
})
