import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mpesaCustomer, mpesaOrganisation, vodafoneCash } from '../../../src/statements/csv/layouts.js'
import type { CsvMapping } from '../../../src/statements/csv/mapping.js'
import { readAll } from '../support/read-csv.js'

const sample = (name: string) => readFileSync(new URL(`../samples/${name}.csv`, import.meta.url))

describe('mpesaOrganisation', () => {
  it('reads a statement with all its habits', async () => {
    const { records, summary } = await readAll(sample('mpesa-organisation'), mpesaOrganisation)
    const debit = { direction: 'debit', currency: 'KES' }
    const credit = { direction: 'credit', currency: 'KES' }
    expect(records).toEqual([
      {
        ...{ row: 5, ...debit, amount: 120000, valueDate: '2026-11-20', bookedAt: '2026-11-20T13:45:12.000Z' },
        ...{ narration: 'Reversal of a payment to Kijani Mission Hospital', providerTransactionId: 'TKK5Q8W2ZA' },
      },
      {
        ...{ row: 6, ...debit, amount: 25000000, valueDate: '2026-11-20', bookedAt: '2026-11-20T11:02:55.000Z' },
        ...{ narration: 'Organization settlement to bank account', providerTransactionId: 'TKK4N7B1QP' },
      },
      {
        ...{ row: 7, ...credit, amount: 1250000, valueDate: '2026-11-20', bookedAt: '2026-11-20T08:20:01.000Z' },
        ...{ reference: 'INV-2026-0117', narration: 'Pay Bill from 2547****678 - JOHN K Acc. inv-2026-0117' },
        providerTransactionId: 'TKK3M6V9XC',
      },
      {
        ...{ row: 8, ...debit, amount: 5500, valueDate: '2026-11-20', bookedAt: '2026-11-20T08:20:01.000Z' },
        ...{ narration: 'Pay Bill Charge', providerTransactionId: 'TKK3M6V9XC' },
      },
      {
        ...{ row: 10, ...credit, amount: 120000, valueDate: '2026-11-19', bookedAt: '2026-11-19T14:31:44.000Z' },
        ...{ narration: 'Pay Bill from 2547****313 - JANE W Acc. INV-2026-0112', providerTransactionId: 'TKJ4P1R7MX' },
      },
      {
        ...{ row: 11, ...credit, amount: 80050, valueDate: '2026-11-19', bookedAt: '2026-11-19T05:00:00.000Z' },
        reference: 'INV-2026-0109',
        narration: 'Pay Bill from 2547****551 - PETER M, for the ward\nsecond line of the message Acc. INV-2026-0109',
        providerTransactionId: 'TKJ3O0Q6LW',
      },
      {
        ...{ row: 14, ...credit, amount: 100000000, valueDate: '2026-11-18', bookedAt: '2026-11-18T20:59:59.000Z' },
        ...{ reference: 'INV-2026-0101', narration: 'Pay Bill from 2547****777 - RUTH N Acc. INV-2026-0101' },
        providerTransactionId: 'TKI9M8N4JU',
      },
      { row: 15, rejected: 'bookedAt is not a date of the given patterns' },
      { row: 16, rejected: 'credit and debit are both empty' },
    ])
    expect(summary).toEqual({
      ...{ lines: 7, rejected: 2, skipped: 0, leftOut: [], statements: [] },
      credits: [{ currency: 'KES', amount: '101450050' }],
      debits: [{ currency: 'KES', amount: '25125500' }],
    })
  })

  it('refuses a statement without the account column, which a mapping without it reads', async () => {
    const text = sample('mpesa-organisation')
      .toString('utf8')
      .replace(',A/C No.', '')
      .replace(/,[^,\n]*$/gm, '')
    await expect(readAll(text, mpesaOrganisation)).rejects.toThrow('"A/C No." not found')
    const { reference: _, ...columns } = mpesaOrganisation.columns
    const { lines } = await readAll(text, { ...mpesaOrganisation, columns })
    expect(lines.length).toBeGreaterThan(4)
  })
})

