import { describe, expect, it } from 'vitest'
import type { WriteStatement } from '../../../src/sql/core/database.js'
import type { SendAll } from '../../../src/sql/connections/driver.js'
import { pooled } from '../../../src/sql/connections/pooled.js'
import type { TransactionSql } from '../../../src/sql/connections/transaction.js'
import { failing, faultOf, inTime, scriptedDriver, settingsQuery, soon } from './scripted-driver.js'

const sql: TransactionSql = {
  autocommit: true,
  prepare: () => ['PREPARE'],
  begin: () => ['BEGIN'],
  beginAlone: () => ['BEGIN ALONE'],
  beginSnapshot: ['BEGIN SNAPSHOT'],
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
  restore: ['RESTORE'],
}

const statement = (text: string, mustChange?: number): WriteStatement => ({
  text,
  values: [],
  ...(mustChange !== undefined && { mustChange }),
})

type Script = Parameters<typeof scriptedDriver>[0]

/** Returns a pool whose connection was used before, so that its session is known; `log` holds what came since. */
async function usedPool(script: Script = {}, transactionSql = sql) {
  let isUsed = false
  const answerTo = (text: string) => (isUsed ? script.answerTo?.(text) : undefined)
  const { driver, log } = scriptedDriver({ ...script, answerTo })
  const one = {}
  const reused = { ...driver, acquire: (done: Parameters<typeof driver.acquire>[0]) => done(null, one) }
  const database = pooled(reused, transactionSql)
  await database.read(statement('FIRST'), inTime)
  isUsed = true
  log.length = 0
  return { database, log, forgets: () => !driver.sessionSettings.areRead(one) }
}

const answering = (failed: string, failure: Error | 'no answer') => ({
  answerTo: (text: string) => (text === failed ? failure : undefined),
})

describe('SqlDatabase: a call on a pool', () => {
  it('asks a connection what its session is set to before its first statement', async () => {
    const { driver, log } = scriptedDriver()
    await pooled(driver, sql).read(statement('SELECT 1'), inTime)
    expect(log).toEqual([settingsQuery, 'SELECT 1', 'release'])
  })

  it('sends a lone statement as it is, and a transaction where there are more or it may not stand alone', async () => {
    const { database, log } = await usedPool()
    await database.read(statement('SELECT 1'), inTime)
    await database.write([statement('INSERT 1')], inTime)
    expect(log.splice(0)).toEqual(['SELECT 1', 'release', 'INSERT 1', 'release'])
    const whole = ['PREPARE', 'BEGIN', 'INSERT 1', 'COMMIT', 'RESTORE', 'release']
    await database.write([statement('INSERT 1'), statement('INSERT 2')], inTime)
    expect(log).toEqual(whole.toSpliced(3, 0, 'INSERT 2'))
    const strict = await usedPool({}, { ...sql, autocommit: false })
    await strict.database.write([statement('INSERT 1')], inTime)
    expect(strict.log).toEqual(whole)
  })

  it('sends nothing for no statement', async () => {
    const { database, log } = await usedPool()
    expect(await database.write([], inTime)).toEqual({ committed: true, rows: [] })
    expect(log).toEqual([])
  })

  it('is a transaction of one where the session allows no lone statement', async () => {
    const { database, log } = await usedPool({ allows: false })
    await database.read(statement('SELECT 1'), inTime)
    await database.write([statement('INSERT 1')], inTime)
    const around = (text: string) => ['BEGIN ALONE', text, 'COMMIT', 'release']
    expect(log).toEqual([...around('SELECT 1'), ...around('INSERT 1')])
  })

  it('is not committed where it did not change as many rows as it must, and is undone in a transaction', async () => {
    const { database, log } = await usedPool()
    expect(await database.write([statement('UPDATE', 2)], inTime)).toEqual({ committed: false, rows: [] })
    expect(await database.write([statement('UPDATE', 1)], inTime)).toEqual({ committed: true, rows: [] })
    log.length = 0
    const written = await database.write([statement('UPDATE', 2), statement('INSERT')], inTime)
    expect(written).toEqual({ committed: false, rows: [] })
    expect(log).toEqual(['PREPARE', 'BEGIN', 'UPDATE', 'ROLLBACK', 'RESTORE', 'release'])
  })

  it.each([
    ['lost', 'destroy', false],
    ['unready', 'destroy', false],
    ['contention', 'release', true],
    ['refused', 'release', false],
  ] as const)('ends with %s, and leads to %s', async (kind, end, forgets) => {
    const pool = await usedPool(answering('UPDATE', failing(kind)))
    const fault = await faultOf(pool.database.write([statement('UPDATE')], inTime))
    // Of a connection that was used before, which may be all that is wrong.
    expect(fault).toMatchObject({ kind, mayBeStored: kind === 'lost', wasReused: end === 'destroy' })
    expect(pool.log).toEqual(['UPDATE', end])
    // Its session is asked anew, for another isolation may have been set.
    expect(pool.forgets()).toBe(forgets)
  })

  it('has stored nothing where its connection was lost in a read', async () => {
    const { database } = await usedPool(answering('SELECT 1', failing('lost')))
    expect(await faultOf(database.read(statement('SELECT 1'), inTime))).toMatchObject({ mayBeStored: false })
  })

  it('closes the connection where it is not answered in time, and a write may be stored', async () => {
    const { database, log } = await usedPool(answering('UPDATE', 'no answer'))
    const late = { kind: 'lost', isTimeout: true }
    expect(await faultOf(database.write([statement('UPDATE')], soon))).toMatchObject({ ...late, mayBeStored: true })
    expect(await faultOf(database.read(statement('UPDATE'), soon))).toMatchObject({ ...late, mayBeStored: false })
    expect(log).toEqual(['UPDATE', 'destroy', 'UPDATE', 'destroy'])
  })

  it('may be stored where its COMMIT was not answered, and not where a read was', async () => {
    const { database } = await usedPool({ ...answering('COMMIT', 'no answer'), allows: false })
    expect(await faultOf(database.write([statement('INSERT')], soon))).toMatchObject({ mayBeStored: true })
    expect(await faultOf(database.read(statement('SELECT'), soon))).toMatchObject({ mayBeStored: false })
  })

  it('is undone, and its session restored, where a statement fails', async () => {
    const cause = failing('contention')
    const { database, log } = await usedPool(answering('INSERT 2', cause))
    const fault = await faultOf(database.write([statement('INSERT 1'), statement('INSERT 2')], inTime))
    expect(fault).toMatchObject({ kind: 'contention', cause })
    expect(log).toEqual(['PREPARE', 'BEGIN', 'INSERT 1', 'INSERT 2', 'ROLLBACK', 'RESTORE', 'release'])
  })

  it('closes a connection whose session cannot be restored', async () => {
    const { database, log } = await usedPool(answering('RESTORE', failing('refused')))
    const both = [statement('INSERT 1'), statement('INSERT 2')]
    expect(await database.write(both, inTime)).toEqual({ committed: true, rows: [] })
    expect(log.at(-1)).toBe('destroy')
  })

  it('is unreachable where no connection comes in time', async () => {
    const { driver, log } = scriptedDriver({ connectsWith: 'no answer' })
    const fault = await faultOf(pooled(driver, sql).read(statement('SELECT 1'), soon))
    expect(fault).toMatchObject({ kind: 'unreachable', isTimeout: true, mayBeStored: false })
    expect(log).toEqual([])
  })

  it('on a first connection that was lost in a write may be stored', async () => {
    const { driver } = scriptedDriver(answering('INSERT', failing('lost')))
    const fault = await faultOf(pooled(driver, sql).write([statement('INSERT')], inTime))
    expect(fault).toMatchObject({ kind: 'lost', mayBeStored: true })
    const { driver: another } = scriptedDriver(answering('SELECT', failing('lost')))
    expect(await faultOf(pooled(another, sql).read(statement('SELECT'), inTime))).toMatchObject({ mayBeStored: false })
  })
})

