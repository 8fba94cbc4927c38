/** The payments that a call about a line depends on, as they are now. */
import { isPaidByCash } from '../../domain/cash/paid-by-cash.js'
import { isPaymentEvent, placeOf, type StoredEvent } from '../../domain/event-stream.js'
import type { Evidence, PaymentEvent } from '../../domain/payments/event.js'
import { isPaymentId } from '../../domain/id.js'
import type { Payment } from '../../domain/payments/payment.js'
import { isSameReceipt } from '../../domain/payments/receipt-spelling.js'
import type { ReferencePolicy } from '../../domain/payments/reference-policy.js'
import { dependsOnSiblings } from '../../domain/reconciliation/allocation.js'
import { PaymentsOfReference } from '../../domain/reconciliation/payments-of-reference.js'
import { isPossibleReference } from '../../domain/text.js'
import { pacer, recordsAtOnce } from '../../internal/event-loop.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { ShownPayments } from '../payments/shown-payments.js'

/** The limit of the port. */
const maxHistories = 1000

/** Reads the events of these payments, oldest first of each, with those of their refunds. */
export async function eventsOf(
  finance: Pick<FinanceRepository, 'histories'>,
  ids: readonly string[],
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for (let first = 0; first < ids.length; first += maxHistories) {
    events.push(...(await finance.histories(ids.slice(first, first + maxHistories))))
  }
  return events
}

function referencesIn(events: readonly PaymentEvent[]): string[] {
  return [...new Set(events.map(({ data }) => data.reference))]
}

/** Reads the references of these payments, by which many payments are looked up at once. */
export async function referencesOf(
  finance: Pick<FinanceRepository, 'histories'>,
  ids: readonly string[],
): Promise<string[]> {
  return referencesIn((await eventsOf(finance, ids)).filter(isPaymentEvent))
}

/** The payments that were read, and those that share a reference with them. */
export interface KnownPayments {
  readonly payments: ReadonlyMap<string, Payment>
  /** Returns the other payments of a payment's reference, as far as its success depends on them. */
  siblingsOf(payment: Payment): readonly Payment[]
  /** Returns true where another payment of its channel has this receipt. */
  isReceiptTaken(payment: Payment, receipt: string | undefined): boolean
  /** Returns the evidence of its last success; `null` where it had none. */
  successOf(paymentId: string): Evidence | null
  /** Returns true where cash of a counter pays it. */
  isPaidByCash(paymentId: string): boolean
  /** Returns true where its events were read before the payment became what it is. */
  isAheadOfEvents(payment: Payment): boolean
}

function lastSuccesses(events: readonly PaymentEvent[]): Map<string, Evidence | null> {
  const successes = events.filter(({ type }) => type === 'payment.succeeded')
  return new Map(successes.map(({ data, evidence }) => [data.paymentId, evidence]))
}

function lastVersions(events: readonly StoredEvent[]): Map<string, number> {
  return new Map(events.map(placeOf).map(({ stream, version }) => [stream, version]))
}

/** Reads payments that money is taken for, and those that share a reference only where a success depends on them. */
export async function readPaymentsToPay(
  finance: FinanceRepository,
  { ids, shownPayments }: { ids: readonly string[]; shownPayments: ShownPayments },
  policy: ReferencePolicy,
): Promise<Pick<KnownPayments, 'payments' | 'siblingsOf'>> {
  const [id] = ids
  if (id !== undefined && ids.length === 1 && isPaymentId(id)) {
    const payment = await finance.get(id)
    const payments = shownPayments.over(payment ? [payment] : [])
    const areAlone = [...payments.values()].every((one) => !dependsOnSiblings(one, policy))
    if (areAlone) return { payments, siblingsOf: () => [] }
  }
  return readPayments(finance, { ids, shownPayments })
}

/** Reads the payments of these references, and those with the receipt. */
export async function readPaymentsOf(
  finance: Pick<FinanceRepository, 'lookup'>,
  {
    references,
    receipt,
    shownPayments,
  }: { references: readonly string[]; receipt?: string | undefined; shownPayments: ShownPayments },
): Promise<Pick<KnownPayments, 'payments' | 'siblingsOf' | 'isReceiptTaken'>> {
  const receipts = receipt !== undefined && isPossibleReference(receipt) ? [receipt] : []
  const keys = { references, providerTransactionIds: receipts, lineKeys: [] }
  const read = references.length + receipts.length > 0 ? (await finance.lookup(keys)).payments : []
  const turn = pacer(recordsAtOnce)(read.length)
  if (turn) await turn
  const payments = shownPayments.over(read)
  const ofReference = new Map<string, PaymentsOfReference>()
  for (const payment of payments.values()) {
    let others = ofReference.get(payment.reference)
    if (!others) ofReference.set(payment.reference, (others = new PaymentsOfReference()))
    others.put(payment)
  }
  return {
    payments,
    siblingsOf: (payment) => ofReference.get(payment.reference)!.siblingsOf(payment),
    isReceiptTaken({ id, channel }, otherReceipt) {
      const holders = [...payments.values()].filter((other) => isSameReceipt(other.providerTransactionId, otherReceipt))
      return holders.some((other) => other.channel === channel && other.id !== id)
    },
  }
}

/**
 * Reads payments, and those that share a reference or the receipt with them. The reference comes from their events, so that a
 * thousand payments are read together with those of the same reference.
 */
export async function readPayments(
  finance: FinanceRepository,
  {
    ids,
    receipt,
    shownPayments,
  }: { ids: readonly string[]; receipt?: string | undefined; shownPayments: ShownPayments },
): Promise<KnownPayments> {
  const events = await eventsOf(finance, [...new Set(ids)].filter(isPaymentId))
  const ofPayments = events.filter(isPaymentEvent)
  const read = await readPaymentsOf(finance, { references: referencesIn(ofPayments), receipt, shownPayments })
  const successes = lastSuccesses(ofPayments)
  const versions = lastVersions(events)
  return {
    ...read,
    isPaidByCash: (paymentId) => isPaidByCash(ofPayments.filter(({ data }) => data.paymentId === paymentId)),
    successOf: (paymentId) => successes.get(paymentId) ?? null,
    isAheadOfEvents: ({ id, version }) => version > (versions.get(id) ?? 0),
  }
}
