/**
 * The part of the port for small aggregates, which are described as data. The promises of finance hold here as well, and this
 * one:
 *
 * 27. Rows of any aggregates, their events and the payments and lines that change with them are one `replace`: all or nothing.
 *     Of N concurrent changes of one version of a row exactly one wins, and a unique key belongs to one row at a time. A guard
 *     lets a write pass only while another row has a version. Numbers of a counter have no gap. A leased row goes to no other owner
 *     before its lease ends, by time or by the row's next version. A deleted row is gone with what stands beside it, and its unique
 *     keys are free.
 */
import type { Instant } from '../../domain/payments/payment.js'
import type { Aggregate, AnyAggregate, Beside, StoredRow, Value } from './aggregate.js'

/** An event of a row, in the stream of one id, such as a refund's. It is history only and never delivered. */
export interface RowEvent {
  readonly id: string
  /** The id of the row that the stream is of. */
  readonly stream: string
  /** 1, 2, 3 … within the stream, without gaps. */
  readonly version: number
  /** The kind of the row and its change, such as `refund.pending`. */
  readonly type: string
  readonly createdAt: Instant
  readonly actor: string | null
  readonly reason: string | null
  /** Plain JSON; amounts are integers in minor units. */
  readonly data: Readonly<Record<string, unknown>>
}

/** A row's next version, as `replace` stores it. */
export interface RowEntry<Row extends object = object, Extra extends Beside = object> {
  readonly of: Aggregate<Row, Extra>
  readonly row: Row
  /** Values that are stored beside a first version; `null` for a later one, which keeps it. */
  readonly beside: Extra | null
  /**
   * The stored state that the entry expects: `'nothing'`, or this version of the row; `'anything'` puts the row in the place of
   * one with its key, for aggregates that have no versions.
   */
  readonly expected: 'nothing' | 'anything' | number
  readonly events: readonly RowEvent[]
}

/** A row that must have a version for a write to be stored. */
export interface RowGuard {
  readonly of: AnyAggregate
  /** Values of the fields that the row is known by, in their order. */
  readonly key: readonly Value[]
  readonly version: number
}

/**
 * A conflict of rows: `row_stale` where the row does not have the expected version, `row_taken` where another row has the values of
 * the unique key `unique`. `of` is the name of the aggregate. `stored` is the row that is the conflict, as it is stored now.
 */
export type RowConflict =
  | { outcome: 'row_stale'; of: string; stored: StoredRow<object> | null }
  | { outcome: 'row_taken'; of: string; unique: string; stored: StoredRow<object> }

/** Conditions on the rows of a read, in the order of one of the aggregate's lists; all must hold. */
export interface RowQuery {
  readonly list: string
  /**
   * Values of fields: one value of each field of the list's `equal`; of other fields the value itself, or one of several. Rows
   * without a value of the list's fields are in no answer.
   */
  readonly where?: Readonly<Record<string, Value | readonly Value[] | undefined>>
  /** Fields that have a value. */
  readonly has?: readonly string[]
  /** Bounds of the first field of the order: `from` is inclusive, `before` exclusive. */
  readonly from?: Value | undefined
  readonly before?: Value | undefined
}

/** A page in the order of a list; `after` has the last row's values of its order. */
export interface RowPageQuery extends RowQuery {
  readonly direction: 'asc' | 'desc'
  readonly after?: readonly Value[] | undefined
  readonly limit: number
}

/** A claim of `owner`, a text that no other claim has, to at most `limit` rows of a query until `until`. */
export interface RowClaim extends RowQuery {
  readonly owner: string
  readonly now: Instant
  readonly until: Instant
  readonly limit: number
}

/** The sum of rows with the same values of the aggregate's `sums` fields. */
export interface RowSum {
  /** Those values by field, such as `{ currency: 'KES' }`. */
  readonly by: Readonly<Record<string, string | null>>
  readonly count: number
  /** Exact decimal digits in minor units. */
  readonly amount: string
}

/** A page of events of rows, newest first, by (createdAt, id). */
export interface RowEventPageQuery {
  readonly streams?: readonly string[]
  /** Kinds of rows: the part of a type before its dot, such as `session`. */
  readonly kinds?: readonly string[]
  readonly actor?: string
  readonly from?: Instant
  readonly before?: Instant
  readonly after?: { readonly at: Instant; readonly id: string }
  readonly limit: number
}

/** Storage of aggregates; the promises at the head of this file hold for every function. */
export interface AggregateStorage {
  /** Finds the rows with one of at most 5,000 values of a field: the key's first, one of the look-ups, a unique key's only one. */
  findRows<Row extends object, Extra extends Beside>(
    of: Aggregate<Row, Extra>,
    field: string,
    values: readonly Value[],
  ): Promise<readonly StoredRow<Row, Extra>[]>

  /** Reads a page of matching rows in the order of the list, at most `limit` of them. */
  pageRows<Row extends object, Extra extends Beside>(
    of: Aggregate<Row, Extra>,
    query: RowPageQuery,
  ): Promise<readonly Row[]>

  /** Reads every matching row in batches of at most 1,000, ascending, as of one instant. */
  scanRows<Row extends object, Extra extends Beside>(
    of: Aggregate<Row, Extra>,
    query: RowQuery,
    signal?: AbortSignal,
  ): AsyncIterable<readonly Row[]>

  /** Adds up the amounts of matching rows, one sum for each value of the fields that the aggregate names. */
  sumRows(of: AnyAggregate, query: RowQuery): Promise<readonly RowSum[]>

  /** Leases matching rows that are free, in the order of the list, and returns them. */
  leaseRows<Row extends object, Extra extends Beside>(
    of: Aggregate<Row, Extra>,
    claim: RowClaim,
  ): Promise<readonly Row[]>

  /**
   * Deletes the rows with one of at most 5,000 values of a field that `findRows` finds them by, all or nothing. For aggregates
   * alone whose `changes` have DELETE.
   */
  deleteRows(of: AnyAggregate, field: string, values: readonly Value[]): Promise<void>

  /** Returns the events of at most 1,000 streams, oldest first of each. */
  rowHistories(streams: readonly string[]): Promise<readonly RowEvent[]>

  /** Reads a page of events of all aggregates, newest first; with `streams`, of those streams alone. */
  pageRowEvents(query: RowEventPageQuery): Promise<readonly RowEvent[]>
}
