/** The refunds that the lines of a batch may mean, as they are after each line that was written. */
import type { Payment } from '../../domain/payments/payment.js'
import { isSameReceipt, receiptKey } from '../../domain/payments/receipt-spelling.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { MatchRule } from '../../domain/reconciliation/items.js'
import type { NamedRefunds } from '../../domain/reconciliation/refund-matching.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import type { RefundChange, RefundNow } from '../../domain/refunds/refund-change.js'
import type { Refund } from '../../domain/refunds/refund.js'
import { PaymentError } from '../../errors.js'
import type { RunFinance } from '../../repository/run-port.js'
import type { RefundKeys } from '../refunds/stored-refunds.js'
import { referencesOf } from '../lines/payments-of-lines.js'
import { lineKeysOfRefunds, paymentIdsOfRefunds, withOrigins } from '../lines/refunds-of-lines.js'
import { newerRow } from '../newer-row.js'
import { findAccountLines, findPayments, findRefundsOf } from './look-up.js'

const noRefunds: NamedRefunds = { rule: null, refunds: [] }

/** The number of times that refunds and their payments are read, where others change them between the two reads. */
export const maxLooks = 20

/**
 * Makes the error for refunds that never agree with their payments. A host's open transaction may also go on reading refunds as
 * they were, after a conflict has shown a newer payment.
 */
export function refundsKeptChanging(): PaymentError<'concurrent_update'> {
  return new PaymentError(
    'concurrent_update',
    'Write conflict with other changes of refunds; the lines before are stored. Run it again.',
  )
}

export class RefundsOfBatch {
  private readonly refunds = new Map<string, Refund>()
  private readonly byReference = new Map<string, Set<string>>()
  /** The refunds by their receipts, folded. */
  private readonly byTransaction = new Map<string, Set<string>>()
  private readonly payments = new Map<string, Payment>()
  private readonly lines = new Map<string, AccountLine>()

  /** @param newest returns the payment as the lines of the batch have it, where they have read it */
  constructor(private readonly newest: (paymentId: string) => Payment | undefined) {}

  /** Adds a refund; an older version changes nothing. */
  put(refund: Refund): void {
    const { id, reference, version } = refund
    if ((this.refunds.get(id)?.version ?? 0) > version) return
    this.refunds.set(id, refund)
    addTo(this.byReference, reference, id)
    addTo(this.byTransaction, receiptKey(refund), id)
  }

  putNow({ refund, origin }: RefundNow): void {
    this.put(refund)
    if ('payment' in origin) this.putPayment(origin.payment)
    else this.lines.set(origin.line.key, origin.line)
  }

  putChange({ refund, payment }: RefundChange): void {
    this.put(refund)
    if (payment) this.putPayment(payment)
  }

  /**
   * Finds the refunds that a line names, by the strongest rule that finds any: the receipt, the reference, then the narration.
   */
  namedBy(line: StatementLine, names: () => readonly string[]): NamedRefunds {
    if (this.refunds.size === 0) return noRefunds
    const ofReceipt = this.findBy('transaction_id', this.byTransaction, [receiptKey(line)])
    const ofReference = ofReceipt ?? this.findBy('reference', this.byReference, [line.reference ?? null])
    return ofReference ?? this.findBy('narration', this.byReference, names()) ?? noRefunds
  }

  private findBy(
    rule: MatchRule,
    index: ReadonlyMap<string, ReadonlySet<string>>,
    keys: readonly (string | null)[],
  ): NamedRefunds | null {
    const ids = new Set<string>()
    for (const key of keys) {
      if (key === null) continue
      for (const id of index.get(key) ?? []) {
        // A refund whose payout was undone meanwhile has its receipt no longer.
        if (rule !== 'transaction_id' || isSameReceipt(this.refunds.get(id)!.providerTransactionId, key)) ids.add(id)
      }
    }
    if (ids.size === 0) return null
    const refunds = [...ids].sort().map((id) => this.now(this.refunds.get(id)!))
    return { rule, refunds }
  }

  private now(refund: Refund): RefundNow {
    const { paymentId, lineKey } = refund
    if (paymentId === null) return { refund, origin: { line: this.lines.get(lineKey!)! } }
    const payment = newerRow(this.payments.get(paymentId)!, this.newest(paymentId))
    return { refund, origin: { payment } }
  }

  private putPayment(payment: Payment): void {
    if ((this.payments.get(payment.id)?.version ?? 0) <= payment.version) this.payments.set(payment.id, payment)
  }
}

/** Adds an id under a key; does nothing where the key is `null`. */
export function addTo(index: Map<string, Set<string>>, key: string | null, id: string): void {
  if (key === null) return
  const ids = index.get(key)
  if (ids) ids.add(id)
  else index.set(key, new Set([id]))
}

/** Reads the refunds with one of these keys and what they give money back of, all of it of one moment. */
export async function readRefunds(finance: RunFinance, into: RefundsOfBatch, keys: RefundKeys): Promise<void> {
  for (let look = 0; look < maxLooks; look++) {
    const refunds = await findRefundsOf(finance, keys)
    if (refunds.length === 0) return
    const ids = paymentIdsOfRefunds(refunds)
    const payments = await findPayments(finance, await referencesOf(finance, ids), [])
    const lines = await findAccountLines(finance, lineKeysOfRefunds(refunds))
    const refundsNow = withOrigins(
      refunds,
      new Map(payments.map((payment) => [payment.id, payment])),
      new Map(lines.map((line) => [line.key, line])),
    )
    if (!refundsNow) continue
    for (const refundNow of refundsNow.values()) into.putNow(refundNow)
    return
  }
  throw refundsKeptChanging()
}
