/** Calls of mysql2, by a connection that answers at once. */
import { describe, expect, it } from 'vitest'
import { deadlineIn } from '../../../src/sql/core/deadline.js'
import { fromMysqlConnection, fromMysqlPool } from '../../../src/sql/mysql/driver.js'
import { type MysqlConnection, type MysqlQuery, readMysqlHandle } from '../../../src/sql/mysql/handles.js'

const options = {
  rowsAsArray: true,
  supportBigNumbers: true,
  bigNumberStrings: true,
  nestTables: false,
  namedPlaceholders: false,
}

/** Makes a connection of the host's, and logs all that was asked of it. */
function connection({ answer = [['1']], config, fails }: { answer?: unknown; config?: object; fails?: unknown } = {}) {
  const calls: [string, MysqlQuery | undefined][] = []
  const ask = (name: string) => (query: MysqlQuery, done: (error: unknown, result: unknown) => void) => {
    calls.push([name, query])
    queueMicrotask(() => (fails !== undefined && name === 'execute' ? done(fails, undefined) : done(null, answer)))
  }
  const handle = {
    query: ask('query'),
    execute: ask('execute'),
    unprepare: (query: MysqlQuery) => calls.push(['unprepare', query]),
    destroy: () => calls.push(['destroy', undefined]),
    on: () => undefined,
    removeListener: () => undefined,
    ...(config && { config }),
  }
  return { handle: handle as unknown as MysqlConnection, calls }
}

const call = () => deadlineIn(10_000)
const read = (handle: MysqlConnection, text: string, values: string[] = []) =>
  fromMysqlConnection(handle).read({ text, values }, call())

describe('fromMysqlConnection: a statement on mysql2', () => {
  it('is prepared with its values, and asks for rows as the library reads them, whatever the host has set', async () => {
    const { handle, calls } = connection()
    const values = ['a']
    expect(await read(handle, 'SELECT ?', values)).toEqual([['1']])
    expect(calls).toContainEqual(['execute', { ...options, sql: 'SELECT ?', values: ['a'], typeCast: true }])
    const [, sent] = calls.find(([name]) => name === 'execute')!
    expect(sent!.values).not.toBe(values)
  })

  it('has each value as it comes where the host reads values by a function of its own', async () => {
    const { handle, calls } = connection({ config: { typeCast: () => 'the host' } })
    await read(handle, 'SELECT 1')
    const { typeCast } = calls.find(([name]) => name === 'execute')![1]!
    expect((typeCast as (field: unknown, next: () => unknown) => unknown)({}, () => 'as it comes')).toBe('as it comes')
    const other = connection({ config: { typeCast: false } })
    await read(other.handle, 'SELECT 1')
    expect(other.calls.find(([name]) => name === 'execute')![1]!.typeCast).toBe(true)
  })

  it('is a fault of its kind where it fails', async () => {
    const fails = Object.assign(new Error('Deadlock found'), { errno: 1213 })
    await expect(read(connection({ fails }).handle, 'SELECT 1')).rejects.toMatchObject({ kind: 'contention' })
  })

  it('is one of at most 100 that stay prepared on a connection, the last ones that were used', async () => {
    const { handle, calls } = connection()
    const texts = Array.from({ length: 100 }, (_, n) => `SELECT ${n}`)
    for (const text of [...texts, texts[0]!]) await read(handle, text)
    const unprepared = () => calls.filter(([name]) => name === 'unprepare').map(([, query]) => query)
    expect(unprepared()).toEqual([])
    await read(handle, 'SELECT 100')
    expect(unprepared()).toEqual([{ ...options, sql: 'SELECT 1', typeCast: true }])
    await read(connection().handle, 'SELECT 101')
    expect(unprepared()).toHaveLength(1)
  })

  it('may be given up by a connection that has no way to', async () => {
    const { handle } = connection()
    delete (handle as { unprepare?: unknown }).unprepare
    for (let n = 0; n <= 100; n++) expect(await read(handle, `SELECT ${n}`)).toEqual([['1']])
  })

  it.each([
    [2, true],
    [1, false],
  ])('is committed where it must change two rows and changes %i: %s', async (affectedRows, committed) => {
    const { handle } = connection({ answer: { affectedRows } })
    const write = { text: 'UPDATE x', values: [], mustChange: 2 }
    expect(await fromMysqlConnection(handle).write([write], call())).toMatchObject({ committed })
  })
})

