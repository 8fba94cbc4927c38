import { readCsvStatement } from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { amountReadings } from '../../../src/statements/columns/amount-readings.js'
import { dateReadings } from '../../../src/statements/columns/date-readings.js'
import { firstRowsOf } from '../../../src/statements/columns/first-rows.js'
import {
  type ColumnChoice,
  findHeader,
  findRoles,
  proposeLayout,
} from '../../../src/statements/columns/propose-layout.js'
import { readRecords } from '../support/read-records.js'

const about = { timeZone: 'Africa/Addis_Ababa', today: '2026-11-27', mayBeEthiopic: true }
const orders = (texts: readonly string[], facts = about) => dateReadings(texts, facts).map(({ order }) => order)

describe('dateReadings', () => {
  it('gives each way to read the dates, with a date that shows the difference', () => {
    const readings = dateReadings(['05/05/2026', '03/04/2026'], { ...about, mayBeEthiopic: false })
    expect(readings.map(({ order, example }) => [order, example.text, example.day])).toEqual([
      ['dmy', '03/04/2026', '2026-04-03'],
      ['mdy', '03/04/2026', '2026-03-04'],
    ])
  })

  it.each([
    [['13/04/2026', '03/04/2026'], ['dmy'], 'dd/MM/yyyy'],
    [['04/13/2026', '03/04/2026'], ['mdy'], 'MM/dd/yyyy'],
    [['2026-11-20', '2026-11-21'], ['ymd'], 'yyyy-MM-dd'],
    [['20261120'], ['ymd'], 'yyyyMMdd'],
    [['20-Nov-2026 14:05:09'], ['dmy'], 'dd-MMM-yyyy HH:mm:ss'],
    [['Nov 20, 2026 02:05 PM'], ['mdy'], 'MMM dd, yyyy hh:mm a'],
    [['20 November 2026'], ['dmy'], 'dd MMMM yyyy'],
    [['2026-11-20T14:05:09'], ['ymd'], "yyyy-MM-dd'T'HH:mm:ss"],
  ])('reads %j in one way', (texts, expected, pattern) => {
    const readings = dateReadings(texts, about)
    expect(readings.map(({ order }) => order)).toEqual(expected)
    expect(readings[0]?.patterns).toContain(pattern)
  })

  it('asks for the calendar where days are old in one and of this year in the other', () => {
    expect(orders(['16/03/2019', '30/02/2019'])).toContain('dmyEthiopic')
    expect(orders(['16/03/2019'])).toEqual(['dmy', 'dmyEthiopic'])
    expect(orders(['16/11/2026'])).toEqual(['dmy'])
    expect(orders(['no date', ''])).toEqual([])
  })
})

describe('amountReadings', () => {
  it('gives both marks where they read an amount as different ones, and one where the file shows it', () => {
    expect(amountReadings(['1,500', '20']).map(({ decimal }) => decimal)).toEqual(['.', ','])
    expect(amountReadings(['1,500.00', '20']).map(({ decimal }) => decimal)).toEqual(['.'])
    expect(amountReadings(['1.500,00', '20']).map(({ decimal }) => decimal)).toEqual([','])
    expect(amountReadings(['20', '15'])).toMatchObject([{ decimal: '.', hasSigns: false, currency: null }])
    expect(amountReadings(['Birr 20.00', '-15.00'])).toMatchObject([{ decimal: '.', hasSigns: true, currency: 'ETB' }])
    expect(amountReadings(['', 'x'])).toEqual([])
  })
})

const file = [
  'Account statement of,,,,,',
  'Txn Date,Details,Sender,Withdrawals,Deposits,Balance',
  '03/11/2026,Transfer INV-1,Abebe,,"1,500.00","1,500.00"',
  '20/11/2026,Charge,,10.00,,"1,490.00"',
  '',
].join('\n')

async function choiceFor(
  text: string | Uint8Array,
): Promise<{ rows: NonNullable<Awaited<ReturnType<typeof firstRowsOf>>>; choice: ColumnChoice }> {
  const rows = (await firstRowsOf(text))!
  const headerRow = findHeader(rows)
  const choice = {
    headerRow,
    roles: findRoles(rows, headerRow),
    order: '',
    decimal: '',
    positive: '',
    debitValues: [],
    currency: '',
  }
  return { rows, choice }
}

