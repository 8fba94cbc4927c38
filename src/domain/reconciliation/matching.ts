/** The meaning of a statement line for the payments that it may name; pure, so that a lost race is decided again. */
import { isGivenBackUnpaid } from '../payments/money-of-lines.js'
import { openAmount } from '../payments/open-amount.js'
import type { Payment, PaymentStatus } from '../payments/payment.js'
import { isSameReceipt } from '../payments/receipt-spelling.js'
import type { StoredOutcome } from './account-line.js'
import type { MatchRule } from './items.js'
import type { StatementLine } from './statement-line.js'
import { groupedBy } from '../../internal/grouped-by.js'

/** The payments that a line may mean, by the strongest rule that finds any. */
export interface Candidates {
  rule: MatchRule | null
  payments: readonly Payment[]
  /** The reason for which no rule can choose among them, whatever they are; `null` where a rule may. */
  problem: string | null
}

export interface Match {
  outcome: StoredOutcome
  reason: string | null
  /**
   * The payments of the line: with an amount above 0, which is to be recorded, or with 0 where the line may only mean
   * the payment.
   */
  allocations: readonly { payment: Payment; amount: number }[]
}

/** Sorts payments by age, the oldest first, whatever the order of a storage. */
export function byAge(a: Payment, b: Payment): number {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? -1 : 1
}

const reasons = {
  over_paid: 'has more money than the payment has open; nothing was recorded',
  currency_mismatch: 'the payment is in another currency',
  status_mismatch: 'the payment was reversed, or its money is given back',
  duplicate_credit: 'the payment was proved before; the money came again',
  unmatched_line: 'names no known payment',
  reversal_candidate: 'money left the account; allocate the line to the payment that it undoes or to a category',
} as const

function withoutMoney(outcome: keyof typeof reasons, payments: readonly Payment[]): Match {
  return { outcome, reason: reasons[outcome], allocations: payments.map((payment) => ({ payment, amount: 0 })) }
}

function ambiguous(reason: string, payments: readonly Payment[]): Match {
  return { outcome: 'ambiguous', reason, allocations: payments.map((payment) => ({ payment, amount: 0 })) }
}

function paid(allocations: Match['allocations']): Match {
  const hadSucceeded = allocations.every(({ payment }) => payment.status === 'succeeded')
  return { outcome: hadSucceeded ? 'matched' : 'confirmed', reason: null, allocations }
}

/** The classes of payments that can take money; of one reference only the first class counts that is not empty. */
export const openClasses: readonly PaymentStatus[] = ['succeeded', 'pending', 'expired', 'failed']

/** Returns the index of a payment's class; -1 where nothing of the payment is open, or it takes no money any more. */
export function classOf(payment: Payment): number {
  if (payment.status === 'succeeded' && openAmount(payment) === 0) return -1
  if (isGivenBackUnpaid(payment)) return -1
  return openClasses.indexOf(payment.status)
}

function firstClass(payments: readonly Payment[]): readonly Payment[] {
  for (const place of openClasses.keys()) {
    const paymentsOfClass = payments.filter((payment) => classOf(payment) === place)
    if (paymentsOfClass.length > 0) return paymentsOfClass
  }
  return []
}

function byReference(payments: readonly Payment[]): readonly (readonly Payment[])[] {
  if (payments.length === 1) return [payments]
  return [...groupedBy(payments, ({ reference }) => reference).values()]
}

function nothingOpen(payments: readonly Payment[]): Match {
  const succeeded = payments.filter(({ status }) => status === 'succeeded')
  return succeeded.length > 0 ? withoutMoney('duplicate_credit', succeeded) : withoutMoney('status_mismatch', payments)
}

/**
 * Chooses the oldest payment whose open amount is the line's; a payment that another receipt settled only where there
 * is no other.
 */
function exactOne(line: StatementLine, open: readonly Payment[]): Payment | undefined {
  const isOfOtherReceipt = ({ providerTransactionId }: Payment) =>
    providerTransactionId !== undefined && !isSameReceipt(providerTransactionId, line.providerTransactionId)
  const exact = open.filter((payment) => openAmount(payment) === line.amount)
  return exact.sort((a, b) => Number(isOfOtherReceipt(a)) - Number(isOfOtherReceipt(b)) || byAge(a, b))[0]
}

