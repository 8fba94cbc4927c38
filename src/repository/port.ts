/**
 * The port: what the core asks of a storage. An adapter that keeps these promises passes `repositoryContract`
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
 * 10. A `due` claim holds at most the oldest event of each payment that is neither delivered nor dead; a leased event
 *     goes to no other owner before the lease ends; completion by another than the owner is ignored.
 * 11. Events are append-only, versions 1..n without gaps.
 * 12. The adapter invents nothing (no clock, id, default, policy, validation) and refuses what the core never sends.
 * 13. It opens its own short transactions and trusts no server default; bound to a host's open transaction it works
 *     only inside that, and changes no setting.
 * 14. `scan` is one instant, sees no later write, blocks none, holds no more than a batch in memory where a second
 *     connection exists, and frees what it holds on return, throw and abort.
 * 15. `insert` and `replace` take groups, up to 5,000 entries, changes and line keys: entries of an `insert` are
 *     independent of each other, a `replace` is all or nothing. Nothing is cut, and the limits of a database (parameters,
 *     packets) are the adapter's own matter.
 *
 * An instance belongs to one tenant; the core knows nothing of tenants.
 */
import type { StoredEvent } from '../domain/event-stream.js'
import type { PaymentFlag } from '../domain/payments/flags.js'
import type { HostTransaction } from './host-transaction.js'
import type { PaymentEvent } from '../domain/payments/event.js'
import type { Instant, Payment, PaymentStatus } from '../domain/payments/payment.js'
import type { AccountLine, LineEvent } from '../domain/reconciliation/account-line.js'
import type { LineMarks } from '../domain/reconciliation/line-key.js'
import type { Refund } from '../domain/refunds/refund.js'
import type { Basis, PaymentTotal } from '../domain/report.js'
import type { ChainEnd } from './day-port.js'
import type { RefundEntry } from './refund-port.js'

/** Which payments a read is about; all conditions must hold. */
export interface Filter {
  /** The time that period and order go by; a payment whose `by` is null is left out. */
  by: Basis | 'expiresAt'
  /** Inclusive. */
  from?: Instant
  /** Exclusive. */
  before?: Instant
  reference?: string
  statuses?: readonly PaymentStatus[]
  channels?: readonly string[]
  flag?: PaymentFlag
  /** Only those of which nothing is reconciled. */
  isUnreconciled?: true
}

/** Ordered by (`by`, id); `after` is the last row of the page before. */
export interface PageQuery extends Filter {
  direction: 'asc' | 'desc'
  after?: { at: Instant; id: string }
  limit: number
}

/** A payment's field as a scan cell; the payer's name and phone have names of their own. */
export type ScanField =
  | Exclude<
      keyof Payment,
      'instructions' | 'metadata' | 'customer' | 'undoneAllocations' | 'writtenOffBy' | 'moneyReturned'
    >
  | 'customerName'
  | 'customerPhone'

/** Absent is `null`. */
export type Cell = string | number | boolean | null

/** Which rows a scan gives, and which of their fields, in this order. */
export interface ScanQuery extends Filter {
  fields: readonly ScanField[]
}

/** A new payment and what is stored with it, together or not at all. */
export interface InsertEntry {
  payment: Payment
  event: PaymentEvent
  /** Unique where not null: `referencePolicy: 'one-live'`. */
  liveReference: string | null
  idempotency: { key: string; fingerprint: string } | null
  /** What `searchPayments` finds it by, where the repository has that: each once. */
  terms?: readonly string[]
}

/** Stored, or who was there first; `payment` is that one. */
export type InsertOutcome =
  | { outcome: 'inserted' }
  | { outcome: 'key_taken'; payment: Payment; fingerprint: string }
  | { outcome: 'id_taken' | 'reference_taken'; payment: Payment }

/**
 * One payment's next version and the event of that change: where a refund made it, the refund's. One change a payment in a group,
 * but for a `FinanceRepository`, of which `refund-port.ts` says how several follow on each other.
 */
export interface Change {
  payment: Payment
  expectedVersion: number
  event: StoredEvent
  liveReference: string | null
  /** More terms that it is found by from now on; one that it has already is no fault. */
  terms?: readonly string[]
}

/** A statement line that counts, by its key, and the payments that it wrote to. */
export interface StoredLine {
  key: string
  paymentIds: readonly string[]
}

/** A statement line that is stored whole: only by a `FinanceRepository`. Its key counts as that of any line. */
export interface LineEntry extends StoredLine {
  line: AccountLine
  /** What must be stored of the line until now: `'nothing'`, or this version of it. */
  expected: 'nothing' | number
  /** What must be stored of `givenBack` until now; left out: what `line` has. */
  expectedGivenBack?: number
  /**
   * `null` where only the outcome changes, or `givenBack`, or the narration of a line without allocations: the version stays.
   */
  event: LineEvent | null
  /** What later lines find a new one by; stored with its first version, and kept by all others. */
  marks?: LineMarks
}

/** The account in one currency: raised by each `replace` that names it. */
export interface AccountVersion {
  account: string
  currency: string
  /** 0: no `replace` has named it yet. */
  version: number
}

/**
 * All that one `replace` stores, together or not at all: changes, and the statement lines that are behind them: their keys, or
 * for a `FinanceRepository` all of them as `LineEntry`.
 */
