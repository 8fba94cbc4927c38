import type { ClosingRecord } from '../../../../src/domain/days/closing.js'
import type { StoredClosing } from '../../../../src/repository/day-port.js'
import type { FinanceRepository } from '../../../../src/repository/finance-port.js'
import { equal } from '../../../../src/testing/assert.js'
import { closingFixture } from '../day-fixtures.js'
import { freeTexts, lookalikes } from '../../../../src/testing/hostile.js'
import { lineFixture } from '../line-fixtures.js'
import { allPages, briefLine, changeLine, importLines } from '../line-steps.js'
import { type FinanceProof, proveFinance } from '../proof.js'
import { each, later } from '../../../../src/testing/steps.js'

const nine = '2026-11-20T09:00:00.000Z'

const whole = {
  actor: freeTexts[0]!,
  reason: freeTexts[1]!,
  createdAt: '2026-11-21T09:00:00.001Z',
  currencies: [
    {
      currency: 'ETB',
      opening: '-100',
      closing: '9007199254740993',
      credits: '27021597764222973',
      debits: '0',
      allocated: [
        { direction: 'credit', to: 'category', category: 'bank_fee', amount: '-10' },
        { direction: 'credit', to: 'payment', category: null, amount: '27021597764222983' },
      ],
      open: { count: 0, amount: '0' },
      uncounted: { count: 1, amount: '-9007199254740993' },
    },
  ],
  payments: [{ currency: 'ETB', channel: 'cash', status: 'succeeded', count: 2, amount: '9007199254740993' }],
  refunds: [{ currency: 'ETB', channel: null, status: 'succeeded', count: 1, amount: '5' }],
} as const satisfies Partial<StoredClosing>

function linkOf({ lines: _, ...link }: StoredClosing): ClosingRecord {
  return link
}

function linksOf(closings: readonly StoredClosing[]): ClosingRecord[] {
  return closings.map(linkOf)
}

/** Stores links, which are asked to be stored. */
export async function addClosings(repository: FinanceRepository, closings: readonly StoredClosing[]): Promise<void> {
  for (const closing of closings) {
    equal(await repository.addClosing(closing, 0), { outcome: 'added' }, 'the next link of a chain')
  }
}

/** Makes a chain of one closing a day. */
export function chainFixture(
  count: number,
  overridesOf: (i: number) => Parameters<typeof closingFixture>[0] = () => ({}),
): StoredClosing[] {
  const chain: StoredClosing[] = []
  for (let i = 0; i < count; i++) {
    const after = chain.at(-1)
    const day = `2026-11-${String(i + 1).padStart(2, '0')}`
    chain.push(closingFixture({ day, ...overridesOf(i) }, after ? { after } : {}))
  }
  return chain
}

async function scannedChain(repository: FinanceRepository, account: string): Promise<ClosingRecord[]> {
  const links: ClosingRecord[] = []
  for await (const batch of repository.scanClosings(account)) links.push(...batch)
  return links
}

const positionOf = ({ createdAt: at, sequence, hash }: ClosingRecord) => ({ at, sequence, hash })

