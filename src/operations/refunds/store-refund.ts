/** A person's change of one refund: decided on what is stored, and decided again where another change came first. */
import { paymentNotFound } from '../../domain/not-found.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { Refund } from '../../domain/refunds/refund.js'
import type { RefundOrigin, RefundWrite } from '../../domain/refunds/refund-change.js'
import { PaymentError } from '../../errors.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { ChangeGroup, ReplaceOutcome } from '../../repository/port.js'
import type { Context } from '../context.js'
import { lineNotHere } from '../archived/archived-lines.js'
import { NewestLines } from '../lines/newest-lines.js'
import { newerRow } from '../newer-row.js'
import { withGivenBack } from '../payments/given-back.js'
import { lineEntry } from '../lines/line-entries.js'
import { ShownPayments } from '../payments/shown-payments.js'
import { type Conflict, type Decision, storeChanges } from '../payments/store-changes.js'
import { isPaymentId } from '../../domain/id.js'
import { type Idempotency, refundsToStore } from './refund-entries.js'
import { findRefund, refundConflictOf } from './stored-refunds.js'

/**
 * The tries to store a change of a refund: fifty callers may give back of one payment at once, and each round stores one of
 * them.
 */
const maxRefundRetries = 64

/**
 * The reads of a refund and its money; rows that conflicts have shown may be newer than those that a host's open transaction
 * reads.
 */
export class RefundReads {
  readonly contested = new Set<string>()
  private readonly payments = new ShownPayments()
  private readonly lines: NewestLines
  private readonly refunds = new Map<string, Refund>()

  constructor(private readonly finance: FinanceRepository) {
    this.lines = new NewestLines(finance)
  }

  async refund(id: string): Promise<Refund | null> {
    return newerRow(await findRefund(this.finance, id), this.refunds.get(id))
  }

  /**
   * Reads the payment of a refund.
   *
   * @throws PaymentError `payment_not_found`
   */
  async payment(id: string): Promise<RefundOrigin> {
    const read = isPaymentId(id) ? await this.finance.get(id) : null
    const payment = this.payments.over(read ? [read] : []).get(id)
    if (!payment) throw paymentNotFound(id)
    return { payment }
  }

  /**
   * Reads the line of a refund.
   *
   * @throws PaymentError `line_not_found`
   */
  async line(key: string): Promise<RefundOrigin> {
    const line = await this.lines.one(key)
    if (!line) throw await lineNotHere(this.finance, key)
    return { line }
  }

  /** Reads the lines of which a payment has undone an allocation. */
  linesOf = (keys: readonly string[]): Promise<ReadonlyMap<string, AccountLine>> => this.lines.all(keys)

  originOf({ paymentId, lineKey }: Pick<Refund, 'paymentId' | 'lineKey'>): Promise<RefundOrigin> {
    return paymentId !== null ? this.payment(paymentId) : this.line(lineKey!)
  }

  learn(conflict: Conflict): void {
    const { reason, refund } = refundConflictOf(conflict) ?? {}
    if (reason === 'stale') {
      if (refund) this.refunds.set(refund.id, refund)
      return
    }
    switch (conflict.outcome) {
      case 'stale':
        if (conflict.current) this.payments.add(conflict.current)
        break
      case 'line_stale':
        this.lines.learn(conflict)
        break
      case 'reference_taken':
        this.contested.add(conflict.payment.reference)
        break
      case 'chain_moved':
        break
      case 'row_stale':
      case 'row_taken':
      case 'line_taken':
      case 'transaction_taken':
        throw new PaymentError('internal_error', 'The repository answered about what a refund does not change.')
    }
  }
}

interface Storing {
  readonly reads: RefundReads
  readonly actor: string | null
  readonly idempotency?: Idempotency | null
  /** Chains of closings on which the write was decided. */
  readonly chains?: ChangeGroup['chains']
}

/** Makes the write of one change of a refund, with its money. */
export async function refundToStore(
  context: Context,
  finance: FinanceRepository,
  { change, line }: RefundWrite,
  { reads, actor, idempotency = null, chains }: Storing,
): Promise<Exclude<Decision<Refund>, 'again' | { result: Refund }>> {
  const entries = line ? [lineEntry(context, line, actor)] : []
  const lines = await withGivenBack(entries, [change], reads.linesOf)
  const store = (): Promise<ReplaceOutcome> =>
    finance.replace({
      ...refundsToStore(context, [change], {
        actor,
        contested: reads.contested,
        idempotency,
        payerOfLine: line?.line.payerId ?? null,
      }),
      lines,
      ...(chains && chains.length > 0 && { chains }),
    })
  return { store, stored: () => change.refund }
}

/** Stores a change of a refund, again and again until no other change comes first. */
export function storeRefund(
  context: Context,
  reads: RefundReads,
  decide: () => Promise<Decision<Refund>>,
  /** Returns the result with which a conflict ends the call; `null` where it is decided again. */
  answerTo: (conflict: Conflict) => Refund | null = () => null,
): Promise<Refund> {
  return storeChanges(context, {
    decide,
    async learn(conflict) {
      const result = answerTo(conflict)
      if (result) return { result }
      reads.learn(conflict)
      return undefined
    },
    maxRetries: () => maxRefundRetries,
    log: { message: 'Another change was stored first; a refund is decided again.', fields: {} },
    gaveUp: 'Write conflict with other changes of this refund; nothing was stored. Try again.',
  })
}
