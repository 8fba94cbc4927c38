/**
 * The remains of lines that an archive has moved to other tables: enough for a run to know each of them again, and for the days,
 * months and balances of their account to be what they were.
 */
import type { ClosingCurrency } from '../../domain/days/closing.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { aggregate } from './aggregate.js'
import { document, fixed, key, longText, oneOf, orNull, orOmitted, positive } from './column.js'
import { markFields } from './line-columns.js'

/** The marks of a line, each with its column. */
type MarkField = (typeof markFields)[keyof typeof markFields]

/** A line that was moved, without its texts and its allocations. */
export interface ArchivedLine
  extends
    Pick<
      AccountLine,
      'account' | 'importId' | 'direction' | 'amount' | 'currency' | 'valueDate' | 'reference' | 'providerTransactionId'
    >,
    Readonly<Record<MarkField, string | null>> {
  readonly lineKey: string
  /** The version that it was moved with. */
  readonly lineVersion: number
  /** The digest of its facts, as closings have it. */
  readonly digest: string
  /** The session at the counter that it belongs to; `null` for an imported line. */
  readonly sessionId: string | null
  /** The beginning of the names of the tables that have it. */
  readonly movedTo: string
}

/** The lines that were moved; they never change. */
export const archivedLines = aggregate<ArchivedLine>({
  name: 'moved_lines',
  columns: {
    lineKey: key(1020),
    account: key(1020),
    importId: orNull(key(64)),
    direction: oneOf(['credit', 'debit']),
    amount: positive,
    currency: key(3),
    valueDate: key(10),
    reference: orOmitted(longText),
    providerTransactionId: orOmitted(longText),
    lineVersion: positive,
    digest: key(64),
    sessionId: orNull(key(64)),
    movedTo: key(32),
    identityMark: orNull(key(64)),
    receiptMark: orNull(key(64)),
    entryMark: orNull(key(64)),
    referenceMark: orNull(key(64)),
  },
  beside: {},
  key: ['lineKey'],
  lists: { account: { equal: ['account'], order: ['valueDate', 'lineKey'] } },
  lookups: [...Object.values(markFields), 'sessionId'],
  changes: [],
})

/** The sums of an account's moved lines of one day. */
export interface CarriedForward {
  readonly account: string
  /** The value date of the lines. */
  readonly day: string
  /** The sums of the lines by currency, as a closing has them. */
  readonly sums: readonly ClosingCurrency[]
  /** The number of writes that added lines; above 0. */
  readonly version: number
}

/** The sums that moved lines leave behind: with them an account's days and balances are what they were. */
export const carriedForward = aggregate<CarriedForward>({
  name: 'carried_forward',
  columns: { account: fixed(key(1020)), day: fixed(key(10)), sums: document, version: positive },
  beside: {},
  key: ['account', 'day'],
  lists: { day: { equal: ['account'], order: ['day'] }, account: { order: ['account', 'day'] } },
  isShort: true,
})
