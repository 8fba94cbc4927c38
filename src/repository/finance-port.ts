/**
 * The port of finance: what a storage must do beside payments so that statement lines can be settled, found again and
 * undone. A repository may leave all of it out; the functions of the service that need it then reject. The promises of
 * `port.ts` hold here as well, and these:
 *
 * 17. Payments, statement lines and their events change together in one `replace`, or not at all: a `FinanceGroup`. An
 *     entry that expects `'nothing'` conflicts as a key does; `ReplaceOutcome` has the order of conflicts. Of N concurrent
 *     changes of one version of a line exactly one wins, and a line is stored once. A line whose `givenBack` is not what an
 *     entry expects is stale too.
 * 18. A line's history is append-only, versions 1..n without gaps, and holds no narration and no note.
 * 19. Narrations and notes can be erased, and are in no other place than the line and its notes. A line that is stored whole
 *     without a narration stays without one: a writer that read it before it was forgotten brings nothing back.
 * 20. Pages of lines, imports and payments are total under ties; `scanLines` is one instant, as `scan` is.
 * 21. A payment is found by the search terms that it was inserted with, and by those that changes have added, for ever.
 * 26. A `replace` that names the version of an account is stored only while the account has it, and raises it: of N that name
 *     one version at once one is stored. A line is found by its marks from the write on that stores it, for ever.
 */
import type { StoredEvent } from '../domain/event-stream.js'
import type { Instant, Payment, PaymentStatus } from '../domain/payments/payment.js'
import type { AccountLine, LineEvent, LineStatus } from '../domain/reconciliation/account-line.js'
import type { LineOutcome } from '../domain/reconciliation/items.js'
import type { MarkKind } from '../domain/reconciliation/line-key.js'
import type { StatementImport } from '../domain/reconciliation/statement-import.js'
import type { DayStorage } from './day-port.js'
import type { AccountVersion, ChangeGroup, LineEntry, PaymentRepository } from './port.js'
import type { ReceiptStorage } from './receipt-port.js'
import type { RefundStorage } from './refund-port.js'

/** What `replace` stores where lines are stored whole: all of them are, or the group has refunds and no line. */
export interface FinanceGroup extends ChangeGroup {
  lines: readonly LineEntry[]
}

/** Which lines a read is about; all conditions must hold. Ordered by (valueDate, key), ascending. */
export interface LineRowFilter {
  statuses?: readonly LineStatus[]
  held?: boolean
  outcomes?: readonly LineOutcome[]
  account?: string
  direction?: AccountLine['direction']
  currency?: string
  /** Value dates, both inclusive. */
  from?: string
  to?: string
  amount?: number
  /** A part of reference, receipt or narration; in lower case, as `lineText` folds them. */
  text?: string
  /** `null`: lines that are no one's. */
  assignee?: string | null
  importId?: string
}

/** The last line of a page: where the next one goes on. */
export interface LinePosition {
  valueDate: string
  key: string
}

/** Ordered by (valueDate, key), ascending; `after` is the last line of the page before. */
export interface LinePageQuery extends LineRowFilter {
  after?: LinePosition
  limit: number
}

/** What is open, of one account, currency, direction and outcome. */
export interface OpenLineSum {
  account: string
  currency: string
  direction: AccountLine['direction']
  outcome: LineOutcome
  count: number
  /** Money that is not allocated, as exact decimal digits in minor units. */
  amount: string
  /** The oldest value date. */
  oldest: string
}

/** Free text beside a line. */
export interface StoredNote {
  /** Rises with the time at which the notes of a line were made. */
  id: string
  lineKey: string
  text: string
  actor: string | null
  createdAt: Instant
}

/** An import, and the reader's name of the file's format, which the next one is compared with. */
export interface StoredImport extends StatementImport {
  format: string | null
}

/** Newest first, by (createdAt, id). */
export interface ImportPageQuery {
  account?: string
  after?: { at: Instant; id: string }
  limit: number
}

/** One thing that a search asks for; a payment has it where any of its terms, or its receipt, is one of these. */
export interface SearchClause {
  /** Whole terms. */
  terms?: readonly string[]
  /** Terms that begin so; with `part`, those that have this text anywhere behind the beginning. */
  prefixes?: readonly { start: string; part?: string }[]
  /** A provider's transaction id, whole, in whichever case of ASCII letters. */
  providerTransactionId?: string
}

/** Newest first, by (createdAt, id). */
export interface PaymentSearch {
  /** All of them; none matches every payment. */
  clauses: readonly SearchClause[]
  currency?: string
  statuses?: readonly PaymentStatus[]
  channels?: readonly string[]
  /** Of `createdAt`: inclusive, and exclusive. */
  from?: Instant
  before?: Instant
  after?: { at: Instant; id: string }
  limit: number
}

/** What a line shows of its payment. Whatever is found is compared again: too much is no fault, a bound is kept. */
export interface CandidateQuery {
  /** Terms of which every payment is wanted, up to `limit` in all; at most 10,000. */
  terms: readonly string[]
  /** Terms, and beginnings of terms, that many payments may have: of each the `limitEach` created nearest to `around`. */
  commonTerms: readonly string[]
  prefixes: readonly string[]
  around: Instant
  limitEach: number
  limit: number
}

