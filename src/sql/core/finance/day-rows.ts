/** Closings, their lines and chains as rows, and back. */
import type { ClosingRecord } from '../../../domain/days/closing.js'
import type { LineMark, LineVersion } from '../../../domain/days/line-mark.js'
import { millisecondsOf } from '../../../domain/instant.js'
import type { ChainState, LinesOfLink, StoredClosing } from '../../../repository/day-port.js'
import { sumOfVersions } from '../../../repository/day-table.js'
import type { SqlRow, SqlValue } from '../database.js'
import { instant, placesOf, text, textOrNull } from '../values.js'

export const closingColumns = [
  'account',
  'sequence',
  'day',
  'kind',
  'created_at',
  'hash',
  'lines_hash',
  'document',
] as const

export const closingLineColumns = ['account', 'sequence', 'part', 'document'] as const

export const chainColumns = ['account', 'sequence', 'hash', 'taken_back'] as const

/** All that is written of a closing: also the number of its lines and the sum of their versions, by which a change shows. */
export const writtenClosingColumns = [...closingColumns, 'line_count', 'line_versions'] as const

/** The columns that `linesOfLink` reads. */
export const linesOfLinkColumns = ['account', 'day', 'sequence', 'line_count', 'line_versions'] as const

/** The fields of a closing that have no column of their own. */
type Document = Pick<
  ClosingRecord,
  'actor' | 'reason' | 'currencies' | 'payments' | 'refunds' | 'timeZone' | 'previousHash'
>

/** Returns the values of a closing in the order of `writtenClosingColumns`. */
export function closingValues(closing: StoredClosing): SqlValue[] {
  const { account, sequence, day, kind, createdAt, hash, linesHash } = closing
  const { actor, reason, currencies, payments, refunds, timeZone, previousHash } = closing
  const document: Document = { actor, reason, currencies, payments, refunds, timeZone, previousHash }
  const { count, versions } = sumOfVersions(closing.lines)
  const values = [account, sequence, day, kind, millisecondsOf(createdAt), hash, linesHash, JSON.stringify(document)]
  return [...values, count, versions]
}

const place = placesOf(closingColumns)

/** Reads a closing from a row of `closingColumns`. */
export function closingOf(row: SqlRow): ClosingRecord {
  const { actor, reason, ...rest } = JSON.parse(text(row[place.document])) as Document
  return {
    account: text(row[place.account]),
    day: text(row[place.day]),
    sequence: Number(row[place.sequence]),
    kind: text(row[place.kind]) as ClosingRecord['kind'],
    actor,
    reason,
    createdAt: instant(row[place.created_at]),
    ...rest,
    linesHash: text(row[place.lines_hash]),
    hash: text(row[place.hash]),
  }
}

/** Far below the size of a packet, with each value sent twice. */
const linesOfPart = 4096

/** Returns the lines of a link in parts, each in the order of `closingLineColumns`. */
export function closingLineValues({ account, sequence, lines }: StoredClosing): SqlValue[][] {
  const parts: SqlValue[][] = []
  for (let start = 0; start < lines.length; start += linesOfPart) {
    const part = lines.slice(start, start + linesOfPart)
    parts.push([account, sequence, parts.length, JSON.stringify(part)])
  }
  return parts
}

/** Reads lines from the document of one part. */
export function closingLinesOf([document]: SqlRow): LineMark[] {
  return JSON.parse(text(document)) as LineMark[]
}

/** Reads the counts of a link from a row of `linesOfLinkColumns`. */
export function linesOfLink([account, day, sequence, count, versions]: SqlRow): LinesOfLink {
  return {
    account: text(account),
    day: text(day),
    sequence: Number(sequence),
    count: Number(count),
    versions: Number(versions),
  }
}

/** Reads the key and the version of a line. */
export function lineVersionOf([key, version]: SqlRow): LineVersion {
  return [text(key), Number(version)]
}

/** Reads a chain from a row of `chainColumns` and the number of the stored links. */
export function chainOf([account, sequence, hash, takenBack, links]: SqlRow): ChainState {
  return {
    account: text(account),
    sequence: Number(sequence),
    hash: textOrNull(hash),
    takenBack: Number(takenBack),
    links: Number(links),
  }
}
