import { describe, expect, it } from 'vitest'
import { read, sample, wordsOf } from './support.js'

describe('readMt940: a KES statement in its SWIFT envelope', () => {
  it('has credits, reversals and references of field 61 and 86, and rejects an amount with too many digits', async () => {
    const { records, summary } = await read(sample('kes-envelope.sta'))
    expect(
      records.map((one) => ('rejected' in one ? one : [one.row, one.direction, one.amount, one.reference])),
    ).toEqual([
      [6, 'credit', 150000, undefined],
      [8, 'credit', 1275050, 'INV-2026-000042'],
      [12, 'debit', 35000, undefined],
      [14, 'debit', 150000, undefined],
      [16, 'credit', 2000, undefined],
      {
        row: 18,
        rejected:
          'the amount of field 61 is not a number above zero with a decimal comma and the digits of its currency',
      },
    ])
    expect(summary).toEqual({
      lines: 5,
      rejected: 1,
      skipped: 0,
      leftOut: [],
      credits: [{ currency: 'KES', amount: '1427050' }],
      debits: [{ currency: 'KES', amount: '185000' }],
      statements: [
        {
          opening: { currency: 'KES', amount: '125000000' },
          closing: { currency: 'KES', amount: '126242050' },
          addsUp: true,
        },
      ],
    })
  })

  it('names the bill of a payment whose reference stands in field 86 only, cut by a line end too', async () => {
    const { records } = await read(sample('kes-envelope.sta'))
    const [first, second] = records.map((one) => ('rejected' in one ? [] : wordsOf(one.narration)))
    expect(first).toEqual(['247247', 'INV-2026-000041', '254712***678'])
    expect(second).toEqual(['INV-2026-000043', 'INV-2026-000044'])
  })
})

describe('readMt940: an ETB statement with structured fields 86', () => {
  it('finds references behind code words and across subfields', async () => {
    const { records, summary } = await read(sample('etb-structured.sta'))
    expect(records).toEqual([
      {
        row: 5,
        direction: 'credit',
        amount: 80000,
        currency: 'ETB',
        valueDate: '2026-11-20',
        reference: 'FT26325K7Q2P',
        narration: '/NAME/ ABEBE KEBEDE /REMI/ REG-2026-0917 /ISDT/ 2026-11-20',
      },
      {
        row: 8,
        direction: 'credit',
        amount: 125000,
        currency: 'ETB',
        valueDate: '2026-11-20',
        narration:
          '166 INTERBANK CREDIT 9310 EREF+ NOTPROVIDED SVWZ+ OPD VISIT CARD FEE REG-2026-0918 FOR W/RO ALMAZ ABYSETAA ET0012345 ALMAZ TESFAYE',
      },
      { row: 12, direction: 'debit', amount: 4550, currency: 'ETB', valueDate: '2026-11-20' },
    ])
    expect(summary.statements).toMatchObject([{ addsUp: true }])
  })
})

describe('readMt940: an XOF statement of two pages', () => {
  it('has no decimals, opens as a debit, and is read line by line in the encoding of each', async () => {
    const { records, summary } = await read(sample('xof-pages.sta'))
    expect(records).toMatchObject([
      {
        row: 5,
        amount: 25000,
        valueDate: '2026-12-31',
        reference: 'FACT-2026-00017',
        narration: 'Règlement facture Hôpital',
      },
      { row: 13, amount: 7500, valueDate: '2027-01-02', narration: 'Versement école FACT-2027-00001' },
      { row: 15, rejected: expect.stringContaining('amount') as unknown },
    ])
    const xof = (amount: string) => ({ currency: 'XOF', amount })
    expect(summary.statements).toEqual([
      { opening: xof('-5000'), closing: xof('20000'), addsUp: true },
      { opening: xof('20000'), closing: xof('27500'), addsUp: true },
    ])
  })
})
