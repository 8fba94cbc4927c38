/**
 * The port of finance: functions of a storage, beside payments, by which statement lines are settled, found again and
 * undone. A repository may leave all of it out; the functions of the service that need it then reject. The promises of
 * `port.ts` hold here as well, and these:
 *
 * 17. Payments, statement lines and their events change together in one `replace`, or not at all: a `FinanceGroup`. An
 *     entry that expects `'nothing'` conflicts as a key does; `ReplaceOutcome` has the order of conflicts. Of N concurrent
 *     changes of one version of a line exactly one wins, and a line is stored once. A line whose `givenBack` is not what an
 *     entry expects is stale too.
 * 18. A line's history is append-only, versions 1..n without gaps, and holds no narration and no note.
 * 19. Narrations and notes can be erased, and are in no other place than the line and its notes. A line that is stored whole
 *     without a narration stays without one: a writer that read it before it was erased brings nothing back.
 * 20. Pages of lines and payments are total under ties; `scanLines` is one instant, as `scan` is.
 * 21. A payment is found by the search terms that it was inserted with, and by those that changes have added, until one erases
 *     them.
 * 22. A refund, what it reserves of its payment or line, and their events are one `replace`: all or nothing. What refunds reserve
 *     and have paid back of a payment never exceeds its amount less what was written off of it, whoever writes. A group may hold
 *     several changes of one payment, versions following, with others between them: the payment is stored as the last of them has
 *     it, where the first of them stands, and each has its event.
 * 26. Lines are decided under the version of their account's row, which is a row entry of their write (promise 27): of N that
 *     raise one version at once one is stored. A line is found by its marks from the write on that stores it, for ever.
 * 28. What changes and lines erase is erased in their `replace`, all or nothing, and never comes back: search terms, the
 *     fingerprint of an idempotency key, notes, and the erasable fields of rows of the payment or line, whose versions stay.
 */
import type { StoredEvent } from '../domain/event-stream.js'
import type { Instant, Payment, PaymentStatus } from '../domain/payments/payment.js'
import type { AccountLine, LineEvent, LineStatus } from '../domain/reconciliation/account-line.js'
import type { LineOutcome } from '../domain/reconciliation/items.js'
import type { MarkKind } from '../domain/reconciliation/line-key.js'
import type { AggregateStorage } from './aggregates/port.js'
import type { DayStorage, LineCount } from './day-port.js'
import type { EventStorage } from './event-port.js'
import type { ChangeGroup, LineEntry, PaymentRepository } from './port.js'

/** A group in which lines are stored whole: all of them are, or the group has rows and no line. */
export interface FinanceGroup extends ChangeGroup {
  lines: readonly LineEntry[]
}

/** Conditions on the lines of a read; all must hold. The order is (valueDate, key), ascending. */
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
  /** Amounts of which a line has one. */
  amounts?: readonly number[]
  /** A part of reference, receipt or narration; in lower case, as `lineText` folds them. */
  text?: string
  /** `null`: lines without an assignee. */
  assignee?: string | null
  importId?: string
  /** Values of the fields of these names, byte for byte. */
  sessionId?: string
  payerId?: string
  transferTo?: string
}

/** The last line of a page, behind which the next page begins. */
export interface LinePosition {
  valueDate: string
  key: string
}

/** A page of lines by (valueDate, key), ascending; `after` is the last line of the page before. */
export interface LinePageQuery extends LineRowFilter {
  after?: LinePosition
  limit: number
}

/** The open money of one account, currency, direction and outcome. */
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

/** The lines of one account, currency, direction and outcome, as exact decimal digits in minor units. */
export interface LineSum {
  account: string
  currency: string
  direction: AccountLine['direction']
  outcome: LineOutcome
  count: number
  amount: string
  /** Money that is not allocated. */
  open: string
}

/** One condition of a search; a payment meets it where any of its terms, or its receipt, is one of these. */
export interface SearchClause {
  /** Whole terms. */
  terms?: readonly string[]
  /** Terms that begin so; with `part`, those that have this text anywhere behind the beginning. */
  prefixes?: readonly { start: string; part?: string }[]
  /** A provider's transaction id, whole, in whichever case of ASCII letters. */
  providerTransactionId?: string
}

/** A search of payments, newest first, by (createdAt, id). */
export interface PaymentSearch {
  /** Conditions, all of which must hold; an empty list matches every payment. */
  clauses: readonly SearchClause[]
  currency?: string
  /** The host's own id of the payer. */
  customerId?: string
  statuses?: readonly PaymentStatus[]
  channels?: readonly string[]
  /** Bounds of `createdAt`: `from` is inclusive, `before` exclusive. */
  from?: Instant
  before?: Instant
  after?: { at: Instant; id: string }
  limit: number
}

/**
 * The values by which a line may name its payment. Callers compare every payment again: too many are no fault, but `limit`
 * holds.
 */
export interface CandidateQuery {
  /** Terms of which every payment is returned, up to `limit` in all; at most 10,000 terms. */
  terms: readonly string[]
  /**
   * Terms that many payments may have: of each, and of each beginning in `prefixes`, the `limitEach` created nearest to
   * `around`.
   */
  commonTerms: readonly string[]
  prefixes: readonly string[]
  around: Instant
  limitEach: number
  limit: number
  /** Further common terms and beginnings, each group nearest to an instant of its own, so that many lines are one look-up. */
  others?: readonly Pick<CandidateQuery, 'commonTerms' | 'prefixes' | 'around'>[]
}

