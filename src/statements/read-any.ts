import { begin, beginningLength } from './begun-file.js'
import { type ChosenReading, fixedReading, readingOf, recordsAs } from './found-reading.js'
import { badStatement, type StatementInput } from './input.js'
import { otherFile } from './other-files.js'
import { isArchive, openedArchive, readArchiveRecords } from './read-archive.js'
import type { Reads, RecordsOfPart } from './reader.js'
import type { Tally } from './tally.js'

/** The length of the beginning that distinguishes an archive, in bytes. */
const markLength = 4

/** Reads the records of a file of any format, as far as the format and the layout are not chosen. */
export async function* readAnyRecords(
  input: StatementInput,
  chosen: ChosenReading,
  { counted, reads }: { counted: Tally; reads: Reads },
): AsyncGenerator<RecordsOfPart> {
  const fixed = fixedReading(chosen)
  const begun = await begin(input, fixed ? markLength : beginningLength)
  try {
    if (isArchive(begun)) {
      yield* readArchiveRecords(await openedArchive(begun), chosen, { counted, reads })
      return
    }
    if (chosen.format === 'xlsx')
      throw badStatement(otherFile(begun.text)?.problem ?? 'is not a spreadsheet (.xlsx): choose its format')
    const reading = await readingOf(begun, chosen)
    if (!fixed) reads(reading)
    yield* recordsAs(reading, begun.all, counted)
  } finally {
    await begun.close()
  }
}
