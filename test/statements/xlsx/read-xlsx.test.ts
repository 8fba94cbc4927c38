import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvMapping, readCsvStatement, readStatement, readXlsxStatement } from 'hospital-payments/statements'
import { readRecords } from '../support/read-records.js'
import { refusalOf } from '../support/refusal.js'
import { pieces } from '../support/shared-data.js'
import { numberCell, row, textCell, workbook } from '../support/workbooks.js'

const mapping: CsvMapping = {
  columns: {
    bookedAt: ['Date', 'Time'],
    amount: 'Amount',
    ...{ providerTransactionId: 'Receipt', reference: 'Reference', narration: 'Text', balance: 'Balance' },
  },
  dates: ['dd/MM/yyyy', 'dd/MM/yyyy HH:mm:ss', 'yyyy-MM-dd HH:mm', 'yyyyMMdd'],
  ...{ timeZone: 'Africa/Nairobi', currency: 'KES' },
}
const names = ['Date', 'Time', 'Amount', 'Receipt', 'Reference', 'Text', 'Balance'] as const
const header = row(...names.map(textCell))
/** The styles: a date, a date with its time, a time of day, and zeros. */
const formats = [
  'dd/mm/yyyy',
  'yyyy\\-mm\\-dd\\ hh:mm:ss',
  'h:mm AM/PM',
  '0000000',
  '#,##0.00',
  '[$-409]d\\-mmm\\-yy;@',
  '"day" 0',
]
const styles = { date: 1, dateTime: 2, time: 3, zeros: 4, money: 5, shortDate: 6, literal: 7 }
const day = numberCell(46_346, styles.date)

const sample = (name: string) => new Uint8Array(readFileSync(new URL(`../samples/xlsx/${name}.xlsx`, import.meta.url)))
const read = (file: Uint8Array, by = mapping) => readRecords(readXlsxStatement(file, by))

/** Reads the only record of a sheet with these cells below the header. */
async function record(cells: Partial<Record<(typeof names)[number], string>>, by = mapping, properties = '') {
  const written = names.map(
    (name) => cells[name] ?? (name === 'Date' ? day : name === 'Amount' ? numberCell(5) : '<c/>'),
  )
  const file = workbook({ sheets: [{ rows: header + row(...written) }], formats, properties })
  const { records } = await read(file, by)
  expect(records).toHaveLength(1)
  return records[0]
}

const line = { row: 2, direction: 'credit', amount: 500, currency: 'KES', valueDate: '2026-11-20' }
const of2026 = { direction: 'credit', currency: 'KES', valueDate: '2026-11-20' }

