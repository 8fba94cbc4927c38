/**
 * The allocation of a line's money by a person: earlier allocations stay, and all that is wrong with the new ones is
 * listed at once.
 */
import type { PaymentError } from '../../errors.js'
import { isWaiverAccount } from '../accounts/account-kind.js'
import { invalidRequest, IssueList } from '../issue.js'
import { amountDue, amountGivenBack, isGivenBackUnpaid } from '../payments/money-of-lines.js'
import type { Payment } from '../payments/payment.js'
import { checkReversible } from '../payments/reversible.js'
import { openForDebit, paidByDebit, payoutTimeProblem, returnedByCredit } from '../refunds/prove-refund.js'
import { PaymentsOfRefunds, type RefundNow, type RefundWrite } from '../refunds/refund-change.js'
import { allocateToPayments, type PaymentAllocation, reverseByDebit, timeProblem } from './allocation.js'
import {
  type AccountLine,
  duplicateCategory,
  isOnItsWay,
  isUncounted,
  lineChange,
  type LineChange,
  type LineEvent,
  type Allocation,
  openOfLine,
  storedAllocations,
  sumOfAllocations,
  targetOf,
} from './account-line.js'
import { decideOn, isLastChange, type LineCall, type LineDecision } from './line-decision.js'
import { allocationExceeds, lineOfWaiver } from './line-refusals.js'
import { proofOf, type RuleContext } from './line-rules.js'
import { amountAsked, openAmount } from '../payments/open-amount.js'
import { writtenOffByAllocations } from './written-off.js'

/** The most allocations of one line, over all calls. */
export const maxAllocations = 5000

/** The targets of a call's allocations, those that exist. */
export interface Targets {
  readonly payments: ReadonlyMap<string, Payment>
  readonly refunds: ReadonlyMap<string, RefundNow>
  readonly lines: ReadonlyMap<string, AccountLine>
}

interface AllocateCall extends LineCall {
  readonly allocations: readonly Allocation[]
  readonly reason: string | null
}

export interface HandContext extends RuleContext {
  /** True where another refund has the line's receipt. */
  readonly isPayoutReceiptTaken: boolean
  /** Returns the refusal of a reversal of a payment that cash pays; `null` for others. */
  cashRefusal(payment: Payment): PaymentError | null
  /** Categories below 0 that are the hospital's own cost: the payer paid the whole amount. */
  readonly costCategories: ReadonlySet<string>
}

/** `statusReason` of a payment that a debit reversed, where the caller gives no reason. */
const reversedByDebit = 'statement_debit'

/** Checks that two lists have the same allocations in any order; each list names a target once. */
function areSameAllocations(some: readonly Allocation[], others: readonly Allocation[]): boolean {
  if (some.length !== others.length) return false
  const amounts = new Map(some.map((allocation) => [targetOf(allocation), allocation.amount]))
  return others.every((allocation) => amounts.get(targetOf(allocation)) === allocation.amount)
}

function paymentProblem(line: AccountLine, payment: Payment | undefined, amount: number): string | null {
  if (!payment) return 'names a payment that does not exist'
  if (payment.currency !== line.currency) return 'names a payment of another currency'
  if (payment.status === 'reversed') return 'names a payment that was reversed'
  if (isGivenBackUnpaid(payment)) return `names a payment that is ${payment.status} and whose money is given back`
  if (line.direction === 'credit') return null
  const isWhole = payment.status === 'succeeded' && amountAsked(payment) === amount
  return isWhole ? null : 'must be the whole amount of a payment that succeeded, because a debit reverses it'
}

