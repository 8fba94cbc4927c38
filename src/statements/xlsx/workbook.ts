import { copied } from '../copied.js'
import { badStatement } from '../input.js'
import type { ArchiveFile } from '../zip/archive.js'
import { withoutEscapes } from './cell.js'
import { builtInFormat, formatOf, general, type NumberFormat } from './number-format.js'
import { attribute, type PartEvents, xmlPart } from './xml-part.js'

/** A sheet with cells. */
export interface Sheet {
  readonly name: string
  readonly isVisible: boolean
  readonly file: ArchiveFile
}

export interface Workbook {
  readonly sheets: readonly Sheet[]
  /** True where days are counted from 1904. */
  readonly is1904: boolean
  /** Returns the format of a style of cells, by its number. */
  readonly formatOf: (style: string) => NumberFormat
  /** Returns a text that cells share, by its number. */
  readonly sharedText: (index: number) => string | undefined
}

/** The most sheets, styles, and shared texts with their characters. */
export const limits = { sheets: 1000, styles: 65_536, texts: 2 ** 20, characters: 2 ** 25 }

function tooLarge(what: string): Error {
  return badStatement(`is a spreadsheet (.xlsx) with ${what}: save it as CSV`)
}

async function readPart(file: ArchiveFile | undefined, events: PartEvents): Promise<void> {
  if (!file) return
  const pieces = xmlPart(file, events)
  while (!(await pieces.next()).done);
}

interface Relationship {
  readonly type: string
  readonly target: string
}

/** Returns a path without `.` and `..`, from the folder of the file that names it. */
function resolved(target: string, folder: string): string {
  const path: string[] = []
  for (const step of (target.startsWith('/') ? target : `${folder}/${target}`).split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/')
}

/** Returns a function that finds files of an archive by their paths, which differ in case and slashes in some files. */
function finderIn(files: readonly ArchiveFile[]): (path: string) => ArchiveFile | undefined {
  const byName = new Map(files.map((file) => [file.name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase(), file]))
  return (path) => byName.get(path.toLowerCase())
}

type Finder = ReturnType<typeof finderIn>

/** Reads what a file refers to, by its ids. Files outside of the workbook are left out: they are never read. */
async function relationshipsOf(path: string, find: Finder): Promise<ReadonlyMap<string, Relationship>> {
  const at = path.lastIndexOf('/') + 1
  const folder = path.slice(0, Math.max(0, at - 1))
  const all = new Map<string, Relationship>()
  await readPart(find(`${path.slice(0, at)}_rels/${path.slice(at)}.rels`), {
    opened(name, attributes) {
      if (name === 'Relationship' && attribute(attributes, 'TargetMode') !== 'External') {
        const target = resolved(attribute(attributes, 'Target'), folder)
        all.set(attribute(attributes, 'Id'), { type: attribute(attributes, 'Type'), target })
      }
      return false
    },
  })
  return all
}

async function readStyles(file: ArchiveFile | undefined): Promise<Workbook['formatOf']> {
  const written = new Map<string, NumberFormat>()
  const ids: string[] = []
  let isCellFormats = false
  await readPart(file, {
    opened(name, attributes) {
      if (name === 'cellXfs') isCellFormats = true
      else if (name === 'numFmt')
        written.set(attribute(attributes, 'numFmtId'), formatOf(attribute(attributes, 'formatCode')))
      else if (name === 'xf' && isCellFormats) ids.push(copied(attribute(attributes, 'numFmtId')))
      if (ids.length > limits.styles || written.size > limits.styles)
        throw tooLarge(`more than ${limits.styles} styles`)
      return false
    },
    closed(name) {
      if (name === 'cellXfs') isCellFormats = false
    },
  })
  const formats = ids.map((id) => written.get(id) ?? builtInFormat(id))
  return (style) => formats[Number(style || '0')] ?? general
}

async function readSharedTexts(file: ArchiveFile | undefined): Promise<Workbook['sharedText']> {
  const texts: string[] = []
  let characters = 0
  let parts: string[] = []
  let text = ''
  /** The number of open elements of a pronunciation, which is no part of the text. */
  let hidden = 0
  await readPart(file, {
    opened(name) {
      if (name === 'rPh' || hidden > 0) hidden++
      if (name === 'si') parts = []
      text = ''
      return name === 't' && hidden === 0
    },
    text(part) {
      text += part
    },
    closed(name) {
      if (hidden > 0) {
        hidden--
        return
      }
      if (name === 't') parts.push(text)
      if (name !== 'si') return
      const whole = withoutEscapes(parts.length === 1 ? copied(parts[0]!) : parts.join(''))
      characters += whole.length
      if (texts.push(whole) > limits.texts || characters > limits.characters)
        throw tooLarge(`more than ${limits.texts} different texts, or ${limits.characters} characters in them`)
    },
  })
  return (index) => texts[index]
}

/** Opens a workbook. Its sheets are read later, each as a stream. */
export async function openWorkbook(files: readonly ArchiveFile[]): Promise<Workbook> {
  const find = finderIn(files)
  const ofType = (all: ReadonlyMap<string, Relationship>, type: string) =>
    [...all.values()].find((one) => one.type.endsWith(`/${type}`))
  const path = ofType(await relationshipsOf('', find), 'officeDocument')?.target ?? 'xl/workbook.xml'
  const file = find(path)
  if (!file) throw badStatement('is a spreadsheet (.xlsx) that is damaged: save it again, or save it as CSV')
  const relationships = await relationshipsOf(path, find)
  const sheets: Sheet[] = []
  let is1904 = false
  await readPart(file, {
    opened(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(?:1|true|on)$/.test(attribute(attributes, 'date1904'))
      if (name !== 'sheet') return false
      const relationship = relationships.get(attributes['r:id'] ?? attribute(attributes, 'id'))
      // A sheet of a chart has no cells.
      const sheetFile = relationship?.type.endsWith('/worksheet') ? find(relationship.target) : undefined
      const isVisible = !/hidden$/i.test(attribute(attributes, 'state'))
      if (sheetFile) sheets.push({ name: attribute(attributes, 'name'), isVisible, file: sheetFile })
      if (sheets.length > limits.sheets) throw tooLarge(`more than ${limits.sheets} sheets`)
      return false
    },
  })
  const part = (type: string) => find(ofType(relationships, type)?.target ?? '')
  return {
    sheets,
    is1904,
    formatOf: await readStyles(part('styles')),
    sharedText: await readSharedTexts(part('sharedStrings')),
  }
}
