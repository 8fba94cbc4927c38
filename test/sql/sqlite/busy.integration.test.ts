import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { deadlineIn } from '../../../src/sql/core/deadline.js'
import { onEach } from '../../support/databases/index.js'
import {
  faultOf,
  freshFile,
  inTransaction,
  keysAndNumbers,
  keysIn,
  note,
  pragma,
  sqliteEntries,
} from './sqlite-file.js'

/** No other code runs while SQLite waits: a call that waited so long would outlast its test. */
const anHour = 3_600_000

const holdTheLock = `
  const [path, driver] = process.argv.slice(1)
  const Database = driver === 'libsql' ? require('libsql') : require('node:sqlite').DatabaseSync
  const database = new Database(path)
  database.exec("BEGIN IMMEDIATE; INSERT INTO notes (key) VALUES ('never committed')")
  console.log('locked')
  setInterval(() => database, 1000)
`

onEach(sqliteEntries, 'fromSqlite: while another handle is writing, a call', (entry) => {
  const file = freshFile(entry)

  it('reports contention rather than holding up the process, and puts back how long the handle waits', async () => {
    const { sql, handle, another, keys } = file()
    handle.exec(`PRAGMA busy_timeout = ${anHour}`)
    const other = another()
    other.exec('BEGIN IMMEDIATE')
    await expect(sql.write([note('a')], deadlineIn(300))).rejects.toMatchObject(faultOf('contention'))
    expect(pragma(handle, 'busy_timeout')).toBe(anHour)
    expect(inTransaction(handle)).toBe(false)
    other.exec('COMMIT')
    await sql.write([note('b')], deadlineIn(300))
    expect(pragma(handle, 'busy_timeout')).toBe(anHour)
    expect(keys()).toEqual(['b'])
  })

  it('puts back how long the handle waits after a failure, also where the host has changed it meanwhile', async () => {
    const { sql, handle } = file()
    for (const wait of [700, 1400]) {
      handle.exec(`PRAGMA busy_timeout = ${wait}`)
      await expect(sql.write([note('a'), note('a')], deadlineIn(300))).rejects.toMatchObject(faultOf('duplicate'))
      expect(pragma(handle, 'busy_timeout')).toBe(wait)
    }
  })

  it('reads what was there before', async () => {
    const { sql, another } = file()
    await sql.write([note('a')], deadlineIn(300))
    const other = another()
    other.exec("BEGIN IMMEDIATE; INSERT INTO notes (key) VALUES ('b')")
    expect(await sql.read(keysAndNumbers, deadlineIn(300))).toEqual([['a', null]])
    other.exec('COMMIT')
    expect(await sql.read(keysAndNumbers, deadlineIn(300))).toHaveLength(2)
  })

  it('leaves the host able to write and commit where it was refused', async () => {
    const { sql, handle, another, keys } = file()
    const other = another()
    other.exec('BEGIN IMMEDIATE')
    await expect(sql.write([note('a')], deadlineIn(300))).rejects.toMatchObject(faultOf('contention'))
    other.exec('ROLLBACK')
    handle.exec('BEGIN IMMEDIATE')
    handle.exec("INSERT INTO notes (key) VALUES ('of the host')")
    handle.exec('COMMIT')
    expect(keys()).toEqual(['of the host'])
    other.exec("INSERT INTO notes (key) VALUES ('of another')")
    expect(keys()).toEqual(['of another', 'of the host'])
  })

  it("leaves the host's transaction able to write and commit where it was refused in it", async () => {
    const { sql, handle, another, keys } = file()
    const other = another()
    handle.exec('BEGIN')
    other.exec('BEGIN IMMEDIATE')
    await expect(sql.write([note('a')], deadlineIn(300))).rejects.toMatchObject(faultOf('contention'))
    other.exec('ROLLBACK')
    await sql.write([note('b')], deadlineIn(300))
    handle.exec("INSERT INTO notes (key) VALUES ('of the host')")
    handle.exec('COMMIT')
    expect(keys()).toEqual(['b', 'of the host'])
  })

  it("reports contention when the host's transaction has read a state that is gone", async () => {
    const { sql, handle, another, keys } = file()
    handle.exec('BEGIN')
    expect(keys()).toEqual([])
    another().exec("INSERT INTO notes (key) VALUES ('of another')")
    await expect(sql.write([note('a')], deadlineIn(300))).rejects.toMatchObject(faultOf('contention'))
    expect(inTransaction(handle)).toBe(true)
    handle.exec('ROLLBACK')
    expect(keys()).toEqual(['of another'])
  })

  it('undoes a transaction whose COMMIT was refused, as happens without WAL', async () => {
    const { sql, handle, another, keys } = file()
    handle.exec('PRAGMA journal_mode = DELETE')
    await sql.write([note('a')], deadlineIn(300))
    handle.exec(`PRAGMA busy_timeout = ${anHour}`)
    const reader = another()
    reader.exec('BEGIN')
    expect(keysIn(reader)).toEqual(['a'])
    await expect(sql.write([note('b')], deadlineIn(300))).rejects.toMatchObject(faultOf('contention'))
    expect(inTransaction(handle)).toBe(false)
    expect(pragma(handle, 'busy_timeout')).toBe(anHour)
    expect(keysIn(reader)).toEqual(['a'])
    reader.exec('COMMIT')
    await sql.write([note('c')], deadlineIn(300))
    expect(keys()).toEqual(['a', 'c'])
  })

  it('reports contention with another process too, and writes once that has ended, in whatever way', async () => {
    const { sql, handle, file: path, driver, keys } = file()
    handle.exec(`PRAGMA busy_timeout = ${anHour}`)
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const child = spawn(process.execPath, ['-e', holdTheLock, path, driver], { stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = once(child, 'exit')
      await once(child.stdout, 'data')
      await expect(sql.write([note(signal)], deadlineIn(300))).rejects.toMatchObject(faultOf('contention'))
      child.kill(signal)
      await ended
      await sql.write([note(signal)], deadlineIn(300))
    }
    expect(keys()).toEqual(['SIGKILL', 'SIGTERM'])
  })

  it('joins no transaction which the host begins while it waits', async () => {
    const { sql, handle, another, keys } = file()
    const other = another()
    other.exec('BEGIN IMMEDIATE')
    const waiting = sql.write([note('a')], deadlineIn(anHour))
    handle.exec('BEGIN')
    other.exec('COMMIT')
    await new Promise((resolve) => setTimeout(resolve, 50))
    handle.exec('ROLLBACK')
    expect((await waiting).committed).toBe(true)
    expect(keys()).toEqual(['a'])
  })

  it.each(['write', 'read'] as const)(
    'joins no transaction which the host begins where it gives way after many rows: %s',
    async (kind) => {
      const { sql, handle, keys } = file()
      await sql.write(
        Array.from({ length: 300 }, (_, n) => note(`n${n}`)),
        deadlineIn(anHour),
      )
      const waiting =
        kind === 'write' ? sql.write([note('a')], deadlineIn(anHour)) : sql.read(keysAndNumbers, deadlineIn(anHour))
      handle.exec("BEGIN; INSERT INTO notes (key) VALUES ('b')")
      await new Promise((resolve) => setTimeout(resolve, 50))
      handle.exec('ROLLBACK')
      const done = await waiting
      if ('committed' in done) expect(keys()).toContain('a')
      else expect(done.map(([key]) => key)).not.toContain('b')
    },
  )

  it('gives way before it writes much, for what it writes was computed right before', async () => {
    const { sql, keys } = file()
    let hadWritten: unknown[] | null = null
    setImmediate(() => (hadWritten = keys()))
    await sql.write(
      Array.from({ length: 300 }, (_, n) => note(`n${n}`)),
      deadlineIn(anHour),
    )
    expect(hadWritten).toEqual([])
    expect(keys()).toHaveLength(300)
  })

  it('waits for no turn of the event loop in the transaction of the host', async () => {
    const { sql, handle } = file()
    handle.exec('BEGIN')
    await sql.write(
      Array.from({ length: 300 }, (_, n) => note(`n${n}`)),
      deadlineIn(anHour),
    )
    let hasTurned = false
    setImmediate(() => (hasTurned = true))
    expect(await sql.read(keysAndNumbers, deadlineIn(anHour))).toHaveLength(300)
    await sql.write([note('a')], deadlineIn(anHour))
    expect(hasTurned).toBe(false)
    handle.exec('ROLLBACK')
  })

  it('cannot prepare the file for now', async () => {
    const { sql, handle, another } = file()
    handle.exec('PRAGMA journal_mode = DELETE')
    handle.exec(`PRAGMA busy_timeout = ${anHour}`)
    const other = another()
    other.exec('BEGIN IMMEDIATE')
    await expect(sql.prepare?.(deadlineIn(300))).rejects.toMatchObject(faultOf('contention'))
    expect(pragma(handle, 'busy_timeout')).toBe(anHour)
    other.exec('COMMIT')
    await sql.prepare?.(deadlineIn(300))
    expect(pragma(handle, 'journal_mode')).toBe('wal')
  })
})
