import { readdirSync, readFileSync } from 'node:fs'
import { readStatement, type CsvMapping } from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { archive } from './support/archives.js'
import { realCsv } from './support/real-csv.js'
import { readFiles, refusedFiles } from './support/handed-in.js'
import { readRecords } from './support/read-records.js'
import { refusalOf } from './support/refusal.js'
import { sharedCases, sharedStatement, sharedStatements } from './support/shared-data.js'

/** The extent to which a file was read. */
type Extent = 'whole' | 'in part' | 'refused by name'

async function extentOf(file: Uint8Array, options: Parameters<typeof readStatement>[1]): Promise<Extent> {
  const reader = readStatement(file, options)
  const refusal = await refusalOf(reader)
  if (refusal !== '') {
    // A refusal is one by name where it says what the file is, or what it has or lacks.
    expect(refusal).toMatch(/^(?:is|has) .{8}/)
    return 'refused by name'
  }
  const { summary } = await readRecords(readStatement(file, options))
  return summary.rejected === 0 ? 'whole' : 'in part'
}

describe.each(['camt', 'mt940'] as const)('readStatement: real files of %s', (format) => {
  const folder = sharedStatements(format)

  it.skipIf(folder === null)('are found by their beginnings and read whole, in an archive too', async () => {
    const names = readdirSync(folder!).filter((name) => name !== 'LICENSE')
    expect(names.length).toBeGreaterThan(4)
    const packed: Record<string, Uint8Array> = {}
    let lines = 0
    for (const name of names) {
      const file = sharedStatement(folder, name)
      packed[name] = file
      const { reader, summary } = await readRecords(readStatement(file))
      expect([name, reader.format, summary.rejected]).toEqual([name, format, 0])
      lines += summary.lines
    }
    const { reader, summary } = await readRecords(readStatement(archive(packed)))
    expect([summary.lines, summary.rejected, reader.files!.map(({ name }) => name)]).toEqual([lines, 0, names.sort()])
    expect(reader.files!.reduce((all, one) => all + one.lines, 0)).toBe(lines)
  })
})

describe('readStatement: real files of CSV', () => {
  const folder = sharedStatements('bank-csv')

  it.skipIf(folder === null).each(realCsv)('are read by their mapping, else refused by name: $file', async (one) => {
    const file = sharedStatement(folder, one.file)
    expect(await extentOf(file, { layout: one.mapping })).toBe(one.rejected.length === 0 ? 'whole' : 'in part')
    expect(await extentOf(file, {})).toBe('refused by name')
  })
})

/** The extent to which inputs that failed once are read without a choice; those of a bank's own columns need a layout. */
const cases: Readonly<Record<string, Extent>> = {
  '01-lineid-repeats/in.csv': 'whole',
  '02-mt940-blank-entry-date/in.sta': 'whole',
  '03-mt940-no-transaction-type/in.sta': 'whole',
  '06-mt940-time-taken-for-a-field/file-refused.sta': 'whole',
  '06-mt940-time-taken-for-a-field/text-lost.sta': 'whole',
  '07-bank-number-not-given/in.sta': 'whole',
  '07-bank-number-not-given/in.xml': 'whole',
  '08-csv-money-as-people-write-it/in.csv': 'refused by name',
  '09-csv-rows-that-are-no-lines/continued.csv': 'refused by name',
  '09-csv-rows-that-are-no-lines/framed.csv': 'refused by name',
  '10-csv-column-without-a-name/in.csv': 'refused by name',
  '12-mpesa-other-spellings/iso.csv': 'whole',
  '12-mpesa-other-spellings/paid-in.csv': 'whole',
  '12-mpesa-other-spellings/receipt-no.csv': 'whole',
  '12-mpesa-other-spellings/saved-by-excel.csv': 'whole',
  '13-cli-says-csv-to-everything/in.bai': 'refused by name',
  '13-cli-says-csv-to-everything/in.ofx': 'whole',
  '13-cli-says-csv-to-everything/in.qif': 'refused by name',
  '13-cli-says-csv-to-everything/in.xlsx': 'refused by name',
  '15-camt-nothing-booked/info.xml': 'whole',
  '15-camt-nothing-booked/pending.xml': 'whole',
  '21-camt-054-and-053/details.054.xml': 'whole',
  '21-camt-054-and-053/statement.053.xml': 'whole',
}

