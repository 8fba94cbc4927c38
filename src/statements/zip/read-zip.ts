/** The statements of an archive, one after the other. */
import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import { isPaymentError } from '../../errors.js'
import { minWork, pacer, recordsAtOnce } from '../../internal/event-loop.js'
import { begin } from '../begun-file.js'
import { type ChosenReading, readingOf, recordsAs } from '../found-reading.js'
import { badStatement } from '../input.js'
import type { Reading, Reads, RecordsOfPart } from '../reader.js'
import { tally, type Tally } from '../tally.js'
import { type ArchiveFile, shownName } from './archive.js'

/** The files that programs add to an archive by themselves, and folders. */
const added = /(?:^|[/\\])(?:__MACOSX[/\\].*|\.DS_Store|Thumbs\.db)$|[/\\]$/i

/** A statement in an archive, and how it is read. */
interface FileInArchive {
  readonly file: ArchiveFile
  readonly reading: Reading
}

/** Returns the error of a file with its name; any other error as it is. */
function namedError(error: unknown, { name }: ArchiveFile): unknown {
  if (!isPaymentError(error, 'invalid_request')) return error
  const [issue] = error.details.issues
  return issue?.path === 'input' ? badStatement(`has the file ${shownName(name)}, which ${issue.message}`) : error
}

/** Reads a file to its end, so that one that cannot be read refuses the archive before a record of it counts. */
async function check(file: ArchiveFile, chosen: ChosenReading): Promise<FileInArchive> {
  /** The problem of the archive itself; where it is one of this file, its text names the file. */
  let ofArchive: unknown
  async function* unpacked(): AsyncGenerator<Uint8Array> {
    try {
      yield* file.unpack()
    } catch (error) {
      throw (ofArchive = error)
    }
  }
  try {
    const begun = await begin(unpacked())
    try {
      const reading = await readingOf(begun, chosen)
      const pace = pacer(recordsAtOnce)
      for await (const part of recordsAs(reading, begun.all, tally()))
        for (const record of part) {
          const pause = pace(record ? 1 : minWork)
          if (pause) await pause
        }
      return { file, reading }
    } finally {
      await begun.close()
    }
  } catch (error) {
    throw error === ofArchive ? error : namedError(error, file)
  }
}

/**
 * Reads the statements of an archive in the order of their names. Their rows are counted on. All files are read twice: the first
 * time only to see that each of them can be read.
 */
export async function* readZipRecords(
  files: readonly ArchiveFile[],
  chosen: ChosenReading,
  { counted, reads }: { counted: Tally; reads: Reads },
): AsyncGenerator<RecordsOfPart> {
  const statements = files.filter(({ name }) => !added.test(name)).sort((a, b) => (a.name < b.name ? -1 : 1))
  if (statements.length === 0) throw badStatement('is an archive without a file')
  const checked: FileInArchive[] = []
  for (const file of statements) checked.push(await check(file, chosen))
  let lastRow = 0
  for (const { file, reading } of checked) {
    const rowsBefore = lastRow
    function* counting(part: RecordsOfPart): Generator<StatementRecord | null> {
      for (const record of part) {
        if (record) lastRow = rowsBefore + record.row
        yield record && { ...record, row: lastRow }
      }
    }
    reads(reading, file.name)
    for await (const part of recordsAs(reading, file.unpack(), counted)) yield counting(part)
  }
}
