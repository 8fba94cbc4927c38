import type { HospitalPayments, PaymentRepository } from 'hospital-payments'
import { sqlRepository } from 'hospital-payments/sql'
import type { ManualClock } from 'hospital-payments/testing'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { freshTenant, type TestDatabase } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { run } from '../../support/schema-rows.js'
import { testService } from '../../support/service.js'
import type { Host, HostTransaction, Place } from './host.js'

/** The way of a service into the host's transaction. */
export type Way = 'bridge' | 'within'

type TransactionInHand = Pick<HostTransaction, 'database'> & Partial<Pick<HostTransaction, 'connection'>>

/** A host with an empty table of invoices, and no payments yet. */
export interface Hospital {
  readonly host: Host
  /** The library that the host uses. */
  readonly library: string
  readonly database: TestDatabase
  readonly tenant: string
  readonly clock: ManualClock
  /** Over a pool: what others see. */
  readonly payments: HospitalPayments
  readonly repository: PaymentRepository
  /**
   * Makes a service in the host's transaction: over the bridge of its library, or by `payments.within`, as the suite is
   * declared.
   */
  within(tx: TransactionInHand, timeoutMs?: number): HospitalPayments
  repositoryWithin(tx: Pick<HostTransaction, 'database'>, timeoutMs?: number): PaymentRepository
  /** Lists what is committed, in order. */
  invoices(): Promise<unknown[]>
}

async function hospitalOn(host: Host, library: string, database: TestDatabase, way: Way): Promise<Hospital> {
  await run(database, 'DELETE FROM invoices')
  const tenant = freshTenant()
  const repository = repositoryOn(database, { tenant })
  const { payments, clock } = testService({ repository, referencePolicy: 'one-live' })
  const repositoryWithin: Hospital['repositoryWithin'] = (tx, timeoutMs) =>
    sqlRepository(tx.database, { tenant, timeoutMs })
  return {
    host,
    library,
    database,
    tenant,
    clock,
    payments,
    repository,
    within: (tx, timeoutMs) =>
      way === 'within' && tx.connection && timeoutMs === undefined
        ? payments.within(tx.connection)
        : payments.using(repositoryWithin(tx, timeoutMs)),
    repositoryWithin,
    invoices: async () =>
      (await database.rows('SELECT number FROM invoices ORDER BY number')).map(({ number }) => number),
  }
}

/** Declares the cases for every library of a place, all in one database; each case has a hospital of its own. */
export function declareFor(
  { database: entry, hosts }: Place,
  declareCases: (hospital: () => Hospital) => void,
  way: Way = 'bridge',
): void {
  const database = migrated(entry)
  beforeAll(() => run(database(), 'CREATE TABLE invoices (number VARCHAR(40) PRIMARY KEY)'))
  for (const { library, connect } of hosts) {
    describe(`through ${library}`, () => {
      let host: Host
      let hospital: Hospital
      beforeAll(async () => {
        host = await connect(database())
      })
      afterAll(() => host.end())
      beforeEach(async () => {
        hospital = await hospitalOn(host, library, database(), way)
      })
      declareCases(() => hospital)
    })
  }
}
