/** Months of accounts: the sample of November, with and without a statement, and reads that grow with what changed. */
import { memoryRepository, type StatementLine } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { bank, mpesa, openFile } from '../../../examples/settle-statement/accounts.js'
import { badFields, collect } from '../../support/service.js'
import { allocation, counter, toCategory } from '../lines/support/counter.js'
import { dailyStatements, fileOf, type Statement } from './support/months.js'

const account = 'bank-1100'
const november = { account, month: '2026-11' }
const opening = 1_000_000
const currency = 'KES'

/** Reads the shillings of the sample's file, and makes a statement of each of its days. */
async function sampleStatements(): Promise<Statement[]> {
  const records = await collect(openFile(bank))
  const lines = records.filter((record): record is StatementLine => 'amount' in record && record.currency === currency)
  return dailyStatements(lines, opening)
}

const net = ({ lines }: Statement) =>
  lines.reduce((sum, { direction, amount }) => (direction === 'credit' ? sum + amount : sum - amount), 0)

async function imported(statements: readonly Statement[]) {
  const desk = counter({ clock: () => Date.parse('2026-12-05T09:00:00Z') })
  for (const statement of statements) await desk.payments.statements.import(fileOf(statement), { account })
  return desk
}

const credit = (valueDate: string, amount: number, more: Partial<StatementLine> = {}): StatementLine => ({
  row: 1,
  direction: 'credit',
  amount,
  currency,
  valueDate,
  lineId: `${valueDate} ${amount}`,
  ...more,
})

describe('days.month: the sample of November', () => {
  it('all statements: nothing is unexplained, no gap, and both sides come to the same', async () => {
    const statements = await sampleStatements()
    const { payments } = await imported(statements)
    const { month, items } = await payments.days.month(november)
    expect(month).toBe('2026-11')
    const [item] = items
    expect(statements.length).toBeGreaterThan(15)
    expect(item).toMatchObject({ account, currency, opening: '0', difference: '0', gaps: [] })
    const sum = statements.reduce((total, statement) => total + net(statement), 0)
    expect(Number(item!.credits) - Number(item!.debits)).toBe(sum)
    expect(item!.closing).toBe(`${sum}`)
    // The first and the last day of the sample have lines, so that both balances are given.
    expect([statements[0]!.lines[0]!.valueDate, statements.at(-1)!.lines[0]!.valueDate]).toEqual([
      '2026-11-02',
      '2026-11-30',
    ])
    expect([item!.statedOpening, item!.statedClosing]).toEqual([null, `${opening + sum}`])
  })

  it('a statement left out is a gap at the next one, and is unexplained, to the unit', async () => {
    const october: Statement = { lines: [credit('2026-10-31', 500)], opening: opening - 500 }
    const statements = [october, ...(await sampleStatements())]
    const whole = (await (await imported(statements)).payments.days.month(november)).items[0]!
    expect([whole.statedOpening, whole.unexplained, whole.gaps]).toEqual([`${opening}`, '0', []])
    for (let at = 1; at < statements.length - 1; at++) {
      const { payments } = await imported(statements.filter((_, place) => place !== at))
      const [item] = (await payments.days.month(november)).items
      const day = statements[at + 1]!.lines[0]!.valueDate
      expect([item!.unexplained, item!.gaps], day).toEqual([`${net(statements[at]!)}`, [day]])
      expect(item!.difference).toBe('0')
    }
  })

  it('the last statement left out: its balance is not known before the next one is there', async () => {
    const october: Statement = { lines: [credit('2026-10-31', 500)], opening: opening - 500 }
    const statements = [october, ...(await sampleStatements())]
    const last = statements.at(-1)!
    const { payments } = await imported(statements.slice(0, -1))
    const before = (await payments.days.month(november)).items[0]!
    expect([before.statedClosing, before.unexplained, before.gaps]).toEqual([null, null, []])
    const closing = last.opening + net(last)
    const december = fileOf({ lines: [credit('2026-12-01', 9)], opening: closing })
    await payments.statements.import(december, { account })
    const after = (await payments.days.month(november)).items[0]!
    expect([after.statedClosing, after.unexplained]).toEqual([`${closing}`, `${net(last)}`])
    expect(after.gaps).toEqual(['2026-12-01'])
  })

  it('both accounts of the sample are items in the order of their names', async () => {
    const { payments } = counter()
    for (const one of [mpesa, bank]) await payments.statements.import(openFile(one), { account: one.account })
    const { items } = await payments.days.month({ month: '2026-11' })
    expect(items.map((item) => [item.account, item.currency])).toEqual([
      ['bank-1100', 'KES'],
      ['bank-1100', 'USD'],
      ['mpesa-600123', 'KES'],
    ])
    expect(items.map(({ difference }) => difference)).toEqual(['0', '0', '0'])
  })
})

