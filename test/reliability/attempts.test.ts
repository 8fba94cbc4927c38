import { memoryRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { firstSeeds, named, playAll, seedsOfRun } from './seeds.js'
import { playAttempts } from './simulation/attempt-play.js'
import { wrongStorages } from './simulation/wrong-storages.js'
import { examples, isShort } from '../support/rounds.js'

const seeds = seedsOfRun(100)

const done = ['start', 'act', 'deliver', 'checkDue', 'check', 'abandon', 'import', 'pull', 'take', 'waive', 'cancel']
const refused = ['start → attempt_conflict', 'start → provider_unavailable', 'start → killed', 'checkDue → killed']
const faults = [
  'kills',
  'start lost',
  'start broken',
  'status lost',
  'cancel lost',
  'signed',
  'hint',
  'forged',
  'not answered',
]
const ends = [
  'end paid',
  'end unknown',
  'end failed abandoned',
  'end failed refused',
  'end failed provider_unavailable',
]

describe('attempts: the simulation (R23)', { timeout: 3_600_000 }, () => {
  it(`break no rule over ${named(seeds)}: pushed once, paid once, decided within the polls`, async () => {
    const outcomes = await playAll(seeds, (seed) => playAttempts(seed))
    console.info(`R23: ${named(seeds)}`, outcomes)
    if (seeds.length < 100) return
    for (const outcome of [...done.map((name) => `${name} → done`), ...refused, ...faults, ...ends])
      expect(outcomes[outcome], outcome).toBeGreaterThan(0)
  })

  it('play a seed the same way each time', async () => {
    for (const seed of firstSeeds(examples(5))) expect(await playAttempts(seed)).toEqual(await playAttempts(seed))
    expect(await playAttempts(1)).not.toEqual(await playAttempts(2))
  })

  // Of the simulation itself, which says nothing of the library.
  it.skipIf(isShort).each(Object.entries(wrongStorages))(
    'notice a storage that %s, and name the seed',
    async (_, fault) => {
      const make = () => fault(memoryRepository())
      await expect(playAll(firstSeeds(300), (seed) => playAttempts(seed, make()))).rejects.toThrow(
        /^seed \d+ fails .*HP_SEED=\d+$/s,
      )
    },
  )
})