/** Conditions on payments of which money came that no statement has proved, or only a part of it. */
export interface UnprovedQuery {
  /** End of the period of `paidAt`, exclusive. */
  paidBefore: Instant
  channels?: readonly string[]
  /**
   * Number of payments up to which the sums are exact. Where there are more, the sums may be of any set larger than it, so that
   * the others need not be read.
   */
  exactUpTo?: number
}

/** Reason why a payment's money waits for people; `domain/payments/money-of-lines.ts` has the amount of each. */
export type WaitingKind = 'underPaid' | 'unpaidWithMoney' | 'refundedUnproved' | 'reversedWithMoney'

/** Payments of one currency whose money waits for people, as exact decimal digits in minor units. */
export interface WaitingSum {
  currency: string
  count: number
  /** Amount that the payments ask for. */
  asked: string
  /** Amount that came for them; or that is kept, or was given back and is not proved. */
  amount: string
}

/** A payer's money of one currency, as exact decimal digits in minor units. */
export interface PayerSum {
  currency: string
  /** Amount that the payer's pending payments ask for. */
  asked: string
  /** Amount that is open of them. */
  open: string
  /** Amount of the payer's credit lines that is neither allocated nor given back; `depositOfLine` has that of a line. */
  deposit: string
}

/** A page of a payer's payments and lines, ascending. */
export interface PayerPageQuery {
  payerId: string
  after?: { at: Instant; id: string }
  limit: number
}

/** Storage for finance; the promises at the head of this file hold for every function. */
export interface FinanceRepository extends PaymentRepository, DayStorage, EventStorage, AggregateStorage {
  /** Finds those lines of at most 5,000 keys that are stored whole. `lookup` returns every key that counts, theirs included. */
  findLines(keys: readonly string[]): Promise<readonly AccountLine[]>

  /** Finds every line that was stored with one of at most 5,000 marks of one kind. */
  markedLines(kind: MarkKind, marks: readonly string[]): Promise<readonly { mark: string; line: AccountLine }[]>

  pageLines(query: LinePageQuery): Promise<readonly AccountLine[]>

  /** Reads every matching line in batches of at most 1,000, in the order of `pageLines`, as of one instant. */
  scanLines(filter: LineRowFilter, signal?: AbortSignal): AsyncIterable<readonly AccountLine[]>

  /** Returns a line's events, oldest first; empty for a line that is not stored whole. */
  lineHistory(key: string): Promise<readonly LineEvent[]>

  /** Returns the events of at most 1,000 lines, oldest first of each; none of a line that is not stored whole. */
  lineHistories(keys: readonly string[]): Promise<readonly LineEvent[]>

  /** Counts the lines of an account on each value date, and adds their versions up; days without lines are left out. */
  countLines(query: { account: string; from: string; to: string }): Promise<readonly LineCount[]>

  /** Adds up all open lines, or those valued up to a day, this day included. */
  sumOpenLines(query?: { to?: string }): Promise<readonly OpenLineSum[]>

  /** Adds up the lines of a filter, one sum for each account, currency, direction and outcome. */
  sumLines(filter: LineRowFilter): Promise<readonly LineSum[]>

  /**
   * Erases narrations and notes of the first `limit` lines valued before a day, behind `after`. Returns the number of lines
   * that had any, and the last of these lines, or `null` where there are no more.
   */
  eraseLineTexts(query: {
    before: string
    after?: LinePosition
    limit: number
  }): Promise<{ forgotten: number; last: LinePosition | null }>

  /**
   * Returns the ids of an account's imports of another layout whose days meet these, and of those whose days are not known yet.
   */
  importsOfOtherLayout(query: { account: string; layout: string; from: string; to: string }): Promise<readonly string[]>

  searchPayments(query: PaymentSearch): Promise<readonly Payment[]>

  findCandidates(query: CandidateQuery): Promise<readonly Payment[]>

  /** Returns the events of at most 1,000 payments, oldest first of each. */
  histories(ids: readonly string[]): Promise<readonly StoredEvent[]>

  /**
   * Adds up, one sum a currency, succeeded payments that were paid before an instant and of which `amountReconciled` is less
   * than the amount without what is waived; `amount` is the part of them that is not proved, as exact decimal digits in minor units.
   */
  sumUnproved(query: UnprovedQuery): Promise<readonly { currency: string; count: number; amount: string }[]>

  /**
   * Adds up payments whose money waits for people, one sum a currency. `underPaid`: the money of pending and succeeded payments
   * of which less is proved than they ask for, but not nothing; `unpaidWithMoney`: the money of expired and failed ones that is
   * not given back; `refundedUnproved`: money that was given back of payments and that no line proves any more;
   * `reversedWithMoney`: money that other lines still prove of payments that were reversed because a line was undone.
   */
  sumWaiting(kind: WaitingKind): Promise<readonly WaitingSum[]>

  /** Adds up a payer's pending payments and deposits, one sum a currency; `domain/payers/deposit.ts` has the deposit of a line. */
  sumPayer(payerId: string): Promise<readonly PayerSum[]>

  /**
   * Reads up to `limit` payments of a payer, and as many of the payer's lines, each kind by the instant at which it was created,
   * then by id or key; `after` is the instant, with the id or key, behind which both begin.
   */
  pagePayer(query: PayerPageQuery): Promise<{ payments: readonly Payment[]; lines: readonly AccountLine[] }>

  /** Returns dead events without leasing them, oldest first by (createdAt, id). */
  pageDeadEvents(query: { after?: { at: Instant; id: string }; limit: number }): Promise<readonly StoredEvent[]>
}