describe('readStatement: inputs that failed once', () => {
  const folder = sharedCases()

  it.skipIf(folder === null).each(Object.entries(cases))('is read or refused: %s, %s', async (name, extent) => {
    const file = sharedStatement(folder, name)
    const [near] = name.split('/')
    const layout = readdirSync(`${folder}${near}`).includes('mapping.json')
      ? (JSON.parse(readFileSync(`${folder}${near}/mapping.json`, 'utf8')) as CsvMapping)
      : undefined
    expect(await extentOf(file, { layout })).toBe(extent)
  })
})

/** Returns the cells of the first column of the first table of a document that has this heading. */
function firstCells(heading: string): string[] {
  const text = readFileSync(new URL('../../docs/statement-files.md', import.meta.url), 'utf8')
  const rows = text
    .slice(text.indexOf(`| ${heading} `))
    .split('\n\n')[0]!
    .split('\n')
    .slice(2)
  return rows.map((row) => row.split('|')[1]!.trim())
}

describe('docs/statement-files.md: the table of other files', () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
  const bank = 'ask the bank for CSV, camt or MT940'
  const asXlsx = 'save it as .xlsx or as CSV'
  const samples: Readonly<Record<string, readonly (readonly [Uint8Array, string])[]>> = {
    'PDF, image, document, web page (also called `.xls`)': [
      [bytes('%PDF-1.7\n'), `is a PDF: ${bank}`],
      [bytes('\x89PNG\r\n'), `is an image: ${bank}`],
      [archive({ 'word/document.xml': '<w/>' }), `is a document (.docx): ${bank}`],
      [bytes('<html><body><table>'), `is an HTML page, not a statement: ${bank}`],
    ],
    'QIF, BAI2': [
      [bytes('!Type:Bank\nD20/11/2026\n^\n'), `is a QIF file: ${bank}`],
      [bytes('01,1,2,261120,0200,1,65,,2/\n02,3,1,1,261120,2359,KES,2/\n'), `is a BAI2 file: ${bank}`],
    ],
    '`.xls`, `.xlsb`, `.ods`, Numbers': [
      [bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'is a spreadsheet of an old kind (.xls): save it as CSV'],
      [archive({ 'xl/workbook.bin': 'x' }), `is a spreadsheet of another kind (.xlsb): ${asXlsx}`],
      [archive({ mimetype: 'x', 'content.xml': '<x/>' }), `is a spreadsheet (.ods): ${asXlsx}`],
      [archive({ 'Index/Document.iwa': 'x' }), `is a spreadsheet of Numbers: ${asXlsx}`],
    ],
    'protected by a password': refusedFiles
      .filter(([name]) => name.startsWith('locked.'))
      .map(([, file, words]) => [file(), words] as const),
    'another archive (`.gz`, `.7z`, `.rar`)': ['\x1f\x8b\x08\0', '7z\xbc\xaf\x27\x1c', 'Rar!\x1a\x07'].map(
      (start) => [bytes(start), 'is an archive: unpack it, and give the file in it'] as const,
    ),
  }

  it('has a row for each, and each is refused so', async () => {
    expect(firstCells('File')).toEqual(Object.keys(samples))
    for (const [, files] of Object.entries(samples))
      for (const [file, words] of files) expect(await refusalOf(readStatement(file))).toBe(words)
  })

  it('has no file that is read', async () => {
    for (const { bytes: file, always } of readFiles) expect(await extentOf(file(), always)).toBe('whole')
  })
})