function refundProblem(line: AccountLine, refundNow: RefundNow | undefined, amount: number): string | null {
  if (!refundNow) return 'names a refund that does not exist'
  const { status, currency, lineKey, amount: whole, returnedBy } = refundNow.refund
  if (currency !== line.currency) return 'names a refund of another currency'
  if (lineKey === line.key) return 'names a refund of this line, which has its allocation already'
  if (line.direction === 'credit' && returnedBy !== null) return 'names a refund whose payout came back already'
  const isPossible = status === 'succeeded' || status === (line.direction === 'debit' ? 'pending' : 'failed')
  if (!isPossible) {
    return line.direction === 'debit'
      ? `names a refund that is ${status}, so it cannot be paid out`
      : `names a refund that is ${status}, so its payout cannot have come back`
  }
  return amount < whole ? 'must be the whole refund' : null
}

/** The facts of a call's allocations taken together. */
interface CallFacts {
  /** True where at most one of them names a line, and all others are categories above 0. */
  readonly isPair: boolean
  readonly sum: bigint
  readonly named: ReadonlyMap<string, NamedPayment>
}

/** Checks that a call joins two lines, and gives what the larger has more to categories. */
function joinsLines(allocations: readonly Allocation[]): boolean {
  const others = allocations.filter(({ to }) => to !== 'line')
  return others.length === allocations.length - 1 && others.every(({ to, amount }) => to === 'category' && amount > 0)
}

function lineProblem(
  line: AccountLine,
  other: AccountLine | undefined,
  { amount }: Allocation,
  { isPair, sum }: CallFacts,
): string | null {
  if (!other) return 'names a line that does not exist'
  if (other.key === line.key) return 'names the line itself'
  if (isWaiverAccount(other.account)) return lineOfWaiver
  if (other.currency !== line.currency) return 'names a line of another currency'
  if (isUncounted(other)) return 'names a possible duplicate; release that line first'
  if (other.direction === line.direction)
    return 'names a line of the same direction, but only a credit and a debit cancel out'
  if (other.amount > line.amount) return 'names a larger line; allocate that one, with the difference to a category'
  if (amount !== other.amount) return 'must be the whole amount of the smaller line'
  if (line.allocations.length + other.allocations.length > 0)
    return 'must be the first allocation of both lines; undo their other allocations first'
  return isPair && sum === BigInt(line.amount)
    ? null
    : 'must be alone, or with categories that take the rest of this line'
}

/** The allocations of a call that name one payment. */
interface NamedPayment {
  /** The minor units that the call pays of it; `undefined` where it pays nothing. */
  paid?: number
  /** The sum of the categories that name it. */
  categories: bigint
}

/** Groups the allocations by the payment that they name, so that checking one of them does not search all others. */
function paymentsNamed(allocations: readonly Allocation[]): ReadonlyMap<string, NamedPayment> {
  const named = new Map<string, NamedPayment>()
  const entryOf = (id: string): NamedPayment => {
    let entry = named.get(id)
    if (!entry) named.set(id, (entry = { categories: 0n }))
    return entry
  }
  for (const allocation of allocations) {
    if (allocation.to === 'payment') entryOf(allocation.paymentId).paid ??= allocation.amount
    if (allocation.to === 'category' && allocation.paymentId !== undefined)
      entryOf(allocation.paymentId).categories += BigInt(allocation.amount)
  }
  return named
}

function categoryProblem(
  line: AccountLine,
  { amount, paymentId }: Extract<Allocation, { to: 'category' }>,
  named: ReadonlyMap<string, NamedPayment>,
): string | null {
  if (paymentId === undefined) return null
  if (amount > 0 || line.direction === 'debit')
    return 'may name a payment only on a credit, and only with an amount below 0'
  const { paid, categories } = named.get(paymentId)!
  if (paid === undefined) return 'names a payment that no other allocation of the call pays'
  return categories < -BigInt(paid) ? 'is more than the call pays of the payment' : null
}

