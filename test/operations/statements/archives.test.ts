import { describe, expect, it } from 'vitest'
import { type CsvMapping, readStatement } from 'hospital-payments/statements'
import { testService } from '../../support/service.js'
import { archive } from '../../statements/support/archives.js'

const bank: CsvMapping = {
  columns: { valueDate: 'Date', amount: 'Amount', narration: 'Text', reference: 'Ref' },
  ...{ dates: ['yyyy-MM-dd'], timeZone: 'Africa/Nairobi', currency: 'KES' },
}
const till: CsvMapping = { ...bank, columns: { valueDate: 'Day', amount: 'Sum', narration: 'What' } }
const layouts = { bank, till }
const account = 'cbe-1000'

const csv = (...refs: readonly string[]) =>
  `Date,Amount,Text,Ref\n${refs.map((ref) => `2026-11-20,10.00,T,${ref}\n`).join('')}`
const ofTill = 'Day,Sum,What\n2026-11-20,10.00,SALE\n'
const entry = (message: string, part: string, details: string) =>
  `<Document><${message}><${part}><Ntry><Amt Ccy="KES">300.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><ValDt><Dt>2026-11-20</Dt></ValDt><AcctSvcrRef>B1</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry></${part}></${message}></Document>`
const transaction = (reference: string, amount: string) =>
  `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="KES">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`

async function importedOf(files: Readonly<Record<string, string>>) {
  const { payments } = testService()
  const imported = await payments.statements.import(readStatement(archive(files), { layouts }), { account })
  const { items } = await payments.lines.list()
  const lines = items.map(({ reference, amount, outcome }) => [amount, reference ?? null, outcome])
  return { payments, imported, lines: lines.sort((a, b) => (`${a}` < `${b}` ? -1 : 1)) }
}

describe('importStatement: an archive', () => {
  it('counts a line of two of its files once, and two equal lines of one file twice', async () => {
    const { imported, lines } = await importedOf({ 'a.csv': csv('A', 'B', 'B'), 'b.csv': csv('B', 'B', 'C') })
    expect(lines.map(([, reference]) => reference)).toEqual(['A', 'B', 'B', 'C'])
    expect(imported).toMatchObject({ warnings: [], layout: readStatement('', { layout: bank, format: 'csv' }).layout })
  })

  it('holds the entry of a statement whose details stand in a file before it', async () => {
    const details = entry('BkToCstmrDbtCdtNtfctn', 'Ntfctn', transaction('A', '100.00') + transaction('B', '200.00'))
    const { imported, lines } = await importedOf({ '054.xml': details, '099.xml': entry('BkToCstmrStmt', 'Stmt', '') })
    expect(lines).toEqual([
      [10_000, 'A', 'unmatched_line'],
      [20_000, 'B', 'unmatched_line'],
      [30_000, null, 'possible_duplicate'],
    ])
    expect(imported.warnings).toContainEqual({ code: 'possible_duplicates' })
  })

  it('holds a line whose day and amount a file of another layout before it has', async () => {
    const { imported, lines } = await importedOf({ 'a.csv': csv('A'), 'b.csv': ofTill })
    expect(lines).toEqual([
      [1000, null, 'possible_duplicate'],
      [1000, 'A', 'unmatched_line'],
    ])
    expect(imported.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['other_layout', 'possible_duplicates']),
    )
    expect(imported.layout).toMatch(/^[\da-f]{64}$/)
    expect(imported.layout).not.toBe(readStatement('', { layout: bank, format: 'csv' }).layout)
  })

  it('is imported once, however often it is read', async () => {
    const files = { 'a.csv': csv('A', 'B'), 'b.csv': csv('B', 'C'), 'c.csv': ofTill.replace('10.00', '7.00') }
    const { payments, lines } = await importedOf(files)
    await payments.statements.import(readStatement(archive(files), { layouts }), { account })
    expect((await payments.lines.list()).items).toHaveLength(lines.length)
  })

  it('is previewed as it is imported: a bill is paid once by a line of two files', async () => {
    const { payments } = testService()
    await payments.createPayment({ amount: 1000, currency: 'KES', reference: 'A', channel: 'cash' })
    const file = archive({ 'a.csv': csv('A'), 'b.csv': csv('A') })
    const outcomes = async (apply: boolean) => {
      const outcomes: string[] = []
      for await (const item of payments.reconcile(readStatement(file, { layouts }), { account, apply }))
        if (item.kind === 'line') outcomes.push(item.outcome)
      return outcomes
    }
    const preview = await outcomes(false)
    expect(preview).toEqual(['confirmed', 'already_reconciled'])
    expect(await outcomes(true)).toEqual(preview)
  })

  it('stores nothing where one of its files cannot be read', async () => {
    const { payments } = testService()
    const reader = readStatement(archive({ 'a.csv': csv('A'), 'b.pdf': '%PDF-1.7' }), { layouts })
    await expect(payments.statements.import(reader, { account })).rejects.toMatchObject({ code: 'invalid_request' })
    expect((await payments.lines.list()).items).toEqual([])
  })
})
