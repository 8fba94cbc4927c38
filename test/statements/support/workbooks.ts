import { archive } from './archives.js'

interface WrittenSheet {
  readonly name?: string
  /** The XML of its rows. */
  readonly rows: string
  readonly state?: string
}

interface WrittenWorkbook {
  readonly sheets: readonly WrittenSheet[]
  readonly properties?: string
  /** Codes of number formats: the style n has the n-th, and the style 0 has none. */
  readonly formats?: readonly string[]
  /** The XML of the shared texts. */
  readonly texts?: readonly string[]
  /** More files, and files in place of others. */
  readonly files?: Readonly<Record<string, string>>
}

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

function relationshipsXml(all: readonly (readonly [id: string, type: string, target: string])[]): string {
  const each = all.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`,
  )
  return `<Relationships>${each.join('')}</Relationships>`
}

/** Writes a workbook by hand. */
export function workbook({
  sheets,
  properties = '',
  formats = [],
  texts = [],
  files = {},
}: WrittenWorkbook): Uint8Array {
  const all: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationshipsXml([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns:r="${relationships}">${properties}<sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${name ?? `Sheet${at + 1}`}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="s${at}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipsXml([
      ...sheets.map((_, at) => [`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`] as const),
      ['styles', 'styles', '/xl/styles.xml'],
      ['texts', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/styles.xml': `<styleSheet><numFmts>${formats
      .map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, at) => `<xf numFmtId="${200 + at}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
  }
  for (const [at, { rows }] of sheets.entries())
    all[`xl/worksheets/sheet${at}.xml`] = `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  return archive({ ...all, ...files })
}

/** Writes a cell with a text of its own. */
export const textCell = (text: string) => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`
/** Writes a cell with a number. */
export const numberCell = (value: number | string, style = 0) => `<c s="${style}"><v>${value}</v></c>`
export const row = (...cells: readonly string[]) => `<row>${cells.join('')}</row>`
