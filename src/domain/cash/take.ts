/** The taking of cash: a credit line that pays bills, or stays open as a payer's deposit. */
import { PaymentError } from '../../errors.js'
import { IssueList, invalidRequest } from '../issue.js'
import { amountDue, amountGivenBack, isGivenBackUnpaid } from '../payments/money-of-lines.js'
import { paymentNotFound } from '../not-found.js'
import type { Payment } from '../payments/payment.js'
import { type AccountLine, type Allocation, sumOfAllocations, targetOf } from '../reconciliation/account-line.js'
import { allocateToPayments, type LineContext, type PaymentAllocation } from '../reconciliation/allocation.js'
import { allocationExceeds } from '../reconciliation/line-refusals.js'
import { openAmount } from '../payments/open-amount.js'
import { balanceOf, type Movement, type MovementOrigin, movementLine, proofOfMovement } from '../accounts/movement.js'
import { type CashActor, type CashWrite, checkMayMove } from './movement.js'
import { type CashSession, movementChange } from './session.js'

/** A part of cash that is taken: for a bill, or for a category of the host. */
export type TakeAllocation = Extract<Allocation, { to: 'payment' }> | Extract<Allocation, { to: 'category' }>

/** The facts of a take. Either `paymentId` or `allocations` may be given; what is left over is the payer's deposit. */
interface TakeCall {
  readonly amount: number
  readonly paymentId?: string | undefined
  readonly allocations?: readonly TakeAllocation[] | undefined
  readonly payerId?: string | undefined
}

/** The rows that a take depends on. */
interface TakeFacts {
  readonly session: CashSession
  readonly payments: ReadonlyMap<string, Payment>
  /** Returns true for the line of a take that was voided. */
  isVoided(lineKey: string): boolean
}

/**
 * Returns the minor units of a payment that may be taken at the counter. Of a payment that succeeded these are its voided takes
 * that were not given back.
 */
export function openAtCounter(payment: Payment, isVoided: TakeFacts['isVoided']): number {
  if (payment.status !== 'succeeded') return openAmount(payment)
  const { undoneAllocations = [] } = payment
  return undoneAllocations
    .filter(({ lineKey }) => isVoided(lineKey))
    .reduce((sum, { amount, givenBack }) => sum + amount - givenBack, 0)
}

function takesNoMoney({ id, status }: Payment): PaymentError<'invalid_transition'> {
  const message =
    status === 'reversed'
      ? 'This payment was reversed and takes no money; create another payment for the bill.'
      : 'Money of this payment is being given back, or was; create another payment for the bill.'
  return new PaymentError('invalid_transition', message, { details: { paymentId: id, from: status, to: 'succeeded' } })
}

function exceedsPayment(path: string, { status, paidAt }: Payment, open: number, amount: number) {
  const error = allocationExceeds([{ path, open, asked: `${amount}` }])
  return new PaymentError('allocation_exceeds', error.message, { details: { ...error.details, status, paidAt } })
}

/** Finds the payment of a take, and checks that it may take money in this currency. */
function payableOf(id: string, { session, payments }: TakeFacts, path: string): Payment {
  const payment = payments.get(id)
  if (!payment) throw paymentNotFound(id)
  if (payment.currency !== session.currency)
    throw invalidRequest([{ path, message: 'names a payment of another currency than that of the session' }])
  if (payment.status === 'reversed' || isGivenBackUnpaid(payment)) throw takesNoMoney(payment)
  return payment
}

/** Returns the allocations of a take of one payment: at most what is open of it, where the payer keeps the rest as a deposit. */
function allocationsOfPayment(id: string, { amount, payerId }: TakeCall, facts: TakeFacts): TakeAllocation[] {
  const payment = payableOf(id, facts, 'paymentId')
  const open = openAtCounter(payment, facts.isVoided)
  const mayExceed = payerId !== undefined && payment.status !== 'succeeded' && open > 0
  if (amount > open && !mayExceed) throw exceedsPayment('amount', payment, open, amount)
  return [{ to: 'payment', paymentId: id, amount: Math.min(amount, open) }]
}

