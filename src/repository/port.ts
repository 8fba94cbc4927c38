/**
 * The port: the functions that the core needs of a storage. An adapter that keeps these promises passes `repositoryContract`
 * of `hospital-payments/testing`; each case there names the promise that it proves.
 *
 *  1. Each entry of an `insert`, and a whole `replace`, is all-or-nothing: payments, events, idempotency key, line keys.
 *  2. Expected conflicts are values and leave the caller's transaction usable; winners and stale rows are read fresh.
 *  3. Of N concurrent `replace` on one version exactly one wins; of N `insert` on one key exactly one inserts.
 *     Uniqueness is the index's work, never check-then-insert.
 *  4. Returned values are independent of stored ones, and stored ones of those handed in.
 *  5. Paging is total under ties and equals a full scan; a payment whose `by` is null is left out.
 *  6. An unknown payment and an empty scan cell are `null`; optional properties of a `Payment` are omitted.
 *  7. Integers to 2^53-1, instants to the millisecond, any well-formed text exact; compared byte for byte, but a provider's
 *     transaction id in whichever case its ASCII letters are written.
 *  8. Own writes are visible to the next read.
 *  9. Every other failure rejects with `PaymentError` (`concurrent_update`, `storage_unavailable`,
 *     `outcome_unknown`) and the original as `cause`.
 * 10. A `due` claim holds at most the oldest event of each payment that is to be delivered, and neither delivered nor dead; a leased event
 *     goes to no other owner before the lease ends; completion by another than the owner is ignored.
 * 11. Events are append-only, versions 1..n without gaps.
 * 12. The adapter adds nothing of its own (no clock, id, default, policy, validation) and refuses what the core never sends.
 * 13. It opens its own short transactions and relies on no server default; bound to a host's open transaction it works
 *     only inside that, and changes no setting.
 * 14. `scan` is one instant, sees no later write, blocks none, holds no more than a batch in memory where a second
 *     connection exists, and frees what it holds on return, throw and abort.
 * 15. `insert` and `replace` take groups, up to 5,000 entries, changes and line keys: entries of an `insert` are
 *     independent of each other, a `replace` is all or nothing. Nothing is cut, and the limits of a database (parameters,
 *     packets) are the adapter's own matter.
 *
 * An instance belongs to one tenant; no function of the core takes a tenant.
 */
import type { StoredEvent } from '../domain/event-stream.js'
import type { PaymentFlag } from '../domain/payments/flags.js'
import type { HostTransaction } from './host-transaction.js'
import type { PaymentEvent } from '../domain/payments/event.js'
import type { Instant, Payment, PaymentStatus } from '../domain/payments/payment.js'
import type { AccountLine, LineEvent } from '../domain/reconciliation/account-line.js'
import type { LineMarks } from '../domain/reconciliation/line-key.js'
import type { Basis, PaymentTotal } from '../domain/report.js'
import type { RowConflict, RowEntry, RowGuard } from './aggregates/port.js'
import type { ChainEnd } from './day-port.js'

/** Conditions on the payments of a read; all must hold. */
export interface Filter {
  /** The time that period and order go by; a payment whose `by` is null is left out. */
  by: Basis | 'expiresAt'
  /** Start of the period, inclusive. */
  from?: Instant
  /** End of the period, exclusive. */
  before?: Instant
  reference?: string
  /** The host's own id of the payer. */
  customerId?: string
  /** Pairs of the metadata that a payment has, each of them byte for byte. */
  metadata?: Readonly<Record<string, string>>
  statuses?: readonly PaymentStatus[]
  channels?: readonly string[]
  flag?: PaymentFlag
  /** True for payments of which nothing is reconciled or waived and that have no living attempt, and for no others. */
  isUntouched?: true
  /** True for payments of which something is waived, and for no others. */
  isWaived?: true
}

/** A page in the order of (`by`, id); `after` is the last row of the page before. */
export interface PageQuery extends Filter {
  direction: 'asc' | 'desc'
  after?: { at: Instant; id: string }
  limit: number
}

/** A payment's field as a scan cell; the payer's id, name and phone have names of their own, and so has each key of its metadata. */
export type ScanField =
  | Exclude<
      keyof Payment,
      'instructions' | 'metadata' | 'customer' | 'undoneAllocations' | 'writtenOffBy' | 'moneyReturned'
    >
  | 'customerId'
  | 'customerName'
  | 'customerPhone'
  | `metadata.${string}`

