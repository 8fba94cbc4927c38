/**
 * What a storage does with closed days: part of the port of finance, whose promises hold here as well, and these:
 *
 * 23. The closings of an account are a chain 1, 2, 3 …, append-only: of N that come at once with one sequence one is stored.
 * 24. A `replace` that names the end of a chain is stored only while the chain still ends there, and a closing is stored only
 *     while no such `replace` was since its chain was read: whichever comes second is refused.
 */
import type { Instant } from '../domain/payments/payment.js'
import type { ClosingRecord } from '../domain/days/closing.js'
import type { LineMark, LineVersion } from '../domain/days/line-mark.js'

/** Where the chain of an account's closings must end for a `replace` to be stored; 0: there are none. */
export interface ChainEnd {
  account: string
  sequence: number
}

/** An account's chain as it is now. */
export interface ChainState extends ChainEnd {
  /** Of the last closing; `null` where there is none. */
  hash: string | null
  /** How many `replace` named the chain and were stored: money that was taken back. */
  takenBack: number
  /** How many links are stored: `sequence` of them, unless some were taken out by hand. */
  links: number
}

/** A link as it is handed over, with the lines of the day as they were: what changed since shows by it. */
export interface StoredClosing extends ClosingRecord {
  /** In the order of their keys. */
  lines: readonly LineMark[]
}

/** Newest first, by (createdAt, sequence, hash). */
export interface ClosingPageQuery {
  account?: string
  /** Days, both inclusive. */
  from?: string
  to?: string
  after?: { at: Instant; sequence: number; hash: string }
  limit: number
}

/** What finance needs of a storage for closed days; the promises at the head of this file hold for every function. */
export interface DayStorage {
  /**
   * Stores the next link of its source's chain. `chain_moved` where the chain does not end right before it, or where money was
   * taken back since it was `takenBack` times.
   */
  addClosing(closing: StoredClosing, takenBack: number): Promise<{ outcome: 'added' | 'chain_moved' }>

  /** The chains of those sources that have one, or links without it. */
  chainStates(accounts: readonly string[]): Promise<readonly ChainState[]>

  /** The last link that is about each day: at most 1,000 days. */
  findClosings(days: readonly { account: string; day: string }[]): Promise<readonly ClosingRecord[]>

  pageClosings(query: ClosingPageQuery): Promise<readonly ClosingRecord[]>

  /** The whole chain of an account, first to last, in batches, as of one instant. */
  scanClosings(account: string, signal?: AbortSignal): AsyncIterable<readonly ClosingRecord[]>

  /** The lines of a link, in the order in which they were handed over; empty for an unknown link. */
  closingLines(link: ChainEnd): Promise<readonly LineMark[]>

  /** The key and the version of each line that is valued on a day, in any order, as of one instant. */
  lineVersions(day: { account: string; day: string }): Promise<readonly LineVersion[]>

  /** Value dates before a day that have lines and whose last link is no closing, each once, in any order. */
  unclosedDays(query: { before: string }): Promise<readonly { account: string; day: string }[]>
}
