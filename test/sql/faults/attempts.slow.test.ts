/** Whichever statement of an operation of attempts fails: each of its writes is stored whole or not at all, and it ends all the same. */
import { fromSqlite, type SqlDatabase } from 'hospital-payments/sql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { libsql, mariadb, onEach, postgres, type TestDatabase } from '../../support/databases/index.js'
import { migrated } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { attemptOperations } from './attempt-operations.js'
import { attemptCourseOf, attemptSceneOf, playFault } from './attempt-scene.js'
import { type FailingHandles, failingHandles } from './failing-handle.js'
import { type Lane, openLane } from './lane.js'
import { ofCalls } from './tenant-pattern.js'

const timeoutMs = 1000

/** Picks evenly apart, where there is no time for all. */
function someOf<Fault>(faults: readonly Fault[], max: number): readonly Fault[] {
  const apart = Math.max(1, faults.length / max)
  return faults.filter((_, at) => Math.floor(at / apart) !== Math.floor((at - 1) / apart))
}

onEach([postgres, mariadb], 'payments.attempts: whichever statement is cut off (R8)', (entry) => {
  const database = migrated(entry)
  let lane: Lane
  beforeAll(async () => {
    lane = await openLane(database())
    return () => lane.close()
  })

  it.each(attemptOperations)('$name: each write whole or not at all', { timeout: 900_000 }, async (operation) => {
    const watched = lane.proxy.watch(ofCalls)
    await (await attemptSceneOf(database(), operation)).run(lane.sql, 60_000).catch(() => undefined)
    watched.remove()
    const course = await attemptCourseOf(database(), lane.sql, operation)
    const cuts = Array.from({ length: watched.count }, (_, skip) =>
      (['cutBefore', 'cutAfter'] as const).flatMap((when) => [1, Infinity].map((times) => ({ when, skip, times }))),
    ).flat()
    const reported: Record<string, number> = {}
    for (const cut of someOf(cuts, rounds(6, Infinity))) {
      const scene = await attemptSceneOf(database(), operation)
      const fault = lane.proxy[cut.when](ofCalls, cut)
      const time = cut.times === 1 ? 5000 : timeoutMs
      const code = await playFault(course, scene, { sql: lane.sql, timeoutMs: time, mend: () => fault.remove() }).catch(
        (cause: unknown) => {
          throw new Error(`${JSON.stringify(cut)} of ${watched.count}: ${String(cause)}`, { cause })
        },
      )
      reported[code] = (reported[code] ?? 0) + 1
    }
    console.info(`R8 on ${entry.name}: ${operation.name}, ${watched.count} statements:`, reported)
  })

  it('no connection is lost to the pool', async () => {
    expect(await lane.missing()).toBe(0)
  })
})

onEach([libsql], 'payments.attempts: whichever call of the driver fails (R8)', (entry) => {
  const database = migrated(entry)
  let failing: FailingHandles
  let sql: SqlDatabase
  beforeAll(() => {
    failing = failingHandles(database())
    sql = fromSqlite(failing.handle, failing)
  })
  afterAll(() => expect(database().handle).toMatchObject({ inTransaction: false }))

  const kinds = [
    { code: 'SQLITE_BUSY', times: 1 },
    { code: 'SQLITE_FULL', times: 1 },
    { code: 'SQLITE_FULL', times: 1, undoes: true },
    { code: 'SQLITE_IOERR_FSYNC', times: 1, text: /^COMMIT/ },
  ] as const

  it.each(attemptOperations)('$name: each write whole or not at all', { timeout: 900_000 }, async (operation) => {
    const first = failing.calls
    await (await attemptSceneOf(database() as TestDatabase, operation)).run(sql, 60_000).catch(() => undefined)
    const calls = failing.calls - first
    const course = await attemptCourseOf(database(), sql, operation)
    const strikes = kinds.flatMap((kind) => Array.from({ length: calls }, (_, skip) => ({ ...kind, skip })))
    for (const strike of someOf(strikes, rounds(30, Infinity))) {
      const scene = await attemptSceneOf(database(), operation)
      failing.arm(strike)
      await playFault(course, scene, { sql, timeoutMs: 400, mend: () => void failing.disarm() }).catch(
        (cause: unknown) => {
          throw new Error(`${strike.code} at call ${strike.skip} of ${calls}: ${String(cause)}`, { cause })
        },
      )
    }
    console.info(`R8 on ${entry.name}: ${operation.name}, ${calls} calls, ${strikes.length} failures`)
  })
})