describe('mpesaCustomer', () => {
  it('reads a statement', async () => {
    const { records } = await readAll(sample('mpesa-customer'), mpesaCustomer)
    expect(records).toEqual([
      {
        ...{ row: 5, direction: 'debit', amount: 120000, currency: 'KES', valueDate: '2026-11-19' },
        ...{ bookedAt: '2026-11-19T14:31:43.000Z', providerTransactionId: 'TKJ4P1R7MX' },
        narration: 'Pay Bill to 123456 - KIJANI MISSION HOSPITAL Acc. INV-2026-0112',
      },
      {
        ...{ row: 6, direction: 'debit', amount: 500, currency: 'KES', valueDate: '2026-11-19' },
        ...{ bookedAt: '2026-11-19T14:31:43.000Z', providerTransactionId: 'TKJ4P1R7MX', narration: 'Pay Bill Charge' },
      },
      {
        ...{ row: 7, direction: 'credit', amount: 500000, currency: 'KES', valueDate: '2026-11-17' },
        ...{ bookedAt: '2026-11-17T09:00:00.000Z', providerTransactionId: 'TKH1A2B3C4' },
        narration: 'Funds received from 2547****678 - JOHN K',
      },
    ])
  })
})

describe('vodafoneCash', () => {
  it('reads a statement, with GHS where no currency is set', async () => {
    const { lines, rejected } = await readAll(sample('vodafone-cash'), vodafoneCash)
    expect(rejected).toEqual([])
    expect(lines.map(({ direction, amount, currency, bookedAt }) => [direction, amount, currency, bookedAt])).toEqual([
      ['credit', 15000, 'GHS', '2026-11-20T10:15:00.000Z'],
      ['credit', 7550, 'GHS', '2026-11-20T10:16:00.000Z'],
      ['debit', 100000, 'GHS', '2026-11-20T18:00:00.000Z'],
    ])
  })
})

describe('readCsvStatement: receipts of the Commercial Bank of Ethiopia', () => {
  it('are read by a mapping of a few lines, their reference only in the free text', async () => {
    const { records } = await readAll(sample('cbe-receipts'), {
      columns: {
        ...{ bookedAt: 'Payment Date', amount: 'Transferred Amount', narration: 'Reason' },
        providerTransactionId: 'Reference No',
      },
      dates: ['M/d/yyyy, h:mm:ss a'],
      timeZone: 'Africa/Addis_Ababa',
      currency: 'ETB',
    })
    const line = { direction: 'credit', currency: 'ETB', valueDate: '2026-11-20' }
    expect(records).toEqual([
      {
        ...{ row: 2, ...line, amount: 80000, bookedAt: '2026-11-20T12:05:09.000Z' },
        ...{ narration: 'bill INV-2026-0400 for my mother', providerTransactionId: 'FT26324ABC12' },
      },
      {
        ...{ row: 3, ...line, amount: 1234560, bookedAt: '2026-11-20T06:00:00.000Z' },
        ...{ narration: 'INV-2026-0401', providerTransactionId: 'FT26324XY9Z8' },
      },
      { row: 4, ...line, amount: 5000, bookedAt: '2026-11-19T21:10:00.000Z', providerTransactionId: 'FT26324QW3E4' },
      { row: 5, rejected: 'the amount names another currency' },
    ])
  })
})

describe('mpesaOrganisation, mpesaCustomer and vodafoneCash', () => {
  it.each(Object.entries({ mpesaOrganisation, mpesaCustomer, vodafoneCash }))(
    '%s is frozen throughout',
    (_, mapping) => {
      const parts = [mapping, mapping.columns, mapping.dates, mapping.only, mapping.only?.values]
      expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true, true, true])
    },
  )

  it('have no column for lineId, because charges of M-Pesa share the receipt of their payment', () => {
    const named = [mpesaOrganisation, mpesaCustomer].map((mapping: CsvMapping) => mapping.columns.lineId)
    expect(named).toEqual([undefined, undefined])
  })
})
