/** Deposits: the open money of a payer's credit lines, and the bills that it is drawn for. */
import { PaymentError } from '../../errors.js'
import { isWaiverAccount } from '../accounts/account-kind.js'
import { invalidRequest } from '../issue.js'
import { isGivenBackUnpaid } from '../payments/money-of-lines.js'
import type { Payment } from '../payments/payment.js'
import type { StateChange } from '../payments/state-change.js'
import {
  type AccountLine,
  type Allocation,
  lineChange,
  type LineChange,
  refundableOfLine,
  storedAllocations,
} from '../reconciliation/account-line.js'
import { maxAllocations } from '../reconciliation/allocate-line.js'
import { allocateToPayments, type LineContext, type ProvedBy } from '../reconciliation/allocation.js'
import { allocationExceeds } from '../reconciliation/line-refusals.js'
import { openAmount } from '../payments/open-amount.js'

/** Returns the minor units of a payer's line that belong to the payer's deposit. */
export function depositOfLine(line: AccountLine): number {
  return line.direction === 'debit' || isWaiverAccount(line.account) ? 0 : refundableOfLine(line)
}

/** Compares lines by the order in which a deposit is drawn: the oldest money first. */
function byAge(line: AccountLine, other: AccountLine): number {
  const fields = ['valueDate', 'createdAt', 'key'] as const
  const differing = fields.find((field) => line[field] !== other[field])
  return differing === undefined ? 0 : line[differing] < other[differing] ? -1 : 1
}

/** A call that draws a payer's deposit for a bill; without an amount, for all that is open of it. */
interface Draw {
  readonly payment: Payment
  readonly amount: number | undefined
}

/**
 * Returns the minor units that a call asks for.
 *
 * @throws PaymentError `invalid_transition` for a payment that takes no money, `allocation_exceeds`
 */
export function amountToDraw({ payment, amount }: Draw): number {
  const { id, status } = payment
  if (status === 'succeeded' || status === 'reversed' || isGivenBackUnpaid(payment)) {
    const message = `This payment is ${status} and takes no deposit, so nothing was allocated. Draw the deposit for another bill.`
    throw new PaymentError('invalid_transition', message, {
      details: { paymentId: id, from: status, to: 'succeeded' },
    })
  }
  const open = openAmount(payment)
  const part = amount ?? open
  if (part > open) throw allocationExceeds([{ path: 'amount', open, asked: `${part}` }])
  return part
}

/** Divides an amount over the lines of a deposit, the oldest first. */
function partsOf(lines: readonly AccountLine[], amount: number): { line: AccountLine; amount: number }[] {
  let rest = amount
  const parts = lines.toSorted(byAge).map((line) => {
    const part = Math.min(rest, depositOfLine(line))
    rest -= part
    return { line, amount: part }
  })
  if (rest > 0) throw allocationExceeds([{ path: 'amount', open: amount - rest, asked: `${amount}` }])
  return parts.filter((part) => part.amount > 0)
}

function drawnLine(line: AccountLine, allocation: Allocation, now: string): LineChange {
  if (line.allocations.length >= maxAllocations) {
    const message = `would be drawn of a line that has ${maxAllocations} allocations; give back what is left of it`
    throw invalidRequest([{ path: 'payerId', message }])
  }
  const allocations = [...line.allocations, ...storedAllocations([allocation], 'hand')]
  return lineChange(line, 'line.allocated', now, { allocations }, { allocations: [allocation] })
}

/**
 * Draws a deposit for a bill. Each line that is drawn has its own event of the payment, and the last one may confirm it.
 *
 * @throws PaymentError `allocation_exceeds` where the lines have less than the amount, `invalid_request`
 */
export function drawDeposit(
  { payment, amount }: { readonly payment: Payment; readonly amount: number },
  lines: readonly AccountLine[],
  context: LineContext & Pick<ProvedBy, 'startOfDay'>,
): { readonly lines: readonly LineChange[]; readonly payments: readonly StateChange[]; readonly payment: Payment } {
  const changes: StateChange[] = []
  let latest = payment
  const drawn = partsOf(lines, amount).map(({ line, amount: part }) => {
    const { row, valueDate, providerTransactionId, account, key: lineKey } = line
    const proof = {
      // The bill is paid now, however old the money is.
      line: { row, valueDate, bookedAt: context.now, providerTransactionId },
      account,
      lineKey,
      startOfDay: context.startOfDay,
    }
    const allocated = allocateToPayments([{ payment: latest, amount: part }], proof, context, false)
    if ('problem' in allocated)
      throw invalidRequest([{ path: 'paymentId', message: `cannot be paid now: ${allocated.problem}` }])
    changes.push(...allocated.changes)
    latest = allocated.changes.find((change) => change.payment.id === payment.id)!.payment
    return drawnLine(line, { to: 'payment', paymentId: payment.id, amount: part }, context.now)
  })
  return { lines: drawn, payments: changes, payment: latest }
}
