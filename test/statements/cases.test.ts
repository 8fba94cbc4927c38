import { readdirSync, readFileSync } from 'node:fs'
import { mpesaCustomer, readStatement, type CsvMapping } from 'hospital-payments/statements'
import { afterAll, describe, expect, it } from 'vitest'
import { importCommand } from '../../src/cli/commands/import.js'
import { isPaymentError } from '../../src/errors.js'
import { callCommand } from '../cli/support/call.js'
import { readRecords } from './support/read-records.js'
import { hospital, account } from '../reconciliation/support/hospital.js'
import { testService } from '../support/service.js'
import { sharedCases, sharedStatement } from './support/shared-data.js'

const cases = sharedCases()
const tested = new Set<string>()

/** Reads the bytes of a case's file, which is thereby known to have a test. */
function bytesOf(name: string): Uint8Array {
  tested.add(name.split('/')[0]!)
  return sharedStatement(cases, name)
}

type Options = Parameters<typeof readStatement>[1]

const read = (input: Uint8Array, options?: Options) => readRecords(readStatement(input, options))

const columns = { valueDate: 'Date', narration: 'Text' }
const common = { dates: ['dd/MM/yyyy'], timeZone: 'Africa/Nairobi', currency: 'KES' }

describe.skipIf(cases === null)('readStatement: an input that failed once', () => {
  afterAll(() => {
    for (const name of cases === null ? [] : readdirSync(cases, { withFileTypes: true }))
      if (name.isDirectory() && !tested.has(name.name)) console.warn(`SKIPPED: the case ${name.name} has no test yet`)
  })

  it('01: three movements under one lineId are three lines, of which two pay their bills', async () => {
    const { bill, apply, now, payments } = hospital()
    const first = await bill({ reference: 'INV-000001', amount: 100_000, currency: 'KES' })
    const second = await bill({ reference: 'INV-000002', amount: 50_000, currency: 'KES' })
    const mapping = JSON.parse(new TextDecoder().decode(bytesOf('01-lineid-repeats/mapping.json'))) as CsvMapping
    const file = () => readStatement(bytesOf('01-lineid-repeats/in.csv'), { layout: mapping })

    const { warnings } = await payments.statements.import(file(), { account })
    expect(warnings).toEqual([{ code: 'id_repeats' }])
    expect([(await now(first)).status, (await now(second)).status]).toEqual(['succeeded', 'succeeded'])
    const stored = async () => {
      const { items } = await payments.lines.list()
      return items.map(({ outcome, status, amount }) => `${outcome} ${status} ${amount}`).sort()
    }
    const lines = ['confirmed settled 100000', 'confirmed settled 50000', 'reversal_candidate open 3000']
    expect(await stored()).toEqual(lines)

    expect((await apply(file())).lines.map(({ outcome }) => outcome)).not.toContain('confirmed')
    expect(await stored()).toEqual(lines)
  })

  it('02: MT940 with blanks in place of the entry date is read', async () => {
    const { records, summary } = await read(bytesOf('02-mt940-blank-entry-date/in.sta'))
    expect(records).toMatchObject([
      { direction: 'credit', amount: 21_239, currency: 'USD', valueDate: '2026-11-20', reference: 'INV-000042' },
    ])
    expect(summary.statements).toMatchObject([{ addsUp: true }])
  })

  it('03: MT940 without a transaction type is read', async () => {
    const { records, summary } = await read(bytesOf('03-mt940-no-transaction-type/in.sta'))
    expect(records).toMatchObject([
      { direction: 'credit', amount: 22_000_000, currency: 'NGN', providerTransactionId: '19239782213' },
      { direction: 'debit', amount: 24_023, currency: 'NGN', providerTransactionId: '19245574932' },
    ])
    expect(summary.statements).toMatchObject([{ addsUp: true }])
  })

  it.each(['text-lost.sta', 'file-refused.sta'])(
    '06: MT940 with a time that is cut by a line end keeps its text: %s',
    async (name) => {
      const { records, summary } = await read(bytesOf(`06-mt940-time-taken-for-a-field/${name}`))
      expect(records).toMatchObject([{ amount: 150_000, narration: expect.stringMatching(/\bINV-000042 X/) as string }])
      expect(summary.statements).toMatchObject([{ addsUp: true }])
    },
  )

  it.each(['in.sta', 'in.xml'])(
    '07: the number of the bank finds the payment that has it as its receipt: %s',
    async (name) => {
      const { bill, apply, now, payments } = hospital()
      const paid = await bill({ reference: 'INV-000042', amount: 150_000, currency: 'ETB' })
      await payments.confirmPayment(paid.id, { providerTransactionId: 'FT26325XK1' })
      const { lines } = await apply(readStatement(bytesOf(`07-bank-number-not-given/${name}`)))
      expect(lines).toMatchObject([
        { outcome: 'matched', rule: 'transaction_id', line: { providerTransactionId: 'FT26325XK1' } },
      ])
      expect((await now(paid)).amountReconciled).toBe(150_000)
    },
  )

  it('08: CSV has money as people write it, and a symbol of another currency is refused', async () => {
    const amounts = async (currency: string) => {
      const layout = { ...common, currency, columns: { ...columns, amount: 'Amount' } }
      const { records } = await read(bytesOf('08-csv-money-as-people-write-it/in.csv'), { layout })
      return records.map((record) => ('amount' in record ? record.amount : record.rejected))
    }
    const other = 'the amount names another currency'
    expect(await amounts('KES')).toEqual([150_000, 150_000, 150_000, 150_000, other, other, 150_000])
    expect(await amounts('ETB')).toEqual([other, other, 150_000, 150_000, 150_000, other, other])
    expect(await amounts('GBP')).toEqual([other, other, 150_000, 150_000, other, 6_740, other])
  })

  it('09: a CSV row without an amount continues the row above, or is no line', async () => {
    const continued = await read(bytesOf('09-csv-rows-that-are-no-lines/continued.csv'), {
      layout: {
        ...{ ...common, dates: ['d MMM yyyy'], continues: true },
        columns: { valueDate: 'Date', credit: 'Credit', debit: 'Debit', reference: 'Ref', narration: 'Description' },
      },
    })
    expect(continued.records).toMatchObject([
      { reference: 'R1', direction: 'debit', amount: 1_500, narration: 'CARD 41 INV-000042 SECOND HALF' },
      { reference: 'R2', direction: 'credit', amount: 3_000, narration: 'CARD 42' },
    ])
    expect(continued.summary).toMatchObject({ lines: 2, rejected: 0, skipped: 0 })

    const framed = await read(bytesOf('09-csv-rows-that-are-no-lines/framed.csv'), {
      layout: { ...common, columns: { ...columns, credit: 'Credits', debit: 'Debits' } },
    })
    expect(framed.records).toMatchObject([{ direction: 'credit', amount: 10_000, narration: 'INV-000042' }])
    expect(framed.summary).toMatchObject({ lines: 1, rejected: 0, skipped: 3 })
  })

  it('10: a CSV column without a name is known by its number, and the header is no row', async () => {
    const { records, summary } = await read(bytesOf('10-csv-column-without-a-name/in.csv'), {
      layout: {
        ...{ ...common, dates: ['dd-MM-yyyy'], currency: 'EUR', decimal: ',' },
        columns: { ...columns, amount: { at: 5 }, currency: 'Change', balance: { at: 7 } },
      },
    })
    expect(records).toEqual([
      {
        ...{ row: 2, direction: 'credit', amount: 19, currency: 'EUR', valueDate: '2026-11-20' },
        ...{ narration: 'INV-000042', balance: 1_388 },
      },
    ])
    expect(summary).toMatchObject({ lines: 1, rejected: 0, skipped: 0, statements: [{ addsUp: true }] })
  })

  it.each(['iso.csv', 'paid-in.csv', 'receipt-no.csv', 'saved-by-excel.csv'])(
    '12: M-Pesa in another spelling is read, found by its columns and by its name: %s',
    async (name) => {
      const bytes = bytesOf(`12-mpesa-other-spellings/${name}`)
      for (const options of [{}, { layout: 'mpesaCustomer' }, { layout: mpesaCustomer }]) {
        const { records } = await read(bytes, options)
        expect(records).toMatchObject([
          {
            ...{ direction: 'credit', amount: 150_000, currency: 'KES', valueDate: '2026-11-20' },
            ...{ bookedAt: '2026-11-20T07:15:00.000Z', providerTransactionId: 'SKL4AB12CD' },
          },
        ])
      }
    },
  )

  it.each([
    ['in.xlsx', /is a spreadsheet \(\.xlsx\) without a visible sheet: save it as CSV/],
    ['in.qif', /is a QIF file/],
    ['in.bai', /is a BAI2 file/],
  ])('13: the command line names the kind of a file that it cannot read: %s', async (name, words) => {
    bytesOf(`13-cli-says-csv-to-everything/${name}`)
    const path = `${cases}13-cli-says-csv-to-everything/${name}`
    const failure: unknown = await callCommand(importCommand, testService().payments, [path, '--account', 'x']).catch(
      (error: unknown) => error,
    )
    if (!isPaymentError(failure, 'invalid_request')) throw failure
    expect(failure.details.issues[0]!.message).toMatch(words)
  })

  it('13: an OFX file is read', async () => {
    const { reader, records } = await read(bytesOf('13-cli-says-csv-to-everything/in.ofx'))
    expect([reader.format, records]).toMatchObject(['ofx', [{ amount: 150_000, narration: 'INV-000042' }]])
  })

  it.each([
    ['info.xml', 'INFO'],
    ['pending.xml', 'PDNG'],
  ])('15: camt without a booked entry counts its entries by status: %s', async (name, status) => {
    bytesOf(`15-camt-nothing-booked/${name}`)
    const { payments } = testService()
    const path = `${cases}15-camt-nothing-booked/${name}`
    const { stdout } = await callCommand(importCommand, payments, [path, '--account', 'x'])
    expect(stdout).toContain(`1 entry, not booked (${status})`)
    expect(stdout).toContain('nothing_booked')
    const { summary } = await read(readFileSync(path))
    expect(summary).toMatchObject({ lines: 0, rejected: 0, leftOut: [{ status, count: 1 }] })
  })

  it.each([
    [['details.054.xml', 'statement.053.xml'], 2],
    [['statement.053.xml', 'details.054.xml'], 1],
  ])('21: camt.054 and camt.053 of one entry count once: %j', async (names, counting) => {
    const { apply, payments } = hospital()
    for (const name of names) await apply(readStatement(bytesOf(`21-camt-054-and-053/${name}`)))
    const { items: lines } = await payments.lines.list()
    const counted = lines.filter(({ outcome }) => outcome !== 'possible_duplicate')
    expect([lines.length, counted.length]).toEqual([3, counting])
    expect(counted.reduce((sum, { amount }) => sum + amount, 0)).toBe(30_000)
    expect(lines.filter(({ held }) => held).map(({ outcome }) => outcome)).toEqual(
      Array(3 - counting).fill('possible_duplicate'),
    )
  })
})
