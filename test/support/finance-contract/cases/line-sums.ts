import type { LineRowFilter, OpenLineSum } from '../../../../src/repository/finance-port.js'
import { equal } from '../../../../src/testing/assert.js'
import { categoryAllocation, changeLine, importLines } from '../line-steps.js'
import { proveFinance } from '../proof.js'

function sorted(sums: readonly OpenLineSum[]): OpenLineSum[] {
  const name = ({ account, currency, direction, outcome }: OpenLineSum) =>
    `${account} ${currency} ${direction} ${outcome}`
  return [...sums].sort((a, b) => (name(a) < name(b) ? -1 : 1))
}

export const lineSumCases = [
  proveFinance(
    20,
    "An account's lines are counted by value date, and days without lines are left out",
    async (repository) => {
      const day = (date: number) => `2026-11-${date}`
      const [first] = await importLines(repository, [
        { valueDate: day(10) },
        { valueDate: day(12) },
        { valueDate: day(12), direction: 'debit', outcome: 'reversal_candidate' },
        { valueDate: day(12), currency: 'USD', allocations: [categoryAllocation('fee', 150_000)] },
        { valueDate: day(14) },
        { valueDate: day(15) },
        { valueDate: day(12), account: 'CBE-1000123' },
      ])
      const count = async (from: number, to: number) => {
        const days = await repository.countLines({ account: first!.account, from: day(from), to: day(to) })
        return Object.fromEntries([...days].sort((a, b) => (a.day < b.day ? -1 : 1)).map((one) => [one.day, one.count]))
      }
      equal(await count(10, 15), { [day(10)]: 1, [day(12)]: 3, [day(14)]: 1, [day(15)]: 1 }, 'all days')
      equal(await count(11, 14), { [day(12)]: 3, [day(14)]: 1 }, 'some days')
      equal(await count(13, 13), {}, 'a day without lines')
    },
  ),

  proveFinance(
    20,
    "The versions of an account's lines are added up by value date, as they are now",
    async (repository) => {
      const [account, day] = ['cbe-1000123', '2026-11-12']
      const [first, moved] = await importLines(repository, [
        { valueDate: day },
        { valueDate: day },
        { valueDate: day },
        { valueDate: day, account: 'till' },
      ])
      const versions = async () =>
        (await repository.countLines({ account, from: day, to: '2026-11-13' }))
          .map((one) => [one.day, one.count, one.versions])
          .sort()
      equal(await versions(), [[day, 3, 3]], 'new lines')
      const second = await changeLine(repository, first!, { assignee: 'amina' })
      await changeLine(repository, second, { assignee: 'hana' })
      equal(await versions(), [[day, 3, 5]], 'lines of which one has changed twice')
      await changeLine(repository, moved!, { valueDate: '2026-11-13' })
      const both = [
        [day, 2, 4],
        ['2026-11-13', 1, 2],
      ]
      equal(await versions(), both, 'lines of which one is of another day now')
    },
  ),

  proveFinance(
    20,
    'Open lines are summed by account, currency, direction and outcome, with what is open of them',
    async (repository) => {
      const max = Number.MAX_SAFE_INTEGER
      const account = 'cbe-1000123'
      const lines = await importLines(repository, [
        { amount: max, valueDate: '2026-11-12' },
        { amount: max, valueDate: '2026-11-11', allocations: [categoryAllocation('fee', 1)] },
        { amount: 700, valueDate: '2026-11-10' },
        { amount: 700, allocations: [categoryAllocation('fee', 700)], valueDate: '2026-11-01' },
        { amount: 5, direction: 'debit', outcome: 'reversal_candidate' },
        { amount: 6, currency: 'USD' },
        { amount: 7, account: 'other' },
        { amount: 8, outcome: 'ambiguous', held: true },
      ])
      const of = (more: Partial<OpenLineSum>, count: number, amount: string, oldest = '2026-11-20'): OpenLineSum => {
        const kind = { account, currency: 'ETB', direction: 'credit', outcome: 'unmatched_line' } as const
        return { ...kind, ...more, count, amount, oldest }
      }
      const rest = [
        of({ direction: 'debit', outcome: 'reversal_candidate' }, 1, '5'),
        of({ currency: 'USD' }, 1, '6'),
        of({ account: 'other' }, 1, '7'),
        of({ outcome: 'ambiguous' }, 1, '8'),
      ]
      const three = of({}, 3, `${2n * BigInt(max) - 1n + 700n}`, '2026-11-10')
      equal(sorted(await repository.sumOpenLines()), sorted([three, ...rest]), 'sums')
      await changeLine(repository, lines[2]!, { allocations: [categoryAllocation('fee', 700)] })
      const two = of({}, 2, `${2n * BigInt(max) - 1n}`, '2026-11-11')
      equal(sorted(await repository.sumOpenLines()), sorted([two, ...rest]), 'sums when the oldest is settled')
    },
  ),

  proveFinance(
    20,
    'Lines of a filter are summed by account, currency, direction and outcome, exactly, with what is open of them',
    async (repository) => {
      const max = Number.MAX_SAFE_INTEGER
      await importLines(repository, [
        { amount: max, narration: 'FOR INV-1' },
        { amount: max, allocations: [categoryAllocation('fee', 1)] },
        { amount: 700, allocations: [categoryAllocation('fee', 700)], valueDate: '2026-11-01' },
        { amount: 5, direction: 'debit', outcome: 'reversal_candidate', account: 'other' },
        { amount: 6, currency: 'USD', outcome: 'ambiguous', held: true },
      ])
      const sums = async (filter: LineRowFilter) =>
        (await repository.sumLines(filter))
          .map((sum) => [sum.account, sum.currency, sum.direction, sum.outcome, sum.count, sum.amount, sum.open])
          .sort()
      const account = 'cbe-1000123'
      const credits = (count: number, amount: bigint | number, open: bigint | number) => [
        ...[account, 'ETB', 'credit', 'unmatched_line', count, `${amount}`, `${open}`],
      ]
      const twice = 2n * BigInt(max)
      const debits = ['other', 'ETB', 'debit', 'reversal_candidate', 1, '5', '5']
      const dollars = [account, 'USD', 'credit', 'ambiguous', 1, '6', '6']
      equal(await sums({}), [credits(3, twice + 700n, twice - 1n), dollars, debits], 'all')
      equal(await sums({ statuses: ['open'] }), [credits(2, twice, twice - 1n), dollars, debits], 'open lines')
      equal(await sums({ to: '2026-11-10' }), [credits(1, 700, 0)], 'lines of some days')
      equal(await sums({ text: 'inv-1' }), [credits(1, max, max)], 'lines with a text')
      equal(await sums({ account: 'other' }), [debits], 'lines of an account')
      equal(await sums({ held: true }), [dollars], 'held lines')
      equal(await sums({ amounts: [5, 6, 7] }), [dollars, debits], 'lines of some amounts')
      equal(await sums({ amounts: [] }), [], 'lines of no amount')
      equal(await sums({ outcomes: [] }), [], 'lines of no outcome')
    },
  ),

  proveFinance(20, 'Open lines valued up to a day are summed, those of later days left out', async (repository) => {
    const day = (date: number) => `2026-11-${date}`
    await importLines(repository, [
      { amount: 700, valueDate: day(10) },
      { amount: 60, valueDate: day(11), allocations: [categoryAllocation('fee', 10)] },
      { amount: 5, valueDate: day(12) },
      { amount: 4, valueDate: day(10), allocations: [categoryAllocation('fee', 4)] },
      { amount: 3, valueDate: day(12), currency: 'USD' },
    ])
    const sums = async (to?: string) =>
      sorted(await repository.sumOpenLines(to === undefined ? undefined : { to })).map(
        ({ currency, count, amount, oldest }) => [currency, count, amount, oldest],
      )
    equal(await sums(day(11)), [['ETB', 2, '750', day(10)]], 'up to the 11th')
    equal(await sums(day(10)), [['ETB', 1, '700', day(10)]], 'up to the 10th')
    equal(await sums('2026-11-09'), [], 'up to the day before the first')
    const all = [
      ['ETB', 3, '755', day(10)],
      ['USD', 1, '3', day(12)],
    ]
    equal(await sums(day(12)), all, 'up to the last day')
    equal(await sums(), all, 'all')
  }),
]
