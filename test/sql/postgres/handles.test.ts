import { describe, expect, it } from 'vitest'
import {
  checkPgHandle,
  isNeverConnected,
  isPglite,
  isPgliteTransaction,
  isPgPool,
} from '../../../src/sql/postgres/handles.js'

const having = (...names: string[]) => Object.fromEntries(names.map((name) => [name, () => undefined]))
const kinds = { isPgPool, isPglite, isPgliteTransaction }
const kindsOf = (handle: object) =>
  Object.entries(kinds).flatMap(([name, isOne]) => (isOne(handle as never) ? [name] : []))

describe('checkPgHandle: a handle', () => {
  it.each([
    ['a pool of pg', { ...having('query', 'connect'), totalCount: 0 }, ['isPgPool']],
    ['a client of pg', having('query', 'connect'), []],
    ['a PGlite', { ...having('query', 'transaction'), waitReady: null }, ['isPglite']],
    ['another that has transactions', having('query', 'transaction'), []],
    ['a transaction of PGlite', having('query', 'rollback', 'exec'), ['isPgliteTransaction']],
    ['one of a later PGlite', having('query', 'rollback', 'sql'), ['isPgliteTransaction']],
    ['a transaction of another', having('query', 'rollback'), []],
  ])('is known by what it has: %s', (_, handle, expected) => {
    expect(() => checkPgHandle(handle)).not.toThrow()
    expect(kindsOf(handle)).toEqual(expected)
  })

  it.each([
    ['nothing', null],
    ['a text', 'postgres://'],
    ['no query', having('connect')],
    ['one of MySQL', having('query', 'execute')],
  ])('is refused without what it needs: %s', (_, handle) => {
    expect(() => checkPgHandle(handle)).toThrow(
      new TypeError(
        'fromPg takes a Pool or client of pg, a PGlite or its transaction, or an object with ' +
          'query({ text, values }) => Promise<{ rows }>',
      ),
    )
  })

  it('is refused with what to give where it is one of pg over libpq', () => {
    const native = { ...having('query'), native: {}, namedQueries: {} }
    expect(() => checkPgHandle(native)).toThrow('fromPg takes no pg-native: give it a Pool or client of pg itself')
    for (const other of [{ native: {} }, { namedQueries: {} }])
      expect(() => checkPgHandle({ ...having('query'), ...other })).not.toThrow()
  })

  it.each([
    [{ _connecting: false, _connected: false }, true],
    [{ _connecting: false, _connected: false, _ended: false }, true],
    [{ _connecting: true, _connected: false }, false],
    [{ _connecting: false, _connected: true }, false],
    [{ _connecting: false, _connected: false, _ended: true }, false],
    [{}, false],
  ])('was never connected where it says %j of itself: %s', (client, expected) => {
    expect(isNeverConnected(client)).toBe(expected)
  })
})
