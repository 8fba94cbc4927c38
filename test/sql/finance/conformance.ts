/** The kit of finance over the SQL repository on every database. */
import { test } from 'vitest'
import { type DatabaseEntry, onEach, pglite } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { financeContract } from '../../support/finance-contract/index.js'
import { isOf, type Speed } from '../case-speed.js'

/** The case that PGlite fails, as for payments: it drops a byte order mark at the beginning of a text. */
const beyondPglite = 'Texts of lines, events and notes are kept as they are'

/** Declares the cases of a run on some databases. */
export function declareFinanceConformance(speed: Speed, entries: readonly DatabaseEntry[]): void {
  onEach(entries, 'sqlRepository: every promise of FinanceRepository is kept', (entry) => {
    const database = migrated(entry)
    const cases = financeContract(async () => ({ repository: repositoryOn(database(), { timeoutMs: 60_000 }) }))
    for (const kitCase of cases) {
      if (!isOf(speed, entry, kitCase)) continue
      const isBeyond = entry === pglite && kitCase.name === beyondPglite
      test.concurrent(kitCase.name, { fails: isBeyond, timeout: 240_000 }, kitCase.run)
    }
  })
}
