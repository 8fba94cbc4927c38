import { dayMs, instantOf, isAfter, millisecondsOf } from '../../domain/instant.js'
import { paymentIdOf } from '../../domain/id.js'
import { invalidRequest } from '../../domain/issue.js'
import { paymentEvent } from '../../domain/payments/event.js'
import {
  type CheckedHistoryRow,
  type HistoryRow,
  identityOfRow,
  importedPayment,
} from '../../domain/payments/imported-payment.js'
import type { Instant } from '../../domain/payments/payment.js'
import { liveReference, rivalOf } from '../../domain/payments/reference-policy.js'
import { searchTermsOf } from '../../domain/payments/search-terms.js'
import { timestampProblem } from '../../domain/payments/success.js'
import { Occurrences } from '../../domain/reconciliation/occurrences.js'
import { isPaymentError, type PaymentErrorCode } from '../../errors.js'
import { untilAborted } from '../../internal/abort.js'
import { isIterable } from '../../internal/iterables.js'
import { paced } from '../../internal/paced.js'
import { sha256 } from '../../internal/sha256.js'
import type { InsertEntry, InsertOutcome } from '../../repository/port.js'
import type { Context } from '../context.js'
import { historyRow, type ImportHistoryOptions, importHistoryOptions } from '../input/history-calls.js'
import { parse } from '../input/parse.js'
import { checkCurrency } from './check-currency.js'
import { groupedBy } from '../../internal/grouped-by.js'

/** A row that was not stored: its number, from 1, and the code of the error. */
export interface RejectedRow {
  readonly row: number
  readonly reason: PaymentErrorCode
}

/** The result of an import of payments before this library. */
export interface ImportedHistory {
  /** Payments that this call stored. */
  readonly imported: number
  /** Rows that an earlier import, or an earlier row of this one, stored. */
  readonly already: number
  readonly rejected: readonly RejectedRow[]
}

/** A payment to be stored, and the number of its row. */
interface NumberedEntry {
  readonly row: number
  readonly entry: InsertEntry
}

/** The rows of one call. Each becomes the payment that the same row becomes in every call. */
class RowsOfCall {
  readonly rejected: RejectedRow[] = []
  private readonly occurrences = new Occurrences()
  private readonly latest: Instant
  private count = 0

  constructor(
    private readonly context: Context,
    private readonly actor: string,
    private readonly now: Instant,
  ) {
    this.latest = instantOf(millisecondsOf(now) + dayMs)
  }

  /** Makes the payment of the next row; `null` for one that is none, which is among `rejected` then. */
  next(input: unknown): NumberedEntry | null {
    const row = ++this.count
    try {
      return { row, entry: this.entryOf(this.checked(input)) }
    } catch (error) {
      if (!isPaymentError(error)) throw error
      this.reject(row, error.code)
      return null
    }
  }

  reject(row: number, reason: PaymentErrorCode): void {
    this.rejected.push({ row, reason })
  }

  private checked(input: unknown): CheckedHistoryRow {
    const row = parse(historyRow, input)
    checkCurrency(this.context, row.currency)
    const { createdAt, paidAt, reversedAt = paidAt } = row
    const problem = timestampProblem(paidAt, row, this.now)
    if (problem !== null) throw invalidRequest([{ path: 'paidAt', message: problem }])
    for (const [path, instant] of Object.entries({ createdAt, reversedAt }))
      if (isAfter(instant, this.latest))
        throw invalidRequest([{ path, message: 'is more than 24 hours ahead of the clock' }])
    return row
  }

  private entryOf(row: CheckedHistoryRow): InsertEntry {
    const { ids, referencePolicy } = this.context
    const payment = importedPayment(row, this.idOf(row), this.now)
    const change = { id: ids.event(), at: this.now, actor: this.actor, reason: null, evidence: null }
    return {
      payment,
      event: paymentEvent('payment.imported', payment, null, change),
      liveReference: liveReference(payment, referencePolicy),
      idempotency: null,
      terms: searchTermsOf(payment),
      isDelivered: false,
    }
  }

