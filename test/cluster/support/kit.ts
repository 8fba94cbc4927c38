/** The conformance kit over a database of several servers. */
import { type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import { repositoryContract } from 'hospital-payments/testing'
import { test } from 'vitest'
import { freshTenant } from '../../support/databases/database.js'
import { isLong } from '../../support/rounds.js'

/** Cases of many rows are about one server, and take longest where each write goes to three. */
const isOfManyRows = /\d{3}|hundreds|thousands/

export function declareKit(database: () => SqlDatabase): void {
  const make = async () => {
    const { dialect } = database()
    return { repository: sqlRepository(database(), { dialect, tenant: freshTenant(), timeoutMs: 60_000 }) }
  }
  for (const { name, run } of repositoryContract(make))
    test.skipIf(!isLong && isOfManyRows.test(name)).concurrent(name, run)
}