/** A value of a scan; `null` where the payment has none. */
export type Cell = string | number | boolean | null

/** The rows of a scan, and the fields that each row has, in this order. */
export interface ScanQuery extends Filter {
  fields: readonly ScanField[]
}

/** A new payment and what is stored with it, together or not at all. */
export interface InsertEntry {
  payment: Payment
  event: PaymentEvent
  /** The reference of a live payment under a `referencePolicy` other than `allow`: unique where not `null`. */
  liveReference: string | null
  idempotency: { key: string; fingerprint: string } | null
  /** Search terms, each once, by which `searchPayments` finds the payment where the repository has that function. */
  terms?: readonly string[]
  /** `false` where the event is history alone: no claim returns it, and the first event that is delivered is the next one. */
  isDelivered?: false
}

/**
 * The outcome of an entry: stored, or the conflict with `payment`, which was stored before. The fingerprint of a key is `null`
 * once it was erased.
 */
export type InsertOutcome =
  | { outcome: 'inserted' }
  | { outcome: 'key_taken'; payment: Payment; fingerprint: string | null }
  | { outcome: 'id_taken' | 'reference_taken' | 'transaction_taken'; payment: Payment }

/**
 * One payment's next version and the event of that change; where a refund made the change, the event is the refund's. A group
 * has one change of each payment; a `FinanceRepository` takes several, as promise 22 says.
 */
export interface Change {
  payment: Payment
  expectedVersion: number
  event: StoredEvent
  liveReference: string | null
  /** More search terms that the payment has from now on; a term that it has already is no fault. */
  terms?: readonly string[]
  /**
   * The search terms of the payment that are erased with the change, together with the fingerprint of its idempotency key and the
   * erasable fields of all rows with its id. For a `FinanceRepository` alone; promise 28.
   */
  erases?: { readonly terms: readonly string[] }
}

/** The key of a statement line that counts, and the ids of the payments that the line changed. */
export interface StoredLine {
  key: string
  paymentIds: readonly string[]
}

/** A statement line that is stored whole, by a `FinanceRepository` alone. Its key counts as that of any line. */
export interface LineEntry extends StoredLine {
  line: AccountLine
  /** The stored state of the line that the entry expects: `'nothing'`, or this version of it. */
  expected: 'nothing' | number
  /** The stored `givenBack` that the entry expects; left out: that of `line`. */
  expectedGivenBack?: number
  /**
   * The event of the change; `null` where only the outcome changes, or `givenBack`, or the narration of a line without
   * allocations: the version stays.
   */
  event: LineEvent | null
  /** Marks by which later lines find a new one; stored with its first version, and kept by all others. */
  marks?: LineMarks
  /** True where the notes of the line, and the erasable fields of all rows with its key, are erased with it; promise 28. */
  erases?: true
}

/**
 * All that one `replace` stores, together or not at all: changes, and the statement lines behind them, by their keys or, for a
 * `FinanceRepository`, all of them as `LineEntry`.
 */
export interface ChangeGroup {
  changes: readonly Change[]
  lines: readonly StoredLine[]
  /** Rows of aggregates that change with them, each once; for a `FinanceRepository` alone, as is all that follows. */
  rows?: readonly RowEntry[]
  /** Rows that must be at a version for the write to be stored. */
  guards?: readonly RowGuard[]
  /** Events that are delivered and that no change of a payment in the group has. */
  events?: readonly StoredEvent[]
  /** Chains of closings on which the write was decided, each once. */
  chains?: readonly ChainEnd[]
}

/**
 * The outcome of a `replace`: stored, or the first conflict; `current`, `payment` and the like are rows as they are now. The
 * order of conflicts is: `line_taken`, one of the keys is stored already; of a `FinanceRepository`, `line_stale`, a line is not
 * as its entry expects (`line` is `null` where none is stored whole), `row_taken`, another row has a unique
 * key, or `row_stale`, a row is not as its entry or guard expects; `chain_moved`, a chain of closings ends elsewhere;
 * then those of payments, change by change.
 */
export type ReplaceOutcome =
  | { outcome: 'replaced' }
  | { outcome: 'stale'; current: Payment | null }
  | { outcome: 'line_taken' }
  | { outcome: 'line_stale'; key: string; line: AccountLine | null }
  | RowConflict
  | { outcome: 'chain_moved'; account: string }
  | { outcome: 'reference_taken' | 'transaction_taken'; payment: Payment }