describe('readXlsxStatement: a workbook that LibreOffice wrote', () => {
  it('is read by the visible sheet that has the columns, cells as they are stored', async () => {
    const { records, summary } = await read(sample('statement'))
    expect(records).toEqual([
      {
        ...{ row: 4, ...of2026, amount: 150_000, bookedAt: '2026-11-20T07:15:00.000Z', reference: 'INV-000001' },
        ...{ providerTransactionId: 'FT26325XK1', narration: 'CARD & CASH' },
      },
      // 23:59:59.6, to the second.
      {
        ...{ row: 5, direction: 'debit', amount: 410, currency: 'KES', valueDate: '2026-11-21' },
        ...{ bookedAt: '2026-11-20T21:00:00.000Z', narration: 'formula' },
      },
      { row: 6, ...of2026, amount: 250_000, reference: '0042', narration: 'texts that look like numbers' },
      {
        ...{ row: 10, ...of2026, amount: 1000, providerTransactionId: '2611201234', reference: '0012345' },
        narration: 'ሰላም rich text',
      },
      { row: 11, rejected: expect.stringContaining('more than 15 digits') as string },
      { row: 12, rejected: expect.stringContaining('in a format that may show others') as string },
      { row: 13, rejected: 'a mapped cell is a truth value' },
      { row: 14, rejected: 'a mapped cell is an error' },
      { row: 15, rejected: 'bookedAt is not a date of the given patterns' },
      { row: 16, rejected: expect.stringContaining('more than 15 digits') as string },
      { row: 17, ...of2026, amount: 410, narration: 'fifteen digits', balance: 151_410 },
    ])
    expect(summary).toMatchObject({ lines: 5, rejected: 6, skipped: 1 })
  })

  it('has days of 1904 where it counts from there', async () => {
    expect((await read(sample('from-1904'))).records).toEqual([
      { row: 2, ...of2026, amount: 100 },
      { row: 3, ...of2026, amount: 200, bookedAt: '2026-11-20T07:15:00.000Z' },
    ])
  })

  it('needs the name of a sheet where several have the columns, of the mapping before that of the option', async () => {
    const file = sample('two-sheets')
    expect(await refusalOf(readXlsxStatement(file, mapping))).toMatch(/has several sheets .* choose one by its name/)
    const amounts = async (sheet?: string, option?: string) => {
      const { records } = await readRecords(
        readStatement(file, { layout: { ...mapping, ...(sheet && { sheet }) }, sheet: option }),
      )
      return records.map((one) => 'amount' in one && one.amount)
    }
    expect([await amounts('A'), await amounts(undefined, ' b '), await amounts('A', 'B')]).toEqual([
      [100],
      [200],
      [100],
    ])
    expect(await refusalOf(readXlsxStatement(file, { ...mapping, sheet: 'C' }))).toMatch(/no sheet of the given name/)
    const hidden = await readRecords(readXlsxStatement(sample('statement'), { ...mapping, sheet: 'Copy' }))
    expect(hidden.records).toMatchObject([{ amount: 700 }])
  })

  it('is found by its beginning and its columns, cut anywhere', async () => {
    const file = sample('statement')
    const { reader, records } = await readRecords(readStatement(pieces(file, [1, 50]), { layouts: { bank: mapping } }))
    expect([reader.format, reader.layoutName]).toEqual(['xlsx', 'bank'])
    expect(records).toEqual((await read(file)).records)
    const chosen = await readRecords(
      readStatement(file, { format: 'xlsx', layout: 'bank', layouts: { bank: mapping } }),
    )
    expect(chosen.records).toEqual(records)
    expect(reader.layout).not.toBe(readCsvStatement('', mapping).layout)
    expect(reader.layout).toBe(readXlsxStatement(file, mapping).layout)
    expect(await refusalOf(readStatement(file))).toMatch(/without the columns of a known layout .*: give the layout/)
    expect(await refusalOf(readStatement(file, { layout: mapping, format: 'csv' }))).toMatch(
      /is a spreadsheet \(\.xlsx\)/,
    )
  })
})