/** Groups the payments of a reference by their customers; one group where no more than one customer is named. */
function byCustomer(payments: readonly Payment[]): readonly (readonly Payment[])[] {
  if (!hasSeveralCustomers(payments)) return [payments]
  const groups = new Map<string | undefined, Payment[]>()
  for (const payment of payments) {
    const id = payment.customer?.id
    groups.set(id, [...(groups.get(id) ?? []), payment])
  }
  return [...groups.values()]
}

/** Returns true where the payments are of more than one customer id, as the parts of a bill are. */
export function hasSeveralCustomers(payments: readonly Payment[]): boolean {
  let first: string | undefined
  for (const { customer } of payments) {
    if (customer?.id === undefined) continue
    if (first !== undefined && customer.id !== first) return true
    first = customer.id
  }
  return false
}

/** Matches a line to the parts of a bill, one for each customer: it pays the one part that is open by exactly its amount. */
function matchPart(line: StatementLine, customers: readonly (readonly Payment[])[]): Match {
  const open = customers.map(firstClass)
  const parts = open.flatMap((ofCustomer) =>
    ofCustomer.length === 1 ? ofCustomer : (exactOne(line, ofCustomer) ?? []),
  )
  const exact = parts.filter((payment) => openAmount(payment) === line.amount)
  if (exact.length === 1) return paid([{ payment: exact[0]!, amount: line.amount }])
  if (open.every(({ length }) => length === 0)) return nothingOpen(customers.flat())
  return ambiguous(
    'the reference has payments of several customers, and not one of them is open by this amount',
    open.flat(),
  )
}

function matchOne(line: StatementLine, payments: readonly Payment[]): Match {
  const customers = byCustomer(payments)
  if (customers.length > 1) return matchPart(line, customers)
  const open = firstClass(payments)
  const [first] = open
  if (!first) return nothingOpen(payments)
  const payment = open.length === 1 ? first : exactOne(line, open)
  if (!payment) return ambiguous('several payments of this reference are open, but none for this amount', open)
  const difference = line.amount - openAmount(payment)
  if (difference > 0) return withoutMoney('over_paid', [payment])
  const allocations = [{ payment, amount: line.amount }]
  return difference < 0 ? { outcome: 'under_paid', reason: null, allocations } : paid(allocations)
}

/** Matches a line to several bills: its amount must be exactly the open amount of all of them, else people decide. */
function matchSeveral(line: StatementLine, groups: readonly (readonly Payment[])[]): Match {
  const open = groups.map((payments) => byCustomer(payments).flatMap(firstClass))
  const openPayments = open.flat()
  if (openPayments.length === 0) return nothingOpen(groups.flat())
  if (open.some(({ length }) => length > 1)) return ambiguous('a reference has several open payments', openPayments)
  const sum = openPayments.reduce((total, payment) => total + openAmount(payment), 0)
  if (sum !== line.amount)
    return ambiguous('names several payments, but has not the amount that is open of all of them', openPayments)
  return paid(openPayments.map((payment) => ({ payment, amount: openAmount(payment) })))
}

/**
 * Matches a line to the payments that it may mean. Amount and date never choose a payment: hospital fees repeat all
 * day.
 */
export function matchLine(line: StatementLine, { payments, problem }: Candidates): Match {
  const sameCurrency = payments.filter(({ currency }) => currency === line.currency)
  if (line.direction === 'debit') {
    return withoutMoney('reversal_candidate', sameCurrency.length > 0 ? sameCurrency : payments)
  }
  if (payments.length > 0 && sameCurrency.length === 0) return withoutMoney('currency_mismatch', payments)
  if (problem !== null) return ambiguous(problem, sameCurrency)
  if (payments.length === 0) return withoutMoney('unmatched_line', [])
  const groups = byReference(sameCurrency)
  return groups.length === 1 ? matchOne(line, groups[0]!) : matchSeveral(line, groups)
}