export interface ChangeGroup {
  changes: readonly Change[]
  lines: readonly StoredLine[]
  /** Only for a `FinanceRepository`, as are `chains` and `accounts`: refunds that change with them, each once. */
  refunds?: readonly RefundEntry[]
  /** Chains of closings on which the write was decided, each once. */
  chains?: readonly ChainEnd[]
  /** Accounts on whose lines the write was decided, each once: stored only while each has this version, which it raises. */
  accounts?: readonly AccountVersion[]
}

/**
 * Stored, or the first conflict met; `current`, `payment` and the like are rows as they are now. They are looked for in this order:
 * `line_taken`, one of the keys is stored already; of a `FinanceRepository`, `line_stale`, a line is not what its entry expects
 * (`line` is `null` where none is stored whole), `refund_key_taken`, `refund_stale`, `refund_transaction_taken`, another refund has
 * the receipt, `chain_moved`, a chain of closings ends elsewhere, `account_moved`, an account has another version; then those of
 * payments, change by change.
 */
export type ReplaceOutcome =
  | { outcome: 'replaced' }
  | { outcome: 'stale'; current: Payment | null }
  | { outcome: 'line_taken' }
  | { outcome: 'line_stale'; key: string; line: AccountLine | null }
  | { outcome: 'refund_key_taken'; refund: Refund; fingerprint: string }
  | { outcome: 'refund_stale'; id: string; refund: Refund | null }
  | { outcome: 'refund_transaction_taken'; refund: Refund }
  | { outcome: 'chain_moved'; account: string }
  | ({ outcome: 'account_moved' } & AccountVersion)
  | { outcome: 'reference_taken' | 'transaction_taken'; payment: Payment }

/**
 * What to look payments and statement lines up by; lists may be empty. A payment has a provider's transaction id in whichever
 * case either writes its ASCII letters.
 */
export interface LookupKeys {
  references: readonly string[]
  providerTransactionIds: readonly string[]
  lineKeys: readonly string[]
}

/** The payments found, each once, and the statement lines that are stored, with the payments they wrote to. */
export interface LookupResult {
  payments: readonly Payment[]
  lines: readonly StoredLine[]
}

/** Who leases how many events, and until when; `now` is the clock of the core. */
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

/** What became of events that `owner` had leased. */
export interface EventCompletion {
  owner: string
  now: Instant
  results: readonly { eventId: string; next: 'delivered' | 'dead' | { retryAt: Instant } }[]
}

/** What a storage must do; the promises at the head of this file hold for every function. */
export interface PaymentRepository {
  /**
   * How many payments or lines callers write together, at least 1, where a larger write holds up the whole process; it takes
   * larger ones all the same. Left out: up to 1,000.
   */
  readonly groupSize?: number

  /**
   * Stores new payments, each with its first event and its idempotency key where it has one, as if one were inserted after
   * the other: at most 5,000, one outcome for each, in their order. A call that rejects has stored none of them.
   * On conflict an entry is answered who was there first, which may be an entry before it: the key before the id, the id
   * before the reference; nothing of that entry is stored, and the others are stored all the same.
   * Under concurrency exactly one of many with the same key inserts, and the others are shown its payment.
   */
  insert(entries: readonly InsertEntry[]): Promise<readonly InsertOutcome[]>

  /**
   * Stores the changes in the given order, at most 5,000, all or nothing, with the keys of the statement lines behind them, at
   * most as many and each once: a reference or transaction that one change lets go of, a later one may take. Each is of another
   * payment; of a `FinanceRepository`, several may be of one, as `refund-port.ts` says.
   * On conflict it answers the first it meets: `line_taken` before `stale`, then a taken reference or transaction.
   * Under concurrency exactly one of many on the same `expectedVersion` wins; a line key counts once.
   */
  replace(group: ChangeGroup): Promise<ReplaceOutcome>

  get(id: string): Promise<Payment | null>

  page(query: PageQuery): Promise<readonly Payment[]>

  /** At most 5,000 keys a list: every payment with one of them, once, and which statement lines are stored already. */
  lookup(keys: LookupKeys): Promise<LookupResult>

  /** Every matching row in batches of at most 1,000, its cells in the order of `fields`, ascending as `page`, as of one instant. */
  scan(query: ScanQuery, signal?: AbortSignal): AsyncIterable<readonly (readonly Cell[])[]>

  /** One total a (currency, channel, status). */
  totals(query: Filter): Promise<readonly PaymentTotal[]>

  /** Oldest first, those of its refunds among them; empty for an unknown id. */
  history(id: string): Promise<readonly StoredEvent[]>

  /**
   * Leases events that wait for delivery to `owner` until `leaseUntil`, at most `limit`.
   * A leased event goes to no other owner before its lease ends; `dead` takes any dead events.
   * Under concurrency no event goes to two owners, and none is skipped when transactions commit out of order.
   */
  claimEvents(claim: EventClaim): Promise<readonly ClaimedEvent[]>

  /** Ends leases of `owner`: delivered, given up (attempts become 0), or due again (one more attempt, unless it was dead). */
  completeEvents(done: EventCompletion): Promise<void>

  /**
   * The same tables in the transaction that the host has open, with everything else as here: what it writes is committed or
   * rolled back with it. Nothing is sent yet. Only a repository in a database has transactions; that in memory takes anything,
   * for tests, and rolls nothing back.
   *
   * @throws TypeError for what is no open transaction
   */
  within?(connection: HostTransaction): PaymentRepository
}
