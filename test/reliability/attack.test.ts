import { describe, expect, it } from 'vitest'
import { attack } from './attack/play.js'
import { named, playAll, seedsOfRun } from './seeds.js'

const seeds = seedsOfRun(60)

describe('lines, refunds and payments: an attack of eight callers at once (R22)', { timeout: 1_800_000 }, () => {
  it(`ties out with a naive ledger after every round, over ${named(seeds)}`, async () => {
    const outcomes = await playAll(seeds, (seed) => attack(seed))
    console.info('R22', outcomes)
    for (const outcome of Object.keys(outcomes)) expect(outcome).not.toMatch(/internal_error|storage_unavailable/)
  })
})
