import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromSqlite } from 'hospital-payments/sql'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { sqliteFault } from '../../../src/sql/sqlite/faults.js'
import { onEach } from '../../support/databases/index.js'
import { call, faultOf, freshFile, note, pragma, sqliteEntries } from './sqlite-file.js'

onEach(sqliteEntries, 'DatabaseFault: a fault of SQLite', (entry) => {
  const file = freshFile(entry)

  it('is a duplicate where a unique index or a primary key refuses', async () => {
    const { sql, handle } = file()
    handle.exec('CREATE TABLE pairs (a TEXT, b TEXT, PRIMARY KEY (a, b)) STRICT')
    const pair = { text: 'INSERT INTO pairs VALUES (?, ?)', values: ['x', 'y'] }
    await expect(sql.write([pair, pair], call)).rejects.toMatchObject(faultOf('duplicate'))
    await expect(sql.write([note('a'), note('a')], call)).rejects.toMatchObject(faultOf('duplicate'))
  })

  it.each([
    ['a CHECK', 'INSERT INTO guarded VALUES (?)', [-1]],
    ['a NOT NULL', 'INSERT INTO guarded VALUES (?)', [null]],
    ['a type', 'INSERT INTO guarded VALUES (?)', ['x']],
    ['a trigger', 'UPDATE guarded SET a = ?', [2]],
    ['SQL that is none', 'INSERT IN guarded', []],
  ])('is a refusal that keeps its cause for %s', async (_, text, values) => {
    const { sql, handle } = file()
    handle.exec('CREATE TABLE guarded (a INTEGER NOT NULL CHECK (a > 0)) STRICT')
    handle.exec("CREATE TRIGGER guard BEFORE UPDATE ON guarded BEGIN SELECT RAISE(ABORT, 'append only'); END")
    handle.exec('INSERT INTO guarded VALUES (1)')
    const failing = sql.write([note('a'), { text, values }], call)
    await expect(failing).rejects.toMatchObject({ ...faultOf('refused'), cause: { message: expect.any(String) } })
    expect(file().keys()).toEqual([])
  })

  it('is said of a table that is not there, with its cause', async () => {
    const { sql } = file()
    const failing = sql.write([note('a'), { text: 'INSERT INTO missing VALUES (?)', values: [1] }], call)
    await expect(failing).rejects.toMatchObject({ ...faultOf('unmigrated'), cause: { message: expect.any(String) } })
    expect(file().keys()).toEqual([])
  })

  it('says nothing of the statement, its values or the error of the driver', async () => {
    const { sql } = file()
    const secret = { text: 'INSERT INTO missing_table VALUES (?)', values: ['Abebe Kebede'] }
    const fault = await sql.write([secret], call).then(
      () => undefined,
      (error: Error) => error,
    )
    expect(fault?.message).toBe('database fault: unmigrated')
  })

  it('is a refusal when the disk is full; nothing is half-written, and the handle works when there is room', async () => {
    const { sql, handle, keys } = file()
    handle.exec(`PRAGMA max_page_count = ${pragma(handle, 'page_count')}`)
    const failing = sql.write([note('small'), note('large'.repeat(100_000))], call)
    await expect(failing).rejects.toMatchObject({
      ...faultOf('refused'),
      cause: { message: expect.stringContaining('full') },
    })
    expect(keys()).toEqual([])
    handle.exec('PRAGMA max_page_count = 100000')
    await sql.write([note('small'), note('large'.repeat(100_000))], call)
    expect(keys()).toHaveLength(2)
  })

  it('is a refusal when the database may only be read, and reads go on', async () => {
    const { sql, handle } = file()
    await sql.write([note('a')], call)
    handle.exec('PRAGMA query_only = 1')
    await expect(sql.write([note('b')], call)).rejects.toMatchObject(faultOf('refused'))
    expect(await sql.read({ text: 'SELECT key FROM notes', values: [] }, call)).toEqual([['a']])
    handle.exec('BEGIN')
    await expect(sql.write([note('b')], call)).rejects.toMatchObject(faultOf('refused'))
    handle.exec('COMMIT')
    expect(file().keys()).toEqual(['a'])
  })
})

it('fromSqlite: a file that is no database is a refusal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-database-'))
  const path = join(folder, 'payments.db')
  writeFileSync(path, 'no database, but longer than the header of one. '.repeat(50))
  try {
    const reading = async () => fromSqlite(new Database(path)).read({ text: 'SELECT * FROM notes', values: [] }, call)
    await expect(reading()).rejects.toMatchObject(faultOf('refused'))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

describe('sqliteFault: the error of a driver', () => {
  const coded = (code: string) => Object.assign(new Error('x'), { code })

  it.each([
    ['SQLITE_BUSY', 'contention'],
    ['SQLITE_BUSY_SNAPSHOT', 'contention'],
    ['SQLITE_LOCKED_SHAREDCACHE', 'contention'],
    ['SQLITE_PROTOCOL', 'contention'],
    ['SQLITE_CONSTRAINT_UNIQUE', 'duplicate'],
    ['SQLITE_CONSTRAINT_PRIMARYKEY', 'duplicate'],
    ['SQLITE_CONSTRAINT_CHECK', 'refused'],
    ['SQLITE_FULL', 'refused'],
    ['SQLITE_READONLY_DBMOVED', 'refused'],
    ['SQLITE_IOERR_FSYNC', 'refused'],
    ['SQLITE_ERROR', 'refused'],
  ])('is understood by its name alone, as better-sqlite3 gives it: %s', (code, kind) => {
    expect(sqliteFault(coded(code)).kind).toBe(kind)
  })

  it.each([
    [5, 'contention'],
    [517, 'contention'],
    [262, 'contention'],
    [15, 'contention'],
    [1555, 'duplicate'],
    [2067, 'duplicate'],
    [275, 'refused'],
    [13, 'refused'],
  ])('is understood by its number, as libsql and node:sqlite give it: %d', (number, kind) => {
    expect(sqliteFault(Object.assign(coded('ERR_SQLITE_ERROR'), { errcode: number })).kind).toBe(kind)
    expect(sqliteFault(Object.assign(coded('UNKNOWN_SQLITE_ERROR'), { rawCode: number })).kind).toBe(kind)
  })

  it('is contention while the host reads rows one by one through better-sqlite3', () => {
    const error = new TypeError('This database connection is busy executing a query')
    expect(sqliteFault(error)).toMatchObject({ kind: 'contention', cause: error })
  })

  it('leaves open whether a COMMIT is stored when the disk did not say', () => {
    expect(sqliteFault(coded('SQLITE_IOERR_FSYNC'), true).mayBeStored).toBe(true)
    expect(sqliteFault(Object.assign(coded('ERR_SQLITE_ERROR'), { errcode: 1034 }), true).mayBeStored).toBe(true)
    for (const code of ['SQLITE_IOERR_WRITE', 'SQLITE_FULL', 'SQLITE_BUSY'])
      expect(sqliteFault(coded(code), true).mayBeStored).toBe(false)
    expect(sqliteFault(coded('SQLITE_IOERR_FSYNC')).mayBeStored).toBe(false)
  })

  it.each([undefined, null, 'text', {}, new Error('no code')])('is a refusal when it has no code: %s', (error) => {
    expect(sqliteFault(error)).toMatchObject({ kind: 'refused', mayBeStored: false })
  })
})
