/** Columns of statement lines and their events, in the order in which they are written. */
import { fixedFields } from '../../../repository/aggregates/column.js'
import {
  fixedOnceAllocated,
  lineColumns as linesColumns,
  lineEventColumns as eventsOfLines,
  markFields,
  writtenLineColumns as writtenLines,
  writtenLineEventColumns as writtenEvents,
} from '../../../repository/aggregates/line-columns.js'
import { changedText, columnName, namesOf } from '../columns.js'

/** Fields that never change once a line is stored. */
const fixed = fixedFields(linesColumns)

const nameOf = (field: string) => columnName(writtenLines, field)

/** Returns SQL for a value of a field that equals another missing one where it is missing. */
function comparable(field: string, value: string): string {
  return linesColumns.get(field)!.empty === 'never' ? value : `COALESCE(${value}, '')`
}

/**
 * Returns the condition on the stored line that a change leaves these columns as they were, in the order of
 * `fixedLineValues`.
 */
export function sameLine(stored: string, valueOf: (column: string) => string): string {
  const same = (fields: readonly string[]) =>
    fields
      .map((field) => [`${stored}${nameOf(field)}`, valueOf(nameOf(field))].map((value) => comparable(field, value)))
      .map((values) => values.join(' = '))
      .join(' AND ')
  return `${same(fixed)} AND (${stored}allocations = '[]' OR (${same(fixedOnceAllocated)}))`
}

/** The columns that a stored line is read from. */
export const lineColumns: readonly string[] = namesOf(linesColumns)

/** Digests by which later lines find a stored one. */
export const markColumns = {
  identity: nameOf(markFields.identity),
  receipt: nameOf(markFields.receipt),
  entry: nameOf(markFields.entry),
  reference: nameOf(markFields.reference),
} as const

/** All that is written of a line. */
export const writtenLineColumns: readonly string[] = namesOf(writtenLines)

const marks: readonly string[] = Object.values(markColumns)

/** The columns that a next version is written to. */
export const changingLineColumns: readonly string[] = writtenLineColumns.filter(
  (column) => column !== nameOf('key') && !marks.includes(column),
)

const erasable: readonly string[] = Array.from(writtenLines).flatMap(([field, { isErasable }]) =>
  isErasable ? [nameOf(field)] : [],
)

/**
 * Returns the value that a column of a stored line gets in a change: an erased text stays erased, whatever the writer
 * had read. The value of each column depends on that column alone, because MySQL assigns one after the other.
 */
export function changedTo(column: string, newValue: string, stored = ''): string {
  return erasable.includes(column) ? changedText(stored + column, newValue) : newValue
}

/** The columns that an event of a line is read from. */
export const lineEventColumns: readonly string[] = namesOf(eventsOfLines)

/** All that is written of an event of a line. */
export const writtenLineEventColumns: readonly string[] = namesOf(writtenEvents)

export const termColumns = ['term', 'created_at', 'payment_id'] as const