describe('readXlsxStatement: a cell', () => {
  it.each([
    [numberCell('4.0999999999999996'), { amount: 410 }],
    [numberCell('-4.1'), { direction: 'debit', amount: 410 }],
    [numberCell('1.5E3'), { amount: 150_000 }],
    [numberCell('9999999999999.99'), { amount: 999_999_999_999_999 }],
    [numberCell('5', styles.money), {}],
    [numberCell('5', styles.literal), {}],
    [textCell('KSh 5.00'), {}],
    [`<c t="str"><f>"5"</f><v>5.00</v></c>`, {}],
    [`<c><f>2+3</f><v>5</v></c>`, {}],
  ])('with the amount %s is read as it is stored', async (amount, differs) => {
    expect(await record({ Amount: amount })).toEqual({ ...line, ...differs })
  })

  it('with an amount is read with the decimal mark of the mapping only where it is a text', async () => {
    const comma = { ...mapping, decimal: ',' } as const
    expect(await record({ Amount: numberCell('4.25') }, comma)).toEqual({ ...line, amount: 425 })
    expect(await record({ Amount: textCell('1.234,50') }, comma)).toEqual({ ...line, amount: 123_450 })
    expect(await record({ Amount: numberCell('1500.25'), Balance: numberCell('1500.25') }, comma)).toEqual({
      ...{ ...line, amount: 150_025, balance: 150_025 },
    })
  })

  it.each([
    ['Amount', numberCell('10000000000000.00'), /more than 15 digits/],
    ['Amount', numberCell('4.125'), /more decimals than its currency/],
    ['Amount', numberCell('0'), /is zero/],
    ['Amount', '<c><f>1+1</f></c>', /formula without a stored value/],
    ['Amount', '<c><f>1+1</f><v></v></c>', /formula without a stored value/],
    ['Amount', '<c t="e"><v>#N/A</v></c>', /is an error/],
    ['Amount', '<c t="b"><v>1</v></c>', /is a truth value/],
    ['Amount', day, /the amount is a date/],
    ['Amount', '<c><v>x</v></c>', /is no number/],
    ['Amount', '<c t="s"><v>7</v></c>', /a text that the workbook does not have/],
    ['Text', '<c t="e"><v>#REF!</v></c>', /is an error/],
    ['Reference', day, /is a date/],
    ['Reference', numberCell('1234567890123456'), /more than 15 digits/],
    ['Reference', numberCell('1500', styles.money), /format that may show others/],
    ['Reference', numberCell('12.5', styles.zeros), /format that may show others/],
    ['Receipt', numberCell('1500', styles.literal), /format that may show others/],
    ['Date', numberCell('60', styles.date), /not a date/],
    ['Date', numberCell('46346'), /not a date/],
    ['Date', numberCell('0.5', styles.time), /not a date/],
    ['Date', numberCell('2958466', styles.date), /not a date/],
    ['Date', numberCell('-1', styles.date), /not a date/],
    ['Date', '<c t="d"><v>yesterday</v></c>', /a date that cannot be read/],
  ] as const)('rejects its row where it cannot be relied on: %s %s', async (name, cell, reason) => {
    expect(await record({ [name]: cell })).toEqual({ row: 2, rejected: expect.stringMatching(reason) as string })
  })

  it.each([
    [numberCell('123456789012345'), '123456789012345'],
    [numberCell('12345', styles.zeros), '0012345'],
    [numberCell('1234567890', styles.zeros), '1234567890'],
    [textCell('  0042 '), '0042'],
    [textCell('1234567890123456789'), '1234567890123456789'],
    ['<c t="inlineStr"><is><r><t>INV</t></r><r><t>-7</t></r><rPh sb="0"><t>x</t></rPh></is></c>', 'INV-7'],
    [textCell('A_x002D_7'), 'A-7'],
  ])('is a reference as it is stored: %s is %s', async (cell, reference) => {
    expect(await record({ Reference: cell })).toEqual({ ...line, reference })
  })

  it.each([
    [{ Date: numberCell('46346', styles.dateTime) }, '2026-11-19T21:00:00.000Z'],
    [{ Date: numberCell('46346.4270833333', styles.date) }, '2026-11-20T07:15:00.000Z'],
    [{ Date: day, Time: numberCell('0.427083333333333', styles.time) }, '2026-11-20T07:15:00.000Z'],
    [{ Date: numberCell('46346', styles.shortDate) }, undefined],
    [{ Date: textCell('20/11/2026') }, undefined],
    [{ Date: numberCell('20261120') }, undefined],
    [{ Date: textCell('20/11/2026'), Time: numberCell('0.427083333333333', styles.time) }, '2026-11-20T07:15:00.000Z'],
    [{ Date: day, Time: textCell('10:15') }, '2026-11-20T07:15:00.000Z'],
    [{ Date: '<c t="d"><v>2026-11-20T10:15:00</v></c>' }, '2026-11-20T07:15:00.000Z'],
  ])('with a date and a time is local time, to the second: %o', async (cells, bookedAt) => {
    expect(await record(cells)).toEqual({ ...line, ...(bookedAt && { bookedAt }) })
  })

  it('with a date is of 1904 only where the workbook says so', async () => {
    const from1904 = '<workbookPr date1904="1"/>'
    const cells = { Date: numberCell(46_346 - 1462, styles.date) }
    expect(await record(cells, mapping, from1904)).toEqual(line)
    expect(await record({ Date: numberCell(0, styles.date) }, mapping, from1904)).toMatchObject({
      rejected: expect.any(String) as string,
    })
  })
})

