/** The kit over the SQL repository on every database. */
import { repositoryContract } from 'hospital-payments/testing'
import { test } from 'vitest'
import { type DatabaseEntry, onEach, pglite, postgres } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { type financeContract } from '../support/finance-contract/index.js'
import { firstOf } from '../support/kit-sizes.js'
import { isShort } from '../support/rounds.js'
import { isOf, type Speed } from './case-speed.js'

/** PGlite decodes text with a decoder that drops a byte order mark at its beginning; `docs/what-is-tested.md` says so. */
const beyondPglite = 'Texts of every kind come back exactly'

/** Declares the cases of a run on some databases. */
export function declareConformance(speed: Speed, entries: readonly DatabaseEntry[]): void {
  onEach(entries, 'sqlRepository: every promise of PaymentRepository is kept', (entry) => {
    const database = migrated(entry)
    const cases = repositoryContract(async () => ({ repository: repositoryOn(database(), { timeoutMs: 60_000 }) }))
    for (const kitCase of cases) {
      if (!isOf(speed, entry, kitCase, firstOf(cases))) continue
      const isBeyond = entry === pglite && kitCase.name === beyondPglite
      // Side by side, as the kit allows: each case has a tenant of its own.
      test.concurrent(kitCase.name, { fails: isBeyond, timeout: 240_000 }, kitCase.run)
    }
  })
}

/** Declares the core of the kit on PostgreSQL, where a run over one storage plays the whole of it on another. */
export function declareCoreOnPostgres(contract: Contract): void {
  if (isShort) declareCore(postgres, contract)
}

type Contract = typeof repositoryContract | typeof financeContract

/** Declares a case of each promise on a database. */
export function declareCore(entry: DatabaseEntry, contract: Contract): void {
  onEach([entry], 'sqlRepository: the core of every promise is kept', (entry) => {
    const database = migrated(entry)
    const cases = contract(async () => ({ repository: repositoryOn(database(), { timeoutMs: 60_000 }) }))
    for (const { name, run } of firstOf(cases)) test.concurrent(name, { timeout: 240_000 }, run)
  })
}
