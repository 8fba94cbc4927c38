/** Whether a new line may be a movement that is stored already. */
import { plusDays } from '../calendar.js'
import type { AccountLine } from './account-line.js'
import type { MarkKind } from './line-key.js'
import type { StatementLine } from './statement-line.js'

/** What is stored of lines with the marks of a new one, or of its day. */
export interface PossibleOriginals {
  /** Lines with the new line's mark, direction, amount and currency. */
  marked(kind: MarkKind): readonly AccountLine[]
  /** Lines of its day, direction, amount and currency that an import of another layout stored. */
  otherLayout: readonly AccountLine[]
  /** Whether a line stands in the same file, and so is another movement. */
  isOfFile(line: AccountLine): boolean
}

export interface NewLine {
  readonly account: string
  readonly line: StatementLine
  /** Whether a line before it in the file has its name or receipt, direction and amount. */
  readonly isRepeated: boolean
}

/** A line with the same balance is another movement when its value date is farther away. */
const balanceDays = 7

function isNear(a: string, b: string): boolean {
  return plusDays(a, -balanceDays) <= b && b <= plusDays(a, balanceDays)
}

/** Why a line is held as a possible duplicate, in words for people: as its history and its item in a run have them. */
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

/** Why the line is held as a possible duplicate; `null` where it is a movement of its own. */
export function duplicateReason({ account, line, isRepeated }: NewLine, stored: PossibleOriginals): string | null {
  const { marked } = stored
  const receipts = marked('receipt')
  if (isRepeated) return duplicateReasons.repeated
  if (line.lineId !== undefined && marked('identity').length > 0) return duplicateReasons.lineId
  if (receipts.some((other) => other.account === account)) return duplicateReasons.receipt
  if (receipts.length > 0) return duplicateReasons.otherAccount
  const isElsewhere = (other: AccountLine) => !stored.isOfFile(other)
  if (
    line.lineId === undefined &&
    marked('identity').some((other) => isElsewhere(other) && isNear(line.valueDate, other.valueDate))
  )
    return duplicateReasons.content
  if (marked('entry').some(isElsewhere)) return duplicateReasons.entry
  if (stored.otherLayout.some(isElsewhere)) return duplicateReasons.otherLayout
  return null
}