describe('readXlsxStatement: rows and sheets', () => {
  it('leave out a row without an amount, or continue the row above with it', async () => {
    const rows =
      header +
      row(day, '<c/>', numberCell(5), '', '<c/>', textCell('ONE')) +
      row('<c r="F3" t="inlineStr"><is><t>TWO</t></is></c>')
    const file = workbook({
      sheets: [{ rows: rows.replace('<c/><c t="inlineStr"><is><t>ONE', '<c r="F2" t="inlineStr"><is><t>ONE') }],
      formats,
    })
    const plain = await read(file)
    expect([plain.records, plain.summary.skipped]).toMatchObject([[{ narration: 'ONE' }], 1])
    const continued = await read(file, { ...mapping, continues: true })
    expect([continued.records, continued.summary.skipped]).toMatchObject([[{ narration: 'ONE TWO' }], 0])
  })

  it('have the header of a new page, columns by number, and other columns beside', async () => {
    const rows =
      header +
      row(day, '<c/>', numberCell(5)) +
      header +
      row(day, '<c/>', numberCell(6), '<c r="Z4" t="e"><v>#N/A</v></c>')
    const file = workbook({ sheets: [{ rows }], formats })
    expect((await read(file)).records).toMatchObject([{ amount: 500 }, { row: 4, amount: 600 }])
    const numbered: CsvMapping = {
      columns: { valueDate: { at: 1 }, amount: { at: 3 } },
      ...{ header: false, dates: ['dd/MM/yyyy'], timeZone: 'Africa/Nairobi', currency: 'KES' },
    }
    expect((await read(file, numbered)).records).toMatchObject([
      { rejected: expect.any(String) as string },
      { amount: 500 },
      { rejected: expect.any(String) as string },
      { amount: 600 },
    ])
  })

  it('have shared texts of any kind, with prefixes in the XML', async () => {
    const texts = [
      ...names.map((name) => `<t>${name}</t>`),
      '<r><rPr/><t>A </t></r><r><t>B</t></r><rPh><t>x</t></rPh>',
      '<t/>',
    ]
    const shared = (at: number) => `<x:c t="s"><x:v>${at}</x:v></x:c>`
    const cells = `<x:row>${names.map((_, at) => shared(at)).join('')}</x:row><x:row r="9"><x:c r="A9" s="1"><x:v>46346</x:v></x:c><x:c r="C9"><x:v>5</x:v></x:c><x:c r="E9" t="s"><x:v>8</x:v></x:c><x:c r="F9" t="s"><x:v>7</x:v></x:c></x:row>`
    const sheet = `<x:worksheet xmlns:x="x"><x:sheetData>${cells}</x:sheetData></x:worksheet>`
    const file = workbook({ sheets: [{ rows: '' }], formats, texts, files: { 'xl/worksheets/sheet0.xml': sheet } })
    expect((await read(file)).records).toEqual([{ ...line, row: 9, narration: 'A B' }])
  })

  it('are never read from outside of the workbook', async () => {
    const outside =
      '<Relationships><Relationship Id="s0" Type="x/worksheet" Target="https://example.com/sheet.xml" TargetMode="External"/></Relationships>'
    const file = workbook({ sheets: [{ rows: header }], files: { 'xl/_rels/workbook.xml.rels': outside } })
    expect(await refusalOf(readXlsxStatement(file, mapping))).toMatch(/without a visible sheet/)
    const linked = workbook({
      sheets: [{ rows: header + row(day, '<c/>', '<c><f>[1]Sheet1!A1</f><v>5</v></c>') }],
      ...{ formats, files: { 'xl/externalLinks/externalLink1.xml': '<externalLink><!DOCTYPE x></externalLink>' } },
    })
    expect((await read(linked)).records).toEqual([line])
  })

  it.each([
    [new Uint8Array(0), /is not a spreadsheet/],
    [Buffer.from('Date,Amount\n'), /is not a spreadsheet/],
    [Buffer.from('<html><table>'), /is an HTML page/],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3, 4]), /\(\.xls\): save it as CSV/],
    [workbook({ sheets: [] }), /is a spreadsheet \(\.xlsx\) without a visible sheet/],
    [workbook({ sheets: [{ rows: header, state: 'veryHidden' }] }), /without a visible sheet/],
    [workbook({ sheets: [{ rows: row(textCell('Date')) }] }), /has no sheet with all the columns .*"Amount"/],
    [workbook({ sheets: [{ rows: `<row r="2"/><row r="2"/>` }] }), /is damaged/],
    [workbook({ sheets: [{ rows: '<row r="1"><c r="1A"/></row>' }] }), /is damaged/],
    [workbook({ sheets: [{ rows: '<row>' }] }), /not well-formed/],
    [workbook({ sheets: [{ rows: header }] }).subarray(0, 500), /\(\.xlsx\): .* cut off or damaged/],
    [workbook({ sheets: [], files: { 'xl/workbook.bin': '' } }), /\(\.xlsb\): save it as/],
    [workbook({ sheets: [], files: { 'word/document.xml': '' } }), /is a document \(\.docx\)/],
  ])('are refused as a whole where there is no such sheet: %#', async (file, words) => {
    expect(await refusalOf(readXlsxStatement(file, mapping))).toMatch(words)
  })

  it('are read or refused, whatever one byte of the file is', async () => {
    const good = sample('two-sheets')
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 }), async (at, byte) => {
        const file = good.slice()
        file[at] = byte
        await refusalOf(readXlsxStatement(file, { ...mapping, sheet: 'A' }))
      }),
    )
  })
})

it('readXlsxStatement: numbers are read with 15 digits, as a spreadsheet shows them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 999_999_999_999_999 }), { minLength: 1, maxLength: 20 }),
      async (amounts) => {
        const rows = amounts.map((amount) => row(day, '<c/>', numberCell(amount / 100)))
        const { records } = await read(workbook({ sheets: [{ rows: header + rows.join('') }], formats }))
        expect(records.map((one) => 'amount' in one && one.amount)).toEqual(amounts)
      },
    ),
  )
})
