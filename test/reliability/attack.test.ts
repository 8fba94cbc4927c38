import { memoryRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { attack } from './attack/play.js'
import { firstSeeds, named, playAll, seedsOfRun } from './seeds.js'
import { wrongStorages } from './simulation/wrong-storages.js'

const seeds = seedsOfRun(60)

describe(
  'lines, refunds, attempts and payments: an attack of eight callers at once (R22)',
  { timeout: 1_800_000 },
  () => {
    it(`ties out with a naive ledger after every round, over ${named(seeds)}`, async () => {
      const outcomes = await playAll(seeds, (seed) => attack(seed))
      console.info('R22', outcomes)
      for (const outcome of Object.keys(outcomes)) expect(outcome).not.toMatch(/internal_error|storage_unavailable/)
    })

    it.each([
      'stores attempts without their lines',
      'stores attempts without their payments',
      'stores lines without their attempts',
    ])('notice a storage that %s, and name the seed', async (name) => {
      const make = () => wrongStorages[name]!(memoryRepository())
      await expect(playAll(firstSeeds(100), (seed) => attack(seed, make()))).rejects.toThrow(/^seed \d+ fails /)
    })
  },
)
