import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { examples } from '../support/rounds.js'
import { playFinance } from './simulation/finance-play.js'

/** HP_SEEDS=10000 plays so many, HP_SEED=123 one seed alone. */
const count = Number(process.env['HP_SEEDS'] ?? examples(100))
const only = process.env['HP_SEED']

async function playAll(seeds: readonly number[], make: () => FinanceRepository = memoryRepository) {
  const outcomes: Record<string, number> = {}
  for (const seed of seeds) {
    const trace = await playFinance(seed, make()).catch((cause: unknown) => {
      throw new Error(`seed ${seed} fails (${String(cause)}); play it again with HP_SEED=${seed}`, { cause })
    })
    for (const line of trace) outcomes[line] = (outcomes[line] ?? 0) + 1
  }
  return outcomes
}

const first = (n: number) => Array.from({ length: n }, (_, seed) => seed)

const done = [
  ...['import', 'cancel', 'allocate', 'unallocate', 'hold', 'release', 'assign', 'forget'],
  ...[
    'refund',
    'refund of line',
    'approve',
    'reject',
    'withdraw',
    'settle',
    'fail',
    'close',
    'reopen',
    'verify',
    'issue',
  ],
]
const refused = [
  ...['allocate → line_changed', 'allocate → allocation_exceeds', 'unallocate → invalid_request'],
  ...['allocate → outcome_unknown', 'approve → self_approval', 'refund → refund_exceeds'],
  ...['unallocate → refund_exceeds', 'unallocate → day_closed', 'refund of line → day_closed'],
  ...['reopen → invalid_transition', 'issue → invalid_transition', 'reverse → invalid_transition'],
]
const stepsOfRefunds = ['refund', 'refund of line'].flatMap((of) => [
  `${of}: requested → pending by hand`,
  `${of}: pending → succeeded by confirmation`,
  `${of}: pending → succeeded by statement`,
  `${of}: succeeded → failed by statement`,
])

/** The same storage with one fault each, to see that the simulation would notice. */
const wrong: Record<string, (original: FinanceRepository) => Partial<FinanceRepository>> = {
  'stores lines without their payments': (original) => ({
    replace: (group) => original.replace(group.lines.length > 0 ? { ...group, changes: [] } : group),
  }),
  'stores payments without their lines': (original) => ({
    replace: (group) => original.replace(group.changes.length > 0 ? { ...group, lines: [] } : group),
  }),
  'forgets the last event of a line': (original) => ({
    lineHistory: async (key) => (await original.lineHistory(key)).slice(0, 2),
  }),
  'says replaced and does nothing': (original) => ({
    replace: async (group) => (group.changes.length > 0 ? { outcome: 'replaced' } : original.replace(group)),
  }),
  'stores refunds without what they reserve': (original) => ({
    replace: (group) =>
      original.replace(group.refunds?.length && group.lines.length > 0 ? { ...group, lines: [] } : group),
  }),
  'finds no refund of a line': (original) => ({
    findRefunds: async (keys) => (keys.lineKeys.length > 0 ? [] : original.findRefunds(keys)),
  }),
  'finds no closed day': () => ({ findClosings: async () => [] }),
  'leaves a number of a receipt out': (original) => ({
    pageReceipts: async (query) => (await original.pageReceipts(query)).filter(({ number }) => number !== 1),
  }),
}

describe('the simulation of lines (R17)', { timeout: 600_000 }, () => {
  it(`of ${only === undefined ? `${count} seeds` : `seed ${only}`} ties out after every step`, async () => {
    const outcomes = await playAll(only === undefined ? first(count) : [Number(only)])
    console.info(`R17: ${only === undefined ? count : 1} seeds`, outcomes)
    if (only !== undefined || count < 300) return
    for (const met of done) expect(outcomes[`${met} → done`], met).toBeGreaterThan(0)
    for (const met of [...refused, ...stepsOfRefunds]) expect(outcomes[met], met).toBeGreaterThan(0)
  })

  it('plays a seed the same way each time', async () => {
    for (const seed of first(5)) expect(await playFinance(seed)).toEqual(await playFinance(seed))
    expect(await playFinance(1)).not.toEqual(await playFinance(2))
  })

  it.each(Object.entries(wrong))('notices a storage that %s, and names the seed', async (_, fault) => {
    const make = () => {
      const original = memoryRepository()
      return { ...original, ...fault(original) }
    }
    await expect(playAll(first(300), make)).rejects.toThrow(/^seed \d+ fails .*HP_SEED=\d+$/)
  })
})
