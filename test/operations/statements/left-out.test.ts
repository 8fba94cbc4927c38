import { createHospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import { readCamt, readCsvStatement, readMt940, type StatementReader } from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { previewOf } from '../../../src/http/import-preview.js'

const service = () =>
  createHospitalPayments({ repository: memoryRepository(), channels: { bank: textChannel('{reference}') } })

/** Imports a file, and returns its counts and warnings, which are those of its preview too. */
async function importOf(open: () => StatementReader) {
  const payments = service()
  const preview = await previewOf(payments, open(), { account: 'bank' })
  const { skipped, leftOut, warnings, id } = await payments.statements.import(open(), { account: 'bank' })
  expect([preview.skipped, preview.leftOut, preview.warnings]).toEqual([skipped, leftOut, warnings])
  expect(await payments.statements.get(id)).toMatchObject({ skipped, leftOut, warnings })
  return { skipped, leftOut, warnings: warnings.map(({ code }) => code) }
}

const entry = (status: string, currency = 'ETB') =>
  `<Ntry><Amt Ccy="${currency}">1500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${status}<ValDt><Dt>2026-11-20</Dt></ValDt></Ntry>`
const statement = (inner: string, account = '') =>
  `<Stmt>${account && `<Acct><Id><IBAN>${account}</IBAN></Id></Acct>`}${inner}</Stmt>`
const camt = (...statements: string[]) => `<Document><BkToCstmrStmt>${statements.join('')}</BkToCstmrStmt></Document>`
const booked = '<Sts>BOOK</Sts>'

describe('statements.import: leftOut, skipped and warnings', () => {
  it('report that nothing is booked, with the count of entries of each status', async () => {
    for (const [status, name] of [
      ['<Sts>INFO</Sts>', 'INFO'],
      ['<Sts><Cd>PDNG</Cd></Sts>', 'PDNG'],
    ] as const) {
      expect(await importOf(() => readCamt(camt(statement(entry(status)))))).toEqual({
        ...{ skipped: 0, leftOut: [{ status: name, count: 1 }], warnings: ['nothing_booked'] },
      })
    }
    const expected = ':20:1\n:25:0100\n:60F:C261119ETB0,\n:61:261120EC5,NTRFX\n:62F:C261119ETB0,\n'
    expect(await importOf(() => readMt940(expected))).toMatchObject({ warnings: ['nothing_booked'] })
  })

  it('have no warning where a booked entry is beside others, or there is no entry', async () => {
    expect(await importOf(() => readCamt(camt(statement(entry(booked) + entry('<Sts>PDNG</Sts>')))))).toEqual({
      ...{ skipped: 0, leftOut: [{ status: 'PDNG', count: 1 }], warnings: [] },
    })
    expect(await importOf(() => readCamt(camt(statement(''))))).toEqual({ skipped: 0, leftOut: [], warnings: [] })
  })

  it('report a file of several accounts, or of several currencies', async () => {
    const two = camt(statement(entry(booked), 'ET1'), statement(entry(booked), 'ET2'))
    expect((await importOf(() => readCamt(two))).warnings).toEqual(['two_accounts'])
    expect((await importOf(() => readCamt(two.replace('ET2', 'ET1')))).warnings).toEqual([])
    const currencies = camt(statement(entry(booked) + entry(booked, 'USD')))
    expect((await importOf(() => readCamt(currencies))).warnings).toEqual(['two_currencies'])
  })

  it('report the count of rows of a CSV that are no lines', async () => {
    const columns = { valueDate: 'Date', amount: 'Amount', narration: 'Text' }
    const mapping = { columns, dates: ['yyyy-MM-dd'], timeZone: 'Africa/Nairobi', currency: 'KES' }
    const file = 'Date,Amount,Text\n2026-11-20,,Opening balance\n2026-11-20,5.00,INV-7\n,,Total\n'
    expect(await importOf(() => readCsvStatement(file, mapping))).toEqual({ skipped: 2, leftOut: [], warnings: [] })
  })
})
