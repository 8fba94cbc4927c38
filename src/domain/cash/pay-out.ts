/** The paying out of cash: a refund, or money for a category of the host. */
import { isSameActor } from '../actor.js'
import { invalidRequest } from '../issue.js'
import type { AccountLine } from '../reconciliation/account-line.js'
import { paidByDebit } from '../refunds/prove-refund.js'
import type { RefundNow } from '../refunds/refund-change.js'
import { invalidRefundTransition } from '../refunds/transitions.js'
import { balanceOf, type Movement, type MovementOrigin, movementLine, proofOfMovement } from '../accounts/movement.js'
import { type CashActor, type CashWrite, checkHolds, checkMayMove } from './movement.js'
import { anotherPerson, supervisorsOnly } from './refusals.js'
import { type CashSession, movementChange } from './session.js'

/** The purpose of a payout: a refund that is paid whole, or an amount for a category. */
type PayOutPurpose = { readonly refundNow: RefundNow } | { readonly category: string; readonly amount: number }

function checkRefund({ refund }: RefundNow, { currency }: CashSession, { actor }: CashActor): void {
  if (refund.currency !== currency)
    throw invalidRequest([{ path: 'refundId', message: 'names a refund of another currency than that of the session' }])
  if (refund.status !== 'pending') throw invalidRefundTransition(refund, 'succeeded')
  if (refund.approvedBy === null && refund.requestedBy !== null && isSameActor(refund.requestedBy, actor))
    throw anotherPerson('You asked for this refund, and it was not approved; another person has to pay it out.')
}

/**
 * Decides a payout on the rows as they are.
 *
 * @throws PaymentError `forbidden`, `session_closed`, `invalid_request`, `invalid_transition`, `self_approval`, `cash_short`
 */
export function decidePayOut(
  purpose: PayOutPurpose,
  person: CashActor,
  { session, balance, reason }: { session: CashSession; balance: bigint; reason: string | null },
  origin: MovementOrigin,
): CashWrite & { readonly line: AccountLine } {
  const isRefund = 'refundNow' in purpose
  checkMayMove(session, person)
  if (!isRefund && !person.isSupervisor) throw supervisorsOnly('Paying out to a category')
  if (isRefund) checkRefund(purpose.refundNow, session, person)
  const amount = isRefund ? purpose.refundNow.refund.amount : purpose.amount
  checkHolds(session.account, balance, amount)
  const movement: Movement = {
    account: session.account,
    currency: session.currency,
    direction: 'debit',
    amount,
    outcome: isRefund ? 'refund_paid' : 'recorded',
    allocations: isRefund
      ? [{ to: 'refund', refundId: purpose.refundNow.refund.id, amount }]
      : [{ to: 'category', category: purpose.category, amount }],
    sessionId: session.id,
    reason,
  }
  const change = movementLine(origin, movement)
  const { now } = origin
  const payout = isRefund
    ? paidByDebit(purpose.refundNow, proofOfMovement(change.line, now), { now, givesReceipt: false })
    : null
  const report = { actor: person.actor, reason, lineKey: change.line.key, amount }
  return {
    line: change.line,
    session: movementChange(session, 'session.paid_out', now, { sum: 'paidOut', by: amount }, report),
    lines: [change, ...(payout?.line ? [payout.line] : [])],
    payments: [],
    refunds: payout ? [payout.change] : [],
    balances: [balanceOf(origin, movement)],
  }
}
