/** The proposal of a remittance: the allocations of one line by the rows of an advice, as an insurer sends it. */
import type { Payment } from '../payments/payment.js'
import { type AccountLine, type Allocation, openOfLine, sumOfAllocations } from './account-line.js'
import { openAmount } from '../payments/open-amount.js'
import { matchLine } from './matching.js'

/** A row of a remittance: a bill, and what was paid of it. */
export interface RemittanceRow {
  /** The reference of the bill; either this or `paymentId`. */
  readonly reference?: string | undefined
  readonly paymentId?: string | undefined
  /** Integer, minor units: what was paid. */
  readonly amount: number
  /** The category of what was cut; without it the rest of the bill stays open. */
  readonly category?: string | undefined
}

const messages = {
  payment_not_found: 'No payment has this id or reference.',
  currency_mismatch: 'The payment is in another currency than the line.',
  status_mismatch: 'The payment was reversed, or its money is given back.',
  duplicate_credit: 'Nothing is open of this payment: it was paid before.',
  ambiguous: 'Several payments of this reference are open, and none for this amount; name one by its id.',
  over_paid: 'The amount is more than is open of the payment.',
  duplicate_row: 'An earlier row is for this payment, and that row stands.',
} as const

/** The code of what is wrong with a row of a remittance. */
export type RemittanceProblemCode = keyof typeof messages | 'invalid_request'

/** A row that proposes nothing, and the reason for it. */
export interface RemittanceProblem {
  /** The number of the row, from 1. */
  readonly row: number
  readonly code: RemittanceProblemCode
  readonly message: string
}

/** The allocations that the rows of a remittance propose for a line. */
export interface RemittanceProposal {
  /** The allocations for `lines.allocate`. */
  readonly allocations: readonly Allocation[]
  /** The rows that propose nothing, in their order. */
  readonly problems: readonly RemittanceProblem[]
  /** The open money of the line less the sum that is proposed, in minor units: above 0 where the rows are for less than came. */
  readonly difference: number
}

/** The codes of matches that propose nothing. */
const problemOf: Readonly<Record<string, keyof typeof messages>> = {
  unmatched_line: 'payment_not_found',
  currency_mismatch: 'currency_mismatch',
  status_mismatch: 'status_mismatch',
  duplicate_credit: 'duplicate_credit',
  ambiguous: 'ambiguous',
  over_paid: 'over_paid',
}

/** Makes the proposal of one line, row after row. */
export class Proposal {
  private readonly allocations: Allocation[] = []
  private readonly problems: RemittanceProblem[] = []
  private readonly payments = new Set<string>()

  constructor(private readonly line: AccountLine) {}

  refuse(row: number, code: 'invalid_request', message: string): void {
    this.problems.push({ row, code, message })
  }

  /** Adds a row; `payments` are those that it names, whatever is open of them. */
  add(row: number, { amount, category }: RemittanceRow, payments: readonly Payment[]): void {
    const { currency, valueDate } = this.line
    const paidLine = { row, direction: 'credit', amount, currency, valueDate } as const
    const { outcome, allocations } = matchLine(paidLine, { rule: null, payments, problem: null })
    // Of an ambiguous row no payment is known.
    const named = outcome === 'ambiguous' ? [] : allocations.map(({ payment }) => payment)
    const isTwice = named.some(({ id }) => this.payments.has(id))
    for (const { id } of named) this.payments.add(id)
    const code = isTwice ? 'duplicate_row' : problemOf[outcome]
    if (code) {
      this.problems.push({ row, code, message: messages[code] })
      return
    }
    for (const allocation of allocations) this.propose(allocation.payment, allocation.amount, category)
  }

  private propose(payment: Payment, paid: number, category: string | undefined): void {
    const { id: paymentId } = payment
    const cut = openAmount(payment) - paid
    if (category === undefined || cut === 0) {
      this.allocations.push({ to: 'payment', paymentId, amount: paid })
      return
    }
    this.allocations.push(
      { to: 'payment', paymentId, amount: paid + cut },
      { to: 'category', category, amount: -cut, paymentId },
    )
  }

  result(): RemittanceProposal {
    const difference = Number(BigInt(openOfLine(this.line)) - sumOfAllocations(this.allocations))
    return { allocations: this.allocations, problems: this.problems, difference }
  }
}
