import type { PaymentErrorCode } from 'hospital-payments'
import { fromSqlite, type SqlDatabase } from 'hospital-payments/sql'
import { beforeAll, expect, it } from 'vitest'
import { libsql, onEach } from '../../support/databases/index.js'
import { migrated } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { driverText, type FailingHandles, failingHandles, type Strike } from './failing-handle.js'
import { allOperations } from './finance-operations.js'
import { canaries, type Operation } from './operations.js'
import { type Course, expectDone, expectTruth, outcomeOf } from './outcome.js'
import { courseOf, sceneOf } from './scene.js'
import type { State } from './state.js'

const timeoutMs = 400

interface Kind extends Omit<Strike, 'skip'> {
  readonly reported: readonly (PaymentErrorCode | 'done')[]
}

/** The ends that each failure may have; anything else would be a wrong word to the caller. */
const kinds: readonly Kind[] = [
  { code: 'SQLITE_BUSY', times: 1, reported: ['done'] },
  { code: 'SQLITE_BUSY', times: 4, reported: ['done'] },
  { code: 'SQLITE_FULL', times: 1, reported: ['storage_unavailable'] },
  { code: 'SQLITE_FULL', times: 1, undoes: true, reported: ['storage_unavailable'] },
  { code: 'SQLITE_READONLY', times: 1, reported: ['storage_unavailable'] },
  { code: 'SQLITE_IOERR_FSYNC', times: 1, text: /^COMMIT/, reported: ['outcome_unknown'] },
]

/** Checks whether the operation was stored before the call that failed, which was to read it again. */
const wasUnread = ({ operation, after }: Course, state: State) =>
  operation.readsAgain === true && JSON.stringify(state) === JSON.stringify(after)

onEach([libsql], 'sqlRepository: whichever call of the driver fails (R8)', (entry) => {
  const database = migrated(entry)
  let failing: FailingHandles
  let sql: SqlDatabase
  beforeAll(() => {
    failing = failingHandles(database())
    sql = fromSqlite(failing.handle, failing)
  })

  async function callsOf(operation: Operation): Promise<{ course: Course; calls: number }> {
    const first = failing.calls
    const course = await courseOf(database(), sql, operation)
    return { course, calls: failing.calls - first }
  }

  async function strike(course: Course, { reported, ...kind }: Kind, skip: number): Promise<void> {
    const { operation } = course
    const { run, repeat, state } = await sceneOf(database(), operation)
    failing.arm({ ...kind, skip })
    const outcome = await outcomeOf(run(sql, timeoutMs))
    const struck = failing.disarm()
    // The last calls of all are not made where statements are prepared already.
    if (struck.count === 0) return
    expect(database().handle).toMatchObject({ inTransaction: false })
    const stored = await state()
    expectTruth(course, outcome, stored)
    const known = struck.atEndOfScan ? ['done'] : wasUnread(course, stored) ? ['outcome_unknown', 'done'] : reported
    expect(known).toContain('error' in outcome ? outcome.error.code : 'done')
    if ('error' in outcome) {
      const { code, retryable, cause, message } = outcome.error
      expect(retryable).toBe(code !== 'storage_unavailable')
      expect(cause).toMatchObject({ message: driverText })
      for (const secret of [...canaries, driverText]) expect(message).not.toContain(secret)
    }
    await repeat(sql)
    expectDone(course, await state())
  }

  it.each(allOperations)('$name leaves the state before or after it, and can be repeated', async (operation) => {
    const { course, calls } = await callsOf(operation)
    const strikes = kinds.flatMap((kind) => Array.from({ length: calls }, (_, skip) => ({ kind, skip })))
    for (const { kind, skip } of strikes.filter((_, i) => i % rounds(5, 1) === 0)) {
      await strike(course, kind, skip).catch((cause: unknown) => {
        throw new Error(`${kind.code} at call ${skip} of ${calls}: ${String(cause)}`, { cause })
      })
    }
    console.info(`R8 on ${entry.name}: ${operation.name}, ${calls} calls, ${strikes.length} failures`)
    expect(calls).toBeGreaterThan(0)
  })
})