function allocationProblem(
  line: AccountLine,
  allocation: Allocation,
  targets: Targets,
  facts: CallFacts,
): string | null {
  switch (allocation.to) {
    case 'payment':
      return paymentProblem(line, targets.payments.get(allocation.paymentId), allocation.amount)
    case 'refund':
      return refundProblem(line, targets.refunds.get(allocation.refundId), allocation.amount)
    case 'line':
      return lineProblem(
        line,
        allocation.lineKey === line.key ? line : targets.lines.get(allocation.lineKey),
        allocation,
        facts,
      )
    case 'category':
      return categoryProblem(line, allocation, facts.named)
  }
}

/** Lists the allocations to payments with their index in the call, and the part of each that never came. */
function paymentAllocations(
  { direction }: AccountLine,
  allocations: readonly Allocation[],
  { payments }: Targets,
  { costCategories }: HandContext,
): (PaymentAllocation & { at: number })[] {
  const writtenOff = direction === 'credit' ? writtenOffByAllocations(allocations, costCategories) : null
  return allocations.flatMap((allocation, at) => {
    const payment = allocation.to === 'payment' ? payments.get(allocation.paymentId) : undefined
    return payment ? [{ payment, amount: allocation.amount, writtenOff: writtenOff?.get(payment.id) ?? 0, at }] : []
  })
}

function refundOf(allocation: Allocation, { refunds }: Targets): RefundNow | undefined {
  return allocation.to === 'refund' ? refunds.get(allocation.refundId) : undefined
}

/** Returns the key of the line whose money is free again where a credit brings a refund of it back, or `null`. */
function lineOfReturn({ direction }: AccountLine, allocation: Allocation, targets: Targets): string | null {
  const { status, lineKey } = refundOf(allocation, targets)?.refund ?? {}
  return direction === 'credit' && status === 'succeeded' ? (lineKey ?? null) : null
}

/** Describes what is wrong with the line's time for the target of an allocation, or returns `null`. */
function timeProblemOf(
  line: AccountLine,
  allocation: Allocation,
  targets: Targets,
  context: RuleContext,
): string | null {
  const proof = proofOf(line, context)
  const isDebit = line.direction === 'debit'
  if (allocation.to === 'payment') {
    const payment = targets.payments.get(allocation.paymentId)!
    return timeProblem(proof, { payment, amount: allocation.amount }, context.now, isDebit)
  }
  const refundNow = refundOf(allocation, targets)
  return refundNow && isDebit ? payoutTimeProblem(proof, refundNow.refund, context.now) : null
}

/**
 * Checks that the whole line goes to the category of duplicates, the only allocation that a possible duplicate may
 * have.
 */
function isSetAsideAsDuplicate({ amount }: AccountLine, allocations: readonly Allocation[]): boolean {
  const [only, ...others] = allocations
  return only?.to === 'category' && only.category === duplicateCategory && only.amount === amount && others.length === 0
}

function problemsOf(
  line: AccountLine,
  allocations: readonly Allocation[],
  targets: Targets,
  context: RuleContext,
): IssueList {
  const issues = new IssueList()
  if (sumOfAllocations(allocations) <= 0n) issues.add(['allocations'], 'must add up to more than 0')
  if (isUncounted(line) && !isSetAsideAsDuplicate(line, allocations)) {
    const message = `must be the whole line to the category '${duplicateCategory}', because it is a possible duplicate; or release it first`
    issues.add(['allocations'], message)
    return issues
  }
  if (line.allocations.length + allocations.length > maxAllocations) {
    issues.add(['allocations'], `must be at most ${maxAllocations} on one line, earlier ones included`)
  }
  if (isOnItsWay(line) && !allocations.some(({ to }) => to === 'line')) {
    issues.add(['allocations'], 'must join the line that shows the arrival: this cash is on its way')
    return issues
  }
  const facts = {
    isPair: joinsLines(allocations),
    sum: sumOfAllocations(allocations),
    named: paymentsNamed(allocations),
  }
  const seen = new Set<string>()
  const freed = new Set<string>()
  for (const [at, allocation] of allocations.entries()) {
    const target = targetOf(allocation)
    const problem = allocationProblem(line, allocation, targets, facts)
    const isTwice = seen.has(target)
    seen.add(target)
    const freedLine = lineOfReturn(line, allocation, targets)
    const isFreed = freedLine !== null && freed.has(freedLine)
    if (freedLine !== null) freed.add(freedLine)
    if (isTwice) issues.add(['allocations', at], 'has the same target as another allocation')
    else if (problem !== null) issues.add(['allocations', at], problem)
    else if (isFreed) issues.add(['allocations', at], 'names a second refund of the same line')
    else {
      const late = timeProblemOf(line, allocation, targets, context)
      if (late !== null) issues.add(['allocations', at], `cannot be used: ${late}`)
    }
  }
  return issues
}

