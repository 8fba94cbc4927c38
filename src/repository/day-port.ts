/**
 * The part of the port of finance for closed days. The promises of finance hold here as well, and these:
 *
 * 23. The closings of an account are a chain 1, 2, 3 …, append-only: of N that come at once with one sequence one is stored.
 * 24. A `replace` that names the end of a chain is stored only while the chain still ends there, and a closing is stored only
 *     while no such `replace` was since its chain was read: whichever comes second is refused.
 */
import type { Instant } from '../domain/payments/payment.js'
import type { ClosingRecord } from '../domain/days/closing.js'
import type { LineMark, LineVersion } from '../domain/days/line-mark.js'

/**
 * The end of the chain of an account's closings; `sequence` is 0 where there are none. A `replace` is stored only while the
 * chain ends there.
 */
export interface ChainEnd {
  account: string
  sequence: number
}

/** An account's chain as it is now. */
export interface ChainState extends ChainEnd {
  /** Hash of the last closing; `null` where there is none. */
  hash: string | null
  /** Number of stored `replace` calls that named the chain: each took money back. */
  takenBack: number
  /** Number of stored links: `sequence` of them, unless some were taken out by hand. */
  links: number
}

/** A link as it is handed over, with the lines of the day as they were at that time: later changes show by comparison. */
export interface StoredClosing extends ClosingRecord {
  /** Marks of the day's lines, in the order of their keys. */
  lines: readonly LineMark[]
}

/** The number of lines of a day, and the sum of their versions: both are as they were only while no line came or changed. */
export interface LineCount {
  day: string
  count: number
  versions: number
}

/** The lines that the last link about a day has. */
export interface LinesOfLink extends ChainEnd, LineCount {}

/** A page of closings, newest first, by (createdAt, sequence, hash). */
export interface ClosingPageQuery {
  account?: string
  /** Days, both inclusive. */
  from?: string
  to?: string
  /** Bounds of `createdAt`: `createdFrom` is inclusive, `createdBefore` exclusive. */
  createdFrom?: Instant
  createdBefore?: Instant
  after?: { at: Instant; sequence: number; hash: string }
  limit: number
}

/** Storage of closed days, as finance needs it; the promises at the head of this file hold for every function. */
export interface DayStorage {
  /**
   * Stores the next link of its account's chain. Returns `chain_moved` where the chain does not end right before it, or where
   * the chain's `takenBack` is another: money was taken back since the chain was read.
   */
  addClosing(closing: StoredClosing, takenBack: number): Promise<{ outcome: 'added' | 'chain_moved' }>

  /** Returns the chains of those accounts that have one, or links without one. */
  chainStates(accounts: readonly string[]): Promise<readonly ChainState[]>

  /** Finds the last link about each day, of at most 1,000 days. */
  findClosings(days: readonly { account: string; day: string }[]): Promise<readonly ClosingRecord[]>

  /** Counts the lines of the last link about each day, of at most 1,000 days; a reopening has none. */
  countClosingLines(days: readonly { account: string; day: string }[]): Promise<readonly LinesOfLink[]>

  pageClosings(query: ClosingPageQuery): Promise<readonly ClosingRecord[]>

  /** Reads the whole chain of an account, first to last, in batches, as of one instant. */
  scanClosings(account: string, signal?: AbortSignal): AsyncIterable<readonly ClosingRecord[]>

  /** Returns the lines of a link, in the order in which they were handed over; empty for an unknown link. */
  closingLines(link: ChainEnd): Promise<readonly LineMark[]>

  /** Lists the key and the version of each line that is valued on a day, in any order, as of one instant. */
  lineVersions(day: { account: string; day: string }): Promise<readonly LineVersion[]>

  /**
   * Lists the value dates before a day that have lines and whose last link is no closing, each once, in any order; of one account or
   * of all.
   */
  unclosedDays(query: { before: string; account?: string }): Promise<readonly { account: string; day: string }[]>
}
