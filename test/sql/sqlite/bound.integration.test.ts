import { expect, it } from 'vitest'
import { onEach } from '../../support/databases/index.js'
import {
  call,
  faultOf,
  freshFile,
  inTransaction,
  keysAndNumbers,
  keysIn,
  note,
  pragma,
  sqliteEntries,
} from './sqlite-file.js'

onEach(sqliteEntries, 'fromSqlite: a call within a transaction of the host', (entry) => {
  const file = freshFile(entry)

  it('is bound from BEGIN to COMMIT, and at no other moment', () => {
    const { sql, handle } = file()
    expect(sql.isBound()).toBe(false)
    handle.exec('BEGIN')
    expect(sql.isBound()).toBe(true)
    handle.exec('COMMIT')
    expect(sql.isBound()).toBe(false)
    handle.exec('SAVEPOINT of_the_host')
    expect(sql.isBound()).toBe(true)
    handle.exec('RELEASE of_the_host')
    expect(sql.isBound()).toBe(false)
  })

  it('is committed with the rows of the host, and not seen by others before', async () => {
    const { sql, handle, another } = file()
    const other = another()
    handle.exec('BEGIN')
    handle.exec("INSERT INTO notes (key) VALUES ('of the host')")
    expect((await sql.write([note('a'), note('b')], call)).committed).toBe(true)
    expect(await sql.read(keysAndNumbers, call)).toHaveLength(3)
    expect(keysIn(other)).toEqual([])
    handle.exec('COMMIT')
    expect(keysIn(other)).toEqual(['a', 'b', 'of the host'])
  })

  it('is undone with the rows of the host', async () => {
    const { sql, handle, keys } = file()
    handle.exec('BEGIN')
    handle.exec("INSERT INTO notes (key) VALUES ('of the host')")
    await sql.write([note('a')], call)
    handle.exec('ROLLBACK')
    expect(keys()).toEqual([])
  })

  it('is undone alone when a step fails, and the transaction goes on', async () => {
    const { sql, handle, keys } = file()
    handle.exec('BEGIN IMMEDIATE')
    handle.exec("INSERT INTO notes (key) VALUES ('taken')")
    await expect(sql.write([note('a'), note('taken')], call)).rejects.toMatchObject(faultOf('duplicate'))
    expect(inTransaction(handle)).toBe(true)
    await sql.write([note('b')], call)
    handle.exec('COMMIT')
    expect(keys()).toEqual(['b', 'taken'])
  })

  it('is undone alone when a step changes another number of rows than it must', async () => {
    const { sql, handle, keys } = file()
    handle.exec('BEGIN')
    await sql.write([note('kept')], call)
    const { committed } = await sql.write([note('a'), { ...note('b'), mustChange: 2 }], call)
    expect(committed).toBe(false)
    handle.exec('COMMIT')
    expect(keys()).toEqual(['kept'])
  })

  it('leaves a savepoint of the same name to the host', async () => {
    const { sql, handle, keys } = file()
    handle.exec('BEGIN')
    handle.exec('SAVEPOINT hp_call')
    await sql.write([note('a')], call)
    await expect(sql.write([note('b'), note('a')], call)).rejects.toMatchObject(faultOf('duplicate'))
    handle.exec('ROLLBACK TO hp_call')
    await sql.write([note('c')], call)
    handle.exec('COMMIT')
    expect(keys()).toEqual(['c'])
  })

  it('leaves the host, whose transaction a full disk has ended, with the error of the full disk', async () => {
    const { sql, handle, keys } = file()
    handle.exec('BEGIN')
    handle.exec("INSERT INTO notes (key) VALUES ('of the host')")
    handle.exec(`PRAGMA max_page_count = ${pragma(handle, 'page_count')}`)
    const failing = sql.write([note('a'.repeat(100_000))], call)
    await expect(failing).rejects.toMatchObject({
      ...faultOf('refused'),
      cause: { message: expect.stringContaining('full') },
    })
    expect(inTransaction(handle)).toBe(false)
    expect(keys()).toEqual([])
  })

  it('changes no setting of the handle', async () => {
    const { sql, handle } = file()
    handle.exec('PRAGMA busy_timeout = 1234')
    handle.exec('BEGIN')
    await sql.write([note('a')], call)
    expect(pragma(handle, 'busy_timeout')).toBe(1234)
    handle.exec('COMMIT')
  })

  it('takes no snapshot, for none would see the rows of the transaction', () => {
    const { sql, handle } = file()
    handle.exec('BEGIN')
    expect(sql.snapshot(call)).toBeNull()
    handle.exec('COMMIT')
  })
})