/**
 * Returns the most that an allocation's target may still receive; `null` for a category, a line or a debit's payment,
 * which are compared as a whole.
 */
function capOf({ direction }: AccountLine, allocation: Allocation, { payments, refunds }: Targets): number | null {
  if (allocation.to === 'refund') {
    const { refund } = refunds.get(allocation.refundId)!
    return direction === 'debit' ? openForDebit(refund) : refund.amount
  }
  return allocation.to === 'payment' && direction === 'credit' ? openAmount(payments.get(allocation.paymentId)!) : null
}

function exceededBy(line: AccountLine, allocations: readonly Allocation[], targets: Targets) {
  const exceeded = allocations.flatMap((allocation, at) => {
    const open = capOf(line, allocation, targets)
    return open !== null && allocation.amount > open
      ? [{ path: `allocations.${at}`, open, asked: `${allocation.amount}` }]
      : []
  })
  const sum = sumOfAllocations(allocations)
  const open = openOfLine(line)
  if (sum > BigInt(open)) exceeded.push({ path: 'allocations', open, asked: `${sum}` })
  return exceeded
}

/**
 * Finds payments that would change twice in one write, which is not possible: a bill that is paid in part while another
 * bill of its reference replaces it.
 */
function changedTwice(changes: readonly { payment: Payment }[]): ReadonlySet<string> {
  const once = new Set<string>()
  const twice = new Set<string>()
  for (const { payment } of changes) (once.has(payment.id) ? twice : once).add(payment.id)
  return twice
}

/** Finds payments of which more was given back than came, once a rest is written off. */
function overGivenBack(changes: readonly { payment: Payment }[]): ReadonlySet<string> {
  const over = changes.filter(({ payment }) => amountGivenBack(payment) > amountDue(payment))
  return new Set(over.map(({ payment }) => payment.id))
}

/** Makes the change of the other line of a pair that cancels out; both lines change in one write. */
function counterChange(
  line: AccountLine,
  { allocations, reason }: AllocateCall,
  { lines }: Targets,
  now: string,
): LineChange[] {
  return allocations.flatMap((allocation) => {
    if (allocation.to !== 'line') return []
    const back = [{ to: 'line', lineKey: line.key, amount: allocation.amount } as const]
    const changes = { allocations: storedAllocations(back, 'hand') }
    return [lineChange(lines.get(allocation.lineKey)!, 'line.allocated', now, changes, { reason, allocations: back })]
  })
}

/** Makes the writes of refunds that a debit pays out or a credit brings back. The allocations are checked before. */
function writesOfRefunds(
  line: AccountLine,
  { allocations, reason }: AllocateCall,
  paymentsOfRefunds: PaymentsOfRefunds,
  targets: Targets,
  context: HandContext,
) {
  const proof = proofOf(line, context)
  const ofRefunds = [...line.allocations, ...allocations].filter(({ to }) => to === 'refund')
  const givesReceipt = ofRefunds.length === 1 && !context.isPayoutReceiptTaken
  return allocations.flatMap((allocation): RefundWrite[] => {
    const refundNow = refundOf(allocation, targets)
    if (!refundNow) return []
    return [
      paymentsOfRefunds.change(refundNow, (refund) =>
        line.direction === 'debit'
          ? paidByDebit(refund, proof, { now: context.now, givesReceipt })
          : returnedByCredit(refund, proof, { reason: reason ?? undefined, now: context.now }),
      ),
    ]
  })
}