/** Payments of which money came that no statement has proved, or only a part of it. */
export interface UnprovedQuery {
  /** Of `paidAt`, exclusive. */
  paidBefore: Instant
  channels?: readonly string[]
  /** Where there are more, the sums may be of any that are more than so many, so that no others need be read. */
  exactUpTo?: number
}

/** Why a payment's money waits for people; what each comes to is decided by `domain/payments/money-of-lines.ts`. */
export type WaitingKind = 'underPaid' | 'unpaidWithMoney' | 'refundedUnproved'

/** Payments of one currency whose money waits for people, as exact decimal digits in minor units. */
export interface WaitingSum {
  currency: string
  count: number
  /** What the payments ask for. */
  asked: string
  /** What came for them; or what is kept, or was given back and is not proved. */
  amount: string
}

/** What finance needs of a storage; the promises at the head of this file hold for every function. */
export interface FinanceRepository extends PaymentRepository, RefundStorage, DayStorage, ReceiptStorage {
  /** At most 5,000 keys: those lines that are stored whole. `lookup` gives every key that counts, theirs included. */
  findLines(keys: readonly string[]): Promise<readonly AccountLine[]>

  /** At most 5,000 marks of one kind: every line that was stored with one of them. */
  markedLines(kind: MarkKind, marks: readonly string[]): Promise<readonly { mark: string; line: AccountLine }[]>

  /** The accounts of a source that a `replace` has named. */
  accountVersions(account: string): Promise<readonly AccountVersion[]>

  pageLines(query: LinePageQuery): Promise<readonly AccountLine[]>

  /** Every matching line in batches of at most 1,000, in the order of `pageLines`, as of one instant. */
  scanLines(filter: LineRowFilter, signal?: AbortSignal): AsyncIterable<readonly AccountLine[]>

  /** Oldest first; empty for a line that is not stored whole. */
  lineHistory(key: string): Promise<readonly LineEvent[]>

  /** The events of at most 1,000 lines, oldest first of each; none of a line that is not stored whole. */
  lineHistories(keys: readonly string[]): Promise<readonly LineEvent[]>

  /** How many lines of an account each value date has; days without lines are left out. */
  countLines(query: { account: string; from: string; to: string }): Promise<readonly { day: string; count: number }[]>

  /** Of all open lines, or of those valued up to a day, this day included. */
  sumOpenLines(query?: { to?: string }): Promise<readonly OpenLineSum[]>

  addNote(note: StoredNote): Promise<void>

  /** Oldest first. */
  notes(lineKey: string): Promise<readonly StoredNote[]>

  /**
   * Erases narrations and notes of the first `limit` lines valued before a day, behind `after`: how many of them had any, and
   * the last of them, or `null` where there are no more.
   */
  eraseLineTexts(query: {
    before: string
    after?: LinePosition
    limit: number
  }): Promise<{ forgotten: number; last: LinePosition | null }>

  /** Stores an import, or what has become of it since. */
  saveImport(entry: StoredImport): Promise<void>

  getImport(id: string): Promise<StoredImport | null>

  pageImports(query: ImportPageQuery): Promise<readonly StoredImport[]>

  /**
   * The completed imports of an account beside a file's days: the one that ends last before `from`, the one that begins first
   * after `to`, of several the newest; and the newest completed one that has a format.
   */
  neighbourImports(query: { account: string; from: string; to: string }): Promise<{
    before: StoredImport | null
    after: StoredImport | null
    lastWithFormat: StoredImport | null
  }>

  /** The imports of an account of another layout whose days meet these, and those whose days are not known yet. */
  importsOfOtherLayout(query: { account: string; layout: string; from: string; to: string }): Promise<readonly string[]>

  searchPayments(query: PaymentSearch): Promise<readonly Payment[]>

  findCandidates(query: CandidateQuery): Promise<readonly Payment[]>

  /** The events of at most 1,000 payments, oldest first of each. */
  histories(ids: readonly string[]): Promise<readonly StoredEvent[]>

  /**
   * One sum a currency: succeeded payments that were paid before, and of which `amountReconciled` is less than the amount;
   * what is not proved of them, as exact decimal digits in minor units.
   */
  sumUnproved(query: UnprovedQuery): Promise<readonly { currency: string; count: number; amount: string }[]>

  /**
   * One sum a currency. `underPaid`: what came for pending and succeeded payments of which less is proved than they ask for, but
   * not nothing; `unpaidWithMoney`: what came for expired and failed ones and is not given back; `refundedUnproved`: what was
   * given back of payments and no line proves any more.
   */
  sumWaiting(kind: WaitingKind): Promise<readonly WaitingSum[]>

  /** Dead events without leasing them, oldest first by (createdAt, id). */
  pageDeadEvents(query: { after?: { at: Instant; id: string }; limit: number }): Promise<readonly StoredEvent[]>
}
