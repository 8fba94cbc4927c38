import { describe, expect, it } from 'vitest'
import type { CsvMapping } from '../../../src/statements/csv/mapping.js'
import { readCsvStatement } from '../../../src/statements/csv/read-csv-statement.js'
import { readAll } from '../support/read-csv.js'

const common = { timeZone: 'Africa/Nairobi', currency: 'KES' }
const twoColumns: CsvMapping = {
  ...common,
  dates: ['dd MMM yyyy'],
  columns: { reference: 'Ref', narration: 'Description', valueDate: 'Date', credit: 'Credit', debit: 'Debit' },
}
const continued: CsvMapping = { ...twoColumns, continues: true }
const header = 'Ref,Description,Date,Credit,Debit\n'
const second = 'R2,CARD 42,20 Nov 2026,30.00,\n'

const narrationsOf = async (rows: string, mapping = continued) => {
  const { lines, summary, rejected } = await readAll(header + rows, mapping)
  return { narrations: lines.map(({ narration }) => narration), skipped: summary.skipped, rejected: rejected.length }
}

describe('readCsvStatement: a row without an amount', () => {
  const framed: CsvMapping = {
    ...common,
    dates: ['dd/MM/yyyy'],
    columns: { valueDate: 'Date', narration: 'Text', debit: 'Debits', credit: 'Credits' },
  }

  it('is no line, whatever its date, and is counted', async () => {
    const { records, summary } = await readAll(
      'Date,Text,Debits,Credits\n20/11/2026,Opening balance,,\n20/11/2026,INV-000042,,"100.00"\n' +
        '20/11/2026,Closing balance,,\nDebits,"0.00",,\n,,,\n\n',
      framed,
    )
    expect(records).toMatchObject([{ row: 3, amount: 10000, narration: 'INV-000042' }])
    expect(summary).toMatchObject({ lines: 1, rejected: 0, skipped: 3 })
  })

  it('is rejected where it has a receipt or a lineId', async () => {
    const columns = { ...framed.columns, providerTransactionId: 'Receipt', lineId: 'Id' }
    const { records, summary } = await readAll(
      'Date,Text,Debits,Credits,Receipt,Id\n20/11/2026,A,,,SKL4AB12CD,\n20/11/2026,B,,,,7\n20/11/2026,C,,,,\n',
      { ...framed, columns },
    )
    expect(records).toEqual([
      { row: 2, rejected: 'credit and debit are both empty' },
      { row: 3, rejected: 'credit and debit are both empty' },
    ])
    expect(summary.skipped).toBe(1)
  })

  it('is no line where it has a placeholder in place of a receipt', async () => {
    const columns = { ...framed.columns, providerTransactionId: 'Receipt' }
    const { records, summary } = await readAll(
      'Date,Text,Debits,Credits,Receipt\n20/11/2026,A,,,NONREF\n20/11/2026,B,,,-\n',
      { ...framed, columns },
    )
    expect([records, summary.skipped]).toEqual([[], 2])
  })

  it('is no row with an amount of zero, or with one that is no number', async () => {
    const { rejected, summary } = await readAll(
      'Date,Text,Debits,Credits\n20/11/2026,A,0.00,0.00\n20/11/2026,B,n/a,\n20/11/2026,C,,0\n',
      framed,
    )
    expect([rejected.length, summary.skipped]).toEqual([3, 0])
  })

  it('is no line also where the row ends before the column that decides', async () => {
    const { summary } = await readAll('Text,Amount,Day,Status\nTotal\nA,5.00\n', {
      ...{ ...common, dates: ['yyyy-MM-dd'], columns: { valueDate: 'Day', amount: 'Amount', narration: 'Text' } },
      only: { column: 'Status', values: ['Completed'] },
    })
    expect(summary).toMatchObject({ lines: 0, rejected: 1, skipped: 1 })
  })
})

