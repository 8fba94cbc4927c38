import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import pg from 'pg'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { onEach, postgres as sharedPostgres, systemPostgres } from '../databases/index.js'
import { named, preparing } from '../fault-proxy.js'
import { eventually, proxied } from './session.js'

onEach([sharedPostgres, systemPostgres], 'test/support/fault-proxy.ts: a proxy', (entry) => {
  const { database, proxy, notes } = proxied(entry)
  let client: pg.Client
  const insert = (note: string) =>
    client.query({ name: 'insert_note', text: 'INSERT INTO notes VALUES ($1)', values: [note] })

  /** Waits for a status: an error is sent before the server is ready again, and before it reports that. */
  const status = (expected: string) => eventually(() => expect(client.getTransactionStatus()).toBe(expected))
  /**
   * Ends a client of postgres.js, which waits for ever for the answer to what was cut, unless it is set not to wait at
   * all.
   */
  const ended = (sql: postgres.Sql) => sql.end({ timeout: 0 })

  beforeEach(async () => {
    client = new pg.Client({ connectionString: proxy().through(database().url) })
    client.on('error', () => undefined)
    await client.connect()
  })
  afterEach(() => client.end())

  it('answers with a proper error, whatever way the statement comes, and the connection stays good', async () => {
    const error = { code: '53100', message: 'could not extend file' }
    const ways = [
      () => client.query("INSERT INTO notes VALUES ('text')"),
      () => client.query('INSERT INTO notes VALUES ($1)', ['unnamed']),
      () => insert('named first'),
      () => insert('named again'),
    ]
    for (const [before, way] of ways.entries()) {
      proxy().answerWith('INTO notes', error)
      await expect(way()).rejects.toMatchObject({ ...error, severity: 'ERROR' })
      await status('I')
      expect(await notes()).toHaveLength(before)
      await way()
    }
    expect(await notes()).toEqual(['named again', 'named first', 'text', 'unnamed'])
  })

  it('answers with as many serialization failures as asked before the statement succeeds', async () => {
    const fault = proxy().answerWith(named('insert_note'), { code: '40001' }, { times: 4 })
    for (let n = 0; n < 4; n++) await expect(insert('late')).rejects.toMatchObject({ code: '40001' })
    await fault.done
    await insert('late')
    expect(await notes()).toEqual(['late'])
  })

  it.each(['text', 'named'])('leaves the transaction failed after an error in a statement as %s', async (way) => {
    const again = () => (way === 'named' ? insert('second') : client.query("INSERT INTO notes VALUES ('second')"))
    await client.query('BEGIN')
    await insert('first')
    proxy().answerWith('INSERT', { code: '40P01' })
    await expect(again()).rejects.toMatchObject({ code: '40P01' })
    await status('E')
    await expect(again()).rejects.toMatchObject({ code: '25P02' })
    expect((await client.query('COMMIT')).command).toBe('ROLLBACK')
    await status('I')
    expect(await notes()).toEqual([])
  })

  it('lets a savepoint save what came before the error', async () => {
    await client.query('BEGIN')
    await insert('kept')
    await client.query('SAVEPOINT one')
    proxy().answerWith('INSERT', { code: '40001' })
    await expect(insert('lost')).rejects.toMatchObject({ code: '40001' })
    await client.query('ROLLBACK TO SAVEPOINT one')
    expect((await client.query('COMMIT')).command).toBe('COMMIT')
    expect(await notes()).toEqual(['kept'])
  })

  it.each([
    ['text', () => client.query('COMMIT')],
    ['a named statement', () => client.query({ name: 'commit', text: 'COMMIT' })],
  ])('ends the transaction with an error at a COMMIT as %s', async (_, commit) => {
    proxy().answerWith('COMMIT', { code: '40001' })
    await client.query('BEGIN')
    await insert('lost')
    await expect(commit()).rejects.toMatchObject({ code: '40001' })
    await status('I')
    await client.query('BEGIN')
    await insert('kept')
    await commit()
    expect(await notes()).toEqual(['kept'])
  })

  it('strikes the statement of one name only, and counts each execution once', async () => {
    const all = proxy().watch(named('insert_note'), { times: 3 })
    proxy().cutAfter(named('insert_note'), { skip: 2 })
    await insert('one')
    await client.query({ name: 'insert_notes', text: 'INSERT INTO notes VALUES ($1) -- other', values: ['other'] })
    await insert('two')
    await expect(insert('three')).rejects.toThrow()
    await all.done
    expect(all.count).toBe(3)
    expect(await notes()).toEqual(['one', 'other', 'three', 'two'])
  })

  it('strikes the parsing of a statement when asked', async () => {
    proxy().answerWith(preparing('INTO notes'), { code: '42501' })
    await expect(insert('refused')).rejects.toMatchObject({ code: '42501' })
    await insert('kept')
    proxy().cutBefore(preparing('INTO notes'))
    await insert('parsed before')
    expect(await notes()).toEqual(['kept', 'parsed before'])
  })

  it('swallows the answer of rows that are fetched in portions', async () => {
    const query = new pg.Query({ text: 'SELECT note FROM notes, generate_series(1, 25)', rows: 10 } as pg.QueryConfig)
    await insert('row')
    const counted = proxy().watch('generate_series')
    const rows: unknown[] = []
    client.query(query).on('row', (row) => rows.push(row))
    await once(query, 'end')
    expect([rows.length, counted.count]).toEqual([25, 1])
    const fault = proxy().cutAfter('generate_series')
    const again = client.query(
      new pg.Query({ text: 'SELECT * FROM generate_series(1, 25)', rows: 10 } as pg.QueryConfig),
    )
    const [error] = await once(again, 'error')
    await fault.done
    expect(error).toBeInstanceOf(Error)
  })

  it('passes COPY data, and lets the server take all of it before a cut', async () => {
    const sql = postgres(proxy().through(database().url), { max: 1 })
    const copy = async (...lines: string[]) =>
      pipeline(Readable.from(lines), await sql`COPY notes FROM STDIN`.writable())
    await copy('one\n', 'two\n')
    const fault = proxy().cutAfter('COPY')
    // postgres.js never reports that its connection was lost here.
    copy('three\n', 'four\n').catch(() => undefined)
    await fault.done
    expect(await notes()).toEqual(['four', 'one', 'three', 'two'])
    await ended(sql)
  })

  it('strikes one of several statements that a client sends without waiting', async () => {
    const sql = postgres(proxy().through(database().url), { max: 1, ssl: 'prefer', idle_timeout: 1 })
    await sql`SELECT 1`
    proxy().answerWith('second', { code: '40001' })
    const sent = (texts: string[]) => Promise.allSettled(texts.map((text) => sql`INSERT INTO notes VALUES (${text})`))
    const states = (settled: PromiseSettledResult<unknown>[]) => settled.map(({ status }) => status)
    expect(states(await sent(['first', 'second', 'third']))).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    proxy().cutAfter('fifth')
    expect(states(await sent(['fourth', 'fifth', 'sixth']))).toEqual(['fulfilled', 'rejected', 'rejected'])
    await ended(sql)
    expect(await notes()).toEqual(['fifth', 'first', 'fourth', 'third'])
  })

  it('passes a cancel request', async () => {
    const sql = postgres(proxy().through(database().url), { max: 1 })
    const sent = proxy().watch('pg_sleep')
    const query = sql`SELECT pg_sleep(600)`.execute()
    const settled = query.catch((error: unknown) => error)
    await sent.done
    // A request that reaches the server before it has begun the statement cancels nothing.
    const asleep = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"
    await eventually(async () => expect((await client.query(asleep)).rowCount).toBe(1))
    query.cancel()
    expect(await settled).toMatchObject({ code: '57014' })
    // The request came on a connection of its own, whose loss postgres.js would not forgive.
    await eventually(() => expect(proxy().connections).toBe(2))
    await ended(sql)
  })
})
