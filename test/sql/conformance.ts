/** The kit over the SQL repository on every database. */
import { repositoryContract } from 'hospital-payments/testing'
import { test } from 'vitest'
import { type DatabaseEntry, onEach, pglite } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { firstOf, isOf, type Speed } from './case-speed.js'

/** PGlite decodes text with a decoder that drops a byte order mark at its beginning; `docs/what-is-tested.md` says so. */
const beyondPglite = 'Texts of every kind come back exactly'

/** Declares the cases of a run on some databases. */
export function declareConformance(speed: Speed, entries: readonly DatabaseEntry[]): void {
  onEach(entries, 'the SQL repository keeps every promise of the port', (entry) => {
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