describe('SqlDatabase: a transaction over a connection that takes several statements at once', () => {
  const counted = (changed: number) => ({ rows: [], changed })

  /** Returns a pool that logs statements that are sent at once as one, and gives them these answers and this end. */
  function poolAtOnce(answers: readonly number[], error: Error | null = null) {
    const { driver, log } = scriptedDriver()
    const senderOfAll = (): SendAll => (statements, done) => {
      log.push(statements.map(({ text }) => text).join('; '))
      done(error, answers.map(counted))
    }
    const atOnce = { ...sql, prepare: () => [], beginTogether: () => [statement('BEGIN')], restore: [] }
    return { database: pooled({ ...driver, senderOfAll }, atOnce), log }
  }

  const both = [statement('UPDATE', 1), statement('INSERT', 2)]

  it('takes two round trips, of which the second is COMMIT', async () => {
    const { database, log } = poolAtOnce([0, 1, 2])
    expect(await database.write(both, inTime)).toEqual({ committed: true, rows: [] })
    expect(log).toEqual([settingsQuery, 'BEGIN; UPDATE; INSERT', 'COMMIT', 'release'])
  })

  it('is undone where one did not change as many rows as it must, whatever became of those behind it', async () => {
    for (const [answers, error] of [
      [[0, 1, 3], null],
      [[0, 0, 2], null],
      [[0, 0], failing('refused')],
    ] as const) {
      const { database, log } = poolAtOnce(answers, error)
      expect(await database.write(both, inTime)).toEqual({ committed: false, rows: [] })
      expect(log.slice(2)).toEqual(['ROLLBACK', 'release'])
    }
  })

  it('is undone, and fails, where one fails behind others that changed what they must', async () => {
    const cause = failing('contention')
    const { database, log } = poolAtOnce([0, 1], cause)
    expect(await faultOf(database.write(both, inTime))).toMatchObject({ kind: 'contention', cause, mayBeStored: false })
    expect(log.slice(2)).toEqual(['ROLLBACK', 'release'])
  })

  it('is sent statement by statement where it is large', async () => {
    const { database, log } = poolAtOnce([0, 1, 2])
    const large = { ...statement('INSERT'), values: ['x'.repeat(200_000)] }
    await database.write([statement('UPDATE', 1), large], inTime)
    expect(log).toEqual([settingsQuery, 'BEGIN', 'UPDATE', 'INSERT', 'COMMIT', 'release'])
  })
})
