/** Months on each storage: the same as a naive ledger has them, whatever was left out, closed, changed late or undone. */
import { memoryRepository } from 'hospital-payments'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { freshTenant, libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { examples } from '../../support/rounds.js'
import { counter } from '../lines/support/counter.js'
import { checkMonths, drawnMonths, playMonths } from './support/month-play.js'

describe('days.month', () => {
  it('in memory: random months are those of a naive ledger', async () => {
    await fc.assert(
      fc.asyncProperty(drawnMonths, async (drawn) => {
        const desk = counter({ repository: memoryRepository() })
        const { imported } = await playMonths(desk, drawn)
        await checkMonths(desk.payments, imported)
      }),
      { numRuns: examples(200) },
    )
  })
})

onEach([libsql, postgres, mariadb], 'days.month', (entry) => {
  const database = migrated(entry as typeof libsql | typeof postgres)

  it('random months are those of a naive ledger', async () => {
    await fc.assert(
      fc.asyncProperty(drawnMonths, async (drawn) => {
        const desk = counter({ repository: repositoryOn(database(), { tenant: freshTenant() }) })
        const { imported } = await playMonths(desk, drawn)
        await checkMonths(desk.payments, imported)
      }),
      { numRuns: examples(20) },
    )
  })
})
