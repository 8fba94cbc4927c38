/** The journal of days at a hospital over each database: what the lines say, and the same as over the storage in memory. */
import type { FinanceRepository } from 'hospital-payments/repository'
import { sqlRepository } from 'hospital-payments/sql'
import { expect, it } from 'vitest'
import { freshTenant, libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, sqlOn } from '../../support/databases/repository.js'
import { firstSeeds } from '../../reliability/seeds.js'
import { playJournal } from '../../reliability/simulation/journal-play.js'
import { rounds } from '../../support/rounds.js'

onEach([postgres, mariadb, libsql], 'reports.journal', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  it.each(firstSeeds(rounds(2, 60)))(
    'is what the lines of each day say, as over the storage in memory: seed %i',
    async (seed) => {
      const repository = sqlRepository(sqlOn(database()), { tenant: freshTenant() }) as FinanceRepository
      expect(await playJournal(seed, repository)).toEqual(await playJournal(seed))
    },
    300_000,
  )
})
