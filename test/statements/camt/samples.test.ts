import { describe, expect, it } from 'vitest'
import { lineIds, read, sample } from './support.js'

const eur = (amount: string) => ({ currency: 'EUR', amount })
const etb = (amount: string) => ({ currency: 'ETB', amount })
const kwd = (amount: string) => ({ currency: 'KWD', amount })

describe('readCamt: a statement of version 2 in Latin-1', () => {
  it('has a line for each transaction of a batch, and takes a reversal as it is written', async () => {
    const { records } = await read(sample('camt053.v2.latin1.xml'))
    const batch = {
      direction: 'credit',
      currency: 'ETB',
      valueDate: '2026-11-21',
      entryReference: 'FT26324ABCDE',
      entryAmount: 300000,
    }
    const entry = 'FT26324ABCDE/2026-11-21/credit/300000/ETB'
    expect(records).toEqual([
      {
        ...batch,
        row: 1,
        amount: 150000,
        reference: 'INV-2026-0017',
        narration: 'Chèque payé Collected',
        lineId: `${entry}/credit/150000/INV-2026-0017/1`,
      },
      {
        ...batch,
        row: 2,
        amount: 100000,
        narration: 'RF18539007547034 Ward 4 bed 2 Branch Bole Collected',
        lineId: `${entry}/credit/100000/2`,
      },
      { ...batch, row: 3, amount: 50000, narration: 'Collected', lineId: `${entry}/credit/50000/3` },
      {
        row: 4,
        direction: 'debit',
        amount: 5050,
        currency: 'ETB',
        valueDate: '2026-11-20',
        reference: 'INV-2026-0003',
        providerTransactionId: 'FT26324ABCDE',
        entryReference: 'FT26324ABCDE',
        entryAmount: 5050,
        lineId: 'FT26324ABCDE/2026-11-20/debit/5050/ETB/INV-2026-0003/1',
      },
      // The pending entry is the fifth.
      { row: 6, rejected: 'Amt must be 1 to 2^53-1 minor units, without further digits' },
    ])
  })

  it('adds up from the closing balance of the day before', async () => {
    const { summary } = await read(sample('camt053.v2.latin1.xml'))
    expect(summary).toEqual({
      lines: 4,
      rejected: 1,
      skipped: 0,
      leftOut: [{ status: 'PDNG', count: 1 }],
      credits: [etb('300000')],
      debits: [etb('5050')],
      statements: [{ opening: etb('1000000'), closing: etb('1294950'), addsUp: true }],
    })
  })
})

describe('readCamt: a page of version 4', () => {
  it('keeps instalments of one bill, a charge held back, and a payment and its charge apart', async () => {
    const { records } = await read(sample('camt053.v4.instalments.xml'))
    const lines = records.map((one) => ('rejected' in one ? one : [one.row, one.direction, one.amount, one.reference]))
    expect(lines).toEqual([
      [1, 'credit', 10000, '0000042'],
      [2, 'credit', 10000, '0000042'],
      [3, 'credit', 10000, '0000042'],
      [4, 'credit', 20000, '0000043'],
      [5, 'debit', 250, undefined],
      [6, 'credit', 5000, undefined],
      [7, 'debit', 250, undefined],
    ])
    expect(records[5]).toMatchObject({ narration: '0000044 0000045 Parts do not add up' })
    expect(records.filter((one) => 'bookedAt' in one)).toEqual([])
    expect(new Set(lineIds(records)).size).toBe(7)
  })

  it('adds up from interim balance to interim balance', async () => {
    const { summary } = await read(sample('camt053.v4.instalments.xml'))
    expect(summary.statements).toEqual([{ opening: kwd('-5500'), closing: kwd('49000'), addsUp: true }])
  })
})

describe('readCamt: a notification of version 8 with prefixes, comments, CDATA and character references', () => {
  it('is read by its meaning', async () => {
    expect(await read(sample('camt054.v8.prefixed.xml'))).toEqual({
      records: [
        {
          row: 1,
          direction: 'credit',
          amount: 12000,
          currency: 'RWF',
          valueDate: '2026-11-21',
          bookedAt: '2026-11-20T23:30:00.250Z',
          reference: '0017/A&#66;',
          narration: '000000000000000000000000017 BILL-77 Café été <n:Ntry> & ]]> co Line two',
        },
        { row: 3, rejected: 'Amt must be 1 to 2^53-1 minor units, without further digits' },
      ],
      summary: {
        lines: 1,
        rejected: 1,
        skipped: 0,
        leftOut: [{ status: 'PDNG', count: 1 }],
        credits: [{ currency: 'RWF', amount: '12000' }],
        debits: [],
        statements: [{ opening: null, closing: null, addsUp: null }],
      },
    })
  })
})

describe('readCamt: an account report of version 8', () => {
  it('is read as a statement is: booked entries, with their zeros, and its interim balance', async () => {
    expect(await read(sample('camt052.v8.intraday.xml'))).toEqual({
      records: [
        {
          row: 1,
          direction: 'credit',
          amount: 885,
          currency: 'EUR',
          valueDate: '2026-11-20',
          bookedAt: '2026-11-20T06:15:00.000Z',
          lineId: 'FT26324RPT01/2026-11-20/credit/885/EUR/INV-2026-0052/1',
          reference: 'INV-2026-0052',
          providerTransactionId: 'FT26324RPT01',
          entryReference: 'FT26324RPT01',
          entryAmount: 885,
          narration: 'Laboratory',
        },
      ],
      summary: {
        lines: 1,
        rejected: 0,
        skipped: 0,
        leftOut: [
          { status: 'INFO', count: 1 },
          { status: 'PDNG', count: 1 },
        ],
        credits: [eur('885')],
        debits: [],
        statements: [{ opening: eur('10000'), closing: eur('10885'), addsUp: true }],
      },
    })
  })

  it('names its lines as the statement of the day does, so that they count once', async () => {
    const report = sample('camt052.v8.intraday.xml').toString()
    const asStatement = report
      .replaceAll('BkToCstmrAcctRpt', 'BkToCstmrStmt')
      .replaceAll(/(<\/?)Rpt>/g, '$1Stmt>')
      .replaceAll('RptPgntn', 'StmtPgntn')
    expect(await read(asStatement)).toEqual(await read(report))
  })
})
