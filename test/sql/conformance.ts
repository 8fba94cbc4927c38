/** The kit over the SQL repository on every database. */
import { type ContractCase, repositoryContract } from 'hospital-payments/testing'
import { test } from 'vitest'
import type { DatabaseEntry } from '../support/databases/database.js'
import { databases, onEach, pglite, systemPostgres } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { isLarge } from '../support/kit-sizes.js'

/** PGlite decodes text with a decoder that drops a byte order mark at its beginning; the README says so. */
const beyondPglite = 'Texts of every kind come back exactly'

/** A second kind of PostgreSQL: the first case of each promise is enough for a quick run. */
const seconds: readonly DatabaseEntry[] = [pglite, systemPostgres]

/** What stores thousands of payments is slow. */
function isQuick(entry: DatabaseEntry, kitCase: ContractCase, cases: readonly ContractCase[]): boolean {
  if (isLarge(kitCase)) return false
  return !seconds.includes(entry) || cases.find(({ promise }) => promise === kitCase.promise) === kitCase
}

/** Declares either the quick cases or all the others. */
export function declareConformance(speed: 'quick' | 'slow'): void {
  onEach(databases, 'the SQL repository keeps every promise of the port', (entry) => {
    const database = migrated(entry)
    const cases = repositoryContract(async () => ({ repository: repositoryOn(database(), { timeoutMs: 60_000 }) }))
    for (const kitCase of cases) {
      if (isQuick(entry, kitCase, cases) !== (speed === 'quick')) continue
      const isBeyond = entry === pglite && kitCase.name === beyondPglite
      // Side by side, as the kit allows: each case has a tenant of its own.
      test.concurrent(kitCase.name, { fails: isBeyond, timeout: 240_000 }, kitCase.run)
    }
  })
}