describe('days.month', () => {
  it('an account without lines of the month and without a balance is left out', async () => {
    const { payments } = counter()
    const { statements, days } = payments
    await statements.import([credit('2026-11-03', 70), credit('2026-11-04', 70, { direction: 'debit' })], { account })
    await statements.import([credit('2026-10-03', 5, { currency: 'USD' })], { account })
    const balancesOf = async (month: string) =>
      (await days.month({ account, month })).items.map((item) => [item.currency, item.opening, item.closing])
    expect(await balancesOf('2026-09')).toEqual([])
    expect(await balancesOf('2026-10')).toEqual([['USD', '0', '5']])
    expect(await balancesOf('2026-11')).toEqual([
      ['KES', '0', '0'],
      ['USD', '5', '5'],
    ])
    expect(await balancesOf('2026-12')).toEqual([['USD', '5', '5']])
    expect((await days.month({ account: 'unknown', month: '2026-11' })).items).toEqual([])
  })

  it('the balance at an edge between two statements that meet is stated, unless a line lies between them', async () => {
    const { payments } = counter()
    const { statements, days } = payments
    const edges = async () => {
      const [item] = (await days.month(november)).items
      return [item!.statedOpening, item!.statedClosing]
    }
    await statements.import(fileOf({ lines: [credit('2026-10-30', 100)], opening: 400 }), { account })
    await statements.import(fileOf({ lines: [credit('2026-11-03', 10)], opening: 500 }), { account })
    expect(await edges()).toEqual(['500', null])
    await statements.import(fileOf({ lines: [credit('2026-12-02', 1)], opening: 510 }), { account })
    expect(await edges()).toEqual(['500', '510'])
    await statements.import([credit('2026-11-29', 7)], { account })
    expect(await edges()).toEqual(['500', null])
  })

  it('a statement imported twice, and two of one day, are no gaps; a hole in a file is one of its first day', async () => {
    const { payments } = counter()
    const { statements, days } = payments
    const gaps = async () => (await days.month(november)).items[0]!.gaps
    const first = fileOf({ lines: [credit('2026-11-03', 10)], opening: 500 })
    for (const file of [first, first]) await statements.import(file, { account })
    const [morning, evening] = [
      fileOf({ lines: [credit('2026-11-04', 1)], opening: 510 }),
      fileOf({ lines: [credit('2026-11-04', 2)], opening: 511 }),
    ]
    for (const file of [morning, evening]) await statements.import(file, { account })
    expect(await gaps()).toEqual([])
    const balances = (from: number, to: number) => ({
      opening: { currency, amount: `${from}` },
      closing: { currency, amount: `${to}` },
      addsUp: true,
    })
    const holed = Object.assign([credit('2026-11-05', 3), credit('2026-11-07', 4)], {
      summary: () => ({ statements: [balances(513, 516), balances(517, 521)] }),
    })
    await statements.import(holed, { account })
    expect(await gaps()).toEqual(['2026-11-05'])
  })

  it('a line changed by hand is a difference', async () => {
    const stored = memoryRepository()
    const changed: FinanceRepository = {
      ...stored,
      async *scanLines(filter, signal) {
        for await (const lines of stored.scanLines(filter, signal))
          yield lines.map((line) => ({ ...line, allocated: line.allocated - 1 }))
      },
    }
    const desk = counter({ repository: changed })
    await desk.payments.statements.import([credit('2026-11-03', 10)], { account })
    const line = (await desk.payments.lines.list()).items[0]!
    await allocation(desk, line.key, [toCategory(10)])
    const [item] = (await desk.payments.days.month(november)).items
    expect(item).toMatchObject({ credits: '10', open: { count: 1, amount: '1' }, difference: '-1' })
  })

  it('reads of closed days the lines that changed, and no others', async () => {
    const stored = memoryRepository()
    const read: string[] = []
    const repository: FinanceRepository = {
      ...stored,
      scanLines: (filter, signal) => (read.push(`scan ${filter.from} ${filter.to}`), stored.scanLines(filter, signal)),
      findLines: (keys) => (read.push(`find ${keys.length}`), stored.findLines(keys)),
      lineHistories: (keys) => (read.push(`histories ${keys.length}`), stored.lineHistories(keys)),
    }
    const desk = counter({ repository, clock: () => Date.parse('2026-12-05T09:00:00Z') })
    const { days, statements } = desk.payments
    const lines = Array.from({ length: 40 }, (_, at) =>
      credit(`2026-11-${String(2 + (at % 20)).padStart(2, '0')}`, 10 + at),
    )
    await statements.import(lines, { account })
    await days.closeThrough({ account, day: '2026-11-30', actor: 'amina' })
    const [closed] = (await days.month(november)).items
    read.length = 0
    expect((await days.month(november)).items).toEqual([closed])
    // Days without lines are not closed, so that they are looked at.
    expect(read).toEqual(['scan 2026-11-01 2026-11-01', 'scan 2026-11-22 2026-11-30'])
    await statements.import([credit('2026-11-03', 5000)], { account })
    const { items } = await desk.payments.lines.list({ account, from: '2026-11-04', to: '2026-11-04' })
    await allocation(desk, items[0]!.key, [toCategory(7)])
    read.length = 0
    const [changed] = (await days.month(november)).items
    expect(read).toEqual(['find 2', 'histories 1', 'scan 2026-11-01 2026-11-01', 'scan 2026-11-22 2026-11-30'])
    expect(BigInt(changed!.credits)).toBe(BigInt(closed!.credits) + 5000n)
    expect(changed!.allocated).toEqual([
      { direction: 'credit', to: 'category', category: expect.any(String), amount: '7' },
    ])
    expect(changed!.difference).toBe('0')
  })

  it('balances of earlier days read the lines of one month alone', async () => {
    const stored = memoryRepository()
    const read: string[] = []
    const repository: FinanceRepository = {
      ...stored,
      scanLines: (filter, signal) => (read.push(`${filter.from} ${filter.to}`), stored.scanLines(filter, signal)),
    }
    const { payments } = counter({ repository })
    const { statements, accounts, days } = payments
    const lines = ['2026-01-05', '2026-06-30', '2026-07-01', '2026-11-20'].map((day, at) => credit(day, 10 ** at))
    await statements.import(lines, { account })
    read.length = 0
    const balance = (through: string) => accounts.balance({ account, currency, through })
    expect(await balance('2025-12-31')).toBe('0')
    expect(await balance('2026-06-30')).toBe('11')
    expect(read).toEqual([])
    expect([await balance('2026-06-29'), await balance('2026-01-04')]).toEqual(['1', '0'])
    expect(read).toEqual(['2026-06-30 2026-06-30', '2026-01-05 2026-01-31'])
    read.length = 0
    const [july] = (await days.month({ account, month: '2026-07' })).items
    expect([july!.opening, july!.closing]).toEqual(['11', '111'])
    expect(read).toEqual(['2026-07-01 2026-07-31'])
  })

  it('bad fields are named', async () => {
    const { payments } = counter()
    for (const month of ['2026-13', '2026-1', '2026-11-01', '1969-12', ''])
      expect(await badFields(payments.days.month({ month }))).toEqual(['month must be a month YYYY-MM of 1970 to 9998'])
    expect((await payments.days.month({ month: '9998-12' })).items).toEqual([])
  })
})
