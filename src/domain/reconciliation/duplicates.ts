/** The detection of new lines that may be movements that are stored already. */
import { plusDays } from '../calendar.js'
import type { AccountLine } from './account-line.js'
import type { OriginalKind } from './line-key.js'
import type { StatementLine } from './statement-line.js'

/**
 * The fields of a stored line by which a new one is compared with it. A run changes none of them but the outcome of a line that
 * is no possible duplicate.
 */
export type OriginalLine = Pick<
  AccountLine,
  | 'key'
  | 'account'
  | 'importId'
  | 'direction'
  | 'amount'
  | 'currency'
  | 'valueDate'
  | 'reference'
  | 'outcome'
  | 'providerTransactionId'
>

/** The stored lines that have the marks of a new one, or its day. */
interface PossibleOriginals {
  /** Returns the lines with the new line's mark, direction, amount and currency. */
  marked(kind: OriginalKind): readonly OriginalLine[]
  /** Lines of its day, direction, amount and currency that an import of another layout stored. */
  otherLayout: readonly OriginalLine[]
  /** Checks that a line is in the same file, and so is another movement. */
  isOfFile(line: OriginalLine): boolean
}

interface NewLine {
  readonly account: string
  readonly line: StatementLine
  /** True where a line before it in the file has its name or receipt, direction and amount. */
  readonly isRepeated: boolean
}

/** The days within which a line with the same balance may be the same movement. */
const balanceDays = 7

function isNear(a: string, b: string): boolean {
  return plusDays(a, -balanceDays) <= b && b <= plusDays(a, balanceDays)
}

/**
 * The reasons for holding a line as a possible duplicate, in words for people: as its history and its item in a run
 * have them.
 */
export const duplicateReasons = Object.freeze({
  repeated: 'repeats a line of the file',
  lineId: 'its lineId is stored with this amount already',
  receipt: 'its receipt is stored with this amount already',
  otherAccount: 'its receipt is stored under another account',
  fileOfOtherAccount: 'the receipts of its file are stored under another account',
  content: 'its narration and balance are stored with this amount already',
  entry: 'its entry is stored already',
  otherLayout: 'its day and amount are stored from a file of another layout',
})

/** Returns the reason for holding the line as a possible duplicate; `null` where it is a movement of its own. */
export function duplicateReason({ account, line, isRepeated }: NewLine, stored: PossibleOriginals): string | null {
  const { marked } = stored
  const receipts = marked('receipt')
  if (isRepeated) return duplicateReasons.repeated
  if (line.lineId !== undefined && marked('identity').length > 0) return duplicateReasons.lineId
  if (receipts.some((other) => other.account === account)) return duplicateReasons.receipt
  if (receipts.length > 0) return duplicateReasons.otherAccount
  const isElsewhere = (other: OriginalLine) => !stored.isOfFile(other)
  if (
    line.lineId === undefined &&
    marked('identity').some((other) => isElsewhere(other) && isNear(line.valueDate, other.valueDate))
  )
    return duplicateReasons.content
  if (marked('entry').some(isElsewhere)) return duplicateReasons.entry
  if (stored.otherLayout.some(isElsewhere)) return duplicateReasons.otherLayout
  return null
}
