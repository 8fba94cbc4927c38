/** People who reconcile at the same time, each in what is a process of its own to the database. */
import type { HospitalPayments, PaymentRepository } from 'hospital-payments'
import type { ReplaceOutcome } from 'hospital-payments/repository'
import { fromMysql2, fromPg, fromSqlite, sqlRepository, type SqlDatabase } from 'hospital-payments/sql'
import { createPool } from 'mysql2/promise'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { freshTenant, type TestDatabase } from '../../support/databases/index.js'
import { repositoryOn } from '../../support/databases/repository.js'
import { wrapped } from '../../support/repositories.js'
import { testService, type TestService } from '../../support/service.js'
import { issueBills } from './day.js'

export const freshBytes = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

export interface Connected {
  sql: SqlDatabase
  end(): unknown
}

export function connect(database: TestDatabase): Connected {
  switch (database.driver) {
    case 'pg': {
      const pool = new pg.Pool({ connectionString: database.url, max: 2 })
      return { sql: fromPg(pool), end: () => pool.end() }
    }
    case 'mysql2': {
      const pool = createPool({ uri: database.url, connectionLimit: 2 })
      return { sql: fromMysql2(pool), end: () => pool.end() }
    }
    case 'libsql':
    case 'node:sqlite': {
      const handle = database.open()
      return { sql: fromSqlite(handle, { open: database.open }), end: () => handle.close() }
    }
    case 'pglite':
      throw new Error('PGlite has one connection: no place for races')
  }
}

/** Delays some of the writes, so that another clerk can overtake this one. */
const thoughtful = (repository: PaymentRepository) =>
  wrapped(repository, async (_, proceed) => {
    const answer = (await proceed()) as Partial<ReplaceOutcome> | null
    if (answer?.outcome === 'replaced' && Math.random() < 0.3) await sleep(Math.random() * 20)
    return answer
  })

export interface Office extends TestService {
  readonly tenant: string
  readonly clerks: readonly HospitalPayments[]
}

/** Pools or handles of their own for so many clerks, for as long as the suite runs. */
export function clerksOf(database: () => TestDatabase, count: number) {
  const connected: Connected[] = []
  beforeAll(() => {
    for (let i = 0; i < count; i++) connected.push(connect(database()))
  })
  afterAll(async () => {
    for (const { end } of connected) await end()
  })
  /** An empty hospital, in which so many groups of bills are issued. */
  return async (groups: number, referencePolicy: 'allow' | 'one-live' = 'allow'): Promise<Office> => {
    const tenant = freshTenant()
    const service = testService({
      repository: repositoryOn(database(), { tenant }),
      random: freshBytes,
      referencePolicy,
    })
    await issueBills(service, groups)
    const { dialect } = database()
    const clerks = connected.map(({ sql }) =>
      service.payments.using(thoughtful(sqlRepository(sql, { dialect, tenant, timeoutMs: 60_000 }))),
    )
    return { ...service, tenant, clerks }
  }
}
