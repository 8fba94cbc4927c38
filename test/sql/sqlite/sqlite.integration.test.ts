import { fromSqlite } from 'hospital-payments/sql'
import Libsql from 'libsql'
import LibsqlPromise from 'libsql/promise'
import { describe, expect, it } from 'vitest'
import { nodeSqlite, onEach } from '../../support/databases/index.js'
import { call, faultOf, freshFile, keysAndNumbers, keysIn, note, pragma, sqliteEntries } from './sqlite-file.js'

onEach(sqliteEntries, 'fromSqlite: a call over a handle', (entry) => {
  const file = freshFile(entry)

  it('keeps integers exactly, up to the greatest, before 1970, in comparisons and in limits', async () => {
    const { sql } = file()
    const greatest = Number.MAX_SAFE_INTEGER
    const yearZero = Date.parse('0000-01-01T00:00:00.000Z')
    const numbers = [yearZero, -1, 0, greatest - 1, greatest]
    await sql.write(
      numbers.map((number, index) => note(String(index), number)),
      call,
    )
    const stored = 'SELECT number, typeof(number) FROM notes '
    const rows = await sql.read({ text: `${stored} ORDER BY number`, values: [] }, call)
    expect(rows).toEqual(numbers.map((number) => [number, 'integer']))
    const equal = { text: `${stored} WHERE number = ?`, values: [greatest] }
    expect(await sql.read(equal, call)).toEqual([[greatest, 'integer']])
    const first = { text: `${stored} WHERE (number, key) > (?, ?) ORDER BY number LIMIT ?`, values: [yearZero, '0', 1] }
    expect(await sql.read(first, call)).toEqual([[-1, 'integer']])
  })

  it('gives rows as arrays, in the order of the columns, with null for what is missing', async () => {
    const { sql } = file()
    await sql.write([note('b'), note('a', 1)], call)
    expect(await sql.read(keysAndNumbers, call)).toEqual([
      ['a', 1],
      ['b', null],
    ])
  })

  it('runs all statements, and returns the rows of the last one', async () => {
    const { sql, keys } = file()
    const last = { text: 'UPDATE notes SET number = ? RETURNING key', values: [2], mustChange: 2 }
    const written = await sql.write([note('a'), { ...note('b'), mustChange: 1 }, last], call)
    expect(written.committed).toBe(true)
    expect([...written.rows].sort()).toEqual([['a'], ['b']])
    expect(keys()).toEqual(['a', 'b'])
  })

  it.each(['UPDATE notes SET number = ?', 'UPDATE notes SET number = ? RETURNING key'])(
    'writes nothing when a step changes another number of rows than it must: %s',
    async (text) => {
      const { sql, handle, keys } = file()
      const { committed } = await sql.write([note('a'), note('b'), { text, values: [1], mustChange: 1 }], call)
      expect(committed).toBe(false)
      expect(keys()).toEqual([])
      handle.exec("INSERT INTO notes (key) VALUES ('of the host')")
      expect(keys()).toEqual(['of the host'])
    },
  )

  it('writes nothing when a step fails, and the next call succeeds', async () => {
    const { sql, keys } = file()
    await sql.write([note('taken')], call)
    await expect(sql.write([note('a'), note('taken')], call)).rejects.toMatchObject(faultOf('duplicate'))
    expect(keys()).toEqual(['taken'])
    await sql.write([note('a')], call)
    expect(keys()).toEqual(['a', 'taken'])
  })

  it('is done when its promise is made, so that no statement of the host can come between its steps', async () => {
    const { sql, handle, keys } = file()
    const first = sql.write([note('a'), note('b')], call)
    handle.exec('BEGIN')
    handle.exec("INSERT INTO notes (key) VALUES ('of the host')")
    handle.exec('ROLLBACK')
    const second = sql.write([note('c'), note('d')], call)
    expect(keys()).toEqual(['a', 'b', 'c', 'd'])
    expect((await first).committed && (await second).committed).toBe(true)
  })

  it('goes on after another handle has changed the schema', async () => {
    const { sql, another } = file()
    await sql.write([note('a', 1)], call)
    expect(await sql.read(keysAndNumbers, call)).toEqual([['a', 1]])
    another().exec("ALTER TABLE notes ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'; CREATE INDEX i ON notes (number)")
    await sql.write([note('b', 2)], call)
    expect(await sql.read(keysAndNumbers, call)).toEqual([
      ['a', 1],
      ['b', 2],
    ])
    expect(await sql.read({ text: 'SELECT colour FROM notes', values: [] }, call)).toEqual([['blue'], ['blue']])
  })

  it('prepares the file for readers beside writers, which lasts', async () => {
    const { sql, handle, another } = file()
    handle.exec('PRAGMA journal_mode = DELETE')
    await sql.prepare?.(call)
    await sql.prepare?.(call)
    expect(pragma(another(), 'journal_mode')).toBe('wal')
  })

  it('leaves the file as it is when it is to prepare it in a transaction, where that is impossible', async () => {
    const { sql, handle } = file()
    handle.exec('PRAGMA journal_mode = DELETE')
    handle.exec('BEGIN')
    await sql.prepare?.(call)
    handle.exec('COMMIT')
    expect(pragma(handle, 'journal_mode')).toBe('delete')
  })

  it('fails on a closed handle, and is not bound there', async () => {
    const { sql, another } = file()
    const handle = another()
    const other = fromSqlite(handle)
    await other.read(keysAndNumbers, call)
    handle.close()
    expect(other.isBound()).toBe(false)
    await expect(other.read(keysAndNumbers, call)).rejects.toMatchObject(faultOf('refused'))
    await expect(other.write([note('a')], call)).rejects.toMatchObject(faultOf('refused'))
    expect(await sql.read(keysAndNumbers, call)).toEqual([])
  })

  it('is the same for two databases made of one handle', async () => {
    const { sql, handle } = file()
    await Promise.all([sql.write([note('a')], call), fromSqlite(handle).write([note('b')], call)])
    expect(keysIn(handle)).toEqual(['a', 'b'])
  })
})