describe('fromMysqlPool: a session of a pool', () => {
  /** Lists what a read sends where the session is set like this. */
  async function sentWith(autocommit: unknown, isolation: unknown): Promise<string[]> {
    const { handle, calls } = connection({ answer: [[autocommit, isolation]] })
    const pooled = { ...handle, release: () => calls.push(['release', undefined]) }
    const pool = { getConnection: (done: (error: unknown, connection: unknown) => void) => done(null, pooled) }
    await fromMysqlPool(pool as never).read({ text: 'SELECT 2', values: [] }, call())
    return calls.map(([name, query]) => query?.sql ?? name)
  }

  it.each([
    [1, 'REPEATABLE-READ'],
    ['1', 'SERIALIZABLE'],
  ])('runs a lone read as it is set: autocommit %s, %s', async (autocommit, isolation) => {
    const [settings, ...others] = await sentWith(autocommit, isolation)
    expect(settings).toMatch(/^SELECT @@autocommit/)
    expect(others).toEqual(['SELECT 2', 'release'])
  })

  it.each([
    [0, 'REPEATABLE-READ'],
    [1, 'READ-UNCOMMITTED'],
  ])('has a transaction around a lone read else: autocommit %s, %s', async (autocommit, isolation) => {
    const sent = await sentWith(autocommit, isolation)
    const at = sent.indexOf('SELECT 2')
    expect(sent.slice(at - 2, at + 2)).toEqual([
      'SET TRANSACTION ISOLATION LEVEL READ COMMITTED',
      'START TRANSACTION',
      'SELECT 2',
      'COMMIT AND NO CHAIN NO RELEASE',
    ])
    expect(sent.at(-1)).toBe('release')
  })
})

describe('fromMysqlConnection: a connection of the host', () => {
  it('is closed with its socket where a call on it was left unfinished', async () => {
    const { handle, calls } = connection()
    let destroyed = 0
    Object.assign(handle, { execute: () => undefined, stream: { destroy: () => destroyed++ } })
    const short = { remaining: () => (calls.length > 1 ? 1 : 1_000) }
    await expect(fromMysqlConnection(handle).read({ text: 'SELECT 2', values: [] }, short)).rejects.toMatchObject({
      kind: 'lost',
    })
    expect([calls.at(-1)?.[0], destroyed]).toEqual(['destroy', 1])
  })

  it('is not used where the library that opened its transaction says that it has ended', async () => {
    const { handle, calls } = connection()
    const ended = fromMysqlConnection(handle, () => false)
    await expect(ended.read({ text: 'SELECT 2', values: [] }, call())).rejects.toMatchObject({ kind: 'outside' })
    expect(calls).toEqual([])
  })
})

describe('readMysqlHandle: a handle of mysql2', () => {
  const core = (...names: string[]) => Object.fromEntries(names.map((name) => [name, () => undefined]))
  const pool = core('query', 'execute', 'promise', 'getConnection')
  const one = core('query', 'execute', 'promise', 'destroy')

  it('is a pool or a connection, of either API', () => {
    expect(readMysqlHandle(pool as never)).toEqual({ pool })
    expect(readMysqlHandle({ ...core('query', 'execute'), pool } as never)).toEqual({ pool })
    expect(readMysqlHandle(one as never)).toEqual({ connection: one })
    expect(readMysqlHandle({ ...core('query', 'execute'), connection: one } as never)).toEqual({ connection: one })
  })

  it.each([
    ['nothing', null],
    ['a text', 'mysql://'],
    ['a function', () => undefined],
    ['no execute', { ...pool, execute: undefined }],
    ['no query', { ...one, query: undefined }],
    ['no destroy', { ...one, destroy: undefined }],
    ['nothing inside', { ...core('query', 'execute') }],
    ['a pool inside that is none', { ...core('query', 'execute'), pool: {}, connection: core('execute') }],
  ])('is nothing else: %s', (_, handle) => {
    expect(() => readMysqlHandle(handle as never)).toThrow(
      new TypeError('fromMysql2 takes a pool or a connection of mysql2 (mysql2 or mysql2/promise)'),
    )
  })
})
