/** Faults of a handle in its statements, by one that fails where it is to. */
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseFault } from '../../../src/sql/core/fault.js'
import { connectionOf, type SqliteConnection } from '../../../src/sql/sqlite/connection.js'
import type { BetterSqlite3Database } from '../../../src/sql/sqlite/handles.js'
import { whenFree } from '../../../src/sql/sqlite/write-lock.js'

/** A disk that fails while it is synchronized. */
const failedSync = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC', rawCode: 1034 })
const insert = (id: number) => ({ text: 'INSERT INTO notes VALUES (?)', values: [id] })

interface Failing {
  readonly handle: Libsql.Database
  readonly connection: SqliteConnection
  /** The texts that were prepared. */
  readonly prepared: string[]
  failOn(text: string, error: Error): void
  ids(): unknown[]
}

function failing(): Failing {
  const handle = new Libsql(':memory:')
  handle.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY)')
  const prepared: string[] = []
  const failures = new Map<string, Error>()
  const faulty: BetterSqlite3Database = {
    get open() {
      return handle.open
    },
    get inTransaction() {
      return handle.inTransaction
    },
    prepare(text) {
      prepared.push(text)
      return handle.prepare(text)
    },
    exec(text) {
      const failure = failures.get(text)
      if (failure) throw failure
      return handle.exec(text)
    },
    close: () => handle.close(),
  }
  return {
    handle,
    connection: connectionOf(faulty),
    prepared,
    failOn: (text, error) => void failures.set(text, error),
    ids: () => handle.prepare('SELECT id FROM notes ORDER BY id').pluck().all(),
  }
}

function faultOf(work: () => unknown): unknown {
  try {
    work()
    return null
  } catch (fault) {
    return fault
  }
}

describe('connectionOf: a transaction on a handle', () => {
  it('may be stored where the disk failed at its COMMIT, and at no other statement', () => {
    const { connection, failOn, ids } = failing()
    failOn('COMMIT', failedSync)
    const atCommit = faultOf(() => connection.writeAlone([insert(1)]))
    expect(atCommit).toMatchObject({ kind: 'refused', mayBeStored: true, cause: failedSync })
    failOn('BEGIN', failedSync)
    expect(faultOf(() => connection.writeAlone([insert(2)]))).toMatchObject({ mayBeStored: false, cause: failedSync })
    expect(ids()).toEqual([])
  })

  it('is not stored by the end of a part of the transaction of the host', () => {
    const { handle, connection, failOn, ids } = failing()
    failOn('RELEASE hp_call', failedSync)
    handle.exec('BEGIN')
    expect(faultOf(() => connection.writeWithin([insert(1)]))).toMatchObject({ mayBeStored: false })
    handle.exec('COMMIT')
    expect(ids()).toEqual([])
  })

  it('is not stored where it was undone because a statement did not change as many rows as it must', () => {
    const { connection, failOn } = failing()
    failOn('ROLLBACK', failedSync)
    const undone = faultOf(() => connection.writeAlone([insert(1), { ...insert(2), mustChange: 2 }]))
    expect(undone).toMatchObject({ mayBeStored: false, cause: failedSync })
  })

  it('leaves no part behind in the transaction of the host', () => {
    const { handle, connection } = failing()
    handle.exec('BEGIN')
    connection.writeWithin([insert(1)])
    expect(() => handle.exec('RELEASE hp_call')).toThrow(/no such savepoint/)
    handle.exec('ROLLBACK')
  })

  it('is not begun alone within the transaction of the host', () => {
    const { handle, connection, ids } = failing()
    handle.exec('BEGIN')
    expect(faultOf(() => connection.writeAlone([insert(1)]))).toMatchObject({
      kind: 'contention',
      cause: new Error("The handle is in the host's transaction."),
    })
    handle.exec('COMMIT')
    expect(ids()).toEqual([])
  })
})

describe('connectionOf: a prepared statement of a handle', () => {
  const count = { text: 'SELECT count(*) FROM notes', values: [] }
  const timesPrepared = ({ prepared }: Failing) => prepared.filter((text) => text === count.text).length

  it('is used again', () => {
    const one = failing()
    for (let i = 0; i < 3; i++) expect(one.connection.read(count)).toEqual([[0]])
    expect(timesPrepared(one)).toBe(1)
  })

  it.each([
    ['was refused', 'INSERT IN notes', 2],
    ['met tables that are not there', 'SELECT * FROM missing', 2],
  ])('is prepared anew after a statement that %s, for the handle may have been opened anew', (_, text, times) => {
    const one = failing()
    one.connection.read(count)
    expect(faultOf(() => one.connection.read({ text, values: [] }))).toBeInstanceOf(DatabaseFault)
    one.connection.read(count)
    expect(timesPrepared(one)).toBe(times)
  })

  it('is kept after a conflict', () => {
    const one = failing()
    one.connection.read(count)
    one.connection.writeAlone([insert(1)])
    expect(faultOf(() => one.connection.writeAlone([insert(1)]))).toMatchObject({ kind: 'duplicate' })
    one.connection.read(count)
    expect(timesPrepared(one)).toBe(1)
  })

  it('is refused once the handle is closed', () => {
    const { handle, connection } = failing()
    connection.read(count)
    handle.close()
    expect(faultOf(() => connection.read(count))).toMatchObject({
      kind: 'refused',
      cause: new Error('The database handle is closed.'),
    })
  })

  it('is shared by all databases that are made of one handle', () => {
    const handle = new Libsql(':memory:')
    expect(connectionOf(handle)).toBe(connectionOf(handle))
    expect(connectionOf(handle)).not.toBe(connectionOf(new Libsql(':memory:')))
  })
})

describe('whenFree: a write while another holds the lock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  const locked = new DatabaseFault('contention', undefined)

  /** Runs tries; returns when each began, in milliseconds, and how the last ended. */
  async function tries(failures: number, timeoutMs: number) {
    const begun: number[] = []
    const start = performance.now()
    const work = () => {
      begun.push(performance.now() - start)
      if (begun.length <= failures) throw locked
      return 'stored'
    }
    const ended = whenFree(work, { remaining: () => timeoutMs - (performance.now() - start) }).catch(
      (fault: unknown) => fault,
    )
    await vi.runAllTimersAsync()
    return { begun, ended: await ended }
  }

  it('is tried again after waits that double to 16 ms', async () => {
    const { begun, ended } = await tries(7, 10_000)
    expect(begun).toEqual([0, 1, 3, 7, 15, 31, 47, 63])
    expect(ended).toBe('stored')
  })

  it('gives up when half of the time that was left is over', async () => {
    const { begun, ended } = await tries(Infinity, 30)
    expect(begun).toEqual([0, 1, 3, 7, 15])
    expect(ended).toBe(locked)
  })

  it('ends at once with any other fault', async () => {
    const refused = new DatabaseFault('refused', undefined)
    const work = vi.fn(() => {
      throw refused
    })
    await expect(whenFree(work, { remaining: () => 10_000 })).rejects.toBe(refused)
    expect(work).toHaveBeenCalledTimes(1)
  })
})