describe('fromSqlite', () => {
  const closed = new Libsql(':memory:')
  closed.close()
  const callbacks = { exec() {}, prepare: () => ({ all() {}, run() {} }), close() {} }

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a file name', 'payments.db'],
    ['an empty object', {}],
    ['a handle with callbacks', callbacks],
    ['the promise API of libsql', new LibsqlPromise(':memory:', {})],
    ['a closed handle', closed],
    ['a class in place of a handle', Libsql],
  ])('refuses %s at once', (_, wrong) => {
    expect(() => fromSqlite(wrong as never)).toThrow(TypeError)
  })

  it('refuses an open that is no function at once', () => {
    const handle = new Libsql(':memory:')
    expect(() => fromSqlite(handle, { open: handle as never })).toThrow(TypeError)
    handle.close()
  })

  it('takes a handle that reads every integer as a BigInt', async () => {
    const handle = new Libsql(':memory:').defaultSafeIntegers(true)
    handle.exec('PRAGMA busy_timeout = 1234; CREATE TABLE notes (key TEXT, number INTEGER) STRICT')
    const sql = fromSqlite(handle)
    const written = await sql.write([{ ...note('a', 1), mustChange: 1 }], call)
    expect(written.committed).toBe(true)
    expect(await sql.read(keysAndNumbers, call)).toEqual([['a', 1n]])
    expect(Number(pragma(handle, 'busy_timeout'))).toBe(1234)
    handle.close()
  })

  it('prepares each text once, and keeps those used last when there are many', async () => {
    const handle = new Libsql(':memory:')
    const prepared: string[] = []
    const prepare = handle.prepare.bind(handle)
    handle.prepare = (text: string) => {
      prepared.push(text)
      return prepare(text)
    }
    const [first, second] = [fromSqlite(handle), fromSqlite(handle)]
    const often = { text: "SELECT 'often', ?", values: ['x'] }
    for (let round = 0; round < 2; round++) {
      for (let index = 0; index < 300; index++) {
        expect(await first.read({ text: `SELECT ${index}, ?`, values: ['x'] }, call)).toEqual([[index, 'x']])
        expect(await second.read(often, call)).toEqual([['often', 'x']])
      }
    }
    expect(prepared.filter((text) => text === often.text)).toHaveLength(1)
    expect(prepared.filter((text) => text === 'SELECT 7, ?')).toHaveLength(2)
    handle.close()
  })

  it('takes a database in memory', async () => {
    const handle = new Libsql(':memory:')
    const sql = fromSqlite(handle)
    await sql.prepare?.(call)
    await sql.write([{ text: 'CREATE TABLE notes (key TEXT, number INTEGER) STRICT', values: [] }, note('a')], call)
    expect(await sql.read(keysAndNumbers, call)).toEqual([['a', null]])
    handle.close()
  })
})

onEach([nodeSqlite], 'fromSqlite: a handle', (entry) => {
  const file = freshFile(entry)

  it('fails one call and then works again where the host has closed and opened it again', async () => {
    const { sql, handle } = file()
    await sql.write([note('a', 1)], call)
    handle.close()
    const { open } = handle as unknown as { open(): void }
    open.call(handle)
    await expect(sql.write([note('b', 2)], call)).rejects.toMatchObject(faultOf('refused'))
    await sql.write([note('b', 2)], call)
    expect(await sql.read(keysAndNumbers, call)).toHaveLength(2)
  })
})
