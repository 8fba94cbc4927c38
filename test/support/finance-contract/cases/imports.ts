import type { StoredImport } from '../../../../src/repository/aggregates/imports.js'
import { equal } from '../../../../src/testing/assert.js'
import { freeTexts } from '../../../../src/testing/hostile.js'
import { importFixture } from '../line-fixtures.js'
import { allPages, saveImports } from '../line-steps.js'
import { proveFinance } from '../proof.js'
import { each, later } from '../../../../src/testing/steps.js'
import {
  findImport,
  neighbourImports,
  pageImports,
  saveImport,
} from '../../../../src/operations/statements/stored-imports.js'

const nine = '2026-11-20T09:00:00.000Z'
const positionOf = ({ createdAt, id }: StoredImport) => ({ at: createdAt, id })
const idsOf = (imports: readonly StoredImport[]) => imports.map(({ id }) => id)

const whole = {
  actor: 'sara',
  fileName: 'November\u00a02026 %_\\.csv',
  lines: [{ outcome: 'matched', direction: 'credit', currency: 'ETB', count: 3, amount: '27021597764222973' }],
  payments: [{ outcome: 'missing_line', currency: 'ETB', count: 1, amount: '9007199254740993' }],
  rejected: each(1000, (i) => ({ row: i + 1, reason: freeTexts[i % freeTexts.length]! })),
  rejectedCount: 1001,
  statements: [
    {
      opening: { currency: 'ETB', amount: '-100' },
      closing: { currency: 'ETB', amount: '9007199254740993' },
      addsUp: true,
    },
    { opening: null, closing: null, addsUp: null },
  ],
  warnings: [{ code: 'days_missing', day: '2026-11-19' }, { code: 'totals_differ' }],
  format: 'camt.053',
} as const satisfies Partial<StoredImport>

export const importCases = [
  proveFinance(7, 'An import is kept with its lists, and null where it is unknown', async (repository) => {
    const [first, empty] = await saveImports(repository, [whole, { from: null, to: null, completedAt: null }])
    equal(await findImport(repository, first!.id), first, 'an import with everything')
    equal(await findImport(repository, empty!.id), empty, 'an import of nothing')
    equal(await pageImports(repository, { limit: 9 }), [empty, first], 'a page')
    equal(await findImport(repository, 'imp_unknown'), null, 'an unknown import')
  }),

  proveFinance(20, 'An import that is saved again is as it was saved last, and one', async (repository) => {
    const { completedAt: _, ...begun } = importFixture()
    const cut: StoredImport = { ...begun, completedAt: null, from: null, to: null }
    await saveImport(repository, cut)
    const done = { ...cut, ...whole, completedAt: later(nine, 5), from: '2026-11-01', to: '2026-11-19' }
    await saveImport(repository, done)
    equal(await findImport(repository, cut.id), done, 'the import')
    equal(await pageImports(repository, { account: cut.account, limit: 9 }), [done], 'imports of the account')
    const again = await neighbourImports(repository, { account: cut.account, from: '2026-11-20', to: '2026-11-20' })
    equal(again.before, done, 'the neighbour')
  }),

  proveFinance(20, 'Pages of imports of any size give each once, newest first', async (repository) => {
    const all = await saveImports(
      repository,
      each(17, (i) => ({ createdAt: later(nine, Math.floor(i / 6)), account: i % 3 === 0 ? 'till' : 'Till' })),
    )
    const newest = idsOf([...all].reverse())
    const tills = idsOf(all.filter(({ account }) => account === 'till').reverse())
    for (const limit of [1, 2, 7, 200]) {
      const paged = await allPages(limit, (page) => pageImports(repository, page), positionOf)
      equal(idsOf(paged), newest, `pages of ${limit}`)
      const ofAccount = await allPages(
        limit,
        (page) => pageImports(repository, { ...page, account: 'till' }),
        positionOf,
      )
      equal(idsOf(ofAccount), tills, `pages of ${limit} of an account`)
    }
  }),

  proveFinance(20, "A file's neighbours are the nearest completed imports of its source", async (repository) => {
    const month = (m: string, more: Partial<StoredImport> = {}): Partial<StoredImport> => ({
      from: `2026-${m}-01`,
      to: `2026-${m}-28`,
      ...more,
    })
    const [june, july, julyAgain, , , , october, , csv] = await saveImports(repository, [
      month('06', { createdAt: later(nine, 1) }),
      month('07', { createdAt: later(nine, 2) }),
      month('07', { createdAt: later(nine, 3) }),
      month('08', { completedAt: null, format: 'mt940', createdAt: later(nine, 9) }),
      month('08', { account: 'other', format: 'mt940', createdAt: later(nine, 9) }),
      { from: null, to: null, createdAt: later(nine, 8) },
      month('10', { createdAt: later(nine, 4), format: 'camt' }),
      month('11', { createdAt: later(nine, 5), from: '2026-10-02' }),
      { from: null, to: null, createdAt: later(nine, 6), format: 'csv' },
    ])
    const { account } = june!
    const september = { account, from: '2026-09-01', to: '2026-09-30' }
    const neighbours = await neighbourImports(repository, september)
    equal(neighbours, { before: julyAgain, after: october, lastWithFormat: csv }, 'around September')
    const beside = await neighbourImports(repository, { account, from: '2026-07-28', to: '2026-07-28' })
    equal(idsOf([beside.before!, beside.after!]), [june!.id, october!.id], 'around a day that others end on')
    equal(july!.account, account, 'the account')
    const none = { before: null, after: null, lastWithFormat: null }
    equal(await neighbourImports(repository, { ...september, account: 'Other' }), none, 'of an unknown account')
    equal(
      (await neighbourImports(repository, { ...september, account: 'other' })).before?.account,
      'other',
      'of another',
    )
  }),
]