/**
 * Keys by which payments and statement lines are looked up; lists may be empty. A payment has a provider's transaction id in
 * whichever case either writes its ASCII letters.
 */
export interface LookupKeys {
  references: readonly string[]
  providerTransactionIds: readonly string[]
  lineKeys: readonly string[]
}

/** The payments of a look-up, each once, and the statement lines that are stored, with the payments that they changed. */
export interface LookupResult {
  payments: readonly Payment[]
  lines: readonly StoredLine[]
}

/** A claim of `owner` to at most `limit` events, until `leaseUntil`; `now` is the time of the core's clock. */
export interface EventClaim {
  from: 'due' | 'dead'
  owner: string
  now: Instant
  leaseUntil: Instant
  limit: number
}

/** `attempts` counts earlier completions with `retryAt`; a claim or an expired lease does not count. */
export interface ClaimedEvent {
  event: StoredEvent
  attempts: number
}

/** Results of events that `owner` had leased. */
export interface EventCompletion {
  owner: string
  now: Instant
  results: readonly { eventId: string; next: 'delivered' | 'dead' | { retryAt: Instant } }[]
}

/** Storage of payments; the promises at the head of this file hold for every function. */
export interface PaymentRepository {
  /**
   * Maximum of payments or lines that callers write together, at least 1, for a storage in which a larger write holds up the
   * whole process; it takes larger ones all the same. Left out: up to 1,000.
   */
  readonly groupSize?: number

  /**
   * Stores new payments, each with its first event and its idempotency key where it has one, as if one were inserted after the
   * other: at most 5,000, one outcome for each, in their order. A call that rejects has stored none of them.
   * On conflict the outcome of an entry has the payment that was stored first, which may be that of an entry before it: the key
   * comes before the id, the id before the reference, the reference before the receipt; nothing of that entry is stored, and the
   * others are stored all the same.
   * Under concurrency exactly one of many with the same key inserts, and the others get its payment.
   */
  insert(entries: readonly InsertEntry[]): Promise<readonly InsertOutcome[]>

  /**
   * Stores the changes in their order, at most 5,000, all or nothing, with the keys of the statement lines behind them, at most
   * as many and each once: a reference or transaction that one change gives up, a later one may take. Each is of another
   * payment; of a `FinanceRepository`, several may be of one, as promise 22 says.
   * On conflict it returns the first one: `line_taken` before `stale`, then a taken reference or transaction.
   * Under concurrency exactly one of many on the same `expectedVersion` wins; a line key counts once.
   */
  replace(group: ChangeGroup): Promise<ReplaceOutcome>

  get(id: string): Promise<Payment | null>

  page(query: PageQuery): Promise<readonly Payment[]>

  /**
   * Finds every payment with one of the keys, once, and the statement lines that are stored already; at most 5,000 keys a list.
   */
  lookup(keys: LookupKeys): Promise<LookupResult>

  /**
   * Reads every matching row in batches of at most 1,000, its cells in the order of `fields`, ascending as `page`, as of one
   * instant.
   */
  scan(query: ScanQuery, signal?: AbortSignal): AsyncIterable<readonly (readonly Cell[])[]>

  /** Adds up one total a (currency, channel, status). */
  totals(query: Filter): Promise<readonly PaymentTotal[]>

  /** Returns a payment's events, oldest first, those of its refunds among them; empty for an unknown id. */
  history(id: string): Promise<readonly StoredEvent[]>

  /**
   * Leases events that wait for delivery to `owner` until `leaseUntil`, at most `limit`.
   * A leased event goes to no other owner before its lease ends; `dead` takes any dead events.
   * Under concurrency no event goes to two owners, and none is skipped when transactions commit out of order.
   */
  claimEvents(claim: EventClaim): Promise<readonly ClaimedEvent[]>

  /** Ends leases of `owner`: delivered, given up (attempts become 0), or due again (one more attempt, unless it was dead). */
  completeEvents(completion: EventCompletion): Promise<void>

  /**
   * Returns a repository of the same tables in the transaction that the host has open, with everything else as here: its writes
   * are committed or rolled back with that transaction. The call itself sends nothing. Only a repository in a database has
   * transactions; one in memory takes any value, for tests, and rolls nothing back.
   *
   * @throws TypeError for a value that is no open transaction
   */
  within?(connection: HostTransaction): PaymentRepository
}
