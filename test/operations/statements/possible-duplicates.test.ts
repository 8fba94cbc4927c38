/** Files that hold movements of earlier ones under other names: their lines are held, and the import warns. */
import { memoryRepository, type StatementLine } from 'hospital-payments'
import { type CsvMapping, readCamt, readCsvStatement, readMt940 } from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { collect, testService } from '../../support/service.js'
import { credit, imported, rows, account } from './support/imported.js'

/** Makes lines as a reader of a layout returns them. */
const laidOut = (layout: string, ...lines: StatementLine[]) =>
  Object.assign(rows(...lines), { format: 'csv', layout, summary: () => ({ statements: [] }) })

const service = () => testService({ repository: memoryRepository() })

describe('other_layout: a file of another layout', () => {
  it('with a day that an import has stored: its lines of that day and amount are held', async () => {
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

  it('with the very same lines, or with days that no import has: nothing is held', async () => {
    const here = service()
    await imported(here, laidOut('one', credit({ narration: 'a' })))
    expect((await imported(here, laidOut('two', credit({ narration: 'a' })))).counts).toEqual(['unmatched_line 1'])
    expect((await imported(here, laidOut('two', credit({ valueDate: '2026-11-20' })))).noticed).toEqual([])
    expect((await here.payments.lines.list({ held: true })).items).toEqual([])
  })

  it('with a day that is stored, but by no import: nothing is held', async () => {
    const here = service()
    const run = here.payments.reconcile([credit({ narration: 'a' })], { account, apply: true })
    expect((await collect(run)).map((item) => item.kind)).toEqual(['line', 'summary'])
    expect(await imported(here, laidOut('two', credit({ narration: 'b' })))).toEqual({
      counts: ['unmatched_line 1'],
      noticed: [],
    })
  })

  it.each([{ direction: 'debit' }, { currency: 'USD' }, { amount: 7 }] as const)(
    'with a day that is stored with other money, %j: nothing is held, and the import warns',
    async (other) => {
      const here = service()
      await imported(here, laidOut('one', credit({ narration: 'a' })))
      const { counts, noticed } = await imported(here, laidOut('two', credit({ narration: 'b', ...other })))
      expect([counts.join('').includes('possible_duplicate'), noticed]).toEqual([false, ['other_layout']])
    },
  )

  it('followed by the same layout with another equal movement: it counts', async () => {
    const here = service()
    await imported(here, laidOut('one', credit({ narration: 'a' })))
    expect((await imported(here, laidOut('one', credit({ narration: 'b' })))).counts).toEqual(['unmatched_line 1'])
  })
})

describe('layout: two files with the same movement', () => {
  const columns = { valueDate: 'Date', amount: 'Amount', narration: 'Text' }
  const mapping: CsvMapping = { columns, dates: ['yyyy-MM-dd'], timeZone: 'UTC', currency: 'ETB' }
  const withReference: CsvMapping = { ...mapping, columns: { ...columns, reference: 'Ref' } }
  const text = 'Date,Amount,Text,Ref\n2026-11-18,10.00,a gift,X-1\n'
  const csv = (of = mapping) => readCsvStatement(text, of)
  const mt940 = () => readMt940(':20:1\n:25:0100\n:60F:C261117ETB0,\n:61:261118C10,NTRFX\n:62F:C261118ETB10,\n-\n')
  const byRows = (of: CsvMapping): CsvMapping => ({
    dates: of.dates,
    columns: of.columns,
    currency: 'ETB',
    timeZone: 'UTC',
  })

  it.each([
    [
      'differ with one more column mapped',
      () => csv(),
      () => csv(withReference),
      ['other_layout', 'possible_duplicates'],
    ],
    ['differ in another format', () => csv(), mt940, ['other_layout', 'possible_duplicates']],
    ['are equal with the same mapping, written in another order', () => csv(), () => csv(byRows(mapping)), []],
  ] as const)('%s', async (_, first, second, noticed) => {
    const { payments } = service()
    await payments.statements.import(first(), { account })
    const done = await payments.statements.import(second(), { account })
    expect(done.warnings.map(({ code }) => code).filter((code) => code !== 'other_format')).toEqual(noticed)
    const { items } = await payments.lines.list({ limit: 10 })
    expect(items.map(({ held }) => held).sort()).toEqual(noticed.length > 0 ? [false, true] : [false])
    const [one, other] = (await payments.statements.list()).items
    expect(one!.layout).toMatch(/^[0-9a-f]{64}$/)
    expect(one!.layout === other!.layout).toBe(noticed.length === 0)
  })

  it('have no warning where the second is without entries, in another format and with two accounts', async () => {
    const { payments } = service()
    await payments.statements.import(csv(), { account })
    const empty = `<Document><BkToCstmrStmt>${['ET1', 'ET2']
      .map((iban) => `<Stmt><Acct><Id><IBAN>${iban}</IBAN></Id></Acct></Stmt>`)
      .join('')}</BkToCstmrStmt></Document>`
    expect((await payments.statements.import(readCamt(empty), { account })).warnings).toEqual([])
  })
})

describe('lines.eraseText: a line whose text was erased', () => {
  it('is the same line in the next file, and is found by its balance', async () => {
    const here = service()
    const line = credit({ narration: 'from Abebe', balance: 5000 })
    const named = credit({ narration: 'from Abebe', lineId: 'A' })
    await imported(here, rows(line, named))
    await here.payments.lines.eraseText({ before: '2026-12-01' })
    const before = (await here.payments.lines.list()).items
    expect(await imported(here, rows(line, named))).toEqual({ counts: ['unmatched_line 2'], noticed: [] })
    expect((await here.payments.lines.list()).items).toEqual(before)
    expect((await imported(here, [{ ...line, valueDate: '2026-11-19' }])).counts).toEqual(['possible_duplicate 1'])
  })
})

describe('other_account: a file under a mistyped account', () => {
  const paid = rows(...[1, 2, 3].map((n) => credit({ amount: n, providerTransactionId: `FT-000${n}` })))

  it('with receipts that are all stored under another one: every line is held, and in later files each that is stored there', async () => {
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

  it('released by a person: its account has the receipts, and later lines are not held for them', async () => {
    const here = service()
    await imported(here, paid)
    await imported(here, paid, 'cbe-1001')
    for (const { key } of (await here.payments.lines.list({ held: true })).items)
      await here.payments.lines.release(key, { expectedVersion: 1 })
    expect((await imported(here, paid, 'cbe-1001')).noticed).toEqual([])
    expect((await here.payments.lines.list({ held: true })).items).toEqual([])
  })
})

describe('identity: a line that is known by its content', () => {
  const line = credit({ narration: 'TILL', balance: 5000 })

  it.each([
    ['7 days later', { valueDate: '2026-11-25' }, 'possible_duplicate 1'],
    ['8 days later', { valueDate: '2026-11-26' }, 'unmatched_line 1'],
    ['7 days before', { valueDate: '2026-11-11' }, 'possible_duplicate 1'],
    ['8 days before', { valueDate: '2026-11-10' }, 'unmatched_line 1'],
    ['with another reference', { reference: 'X' }, 'possible_duplicate 1'],
    ['in another currency', { valueDate: '2026-11-19', currency: 'USD' }, 'unmatched_line 1'],
    ['in the other direction', { valueDate: '2026-11-19', direction: 'debit' as const }, 'reversal_candidate 1'],
    ['with another amount', { valueDate: '2026-11-19', amount: 7 }, 'unmatched_line 1'],
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

describe('entryReference: an entry of an earlier file', () => {
  const entry = { entryReference: 'B'.repeat(40), entryAmount: 3000 }
  const details = rows(credit({ ...entry, lineId: 'D-1' }), credit({ ...entry, amount: 2000, lineId: 'D-2' }))

  it('followed by the whole is held, as are the details after the whole', async () => {
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

describe('other_account: the first 1,000 lines of a file and the receipts of another account', () => {
  const paid = (count: number) =>
    Array.from({ length: count }, (_, n) => credit({ amount: n + 1, providerTransactionId: `FT-${n + 1000}` }))
  const withoutReceipt = credit({ amount: 5_000_000, narration: 'the last line' })

  it.each([
    ['match: 1,000, and others behind them', 1000, [withoutReceipt], 'possible_duplicate 1001'],
    ['do not match: 999, and one without a receipt', 999, [withoutReceipt], 'unmatched_line 1,possible_duplicate 999'],
  ] as const)('%s', async (_, stored, others, counts) => {
    const here = service()
    await imported(here, rows(...paid(stored)))
    const { counts: outcomes, noticed } = await imported(here, rows(...paid(stored), ...others), 'cbe-2000')
    expect(outcomes.join()).toBe(counts)
    expect(noticed.includes('other_account')).toBe(stored === 1000)
  })

  it('match with rows before and between them that are no lines', async () => {
    const here = service()
    await imported(here, paid(2))
    const records = [{ row: 1, rejected: 'no date' }, paid(2)[0]!, { row: 3, rejected: 'no date' }, paid(2)[1]!]
    const done = await here.payments.statements.import(records, { account: 'cbe-2000' })
    expect(done.warnings).toContainEqual({ code: 'other_account' })
    expect(done.lines).toMatchObject([
      { outcome: 'rejected_line', count: 2 },
      { outcome: 'possible_duplicate', count: 2 },
    ])
  })

  it('match in parts of other sizes: lines behind the first 1,000 do not matter', async () => {
    const here = service()
    await imported(here, rows(...paid(1000)))
    const rejected = Array.from({ length: 100 }, (_, row) => ({ row, rejected: 'no date' }))
    const records = [...rejected, ...paid(1000), withoutReceipt]
    const done = await here.payments.statements.import(records, { account: 'cbe-2000' })
    expect(done.warnings).toContainEqual({ code: 'other_account' })
    expect(done.lines).toContainEqual(expect.objectContaining({ outcome: 'possible_duplicate', count: 1001 }))
  })

  it('do not match two accounts of which each has some', async () => {
    const here = service()
    await imported(here, [paid(2)[0]!])
    await imported(here, [paid(2)[1]!], 'cbe-1001')
    expect(await imported(here, paid(2), 'cbe-2000')).toEqual({
      counts: ['possible_duplicate 2'],
      noticed: ['possible_duplicates'],
    })
  })
})

describe('statements.import: imports at once', () => {
  it('store each line of one file once, and hold the same lines', async () => {
    const here = service()
    const lines = rows(
      ...[1, 2, 1, 2].map((n) => credit({ amount: n, lineId: `${n}` })),
      ...[1, 2].map((n) => credit({ amount: n, lineId: `${n}`, valueDate: '2026-11-19' })),
    )
    await Promise.all([1, 2, 3].map(() => here.payments.statements.import(lines, { account })))
    const { items } = await here.payments.lines.list({ limit: 500 })
    expect(items.map(({ held }) => held).sort()).toEqual([false, false, true, true, true, true])
  })

  it.each([
    [
      'an entry and its details',
      [credit({ entryReference: 'B1', entryAmount: 9, amount: 9, lineId: 'W' })],
      [4, 5].map((amount) => credit({ entryReference: 'B1', entryAmount: 9, amount, lineId: `${amount}` })),
    ],
    [
      'one content with one balance on two days',
      [credit({ narration: 'TILL', balance: 5 })],
      [credit({ narration: 'TILL', balance: 5, valueDate: '2026-11-19' })],
    ],
    ['one day in two layouts', laidOut('one', credit({ narration: 'a' })), laidOut('two', credit({ narration: 'b' }))],
  ])('hold the lines of one of two files with %s', async (_, first, second) => {
    const { payments } = service()
    await Promise.all([first, second].map((lines) => payments.statements.import(lines, { account })))
    const { items } = await payments.lines.list({ limit: 500 })
    const isOfFirst = ({ importId }: (typeof items)[number]) => importId === items[0]!.importId
    const heldOf = (lines: typeof items) => [...new Set(lines.map(({ held }) => held))]
    const [one, other] = [items.filter(isOfFirst), items.filter((line) => !isOfFirst(line))]
    expect([heldOf(one), heldOf(other)].sort()).toEqual([[false], [true]])
  })

  it('hold all but one line of one movement under several names', async () => {
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
