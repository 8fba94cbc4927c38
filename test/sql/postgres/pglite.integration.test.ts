import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PGlite } from '@electric-sql/pglite'
import type { SqlDatabase, SqlValue } from '../../../src/sql/core/database.js'
import { fromPg } from '../../../src/sql/hosts/pg.js'
import { pglite } from '../../support/databases/index.js'
import { callOf, faultOf, idsOf } from '../connections/subject.js'

const insert = (id: SqlValue, mustChange?: number) => ({
  text: 'INSERT INTO things VALUES ($1, $2) RETURNING id',
  values: [id, 1],
  ...(mustChange !== undefined && { mustChange }),
})
const ids = { text: 'SELECT id FROM things ORDER BY id', values: [] }

describe('fromPg: PGlite', () => {
  let lite: PGlite
  let database: SqlDatabase
  beforeAll(async () => {
    lite = (await pglite.open()).handle
    await lite.exec('CREATE TABLE things (id BIGINT PRIMARY KEY, amount BIGINT CHECK (amount > 0))')
    database = fromPg(lite)
  })
  beforeEach(() => lite.exec('DELETE FROM things'))

  it('returns rows as arrays of text, and has no snapshot to offer', async () => {
    const everything = "SELECT $1::bigint + 2, '[1]'::json, '[1]'::jsonb, 1.50::numeric, 1::smallint, NULL, $2::text"
    const rows = await database.read({ text: everything, values: [2 ** 53 - 1, 'x'] }, callOf())
    expect(rows).toEqual([['9007199254740993', '[1]', '[1]', '1.50', '1', null, 'x']])
    expect(database.snapshot(callOf())).toBeNull()
  })

  it('stores all steps or none', async () => {
    expect(await database.write([insert(1, 1), insert(2, 1)], callOf())).toMatchObject({ committed: true })
    expect(await database.write([insert(3, 1), insert(4, 2)], callOf())).toMatchObject({ committed: false })
    expect(await faultOf(database.write([insert(5), insert(1)], callOf()))).toMatchObject({
      kind: 'duplicate',
      mayBeStored: false,
    })
    expect(await idsOf(database, ids)).toEqual([1, 2])
  })

  it('does not write once the time is over, however late its turn comes', async () => {
    let end: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      void lite.transaction(() => {
        resolve()
        return new Promise<void>((done) => (end = done))
      })
    })
    await begun
    const write = faultOf(database.write([insert(1)], callOf(30)))
    const read = faultOf(database.read(ids, callOf(30)))
    expect(await write).toMatchObject({ kind: 'lost', mayBeStored: false })
    expect(await read).toMatchObject({ kind: 'unreachable', mayBeStored: false })
    end()
    expect(await idsOf(database, ids)).toEqual([])
  })

  it('is not bound; a transaction of the host is, and undoes its calls alone', async () => {
    let kept: SqlDatabase | undefined
    expect(database.isBound()).toBe(false)
    await lite.transaction(async (transaction) => {
      const bound = (kept = fromPg(transaction))
      expect(bound.isBound()).toBe(true)
      await transaction.query('INSERT INTO things VALUES (10, 1)')
      await bound.write([insert(1)], callOf())
      expect((await faultOf(bound.write([insert(2), insert(1)], callOf()))).kind).toBe('duplicate')
      expect(await bound.write([insert(3, 2)], callOf())).toMatchObject({ committed: false })
      expect(await idsOf(bound, ids)).toEqual([1, 10])
    })
    expect(await idsOf(database, ids)).toEqual([1, 10])
    expect((await faultOf(kept!.read(ids, callOf()))).kind).toBe('outside')

    await lite.transaction(async (transaction) => {
      await fromPg(transaction).write([insert(11)], callOf())
      await transaction.rollback()
    })
    expect(await idsOf(database, ids)).toEqual([1, 10])
  })

  it("ends the host's transaction when a call in it runs out of time", async () => {
    await lite.transaction(async (transaction) => {
      await transaction.query('INSERT INTO things VALUES (10, 1)')
      const silent = { ...transaction, query: () => new Promise<never>(() => undefined) }
      expect(await faultOf(fromPg(silent).write([insert(1)], callOf(20)))).toMatchObject({ kind: 'lost' })
      await vi.waitFor(() => expect(transaction.closed).toBe(true))
    })
    expect(await idsOf(database, ids)).toEqual([])
  })

  it('is refused once it is closed', async () => {
    await lite.close()
    expect((await faultOf(database.read(ids, callOf()))).kind).toBe('refused')
    expect((await faultOf(database.write([insert(1)], callOf()))).kind).toBe('refused')
  })
})