describe('proposeLayout', () => {
  it('finds the columns by their names, and makes the mapping that reads every row', async () => {
    const { rows, choice } = await choiceFor(file)
    expect([...choice.roles]).toEqual([
      [0, 'bookedAt'],
      [1, 'narration'],
      [2, 'payer'],
      [3, 'debit'],
      [4, 'credit'],
      [5, 'balance'],
    ])
    expect(proposeLayout(rows, choice, about).problems).toEqual(['noCurrency'])
    const { mapping, problems } = proposeLayout(rows, { ...choice, currency: 'ETB' }, about)
    expect(problems).toEqual([])
    expect(mapping).toEqual({
      columns: {
        bookedAt: 'Txn Date',
        narration: ['Details', 'Sender'],
        debit: 'Withdrawals',
        credit: 'Deposits',
        balance: 'Balance',
      },
      dates: ['dd/MM/yyyy'],
      timeZone: 'Africa/Addis_Ababa',
      currency: 'ETB',
    })
    const { records } = await readRecords(readCsvStatement(file, mapping!))
    expect(records).toMatchObject([
      { direction: 'credit', amount: 150_000, valueDate: '2026-11-03', narration: 'Transfer INV-1 Abebe' },
      { direction: 'debit', amount: 1000, valueDate: '2026-11-20' },
    ])
  })

  it('asks what can be read in two ways: dates, marks and the direction', async () => {
    const { rows, choice } = await choiceFor('Date;Amount;Text\n03/04/2026;1,500;a\n05/06/2026;2,500;b\n')
    const facts = { ...about, mayBeEthiopic: false }
    const proposal = proposeLayout(rows, { ...choice, currency: 'KES' }, facts)
    expect(proposal.problems).toEqual(['datesTwoWays', 'amountsTwoWays', 'signTwoWays'])
    const full = { ...choice, currency: 'KES', order: 'mdy', decimal: '.', positive: 'debit' }
    expect(proposeLayout(rows, full, facts).mapping).toMatchObject({ dates: ['MM/dd/yyyy'], positive: 'debit' })
  })

  it('names repeated and nameless columns, and columns of a file without names', async () => {
    const rows = (await firstRowsOf('Date,Amount,,Text,Text\n20/11/2026,-5.00,x,a,b\n21/11/2026,6.00,x,a,b\n'))!
    const roles = new Map([
      [0, 'valueDate'],
      [1, 'amount'],
      [2, 'reference'],
      [4, 'narration'],
    ] as const)
    const full = { headerRow: 1, roles, order: '', decimal: '', positive: '', debitValues: [], currency: 'ETB' }
    expect(proposeLayout(rows, full, about).mapping?.columns).toEqual({
      valueDate: 'Date',
      amount: 'Amount',
      reference: { at: 3 },
      narration: { name: 'Text', nth: 2 },
    })
    const { mapping } = proposeLayout({ ...rows, rows: rows.rows.slice(1) }, { ...full, headerRow: 0 }, about)
    expect(mapping).toMatchObject({ header: false, columns: { valueDate: '1', narration: '5' } })
  })
})

describe('firstRowsOf', () => {
  it('reads tables alone, whatever stands in them', async () => {
    expect(await firstRowsOf('%PDF-1.4')).toBeNull()
    expect(await firstRowsOf('one\ntwo\nthree\n')).toBeNull()
    expect(await firstRowsOf(`a,${'x'.repeat(1 << 20)}\nb,c\n`)).toBeNull()
    expect(await firstRowsOf(new Uint8Array([1, 0, 2, 0, 44, 0, 10]))).toBeNull()
    const wide = `${Array.from({ length: 500 }, (_, at) => `c${at}`).join(';')}\n`
    expect((await firstRowsOf(wide.repeat(3)))?.rows[0]?.cells).toHaveLength(500)
    const latin = Uint8Array.from([...'Date;N\xe9;A\n1;2;3\n4;5;6\n'].map((character) => character.charCodeAt(0)))
    expect(await firstRowsOf(latin)).toMatchObject({
      encoding: 'windows-1252',
      rows: [{ cells: ['Date', 'Né', 'A'] }, {}, {}],
    })
  })
})
