import { describe, expect, it } from 'vitest'
import { type CsvMapping, readStatement, readXlsxStatement } from 'hospital-payments/statements'
import { archive } from '../support/archives.js'
import { filled, growth, linear, turnsDuring } from '../support/growth.js'
import { readRecords } from '../support/read-records.js'
import { refusalOf } from '../support/refusal.js'
import { numberCell, row, textCell, workbook } from '../support/workbooks.js'

const mib = 2 ** 20
const mapping: CsvMapping = {
  columns: { valueDate: 'Date', amount: 'Amount', narration: 'Text' },
  ...{ dates: ['yyyy-MM-dd'], timeZone: 'Africa/Nairobi', currency: 'KES' },
}
const header = row(textCell('Date'), textCell('Amount'), textCell('Text'))
const line = row(textCell('2026-11-20'), numberCell(5), textCell('INV-7'))
const read = (file: Uint8Array) => readXlsxStatement(file, mapping)
const ofRows = (rows: string) => workbook({ sheets: [{ rows }] })

describe('readXlsxStatement: a large workbook', () => {
  it('with 1,048,576 empty rows is read, and the event loop has its turns', async () => {
    const rows = Array.from({ length: 1_048_575 }, (_, at) => `<row r="${at + 1}"><c s="0"/></row>`)
    const file = ofRows(rows.join('') + '<row r="1048576"></row>')
    expect(await refusalOf(read(file))).toMatch(/has no sheet with all the columns/)
    const below = ofRows(header + line + rows.slice(2).join(''))
    let lines = 0
    const turns = await turnsDuring(async () => void (lines = (await readRecords(read(below))).records.length))
    expect(lines).toBe(1)
    expect(turns).toBeGreaterThan(100)
  })

  it.each(['archive', 'workbook'])('is refused where it unpacks to more than 96 MiB: %s', async (kind) => {
    const zeros = new Uint8Array(97 * mib)
    const file =
      kind === 'archive'
        ? archive({ 'a.csv': `Date,Amount,Text\n${`${' '.repeat(60_000)}\n`.repeat(1 + (97 * mib) / 60_000)}` })
        : archive({ '[Content_Types].xml': '', 'xl/workbook.xml': zeros.fill(0x20) })
    expect(file.length).toBeLessThan(mib)
    expect(await refusalOf(readStatement(file, { layout: mapping }))).toMatch(/unpacks to more than 96 MiB/)
  })

  it('is refused with more rows than 1,048,576, and read without cells beyond all columns', async () => {
    expect(await refusalOf(read(ofRows('<row r="1048577"/>')))).toMatch(/is damaged/)
    const wide = ofRows(header + line.replace('</row>', '<c r="ZZZ2"><v>1</v></c></row>'))
    expect((await readRecords(read(wide))).records).toHaveLength(1)
  })

  it.each([
    ['lines', line],
    ['empty rows', '<row/>'],
    ['wide rows', row(textCell('x'), '<c r="NTP1"><v>1</v></c>').replace('NTP1', 'NTP7')],
    ['empty cells', '<row><c/><c/><c/><c/></row>'],
    ['elements within rows', '<row><a><b/></a></row>'],
    ['formulas', '<row><c><f>1</f></c></row>'],
  ])('takes work that grows as it does: %s', async (_, unit) => {
    for (const start of ['', header]) {
      const work = (size: number) => refusalOf(read(ofRows(start + unit.repeat(Math.ceil(size / unit.length)))))
      expect(await growth(work, mib)).toBeLessThan(linear)
    }
  })

  it('with many shared texts takes work that grows as it does', async () => {
    for (const text of [
      '<t>x</t>',
      '<t>_x0041_</t>',
      `<t>${filled('_x', 60_000)}</t>`,
      '<r><t>a</t></r>',
      '<rPh><t>a</t></rPh>',
    ])
      expect(
        await growth((size) => {
          const texts = Array<string>(Math.ceil(size / text.length)).fill(text)
          return refusalOf(read(workbook({ sheets: [{ rows: header }], texts })))
        }, mib),
      ).toBeLessThan(linear)
  })
})