describe('readCsvStatement: continues: true', () => {
  it('joins the narration of the row above, and is not counted', async () => {
    const first = 'R1,CARD 41,20 Nov 2026,,15.00\n'
    const { records, summary } = await readAll(
      `${header}${first},INV-000042 SECOND HALF,,,\n,THIRD,,,\n${second}`,
      continued,
    )
    expect(records).toMatchObject([
      { row: 2, direction: 'debit', reference: 'R1', narration: 'CARD 41 INV-000042 SECOND HALF THIRD' },
      { row: 5, direction: 'credit', reference: 'R2', narration: 'CARD 42' },
    ])
    expect(summary).toMatchObject({ lines: 2, skipped: 0 })
  })

  it('continues the last line of a file too, and a line without a narration', async () => {
    expect(await narrationsOf(`${second},LAST,,,\n`)).toEqual({ narrations: ['CARD 42 LAST'], skipped: 0, rejected: 0 })
    expect((await narrationsOf('R2,,20 Nov 2026,30.00,\n,LAST,,,')).narrations).toEqual(['LAST'])
  })

  it('skips a row above the first line, and a row without words', async () => {
    expect(await narrationsOf(`,Opening,20 Nov 2026,,\n${second}X,,21 Nov 2026,,\n`)).toEqual({
      ...{ narrations: ['CARD 42'], skipped: 2, rejected: 0 },
    })
  })

  it('joins nothing behind a rejected row, or behind one that is left out', async () => {
    expect(await narrationsOf(`${second}R3,BAD,soon,1.00,\n,OF THE BAD,,,\n`)).toEqual({
      ...{ narrations: ['CARD 42'], skipped: 0, rejected: 1 },
    })
    const only = { column: 'Ref', values: ['R2', ''] }
    expect(
      (await narrationsOf(`${second}R3,OUT,20 Nov 2026,1.00,\n,OF IT,,,\n`, { ...continued, only })).narrations,
    ).toEqual(['CARD 42'])
  })

  it('continues behind an empty row, and behind the header of a new page', async () => {
    expect(await narrationsOf(`${second}\n,,,,\n,INV-000042,,,\n`)).toEqual({
      ...{ narrations: ['CARD 42 INV-000042'], skipped: 0, rejected: 0 },
    })
    expect(await narrationsOf(`${second}${header},INV-000042,,,\n${second}`)).toEqual({
      ...{ narrations: ['CARD 42 INV-000042', 'CARD 42'], skipped: 0, rejected: 0 },
    })
    // What is rejected stays so.
    expect(await narrationsOf(`${second}R3,BAD,soon,1.00,\n\n,OF THE BAD,,,\n`)).toEqual({
      ...{ narrations: ['CARD 42'], skipped: 0, rejected: 1 },
    })
  })

  it('is the same however the file is cut, and bounded', async () => {
    const text = `${header}${second},MORE,,,\n`.repeat(2)
    const whole = await readAll(text, continued)
    expect((await readAll([...text], continued)).records).toEqual(whole.records)
    expect(whole.records).toMatchObject([{ narration: 'CARD 42 MORE' }, { narration: 'CARD 42 MORE' }])
    await expect(narrationsOf(`${second}${`,${'X'.repeat(9999)},,,\n`.repeat(27)}`)).rejects.toThrow(
      /narration of more/,
    )
  })

  it('is true or left out, and needs a narration', () => {
    const { narration: _, ...columns } = twoColumns.columns
    for (const wrong of [
      { ...twoColumns, continues: false },
      { ...twoColumns, columns, continues: true },
    ])
      expect(() => readCsvStatement('', wrong as CsvMapping)).toThrow(/continues/)
  })
})

describe('readCsvStatement: a column with the balance', () => {
  const mapping: CsvMapping = {
    ...{ ...common, dates: ['yyyy-MM-dd'] },
    columns: { valueDate: 'Day', amount: 'Amount', balance: 'Balance' },
  }
  const rows = ['2026-11-20,100.00,"1,100.00"', '2026-11-20,-50.00,"1,050.00"', '2026-11-21,-2000.00,950.00 DR']
  const read = (lines: readonly string[]) => readAll(`Day,Amount,Balance\n${lines.join('\n')}\n`, mapping)
  const kes = (amount: string) => ({ currency: 'KES', amount })

  it('is that of each line, and of the file, whichever line is first', async () => {
    for (const order of [rows, [...rows].reverse()]) {
      const { lines, summary } = await read(order)
      expect(lines.map(({ balance }) => balance).sort()).toEqual([-95000, 105000, 110000])
      expect(summary.statements).toEqual([{ opening: kes('100000'), closing: kes('-95000'), addsUp: true }])
    }
  })

  it('does not add up where a line is missing', async () => {
    const { summary } = await read([...rows, '2026-11-22,1.00,-900.00'])
    expect(summary.statements).toEqual([{ opening: kes('100000'), closing: kes('-90000'), addsUp: false }])
  })

  it('has the order of its pairs in a file of one day alone', async () => {
    const day = ['2026-11-20,1.00,3.00', '2026-11-20,2.00,2.00']
    expect((await read(day)).summary.statements).toEqual([{ opening: kes('0'), closing: kes('300'), addsUp: true }])
  })

  it('leaves the line as it is, and adds no warning, where it is empty or no number', async () => {
    const { lines, summary } = await read(['2026-11-20,1.00,', '2026-11-20,1.00,n/a', '2026-11-20,1.00,5.00 USD'])
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(line).not.toHaveProperty('balance')
    expect(summary.statements).toEqual([{ opening: null, closing: null, addsUp: null }])
  })

  it('has no balances in a file without lines', async () => {
    expect((await read(['2026-11-20,,5.00'])).summary.statements).toEqual([])
  })
})
