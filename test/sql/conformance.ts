/** The kit over the SQL repository. The cases of thousands of payments are slow, and so in a test file of their own. */
import { type ContractCase, repositoryContract } from 'hospital-payments/testing'
import { test } from 'vitest'
import { databases, onEach, pglite } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'

/** PGlite decodes text with a decoder that drops a byte order mark at its beginning; the README says so. */
const beyondPglite = 'Texts of every kind come back exactly'

export function declareConformance(isDeclared: (kitCase: ContractCase) => boolean): void {
  onEach(databases, 'the SQL repository keeps every promise of the port', (entry) => {
    const database = migrated(entry)
    const cases = repositoryContract(async () => ({ repository: repositoryOn(database(), { timeoutMs: 60_000 }) }))
    for (const { name, run } of cases.filter(isDeclared)) {
      const isBeyond = entry === pglite && name === beyondPglite
      // Side by side, as the kit allows: each case has a tenant of its own.
      test.concurrent(name, { fails: isBeyond, timeout: 240_000 }, run)
    }
  })
}
