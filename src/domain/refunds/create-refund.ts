/** The creation of refunds: of a payment for which money came, or of the open money of a statement line. */
import type { PaymentError } from '../../errors.js'
import { isWaiverAccount } from '../accounts/account-kind.js'
import { invalidRequest } from '../issue.js'
import { amountRefundable } from '../payments/money-of-lines.js'
import type { Instant } from '../payments/payment.js'
import { maxAllocations } from '../reconciliation/allocate-line.js'
import { type AccountLine, refundableOfLine } from '../reconciliation/account-line.js'
import type { Refund, RefundReason } from './refund.js'
import { type RefundOrigin, type RefundWrite, refundWrite } from './refund-change.js'
import { refundExceeds } from './refusals.js'

/** A request for a refund, with all that the library adds to it. */
interface NewRefund {
  readonly id: string
  readonly amount: number
  readonly reason: RefundReason
  readonly note?: string
  readonly reference: string
  readonly requestedBy: string | null
}

type RefundMoney = Pick<Refund, 'amount' | 'currency'>

/**
 * Describes why a line does not have the money for a refund, or returns `null`. A refund that waits for approval has no
 * allocation of its line: until it is approved, the line's money may still be allocated elsewhere.
 */
function exceedsLine(line: AccountLine, { amount, currency }: RefundMoney): string | null {
  if (line.direction === 'debit') return 'A debit has no money that can be given back'
  if (isWaiverAccount(line.account)) return 'A line of a waiver is no received money'
  if (line.currency !== currency) return `The statement line is in ${line.currency}, but ${currency} was asked for`
  const free = refundableOfLine(line)
  return amount > free ? `Of the statement line ${free} can be given back, but ${amount} was asked for` : null
}

/**
 * Checks that an amount is free to be given back of a payment or a line. Returns the refusal, or `null`. `isReturn` is
 * true where the line is the money of a refund that came back.
 */
export function checkFree(origin: RefundOrigin, money: RefundMoney, isReturn = false): PaymentError | null {
  if ('line' in origin) {
    const { line } = origin
    const problem = exceedsLine(line, money)
    if (problem !== null) return refundExceeds(problem)
    if (isReturn) {
      return refundExceeds('The statement line brings the money of a refund back. Allocate it to that refund')
    }
    if (line.allocations.length < maxAllocations) return null
    return invalidRequest([{ path: 'lineKey', message: `names a line that has ${maxAllocations} allocations already` }])
  }
  const { payment } = origin
  const { amount } = money
  if (payment.status === 'pending' || payment.status === 'reversed') {
    return refundExceeds(`No money can be given back of a payment that is ${payment.status}`)
  }
  const free = amountRefundable(payment)
  return amount > free ? refundExceeds(`Of the payment ${free} can be given back, but ${amount} was asked for`) : null
}

/** Makes a refund in its first state, `requested`, before it is decided whether a second person has to approve it. */
export function draftRefund(request: NewRefund, origin: RefundOrigin, now: Instant): Refund {
  const { id, amount, reason, note, reference, requestedBy } = request
  const paymentOrLine = 'payment' in origin ? origin.payment : origin.line
  return {
    id,
    status: 'requested',
    paymentId: 'payment' in origin ? origin.payment.id : null,
    lineKey: 'line' in origin ? origin.line.key : null,
    amount,
    currency: paymentOrLine.currency,
    reason,
    ...(note !== undefined && { note }),
    reference,
    requestedBy,
    approvedBy: null,
    amountReconciled: 0,
    returnedBy: null,
    createdAt: now,
    updatedAt: now,
    paidAt: null,
    version: 1,
  }
}

/**
 * Makes the first version of a refund, `requested` where a second person has to approve it, else `pending`.
 *
 * Returns the refusal `refund_exceeds` for more than is free to be given back, and for a line that brings a refund
 * back.
 */
export function createRefund(
  draft: Refund,
  origin: RefundOrigin,
  needsApproval: (draft: Refund) => boolean,
  isReturn = false,
): { readonly write: RefundWrite } | { readonly refusal: PaymentError } {
  const refusal = checkFree(origin, draft, isReturn)
  if (refusal) return { refusal }
  const refund: Refund = { ...draft, status: needsApproval(draft) ? 'requested' : 'pending' }
  return { write: refundWrite(refund, null, origin, { now: draft.createdAt }) }
}