  /** Makes the id of a row. Rows that are equal without an id of their own are counted: the first, the second, and so on. */
  private idOf(row: CheckedHistoryRow): string {
    const identity = identityOfRow(row)
    const digest = sha256(identity)
    if (row.id !== undefined) return paymentIdOf(digest)
    const before = this.occurrences.add(digest)
    return paymentIdOf(before === 0 ? digest : sha256(`${identity} ${before}`))
  }
}

export async function importHistory(
  context: Context,
  rows: AsyncIterable<HistoryRow> | Iterable<HistoryRow>,
  options: ImportHistoryOptions,
): Promise<ImportedHistory> {
  const { actor, signal } = parse(importHistoryOptions, options, 1)
  if (!isIterable(rows)) throw invalidRequest([{ path: 'rows', message: 'must be an iterable of payments' }])
  signal?.throwIfAborted()
  const ofCall = new RowsOfCall(context, actor, context.now())
  const counts = { inserted: 0, id_taken: 0 }
  let batch: NumberedEntry[] = []
  let writing = Promise.resolve()

  const read = (input: unknown): NumberedEntry[] | null => {
    const numbered = ofCall.next(input)
    if (!numbered || batch.push(numbered) < context.groupSize) return null
    const full = batch
    batch = []
    return full
  }

  async function write(group: readonly NumberedEntry[]): Promise<void> {
    const outcomes = await store(
      context,
      group.map(({ entry }) => entry),
    )
    for (const [n, { row }] of group.entries()) {
      const outcome = outcomes[n]!
      if (outcome === 'inserted' || outcome === 'id_taken') counts[outcome]++
      else ofCall.reject(row, outcome === 'transaction_taken' ? 'duplicate_payment' : 'internal_error')
    }
  }

  /** Begins to write a group when the one before it is stored: the next rows are read meanwhile. */
  async function begin(group: readonly NumberedEntry[]): Promise<void> {
    await writing
    signal?.throwIfAborted()
    writing = write(group)
    // Awaited later, perhaps after the rows failed.
    writing.catch(() => undefined)
  }

  try {
    const source = signal && Symbol.asyncIterator in rows ? untilAborted(rows, signal) : rows
    for await (const group of paced(source as Iterable<unknown>, read)) await begin(group)
    if (batch.length > 0) await begin(batch)
  } finally {
    // Nothing is written any more when the call ends.
    await writing.catch(() => undefined)
  }
  await writing
  const { inserted: imported, id_taken: already } = counts
  return { imported, already, rejected: ofCall.rejected.sort((a, b) => a.row - b.row) }
}

/** Stores payments of history. One whose reference another payment holds is stored all the same, and does not hold it. */
async function store(context: Context, entries: readonly InsertEntry[]): Promise<readonly InsertOutcome['outcome'][]> {
  const { repository, referencePolicy } = context
  const toInsert = referencePolicy === 'one-live-per-customer' ? await besideRivals(context, entries) : entries
  const outcomes = (await repository.insert(toInsert)).map(({ outcome }) => outcome)
  const contested = entries.flatMap((entry, n) => (outcomes[n] === 'reference_taken' ? [{ entry, n }] : []))
  if (contested.length > 0) {
    const again = await repository.insert(contested.map(({ entry }) => ({ ...entry, liveReference: null })))
    for (const [i, { n }] of contested.entries()) outcomes[n] = again[i]!.outcome
  }
  return outcomes
}

/**
 * Takes the live reference from entries that a live payment of their reference excludes, and that no unique index does: one of
 * the two has no customer id.
 */
async function besideRivals({ repository }: Context, entries: readonly InsertEntry[]): Promise<readonly InsertEntry[]> {
  const references = [...new Set(entries.map(({ payment }) => payment.reference))]
  const { payments } = await repository.lookup({ references, providerTransactionIds: [], lineKeys: [] })
  const byReference = groupedBy(payments, ({ reference }) => reference)
  return entries.map((entry) => {
    const { payment } = entry
    const others = byReference.get(payment.reference) ?? []
    byReference.set(payment.reference, others)
    const isExcluded = rivalOf(payment, others) !== undefined
    others.push(payment)
    return isExcluded ? { ...entry, liveReference: null } : entry
  })
}
