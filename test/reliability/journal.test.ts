import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository, LineMovement } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { isShort } from '../support/rounds.js'
import { firstSeeds, named, playAll, seedsOfRun } from './seeds.js'
import { daysOfSeed, playJournal } from './simulation/journal-play.js'

const seeds = seedsOfRun(60)

const done = [
  ...['import', 'allocate', 'unallocate', 'refund', 'refund of line', 'settle', 'fail', 'close', 'reopen'],
  ...['take', 'pay out', 'pay a refund out', 'send', 'receive', 'recall', 'void', 'close a session'],
  ...['request a waiver', 'approve a waiver', 'revoke a waiver', 'draw a deposit', 'take one allocation back'],
  ...['import doubtful lines', 'release a duplicate', 'set a duplicate aside', 'take back of a duplicate'],
  ...['mark a duplicate', 'report money', 'start an attempt', 'pay', 'ask the provider', 'import of the provider'],
]

/** Makes a storage whose movements of lines are changed. */
const moved =
  (change: (movement: LineMovement) => LineMovement | null) =>
  (original: FinanceRepository): Partial<FinanceRepository> => ({
    async *scanLineMovements(query, signal) {
      for await (const batch of original.scanLineMovements(query, signal))
        yield batch.flatMap((movement) => change(movement) ?? [])
    },
  })

/** The same storage with one fault each, to see that the simulation would notice. */
const wrong: Record<string, (original: FinanceRepository) => Partial<FinanceRepository>> = {
  'loses what was taken back': moved((movement) => (movement.event.type === 'line.unallocated' ? null : movement)),
  'counts every line': moved((movement) => ({ ...movement, isCounted: true })),
  'takes every line for a new one': moved((movement) => ({ ...movement, wasCounted: false })),
  'takes no released line for a new one': moved((movement) =>
    movement.event.type === 'line.released' ? { ...movement, wasCounted: movement.isCounted } : movement,
  ),
  'takes voids for other events': moved((movement) =>
    movement.event.type === 'line.voided'
      ? { ...movement, event: { ...movement.event, type: 'line.unallocated' } }
      : movement,
  ),
  'reads from the next millisecond on': (original) => ({
    scanLineMovements: ({ from, ...query }, signal) =>
      original.scanLineMovements({ ...query, from: new Date(Date.parse(from) + 1).toISOString() }, signal),
  }),
}

describe('reports.journal: the simulation', { timeout: 3_600_000 }, () => {
  it(`is what the lines of each day say, over ${named(seeds)} of ${daysOfSeed} days`, async () => {
    const begun = performance.now()
    const outcomes = await playAll(seeds, (seed) => playJournal(seed))
    const seconds = Math.round((performance.now() - begun) / 1000)
    console.info(`journal: ${seeds.length * daysOfSeed} days in ${seconds} s`, outcomes)
    if (seeds.length < 60) return
    for (const outcome of done) expect(outcomes[`${outcome} → done`], outcome).toBeGreaterThan(0)
    expect(outcomes['closing compared']).toBeGreaterThan(0)
  })

  // Of the simulation itself, which says nothing of the library.
  it.skipIf(isShort).each(Object.entries(wrong))('notices a storage that %s, and names the seed', async (_, fault) => {
    const make = () => {
      const original = memoryRepository()
      return { ...original, ...fault(original) }
    }
    await expect(playAll(firstSeeds(60), (seed) => playJournal(seed, make()))).rejects.toThrow(
      /^seed \d+ fails .*HP_SEED=\d+$/s,
    )
  })
})