function changesOfPayments(
  line: AccountLine,
  call: AllocateCall,
  paid: readonly PaymentAllocation[],
  context: HandContext,
) {
  const proof = proofOf(line, context)
  if (line.direction === 'debit') {
    return { changes: reverseByDebit(paid, proof, call.reason ?? reversedByDebit, context.now) }
  }
  const before = line.allocations.flatMap((allocation) => (allocation.to === 'payment' ? [allocation.paymentId] : []))
  const isOnly = new Set([...before, ...paid.map(({ payment }) => payment.id)]).size === 1
  return allocateToPayments(paid, proof, context, isOnly)
}

/**
 * Adds allocations to a line. `targets` needs only the targets of the allocations; the shapes of the allocations are
 * checked before.
 *
 * Refuses, in this order: `line_not_found`, `line_changed`, `invalid_request` with every wrong allocation at
 * `allocations.N`, `allocation_exceeds`, `invalid_transition` for a payment that a debit would reverse while a refund
 * of it is open or was paid.
 */
export function allocateLine(
  call: AllocateCall,
  { line, lastEvent, targets }: { line: AccountLine | null; lastEvent: LineEvent | null; targets: Targets },
  context: HandContext,
): LineDecision {
  const { allocations, reason } = call
  const isDone = (storedLine: AccountLine) =>
    isLastChange('line.allocated', storedLine, call, lastEvent) &&
    areSameAllocations(lastEvent!.allocations, allocations)
  return decideOn(call, line, isDone, (storedLine) => {
    if (isWaiverAccount(storedLine.account))
      return { refusal: invalidRequest([{ path: 'lineKey', message: lineOfWaiver }]) }
    const issues = problemsOf(storedLine, allocations, targets, context)
    if (!issues.isEmpty) return { refusal: issues.refusal() }
    const exceeded = exceededBy(storedLine, allocations, targets)
    if (exceeded.length > 0) return { refusal: allocationExceeds(exceeded) }
    const paid = paymentAllocations(storedLine, allocations, targets, context)
    if (storedLine.direction === 'debit') {
      const reversed = paid.map(({ payment }) => payment)
      const refusal = checkReversible(reversed) ?? reversed.map(context.cashRefusal).find((error) => error !== null)
      if (refusal) return { refusal }
    }
    const allocated = changesOfPayments(storedLine, call, paid, context)
    if ('problem' in allocated) throw new RangeError('a time that was checked before is refused')
    const refunds = writesOfRefunds(storedLine, call, new PaymentsOfRefunds(allocated.changes), targets, context)
    const twice = changedTwice(allocated.changes)
    const overGiven = overGivenBack(allocated.changes)
    for (const { payment, at } of paid) {
      if (overGiven.has(payment.id))
        issues.add(['allocations', at], 'names a payment of which more was given back than is paid')
      if (twice.has(payment.id))
        issues.add(['allocations', at], 'names a payment that another allocation of the call changes too')
    }
    if (!issues.isEmpty) return { refusal: issues.refusal() }
    const allAllocations = [...storedLine.allocations, ...storedAllocations(allocations, 'hand')]
    const change = lineChange(
      storedLine,
      'line.allocated',
      context.now,
      { allocations: allAllocations },
      { reason, allocations },
    )
    const counter = counterChange(storedLine, call, targets, context.now)
    const givenBack = refunds.flatMap(({ line: lineOfRefund }) => lineOfRefund ?? [])
    return {
      write: {
        lines: [change, ...counter, ...givenBack],
        payments: allocated.changes,
        refunds: refunds.map((write) => write.change),
      },
    }
  })
}