export const closingCases: readonly FinanceProof[] = [
  proveFinance(23, 'A closing comes back as it was handed over, with the lines of its day', async (repository) => {
    const lines = each(5000, (i) => lineFixture({ version: i + 1 }))
    const closing = closingFixture(whole, { lines })
    const [mark] = closing.lines
    await addClosings(repository, [closing])
    const { account, day, sequence } = closing
    equal(await repository.findClosings([{ account, day }]), [linkOf(closing)], 'the closing of the day')
    equal(await repository.pageClosings({ limit: 9 }), [linkOf(closing)], 'a page')
    const kept = await repository.closingLines({ account, sequence })
    equal(kept.length, lines.length, 'lines')
    equal(kept, closing.lines, 'the lines of the closing')
    equal(kept[0], mark, 'the first line')
    equal(await repository.closingLines({ account, sequence: 2 }), [], 'the lines of an unknown closing')
    equal(await repository.findClosings([{ account, day: '2026-11-21' }]), [], 'the closing of another day')
    const counted = { account, day, sequence, count: 5000, versions: (5000 * 5001) / 2 }
    const days = [day, '2026-11-21', day].map((one) => ({ account, day: one }))
    equal(await repository.countClosingLines(days), [counted], 'the number of its lines, and the sum of their versions')
    const states = await repository.chainStates([account, 'unknown', account])
    equal(states, [{ account, sequence: 1, hash: closing.hash, takenBack: 0, links: 1 }], 'the chain')
  }),

  proveFinance(
    23,
    'A link that does not follow the end of its chain is refused and leaves nothing',
    async (repository) => {
      const [first, second] = chainFixture(2) as [StoredClosing, StoredClosing]
      const moved = { outcome: 'chain_moved' }
      equal(await repository.addClosing(second, 0), moved, 'the second link before the first')
      equal(await repository.pageClosings({ limit: 9 }), [], 'links')
      await addClosings(repository, [first])
      equal(await repository.addClosing(closingFixture({ day: '2026-11-09' }), 0), moved, 'another first link')
      equal(await repository.addClosing(second, 1), moved, 'a link after money was taken back')
      equal(await repository.closingLines(second), [], 'lines of a refused link')
      await addClosings(repository, [second])
      equal(await scannedChain(repository, first.account), linksOf([first, second]), 'the chain')
    },
  ),

  proveFinance(23, 'Of 20 closings at once with one sequence exactly one is stored', async (repository) => {
    for (let round = 0; round < 3; round++) {
      const [before] = await repository.pageClosings({ limit: 1 })
      const rivals = each(20, (i) => closingFixture({ actor: `clerk-${i}` }, before ? { after: before } : {}))
      const answers = await Promise.all(rivals.map((rival) => repository.addClosing(rival, 0)))
      equal(answers.filter(({ outcome }) => outcome === 'added').length, 1, 'closings that were stored')
      const winner = rivals[answers.findIndex(({ outcome }) => outcome === 'added')]!
      equal((await repository.pageClosings({ limit: 1 }))[0], linkOf(winner), 'the last link')
      const [state] = await repository.chainStates([winner.account])
      equal(state?.sequence, round + 1, 'the sequence')
    }
  }),

  proveFinance(23, 'Each account has a chain of its own, its name compared byte for byte', async (repository) => {
    const accounts = [...new Set(lookalikes)]
    for (const account of accounts) await addClosings(repository, [closingFixture({ account })])
    for (const account of accounts) {
      const [link, ...more] = await repository.findClosings([{ account, day: '2026-11-20' }])
      equal([link?.account, link?.sequence, more.length], [account, 1, 0], 'the closing of an account')
    }
    const states = await repository.chainStates(accounts)
    equal(states.map(({ account }) => account).sort(), [...accounts].sort(), 'chains')
    equal((await repository.pageClosings({ account: accounts[3]!, limit: 99 })).length, 1, 'closings of one account')
  }),

  proveFinance(23, "A day's last link counts, be it a closing or a reopening", async (repository) => {
    const days = ['2026-11-19', '2026-11-20', '2026-11-19', '2026-11-20', '2026-11-20']
    const kinds = ['closing', 'closing', 'reopening', 'reopening', 'closing'] as const
    const chain = chainFixture(5, (i) => ({ day: days[i]!, kind: kinds[i]!, createdAt: later(nine, 5 - i) }))
    await addClosings(repository, chain)
    const { account } = chain[0]!
    const queries = ['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-20'].map((day) => ({ account, day }))
    const links = [...(await repository.findClosings(queries))].sort((a, b) => a.sequence - b.sequence)
    equal(links, linksOf([chain[2]!, chain[4]!]), 'the last link of each day')
    const counted = await repository.countClosingLines(queries)
    const places = counted.map((lines) => [lines.day, lines.sequence]).sort()
    equal(
      places,
      [chain[2]!, chain[4]!].map(({ day, sequence }) => [day, sequence]),
      'the last link of each day, counted',
    )
    equal(await scannedChain(repository, account), linksOf(chain), 'the chain, first to last')
    equal(await scannedChain(repository, 'unknown'), [], 'the chain of an unknown account')
  }),

  proveFinance(23, 'Pages of closings of any size give each once, newest first', async (repository) => {
    const chains = ['till', 'bank'].map((account) =>
      chainFixture(9, (i) => ({ account, createdAt: later(nine, Math.floor(i / 4)) })),
    )
    for (const chain of chains) await addClosings(repository, chain)
    const isNewer = (a: ClosingRecord, b: ClosingRecord) =>
      a.createdAt !== b.createdAt
        ? a.createdAt > b.createdAt
        : a.sequence !== b.sequence
          ? a.sequence > b.sequence
          : a.hash > b.hash
    const all = linksOf(chains.flat()).sort((a, b) => (isNewer(a, b) ? -1 : 1))
    for (const limit of [1, 2, 7, 200]) {
      const paged = await allPages(limit, (page) => repository.pageClosings(page), positionOf)
      equal(paged, all, `pages of ${limit}`)
      const filter = { account: 'till', from: '2026-11-03', to: '2026-11-08' }
      const some = all.filter(({ account, day }) => account === 'till' && day >= filter.from && day <= filter.to)
      equal(
        await allPages(limit, (page) => repository.pageClosings({ ...filter, ...page }), positionOf),
        some,
        `pages of ${limit} of some days of an account`,
      )
    }
  }),

  proveFinance(
    23,
    'Of a day the lines are named with the versions that they have now, each once',
    async (repository) => {
      const [account, day] = ['till', '2026-11-18']
      const [changed, moved, come] = await importLines(repository, [
        { account, valueDate: day },
        { account, valueDate: day },
        { account, valueDate: '2026-11-17' },
        { account: 'TILL', valueDate: day },
        { account, valueDate: '2026-11-19' },
      ])
      const versions = async (of = day) =>
        (await repository.lineVersions({ account, day: of })).map(([key, version]) => `${key} v${version}`).sort()
      equal(await versions(), [briefLine(changed), briefLine(moved)].sort(), 'lines of the day')
      const next = await changeLine(repository, changed!, { assignee: 'amina' })
      await changeLine(repository, moved!, { valueDate: '2026-11-20' })
      const late = await changeLine(repository, come!, { valueDate: day })
      equal(await versions(), [briefLine(next), briefLine(late)].sort(), 'lines of the day since')
      equal(await versions('2026-11-21'), [], 'lines of a day that has none')
    },
  ),

  proveFinance(23, 'Days with lines that are not closed are listed, each once', async (repository) => {
    const lines = [
      ...['2026-11-17', '2026-11-18', '2026-11-18', '2026-11-19', '2026-11-20'].map((valueDate) => ({ valueDate })),
      ...['2026-11-18', '2026-11-19'].map((valueDate) => ({ valueDate, account: 'till' })),
    ]
    const [line] = await importLines(repository, lines)
    await changeLine(repository, line!, { assignee: 'amina' })
    const days = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-19']
    const kinds = ['closing', 'closing', 'closing', 'reopening'] as const
    await addClosings(
      repository,
      chainFixture(4, (i) => ({ day: days[i]!, kind: kinds[i]! })),
    )
    const listed = async (before: string) =>
      (await repository.unclosedDays({ before })).map(({ account, day }) => `${account} ${day}`).sort()
    equal(
      await listed('2026-11-21'),
      ['cbe-1000123 2026-11-19', 'cbe-1000123 2026-11-20', 'till 2026-11-18', 'till 2026-11-19'],
      'days before the 21st',
    )
    equal(await listed('2026-11-19'), ['till 2026-11-18'], 'days before the 19th')
    equal(await listed('2026-11-17'), [], 'days before the first')
    const ofAccount = async (account: string, before: string) =>
      (await repository.unclosedDays({ before, account })).map((one) => `${one.account} ${one.day}`).sort()
    equal(await ofAccount('till', '2026-11-19'), ['till 2026-11-18'], 'days of one account')
    equal(
      await ofAccount('cbe-1000123', '2026-11-21'),
      ['cbe-1000123 2026-11-19', 'cbe-1000123 2026-11-20'],
      'days of the other account',
    )
    equal(await ofAccount('tilL', '2026-11-21'), [], 'days of an account that has none')
  }),
]
