import { byAge } from '../../domain/reconciliation/matching.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { referenceTokens } from '../../domain/reconciliation/narration.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { Refund } from '../../domain/refunds/refund.js'
import type { Context } from '../context.js'
import { findPayments, findRefundsOf } from '../reconciliation/look-up.js'
import { financeOf } from '../storage.js'
import { lineOf } from './find-lines.js'

/** The payments and refunds that a line names, whether their money is open or not; each oldest first. */
export interface NamedByLine {
  readonly payments: readonly Payment[]
  readonly refunds: readonly Refund[]
}

/** Returns the receipt, the reference, and the words of the narration by which a line may name payments and refunds. */
export function namesOf({ reference, providerTransactionId, narration = '' }: AccountLine) {
  const references = [...new Set([...(reference === undefined ? [] : [reference]), ...referenceTokens(narration)])]
  return { references, providerTransactionIds: providerTransactionId === undefined ? [] : [providerTransactionId] }
}

/** Finds the payments that a line names, as the rules of matching read it. */
export async function paymentsNamedBy({ repository }: Context, line: AccountLine): Promise<readonly Payment[]> {
  const { references, providerTransactionIds } = namesOf(line)
  return (await findPayments(repository, references, providerTransactionIds)).sort(byAge)
}

/**
 * Finds what a line names.
 *
 * @throws PaymentError `line_not_found`
 */
export async function namedByLine(context: Context, key: string): Promise<NamedByLine> {
  const finance = financeOf(context)
  const line = await lineOf(finance, key)
  const [payments, refunds] = await Promise.all([paymentsNamedBy(context, line), findRefundsOf(finance, namesOf(line))])
  const age = ({ createdAt, id }: Refund) => createdAt + id
  return { payments, refunds: refunds.sort((a, b) => (age(a) < age(b) ? -1 : 1)) }
}