function checkAllocations(
  allocations: readonly TakeAllocation[],
  { amount, payerId }: TakeCall,
  facts: TakeFacts,
): void {
  const issues = new IssueList()
  const seen = new Set<string>()
  for (const [at, allocation] of allocations.entries()) {
    if (seen.has(targetOf(allocation))) issues.add(['allocations', at], 'names what another allocation names')
    if (allocation.amount < 0) issues.add(['allocations', at, 'amount'], 'must be above 0 at the counter')
    seen.add(targetOf(allocation))
  }
  if (!issues.isEmpty) throw issues.refusal()
  for (const [at, allocation] of allocations.entries()) {
    if (allocation.to !== 'payment') continue
    const payment = payableOf(allocation.paymentId, facts, `allocations.${at}`)
    const open = openAtCounter(payment, facts.isVoided)
    if (allocation.amount > open) throw exceedsPayment(`allocations.${at}`, payment, open, allocation.amount)
  }
  const sum = sumOfAllocations(allocations)
  if (sum > BigInt(amount)) throw allocationExceeds([{ path: 'allocations', open: amount, asked: `${sum}` }])
  if (sum < BigInt(amount) && payerId === undefined)
    throw allocationExceeds([{ path: 'amount', open: Number(sum), asked: `${amount}` }])
}

function allocationsOf(call: TakeCall, facts: TakeFacts): readonly TakeAllocation[] {
  if (call.paymentId !== undefined) return allocationsOfPayment(call.paymentId, call, facts)
  const { allocations = [] } = call
  if (call.allocations) checkAllocations(allocations, call, facts)
  return allocations
}

/**
 * Decides a take on the rows as they are.
 *
 * @throws PaymentError `forbidden`, `session_closed`, `payment_not_found`, `invalid_request`, `invalid_transition`,
 *   `allocation_exceeds`
 */
export function decideTake(
  call: TakeCall,
  person: CashActor,
  facts: TakeFacts,
  origin: MovementOrigin,
  context: LineContext,
): CashWrite & { readonly line: AccountLine } {
  const { session } = facts
  checkMayMove(session, person)
  const allocations = allocationsOf(call, facts)
  const movement: Movement = {
    account: session.account,
    currency: session.currency,
    direction: 'credit',
    amount: call.amount,
    outcome: 'recorded',
    allocations,
    sessionId: session.id,
    payerId: call.payerId ?? null,
  }
  const change = movementLine(origin, movement)
  const paid = allocations.flatMap((allocation): PaymentAllocation[] =>
    allocation.to === 'payment'
      ? [{ payment: facts.payments.get(allocation.paymentId)!, amount: allocation.amount }]
      : [],
  )
  const allocated = allocateToPayments(paid, proofOfMovement(change.line, origin.now), context, false)
  if ('problem' in allocated)
    throw invalidRequest([{ path: 'paymentId', message: `cannot be paid now: ${allocated.problem}` }])
  checkEachOnce(allocated.changes)
  const { actor } = person
  const report = { actor, lineKey: change.line.key, amount: call.amount }
  const by = { sum: 'received', by: call.amount } as const
  return {
    line: change.line,
    session: movementChange(session, 'session.took', origin.now, by, report),
    lines: [change],
    payments: allocated.changes,
    refunds: [],
    balances: [balanceOf(origin, movement)],
  }
}

/** Refuses a take that would change a payment twice, or after which more was given back of it than came. */
function checkEachOnce(changes: readonly { readonly payment: Payment }[]): void {
  const ids = changes.map(({ payment }) => payment.id)
  if (new Set(ids).size < ids.length)
    throw invalidRequest([
      { path: 'allocations', message: 'name a bill that another allocation replaces; take them one by one' },
    ])
  const over = changes.find(({ payment }) => amountGivenBack(payment) > amountDue(payment))
  if (over) throw takesNoMoney(over.payment)
}
