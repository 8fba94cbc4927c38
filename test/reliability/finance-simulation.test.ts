import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository, RowEntry } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { examples, isShort } from '../support/rounds.js'
import { firstSeeds, named, playAll, seedsOfRun } from './seeds.js'
import { playFinance } from './simulation/finance-play.js'
import { refundsRead } from '../support/refund-rows.js'

const seeds = seedsOfRun(100)

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
  ...['open a session', 'take', 'pay out', 'pay a refund out', 'send', 'receive', 'recall', 'void'],
  ...['close a session', 'explain', 'confirm at the counter'],
]
const refused = [
  ...['allocate → line_changed', 'allocate → allocation_exceeds', 'unallocate → invalid_request'],
  ...['allocate → outcome_unknown', 'approve → self_approval', 'refund → refund_exceeds'],
  ...['unallocate → refund_exceeds', 'unallocate → day_closed', 'refund of line → refund_exceeds'],
  ...['open a session → session_conflict', 'take → allocation_exceeds', 'take → forbidden', 'send → cash_short'],
  ...['receive → transfer_differs', 'receive → self_approval', 'recall → forbidden', 'void → self_approval'],
  ...['void → session_closed', 'void → cash_short', 'close a session → session_closed', 'explain → self_approval'],
  ...['reopen → invalid_transition', 'issue → invalid_transition', 'reverse → invalid_transition'],
]
const stepsOfRefunds = ['refund', 'refund of line'].flatMap((of) => [
  `${of}: requested → pending by hand`,
  `${of}: pending → succeeded by confirmation`,
  `${of}: pending → succeeded by statement`,
  `${of}: succeeded → failed by statement`,
])

const waysOfTransfers = ['whole to cbe', 'whole to cash', 'in part to cash', 'whole to a category']

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
      original.replace(group.rows?.length && group.lines.length > 0 ? { ...group, lines: [] } : group),
  }),
  'finds no refund of a line': (original) =>
    refundsRead(original, (refunds, field) => (field === 'lineKey' ? [] : refunds)),
  'finds no closed day': () => ({ findClosings: async () => [] }),
  'stores movements without their session': (original) => ({
    replace: (group) =>
      original.replace({
        ...group,
        rows: group.rows?.filter(({ of, expected }) => !isChange(of.name, expected)) ?? [],
      }),
  }),
  'stores movements without their account': (original) => ({
    replace: (group) =>
      original.replace({ ...group, rows: group.rows?.filter(({ of }) => of.name !== 'accounts') ?? [] }),
  }),
  'leaves a number of a receipt out': (original) => ({
    pageRows: async (of, query) =>
      (await original.pageRows(of, query)).filter((row) => !('number' in row) || row.number !== 1),
  }),
}

/** Returns true for a session's next version, of which the write keeps the rest. */
const isChange = (name: string, expected: RowEntry['expected']) => name === 'cash_sessions' && expected !== 'nothing'

describe('lines and refunds: the simulation (R17)', { timeout: 600_000 }, () => {
  it(`ties out after every step, over ${named(seeds)}`, async () => {
    const outcomes = await playAll(seeds, (seed) => playFinance(seed))
    console.info(`R17: ${named(seeds)}`, outcomes)
    if (seeds.length < 300) return
    for (const outcome of done) expect(outcomes[`${outcome} → done`], outcome).toBeGreaterThan(0)
    const ways = waysOfTransfers.map((way) => `transfer: ${way}`)
    for (const outcome of [...refused, ...stepsOfRefunds, ...ways])
      expect(outcomes[outcome], outcome).toBeGreaterThan(0)
  })

  it('plays a seed the same way each time', async () => {
    for (const seed of firstSeeds(examples(5))) expect(await playFinance(seed)).toEqual(await playFinance(seed))
    expect(await playFinance(1)).not.toEqual(await playFinance(2))
  })

  // Of the simulation itself, which says nothing of the library.
  it.skipIf(isShort).each(Object.entries(wrong))('notices a storage that %s, and names the seed', async (_, fault) => {
    const make = () => {
      const original = memoryRepository()
      return { ...original, ...fault(original) }
    }
    await expect(playAll(firstSeeds(300), (seed) => playFinance(seed, make()))).rejects.toThrow(
      /^seed \d+ fails .*HP_SEED=\d+$/,
    )
  })
})
