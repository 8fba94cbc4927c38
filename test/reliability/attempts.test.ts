import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository, LineEntry, RowEntry } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { firstSeeds, named, playAll, seedsOfRun } from './seeds.js'
import { playAttempts } from './simulation/attempt-play.js'

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

type Group = Parameters<FinanceRepository['replace']>[0]

const isOf = (name: string) => (row: RowEntry) => row.of.name === name

/** Makes a storage that changes what is written. */
const written =
  (change: (group: Group) => Group) =>
  (original: FinanceRepository): Partial<FinanceRepository> => ({
    replace: (group) => original.replace(change(group)),
  })

const isDebit = (line: Group['lines'][number]) => (line as Partial<LineEntry>).line?.direction === 'debit'
const hasAttempts = ({ rows = [] }: Group) => rows.some(isOf('attempts'))
const withoutRows = (group: Group, name: string): Group => ({
  ...group,
  rows: (group.rows ?? []).filter((row) => !isOf(name)(row)),
})

/** The same storage with one fault each, to see that the simulation would notice. */
const wrong: Record<string, (original: FinanceRepository) => Partial<FinanceRepository>> = {
  'stores attempts without their lines': written((group) => (hasAttempts(group) ? { ...group, lines: [] } : group)),
  'stores attempts without their payments': written((group) =>
    hasAttempts(group) ? { ...group, changes: [] } : group,
  ),
  'stores lines without their attempts': written((group) =>
    group.lines.length > 0 ? withoutRows(group, 'attempts') : group,
  ),
  'stores no fees': written((group) =>
    hasAttempts(group) ? { ...group, lines: group.lines.filter((line) => !isDebit(line)) } : group,
  ),
  'forgets messages': written((group) => withoutRows(group, 'provider_messages')),
  'forgets when attempts are due': (original) => ({
    pageRows: async (of, query) => (query.list === 'due' ? [] : original.pageRows(of, query)),
  }),
  'finds no messages that are left': (original) => ({
    pageRows: async (of, query) =>
      of.name === 'provider_messages' && query.limit > 9 ? [] : original.pageRows(of, query),
  }),
}

describe('attempts: the simulation (R23)', { timeout: 3_600_000 }, () => {
  it(`break no rule over ${named(seeds)}: pushed once, paid once, decided within the polls`, async () => {
    const outcomes = await playAll(seeds, (seed) => playAttempts(seed))
    console.info(`R23: ${named(seeds)}`, outcomes)
    if (seeds.length < 100) return
    for (const outcome of [...done.map((name) => `${name} → done`), ...refused, ...faults, ...ends])
      expect(outcomes[outcome], outcome).toBeGreaterThan(0)
  })

  it('play a seed the same way each time', async () => {
    for (const seed of firstSeeds(5)) expect(await playAttempts(seed)).toEqual(await playAttempts(seed))
    expect(await playAttempts(1)).not.toEqual(await playAttempts(2))
  })

  it.each(Object.entries(wrong))('notice a storage that %s, and name the seed', async (_, fault) => {
    const make = () => {
      const original = memoryRepository()
      return { ...original, ...fault(original) }
    }
    await expect(playAll(firstSeeds(300), (seed) => playAttempts(seed, make()))).rejects.toThrow(
      /^seed \d+ fails .*HP_SEED=\d+$/s,
    )
  })
})
