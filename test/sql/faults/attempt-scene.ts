/** An operation of attempts at its beginning, in a tenant of its own, and the states that it may leave. */
import { isPaymentError } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import { expect } from 'vitest'
import { checkBooks } from '../../operations/lines/support/counter.js'
import { freshTenant } from '../../support/databases/database.js'
import type { TestDatabase } from '../../support/databases/index.js'
import { repositoryOn } from '../../support/databases/repository.js'
import { attemptCaller, type AttemptOperation, starts, untilEnd } from './attempt-operations.js'
import { outcomeOf } from './outcome.js'
import { type State, stateOf } from './state.js'

export interface AttemptScene {
  /** Runs the operation through connections that may fail. */
  run(sql: SqlDatabase, timeoutMs: number): Promise<unknown>
  state(): Promise<State>
  /** Makes the call again, later, and lets every poll pass: the attempt ends as where nothing failed, and the books agree. */
  expectEnd(sql: SqlDatabase): Promise<void>
}

export async function attemptSceneOf(database: TestDatabase, operation: AttemptOperation): Promise<AttemptScene> {
  const { dialect } = database
  const tenant = freshTenant()
  const repository = repositoryOn(database, { tenant }) as FinanceRepository
  const id = await operation.prepare(attemptCaller(repository, 1))
  const through = (sql: SqlDatabase, timeoutMs: number, seed: number, laterMs = 0) =>
    attemptCaller(sqlRepository(sql, { dialect, tenant, timeoutMs }), seed, laterMs)
  return {
    run: (sql, timeoutMs) => operation.run(through(sql, timeoutMs, 2), id),
    state: () => stateOf(database, tenant),
    async expectEnd(sql) {
      const again = await outcomeOf(operation.run(through(sql, 20_000, 3, untilEnd[0]), id))
      if ('error' in again) expect(['provider_unavailable', 'attempt_conflict']).toContain(again.error.code)
      for (const [at, laterMs] of untilEnd.entries())
        await through(sql, 20_000, 4 + at, laterMs).payments.attempts.checkDue()
      const { payments } = attemptCaller(repository, 9)
      const { items } = await payments.attempts.list()
      for (const { status, nextCheckAt, lineKey } of items)
        expect([status, nextCheckAt, lineKey !== null]).toEqual([operation.end, null, operation.end === 'paid'])
      const [bill] = (await payments.reportPayments()).items
      const payment = (await payments.getPayment(bill!.paymentId))!
      const isPaid = operation.end === 'paid'
      expect(payment).toMatchObject({
        status: isPaid ? 'succeeded' : 'pending',
        amountReconciled: isPaid ? payment.amount : 0,
        attemptId: null,
      })
      if (isPaid) {
        expect(items).toHaveLength(1)
        const balance = await payments.accounts.balance({ account: 'paying', currency: payment.currency })
        expect(balance).toBe(String(payment.amount - 7))
        expect((await payments.lines.list({ account: 'paying' })).items).toHaveLength(2)
      }
      for (const one of items) expect(starts.filter((started) => started === one.id).length).toBeLessThanOrEqual(1)
      await checkBooks(repository)
    },
  }
}

/** The states of an operation where nothing fails: before it, and after each of its writes. */
export interface AttemptCourse {
  readonly operation: AttemptOperation
  readonly states: readonly State[]
}

/** Runs an operation where nothing fails, and keeps what is stored after each write. */
export async function attemptCourseOf(
  database: TestDatabase,
  sql: SqlDatabase,
  operation: AttemptOperation,
): Promise<AttemptCourse> {
  const scene = await attemptSceneOf(database, operation)
  const states = [await scene.state()]
  const watching: SqlDatabase = {
    ...sql,
    async write(...call) {
      const answer = await sql.write(...call)
      states.push(await scene.state())
      return answer
    },
  }
  starts.length = 0
  await scene.run(watching, 60_000).catch((error: unknown) => {
    if (!isPaymentError(error, 'provider_unavailable')) throw error
  })
  await scene.expectEnd(sql)
  expect(states.length).toBeGreaterThan(2)
  return { operation, states }
}

/** Plays an operation that meets a fault: the state is one between its writes, and later it ends as where nothing failed. */
export async function playFault(
  { operation, states }: AttemptCourse,
  scene: AttemptScene,
  { sql, timeoutMs, mend }: { readonly sql: SqlDatabase; readonly timeoutMs: number; mend(): void },
): Promise<string> {
  starts.length = 0
  const outcome = await outcomeOf(scene.run(sql, timeoutMs))
  mend()
  expect(states).toContainEqual(await scene.state())
  const reported = 'error' in outcome ? outcome.error.code : 'done'
  const known = ['done', 'storage_unavailable', 'outcome_unknown', 'provider_unavailable', 'concurrent_update']
  expect(known, operation.name).toContain(reported)
  await scene.expectEnd(sql)
  return reported
}
