import { fromSqlite } from 'hospital-payments/sql'
import Libsql from 'libsql'
import { expect, it, vi } from 'vitest'
import type { Snapshot, SqlDatabase } from '../../../src/sql/core/database.js'
import { onEach, type SqliteHandle } from '../../support/databases/index.js'
import {
  call,
  faultOf,
  freshFile,
  inTransaction,
  isOpen,
  keysAndNumbers,
  note,
  pragma,
  sqliteEntries,
} from './sqlite-file.js'

const keys = { text: 'SELECT key FROM notes ORDER BY key', values: [] }

onEach(sqliteEntries, 'fromSqlite: a snapshot', (entry) => {
  const file = freshFile(entry)

  /** Makes a database, and lists all handles that were opened for snapshots. */
  function watched(): { sql: SqlDatabase; opened: SqliteHandle[] } {
    const { handle, open } = file()
    const opened: SqliteHandle[] = []
    const sql = fromSqlite(handle, {
      open() {
        const further = open()
        opened.push(further)
        return further
      },
    })
    return { sql, opened }
  }

  const existing = async (snapshot: Promise<Snapshot> | null): Promise<Snapshot> => (await snapshot)!

  it('is of the instant of its call, whatever is written while it is read, which it does not hold up', async () => {
    const { sql } = watched()
    await sql.write([note('a')], call)
    const snapshotting = sql.snapshot(call)
    await sql.write([note('b')], call)
    const snapshot = await existing(snapshotting)
    expect(await snapshot.read(keys, call)).toEqual([['a']])
    await sql.write([note('c'), { text: 'DELETE FROM notes WHERE key = ?', values: ['a'] }], call)
    expect(await snapshot.read(keys, call)).toEqual([['a']])
    expect(await sql.read(keys, call)).toEqual([['b'], ['c']])
    await snapshot.close()
  })

  it('ends its transaction at the end, again without harm, and keeps the handle for the next one', async () => {
    const { sql, opened } = watched()
    const snapshot = await existing(sql.snapshot(call))
    await snapshot.read(keys, call)
    await sql.write([note('a')], call)
    await snapshot.close()
    await snapshot.close()
    snapshot.abort()
    expect(opened.map(inTransaction)).toEqual([false])
    // 1 as long as a reader needs what is in the WAL.
    expect(pragma(file().handle, 'wal_checkpoint(TRUNCATE)')).toBe(0)
    const next = await existing(sql.snapshot(call))
    expect(await next.read(keys, call)).toEqual([['a']])
    await next.close()
    expect(opened.map(isOpen)).toEqual([true])
  })

  it('frees its handle at once when it is aborted, and reads no more', async () => {
    const { sql, opened } = watched()
    const snapshot = await existing(sql.snapshot(call))
    await sql.write([note('a')], call)
    snapshot.abort()
    expect(opened.map(inTransaction)).toEqual([false])
    expect(pragma(file().handle, 'wal_checkpoint(TRUNCATE)')).toBe(0)
    await expect(snapshot.read(keys, call)).rejects.toMatchObject(faultOf('lost'))
    await snapshot.close()
  })

  it('goes on after a failing read, and closes', async () => {
    const { sql, opened } = watched()
    const snapshot = await existing(sql.snapshot(call))
    const missing = { text: 'SELECT * FROM missing', values: [] }
    await expect(snapshot.read(missing, call)).rejects.toMatchObject(faultOf('unmigrated'))
    expect(await snapshot.read(keysAndNumbers, call)).toEqual([])
    await snapshot.close()
    expect(opened.map(inTransaction)).toEqual([false])
  })

  it('closes without harm when the host has closed its handle already', async () => {
    const { sql, opened } = watched()
    const snapshot = await existing(sql.snapshot(call))
    opened[0]!.close()
    await expect(snapshot.read(keys, call)).rejects.toMatchObject(faultOf('refused'))
    await snapshot.close()
    // Nor is a closed handle used again.
    await (await existing(sql.snapshot(call))).close()
    opened[1]!.close()
    const next = await existing(sql.snapshot(call))
    expect(await next.read(keys, call)).toEqual([])
    await next.close()
    expect(opened.map(isOpen)).toEqual([false, false, true])
  })

  it('closes its handle where the host has closed its own meanwhile', async () => {
    const { sql, opened } = watched()
    const snapshot = await existing(sql.snapshot(call))
    file().handle.close()
    await snapshot.close()
    expect(opened.map(isOpen)).toEqual([false])
  })

  it('is one of many at a time, of which four keep their handles', async () => {
    const { sql, opened } = watched()
    const snapshots: Snapshot[] = []
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await sql.write([note(key)], call)
      snapshots.push(await existing(sql.snapshot(call)))
    }
    const counts = await Promise.all(snapshots.map(async (snapshot) => (await snapshot.read(keys, call)).length))
    expect(counts).toEqual([1, 2, 3, 4, 5, 6])
    await Promise.all(snapshots.map((snapshot) => snapshot.close()))
    expect(opened.map(isOpen)).toEqual([true, true, true, true, false, false])
  })

  it('leaves no handle open a second after the host has closed its own', async () => {
    const { sql, opened } = watched()
    const snapshots = [await existing(sql.snapshot(call)), await existing(sql.snapshot(call))]
    await Promise.all(snapshots.map((snapshot) => snapshot.close()))
    expect(opened.map(isOpen)).toEqual([true, true])
    file().handle.close()
    await vi.waitFor(() => expect(opened.map(isOpen)).toEqual([false, false]), { timeout: 5000 })
  })

  it('is none without a way to open another handle', () => {
    expect(fromSqlite(file().handle).snapshot(call)).toBeNull()
  })

  it('is none without WAL, where it would keep others from writing, and leaves no handle open', async () => {
    const { sql, opened } = watched()
    file().handle.exec('PRAGMA journal_mode = DELETE')
    expect(sql.snapshot(call)).toBeNull()
    expect(opened.map(isOpen)).toEqual([false])
    await sql.write([note('a')], call)
  })

  it('is none in memory, where another handle sees another database', () => {
    const handle = new Libsql(':memory:')
    const opened: Libsql.Database[] = []
    const open = () => {
      opened.push(new Libsql(':memory:'))
      return opened.at(-1)!
    }
    expect(fromSqlite(handle, { open }).snapshot(call)).toBeNull()
    expect(opened.map(({ open }) => open)).toEqual([false])
    handle.close()
  })

  it('cannot be had when no handle can be opened', async () => {
    const cause = new Error('too many open files')
    const open = () => {
      throw cause
    }
    const failing = fromSqlite(file().handle, { open }).snapshot(call)
    await expect(failing).rejects.toMatchObject({ ...faultOf('unreachable'), cause })
  })

  it('closes the handle again when it cannot begin on it', async () => {
    const { handle, open } = file()
    const busy = open()
    busy.exec('BEGIN')
    const failing = fromSqlite(handle, { open: () => busy }).snapshot(call)
    await expect(failing).rejects.toMatchObject(faultOf('refused'))
    expect(isOpen(busy)).toBe(false)
  })

  it("refuses to close the host's own handle, or one that is none", async () => {
    const { handle } = file()
    for (const open of [() => handle, async () => handle, () => undefined]) {
      const failing = fromSqlite(handle, { open: open as () => SqliteHandle }).snapshot(call)
      await expect(failing).rejects.toMatchObject({ ...faultOf('refused'), cause: expect.any(TypeError) })
      expect(isOpen(handle)).toBe(true)
    }
  })
})
