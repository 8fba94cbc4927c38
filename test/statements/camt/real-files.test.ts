import { describe, expect, it } from 'vitest'
import { pieces, sharedStatement, sharedStatements } from '../support/shared-data.js'
import { read } from './support.js'

const folder = sharedStatements('camt')

const eur = (amount: string) => ({ currency: 'EUR', amount })
const credit885 = { row: 1, direction: 'credit', amount: 885, currency: 'EUR', valueDate: '2015-01-02' }
/** Its closing balance is in another currency than the opening one. */
const unlike = { opening: eur('1815'), closing: { currency: 'SEK', amount: '-2700' }, addsUp: null }
const one885 = {
  lines: 1,
  rejected: 0,
  skipped: 0,
  leftOut: [],
  credits: [eur('885')],
  debits: [],
  statements: [unlike],
}

const expected = {
  'camt053.v2.minimal.xml': {
    records: [{ ...credit885, narration: '4654654654654654' }],
    summary: one885,
  },
  'camt053.v2.multi.statement.xml': {
    records: [
      { ...credit885, reference: '000000001', narration: 'Transaction Description 1' },
      {
        row: 2,
        direction: 'debit',
        amount: 700,
        currency: 'EUR',
        valueDate: '2015-01-02',
        reference: '000000002',
        narration: 'Transaction Description 2',
      },
    ],
    summary: {
      lines: 2,
      rejected: 0,
      skipped: 0,
      leftOut: [],
      credits: [eur('885')],
      debits: [eur('700')],
      statements: [
        { opening: eur('1815'), closing: eur('2700'), addsUp: true },
        { opening: eur('2700'), closing: eur('2000'), addsUp: true },
      ],
    },
  },
  'camt053.v4.xml': {
    records: [
      {
        ...credit885,
        entryReference: 'AAAASESS-FP-CN_98765/01',
        entryAmount: 885,
        providerTransactionId: 'AAAASESS-FP-CN_98765/01',
        narration: '4654654654654654',
        lineId: 'AAAASESS-FP-CN_98765/01/2015-01-02/credit/885/EUR/1',
      },
    ],
    summary: one885,
  },
  'camt053.v8.xml': {
    records: [
      {
        ...credit885,
        entryReference: 'AAAASESS-FP-CN_98765/01',
        entryAmount: 885,
        providerTransactionId: 'AAAASESS-FP-CN_98765/01',
        bookedAt: '2014-12-31T12:15:00.000Z',
        reference: 'MUELL/FINP/RA12345',
        narration: '4654654654654654',
        lineId: 'AAAASESS-FP-CN_98765/01/2015-01-02/credit/885/EUR/MUELL/FINP/RA12345/1',
      },
    ],
    summary: one885,
  },
  'camt054.v4.xml': {
    records: [
      {
        row: 1,
        direction: 'debit',
        amount: 20000000,
        currency: 'SEK',
        valueDate: '2007-10-18',
        entryReference: 'ACSR160617103200001',
        entryAmount: 20000000,
        lineId: 'ACSR160617103200001/2007-10-18/debit/20000000/SEK/1',
        narration: [
          'UXC06170000006PI00001EE00001 UXC06170000006PI00001EE00002',
          'ISR ref number V1 Unstructured Remittance Information V1 Additional Remittance Information V1',
          'ISR ref number V2 Additional Remittance Information V2',
          'Ref number V3 block 1 Ref number V3 block 2',
          'Unstructured Remittance Information V3 block 1 Unstructured Remittance Information V3 block 2',
          'Additional Remittance Information V3 block 1 Additional Remittance Information V3 block 2',
          'Order',
        ].join(' '),
      },
    ],
    summary: {
      lines: 1,
      rejected: 0,
      skipped: 0,
      leftOut: [],
      credits: [],
      debits: [{ currency: 'SEK', amount: '20000000' }],
      statements: [{ opening: null, closing: null, addsUp: null }],
    },
  },
}

describe.skipIf(folder === null)('readCamt: real files', () => {
  const cases = Object.entries(expected)

  it.for(cases)('%s has the lines and balances that stand in it', async ([name, result]) => {
    expect(await read(sharedStatement(folder, name))).toEqual(result)
  })

  it.for(cases)('%s has the same in pieces of any size', async ([name, result]) => {
    const bytes = sharedStatement(folder, name)
    for (const size of [1, 2, 7, 64, 1021]) expect(await read(pieces(bytes, [size]))).toEqual(result)
  })
})
