import { createConnection, createPool, type Connection, type RowDataPacket } from 'mysql2/promise'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { mariadb, onEach } from '../databases/index.js'
import { preparing } from '../fault-proxy.js'
import { proxied } from './session.js'

onEach([mariadb], 'test/support/fault-proxy.ts: a proxy', (entry) => {
  const { database, proxy, notes } = proxied(entry)
  let connection: Connection
  const insert = (note: string) => connection.execute('INSERT INTO notes VALUES (?)', [note])

  beforeAll(async () => {
    await database().rows(`CREATE PROCEDURE several() BEGIN
      SELECT seq FROM seq_1_to_3000; INSERT INTO notes VALUES ('in between'); SELECT 2; INSERT INTO notes VALUES ('last');
    END`)
  })
  beforeEach(async () => {
    connection = await createConnection({ uri: proxy().through(database().url) })
    connection.on('error', () => undefined)
  })
  afterEach(() => connection.destroy())

  it('answers with a proper error, whatever way the statement comes, and the connection stays good', async () => {
    const ways = [
      () => connection.query("INSERT INTO notes VALUES ('text')"),
      () => insert('prepared first'),
      () => insert('prepared again'),
    ]
    for (const [before, way] of ways.entries()) {
      const fault = proxy().answerWith('INTO notes', { code: 1290, message: 'read-only' })
      await expect(way()).rejects.toMatchObject({
        code: 'ER_OPTION_PREVENTS_STATEMENT',
        errno: 1290,
        sqlState: 'HY000',
        sqlMessage: 'read-only',
      })
      await fault.done
      expect(await notes()).toHaveLength(before)
      await way()
    }
    expect(await notes()).toEqual(['prepared again', 'prepared first', 'text'])
  })

  it('answers with as many deadlocks as asked before the statement succeeds', async () => {
    const fault = proxy().answerWith('INTO notes', { code: 1213 }, { times: 4 })
    for (let n = 0; n < 4; n++) {
      await expect(insert('late')).rejects.toMatchObject({ code: 'ER_LOCK_DEADLOCK', errno: 1213, sqlState: '40001' })
    }
    await fault.done
    await insert('late')
    expect(await notes()).toEqual(['late'])
  })

  it.each([
    [1213, 'lost', undefined],
    [1020, 'lost', undefined],
    [1205, 'kept', undefined],
    [1205, 'lost', true],
    [1213, 'kept', false],
  ])('after error %i what the transaction did before is %s (rollback: %s)', async (code, fate, rollback) => {
    await connection.beginTransaction()
    await insert('before')
    proxy().answerWith('INTO notes', rollback === undefined ? { code } : { code, rollback })
    await expect(insert('failing')).rejects.toMatchObject({ errno: code })
    await connection.query('COMMIT')
    expect(await notes()).toEqual(fate === 'kept' ? ['before'] : [])
  })

  it.each([
    ['text', () => connection.query('COMMIT')],
    ['a prepared statement', () => connection.execute('COMMIT')],
  ])('rolls back with an error at a COMMIT as %s', async (_, commit) => {
    proxy().answerWith('COMMIT', { code: 1290 })
    await connection.beginTransaction()
    await insert('lost')
    await expect(commit()).rejects.toMatchObject({ errno: 1290 })
    await connection.beginTransaction()
    await insert('kept')
    await commit()
    expect(await notes()).toEqual(['kept'])
  })

  it('cuts after a COMMIT that was prepared', async () => {
    proxy().cutAfter('COMMIT')
    await connection.beginTransaction()
    await insert('committed')
    await expect(connection.execute('COMMIT')).rejects.toThrow()
    expect(await notes()).toEqual(['committed'])
  })

  it.each([
    ['rows as text', () => connection.query('SELECT seq FROM seq_1_to_3000')],
    [
      'rows of a prepared statement',
      () => connection.execute('SELECT seq, NULL FROM seq_1_to_3000 WHERE seq > ?', [0]),
    ],
    ['no rows', () => connection.query('SELECT seq FROM seq_1_to_3000 WHERE seq < 0')],
    ['an error', () => connection.query('SELECT seq FROM nowhere -- seq_1_to_3000')],
    ['an error among the rows', () => connection.query('SELECT (SELECT 1 UNION SELECT seq > 9) FROM seq_1_to_3000')],
  ])('finds the end of an answer that is %s', async (_, ask) => {
    const counted = proxy().watch('seq_1_to_3000')
    const fault = proxy().cutAfter('seq_1_to_3000')
    const bytes = bytesRead(connection)
    await expect(ask()).rejects.toThrow(/ECONNRESET|closed/)
    await fault.done
    expect(counted.count).toBe(1)
    // The answer to the preparation at most.
    expect(bytesRead(connection) - bytes).toBeLessThan(300)
  })

  it('lets a procedure with several result sets do everything before the cut', async () => {
    proxy().cutAfter('CALL')
    await expect(connection.query('CALL several()')).rejects.toThrow()
    expect(await notes()).toEqual(['in between', 'last'])
  })

  it('lets an INSERT that returns its rows be committed before the cut', async () => {
    const fault = proxy().cutAfter('RETURNING')
    const values = `SELECT CONCAT(seq, REPEAT('x', 90)) FROM seq_1_to_2000`
    await expect(connection.query(`INSERT INTO notes ${values} RETURNING note`)).rejects.toThrow()
    await fault.done
    expect(await database().rows('SELECT COUNT(*) AS n FROM notes')).toEqual([{ n: 2000 }])
  })

  it('strikes the preparation of a statement when asked', async () => {
    proxy().answerWith(preparing('INTO notes'), { code: 1142 })
    await expect(insert('refused')).rejects.toMatchObject({ errno: 1142 })
    await insert('kept')
    const fault = proxy().cutAfter(preparing('SELECT note'))
    await expect(connection.execute('SELECT note FROM notes')).rejects.toThrow()
    await fault.done
    expect(await notes()).toEqual(['kept'])
  })

  it('knows many statements apart, also when numbers are closed', async () => {
    const small = await createConnection({ uri: proxy().through(database().url), maxPreparedStatements: 2 })
    const ask = async (n: number) => (await small.execute<RowDataPacket[]>(`SELECT ${n} AS n`))[0][0]!['n'] as number
    for (const n of [1, 2, 3, 4, 3, 2, 1]) expect(await ask(n)).toBe(n)
    proxy().answerWith('SELECT 3', { code: 1205 })
    expect(await ask(4)).toBe(4)
    await expect(ask(3)).rejects.toMatchObject({ errno: 1205 })
    expect(await ask(3)).toBe(3)
    await small.end()
  })

  it('lets a pool go on with a new connection after a cut', async () => {
    const pool = createPool({ uri: proxy().through(database().url), connectionLimit: 1 })
    proxy().cutAfter('INTO notes')
    await expect(pool.execute('INSERT INTO notes VALUES (?)', ['once'])).rejects.toThrow()
    await expect(pool.execute('INSERT INTO notes VALUES (?)', ['once'])).rejects.toMatchObject({ errno: 1062 })
    await pool.end()
    expect(await notes()).toEqual(['once'])
  })
})

function bytesRead(connection: Connection): number {
  return (connection as unknown as { connection: { stream: { bytesRead: number } } }).connection.stream.bytesRead
}
