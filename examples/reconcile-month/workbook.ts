/** The least that a spreadsheet program opens: one sheet of texts, numbers and days. */
import { strToU8, zipSync } from 'fflate'

/** A day is written as a number in a cell with the format of dates; null is an empty cell. */
export type Cell = string | number | { readonly day: string } | null

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Day 0 of the dates of a spreadsheet. */
const epoch = Date.UTC(1899, 11, 30)
const dayLength = 86_400_000

function cellXml(cell: Cell, at: string): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  // Style 1 has format 14, a short date.
  return `<c r="${at}" s="1"><v>${(Date.parse(cell.day) - epoch) / dayLength}</v></c>`
}

function sheetXml(rows: readonly (readonly Cell[])[]): string {
  const each = rows.map((cells, row) => {
    const all = cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`))
    return `<row r="${row + 1}">${all.join('')}</row>`
  })
  return `<worksheet xmlns="${main}"><sheetData>${each.join('')}</sheetData></worksheet>`
}

function relationsXml(all: readonly (readonly [type: string, target: string])[]): string {
  const each = all.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${packaged}/relationships">${each.join('')}</Relationships>`
}

const stylesXml =
  `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills>` +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>'

const typesXml =
  `<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`

/** Writes a workbook (.xlsx) with one sheet of up to 26 columns. */
export function workbookOf(sheet: string, rows: readonly (readonly Cell[])[]): Uint8Array {
  const parts = {
    '[Content_Types].xml': typesXml,
    '_rels/.rels': relationsXml([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml':
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
      `<sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsXml([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': stylesXml,
    'xl/worksheets/sheet1.xml': sheetXml(rows),
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(declaration + xml)])))
}
