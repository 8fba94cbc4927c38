/** A process that archives a month, in small batches. */
import { archiveInBatches } from '../../../src/tenants/archive/archive.js'
import type { Work } from '../../support/kills/work.js'
import { timeZone } from './november.js'

export const to = 'old_'
const sizes = { seedsAtOnce: 5, rowsOfBatch: 4 }
export const before = '2023-12-15'

export const work: Work = (_repository, _args, say, place) => [
  async () => {
    const { database, tenant } = place!
    say(JSON.stringify(await archiveInBatches(database, { tenant, before, to, timeZone }, sizes)))
  },
]
