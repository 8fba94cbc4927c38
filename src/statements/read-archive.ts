/** An archive (.zip) by what is in it: a workbook, or statements. */
import type { BegunFile } from './begun-file.js'
import { type ChosenReading, xlsxReading } from './found-reading.js'
import { badStatement } from './input.js'
import { otherFile } from './other-files.js'
import type { Reads, RecordsOfPart } from './reader.js'
import type { Tally } from './tally.js'
import { recordsOfWorkbook } from './xlsx/records.js'
import { openWorkbook } from './xlsx/workbook.js'
import { type ArchiveFile, openArchive } from './zip/archive.js'
import { readZipRecords } from './zip/read-zip.js'

/** The files by which archives are known that hold no statement, with the problem and what to do about it. */
const otherArchives: readonly (readonly [file: RegExp, problem: string])[] = [
  [/^xl\/workbook\.bin$/i, 'is a spreadsheet of another kind (.xlsb): save it as .xlsx or as CSV'],
  [/^word\/document\.xml$/i, 'is a document (.docx): ask the bank for CSV, camt or MT940'],
  [/^ppt\/presentation\.xml$/i, 'is a presentation (.pptx): ask the bank for CSV, camt or MT940'],
  [/^Index\/.*\.iwa$|^Index\.zip$/i, 'is a spreadsheet of Numbers: save it as .xlsx or as CSV'],
]

/** Opens an archive whose beginning was read; of one that is damaged, the beginning says of which kind it is. */
export function openedArchive({ text, all }: BegunFile): Promise<readonly ArchiveFile[]> {
  const other = otherFile(text)
  if (other?.format === 'xlsx')
    return openArchive(
      all,
      'is a spreadsheet (.xlsx): save it as CSV, or save it again, because it is cut off or damaged',
    )
  const isOther = other !== null && !other.problem.startsWith('is an archive')
  return openArchive(
    all,
    isOther
      ? other.problem
      : 'is an archive (.zip): unpack it, or load it down again, because it is cut off or damaged',
  )
}

/** Returns true where a document of OpenDocument is packed, such as a spreadsheet (.ods). */
function isOpenDocument(files: readonly ArchiveFile[]): boolean {
  return files.some(({ name }) => name === 'mimetype') && files.some(({ name }) => name === 'content.xml')
}

/** The first bytes of an archive. */
const archiveMark = 'PK\x03\x04'

/** Returns true for an archive: a workbook is one. */
export function isArchive({ text }: BegunFile): boolean {
  return text.startsWith(archiveMark)
}

/** Reads a workbook, or the statements of an archive. */
export async function* readArchiveRecords(
  files: readonly ArchiveFile[],
  chosen: ChosenReading,
  { counted, reads }: { counted: Tally; reads: Reads },
): AsyncGenerator<RecordsOfPart> {
  const names = files.map(({ name }) => name.replaceAll('\\', '/'))
  const other = otherArchives.find(([file]) => names.some((name) => file.test(name)))
  if (other) throw badStatement(other[1])
  if (isOpenDocument(files)) throw badStatement('is a spreadsheet (.ods): save it as .xlsx or as CSV')
  const isWorkbook = names.some((name) => /^(?:xl\/workbook\.xml|\[Content_Types\]\.xml)$/i.test(name))
  if (!isWorkbook) {
    if (chosen.format === 'xlsx') throw badStatement('is an archive (.zip), and not a spreadsheet (.xlsx)')
    yield* readZipRecords(files, chosen, { counted, reads })
    return
  }
  if (chosen.format !== undefined && chosen.format !== 'xlsx')
    throw badStatement('is a spreadsheet (.xlsx): save it as CSV, or read it in the format xlsx')
  const workbook = await openWorkbook(files)
  const reading = await xlsxReading(workbook, chosen)
  reads(reading)
  yield* recordsOfWorkbook(workbook, { mapping: reading.mapping, sheet: chosen.sheet }, counted)
}
