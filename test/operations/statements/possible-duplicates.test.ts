/** Files that hold movements of earlier ones under other names: their lines are held, and the import warns. */
import { memoryRepository, type StatementLine } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { testService } from '../../support/service.js'
import { credit, imported, rows, account } from './support/imported.js'

/** Lines as a reader of a layout gives them. */
const laidOut = (layout: string, ...lines: StatementLine[]) =>
  Object.assign(rows(...lines), { format: 'csv', layout, summary: () => ({ statements: [] }) })

const service = () => testService({ repository: memoryRepository() })

describe('a file of another layout', () => {
  it('with a day that is stored from an import: its lines of that day and amount are held', async () => {
    const here = service()
    const first = [credit({ narration: 'a' }), credit({ narration: 'b', valueDate: '2026-11-19' })]
    await imported(here, laidOut('one', ...first))
    const second = laidOut(
      'two',
      ...first.map((line) => ({ ...line, narration: `${line.narration} more` })),
      credit({ amount: 7 }),
      credit({ valueDate: '2026-11-20' }),
    )
    expect(await imported(here, second)).toEqual({
      counts: ['unmatched_line 2', 'possible_duplicate 2'],
      noticed: ['other_layout', 'possible_duplicates'],
    })
    expect(await imported(here, second)).toMatchObject({ counts: ['unmatched_line 2', 'on_hold 2'] })
  })

  it('with the very same lines, or of days that no import has: nothing is held', async () => {
    const here = service()
    await imported(here, laidOut('one', credit({ narration: 'a' })))
    expect((await imported(here, laidOut('two', credit({ narration: 'a' })))).counts).toEqual(['unmatched_line 1'])
    expect((await imported(here, laidOut('two', credit({ valueDate: '2026-11-20' })))).noticed).toEqual([])
    expect((await here.payments.lines.list({ held: true })).items).toEqual([])
  })

  it('of one layout again, with another equal movement: it counts', async () => {
    const here = service()
    await imported(here, laidOut('one', credit({ narration: 'a' })))
    expect((await imported(here, laidOut('one', credit({ narration: 'b' })))).counts).toEqual(['unmatched_line 1'])
  })
})

describe('a file under a mistyped account', () => {
  const paid = rows(...[1, 2, 3].map((n) => credit({ amount: n, providerTransactionId: `FT-000${n}` })))

  it('whose receipts are all stored under another one: every line is held, in later files of it each that is stored there', async () => {
    const here = service()
    await imported(here, paid)
    expect(await imported(here, paid, 'cbe-1001')).toEqual({
      counts: ['possible_duplicate 3'],
      noticed: ['other_account', 'possible_duplicates'],
    })
    const more = rows(...paid, credit({ amount: 4, providerTransactionId: 'FT-0004' }))
    expect(await imported(here, more, 'cbe-1002')).toEqual({
      counts: ['unmatched_line 1', 'possible_duplicate 3'],
      noticed: ['possible_duplicates'],
    })
    expect((await imported(here, paid)).counts).toEqual(['unmatched_line 3'])
  })

  it('that a person released: its account has them, and what follows is not held for it', async () => {
    const here = service()
    await imported(here, paid)
    await imported(here, paid, 'cbe-1001')
    for (const { key } of (await here.payments.lines.list({ held: true })).items)
      await here.payments.lines.release(key, { expectedVersion: 1 })
    expect((await imported(here, paid, 'cbe-1001')).noticed).toEqual([])
    expect((await here.payments.lines.list({ held: true })).items).toEqual([])
  })
})

describe('a line that is known by its content', () => {
  const line = credit({ narration: 'TILL', balance: 5000 })

  it.each([
    ['7 days later', { valueDate: '2026-11-25' }, 'possible_duplicate 1'],
    ['8 days later', { valueDate: '2026-11-26' }, 'unmatched_line 1'],
    ['with another balance', { valueDate: '2026-11-19', balance: 6000 }, 'unmatched_line 1'],
    ['with another narration', { valueDate: '2026-11-19', narration: 'TILL 2' }, 'unmatched_line 1'],
    ['without a balance', { valueDate: '2026-11-19', balance: undefined }, 'unmatched_line 1'],
  ])('beside a stored one, %s', async (_, overrides, count) => {
    const here = service()
    await imported(here, [line])
    const { balance = undefined, ...next } = { ...line, ...overrides }
    const again = balance === undefined ? next : { ...next, balance }
    expect((await imported(here, [again])).counts).toEqual([count])
  })
})

describe('an entry of an earlier file', () => {
  const entry = { entryReference: 'B'.repeat(40), entryAmount: 3000 }
  const details = rows(credit({ ...entry, lineId: 'D-1' }), credit({ ...entry, amount: 2000, lineId: 'D-2' }))

  it('that comes as a whole: it is held, as are the details of a whole one', async () => {
    const whole = credit({ ...entry, amount: 3000, lineId: 'W-1' })
    for (const [first, second] of [
      [details, [whole]],
      [[whole], details],
    ] as const) {
      const here = service()
      expect((await imported(here, [...first])).noticed).toEqual([])
      expect((await imported(here, [...second])).counts).toEqual([`possible_duplicate ${second.length}`])
      expect((await imported(here, [...second], 'other')).noticed).toEqual([])
    }
  })
})

describe('two imports of one file at once', () => {
  it('store each line once, and hold the same lines', async () => {
    const here = service()
    const lines = rows(
      ...[1, 2, 1, 2].map((n) => credit({ amount: n, lineId: `${n}` })),
      ...[1, 2].map((n) => credit({ amount: n, lineId: `${n}`, valueDate: '2026-11-19' })),
    )
    await Promise.all([1, 2, 3].map(() => here.payments.statements.import(lines, { account })))
    const { items } = await here.payments.lines.list({ limit: 500 })
    expect(items.map(({ held }) => held).sort()).toEqual([false, false, true, true, true, true])
  })

  it('of two files that have one movement under two names: one of them is held', async () => {
    const here = service()
    const receipt = credit({ providerTransactionId: 'FT-0001' })
    await Promise.all(
      [receipt, { ...receipt, lineId: 'A' }, { ...receipt, valueDate: '2026-11-19' }].map((line) =>
        here.payments.statements.import([line], { account }),
      ),
    )
    const { items } = await here.payments.lines.list({ limit: 500 })
    expect(items.map(({ held }) => held).sort()).toEqual([false, true, true])
  })
})
