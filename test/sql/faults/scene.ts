import { sqlRepository, type SqlDatabase, type SqlRepositoryOptions } from 'hospital-payments/sql'
import { freshTenant } from '../../support/databases/database.js'
import type { TestDatabase } from '../../support/databases/index.js'
import { repositoryOn } from '../../support/databases/repository.js'
import { caller, type Operation } from './operations.js'
import { type Course, outcomeOf } from './outcome.js'
import { type State, stateOf } from './state.js'

/** An operation at its beginning, in a tenant of its own. */
export interface Scene {
  readonly operation: Operation
  readonly tenant: string
  /** Runs the operation through connections that may fail. */
  run(sql: SqlDatabase, timeoutMs: number, tablePrefix?: string): Promise<unknown>
  /** Repeats it, as a caller does who does not know what became of the first time. */
  repeat(sql: SqlDatabase): Promise<void>
  state(): Promise<State>
}

export async function sceneOf(database: TestDatabase, operation: Operation): Promise<Scene> {
  const { dialect } = database
  const tenant = freshTenant()
  const id = await operation.prepare(caller(repositoryOn(database, { tenant }), 1))
  const through = (sql: SqlDatabase, seed: number, options: Omit<SqlRepositoryOptions, 'dialect'>) =>
    operation.run(
      caller(sqlRepository(sql, { dialect, tenant, ...database.options?.repository, ...options }), seed),
      id,
    )
  return {
    operation,
    tenant,
    run: (sql, timeoutMs, tablePrefix) => through(sql, 2, { timeoutMs, tablePrefix }),
    // A sweep makes new events for what was left over, all else the same as before.
    async repeat(sql) {
      const outcome = await outcomeOf(through(sql, operation.stores === 'one by one' ? 3 : 2, { timeoutMs: 20_000 }))
      if ('error' in outcome && outcome.error.code !== operation.refusedAgain) throw outcome.error
    },
    state: () => stateOf(database, tenant),
  }
}

/** Runs the operation where nothing fails, and keeps what is stored before and after it. */
export async function courseOf(database: TestDatabase, sql: SqlDatabase, operation: Operation): Promise<Course> {
  const { run, state } = await sceneOf(database, operation)
  const before = await state()
  const answer = await run(sql, 60_000)
  return { operation, before, after: await state(), answer }
}
