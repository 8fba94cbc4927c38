/** Suggestions of what a line's money may be for, as pages show them. */
import { type AccountLine, openOfLine } from '../../domain/reconciliation/account-line.js'
import type { Suggestion, SuggestionReason } from '../../domain/reconciliation/suggestions.js'
import { isGivenBackUnpaid } from '../../domain/payments/money-of-lines.js'
import { amountAsked, openAmount } from '../../domain/payments/open-amount.js'
import type { Payment } from '../../domain/payments/payment.js'
import { bdi, type Html, markup, visibleText } from './html.js'
import { lineAmount } from './lines.js'
import type { View } from './view.js'

/**
 * Returns the amount of a payment that an allocation may take: all that is open for a credit, the whole of a payment that was
 * paid for a debit.
 */
export function amountToTake({ direction, currency }: AccountLine, payment: Payment): number {
  if (payment.currency !== currency || payment.status === 'reversed' || isGivenBackUnpaid(payment)) return 0
  if (direction === 'debit') return payment.status === 'succeeded' ? amountAsked(payment) : 0
  return Math.max(openAmount(payment), 0)
}

/** Checks that all open money of a line may go to what is suggested, by one press. */
export function takesWhole(line: AccountLine, { payment, line: other }: Suggestion): boolean {
  const open = openOfLine(line)
  if (other) return line.allocations.length === 0 && other.amount === line.amount
  const takes = amountToTake(line, payment)
  return line.direction === 'debit' ? takes === open : takes >= open
}

const proofs: readonly string[] = ['same_reference_spelt_differently', 'same_receipt']

/** Checks that a suggestion has a single reason, and that it is neither the reference nor the receipt. */
export function isWeak(reasons: readonly string[]): boolean {
  return reasons.length === 1 && !proofs.includes(reasons[0]!)
}

/** Writes the reasons of a suggestion, one behind the other. */
export function reasonsText(view: View, reasons: readonly (SuggestionReason | 'own_transfer')[]): Html {
  return markup`${reasons.map((reason, at) => [at > 0 && ', ', view.t(`reason.${reason}`)])}`
}

/** Writes a line by its day and account, as the name of what another line cancels out with. */
export function lineName(view: View, { valueDate, account }: AccountLine): Html {
  return view.t('line.named', { day: valueDate, account: bdi(account) })
}

/**
 * Writes a suggestion for a list: what it is, its open amount where that is another one, and the reasons, which may be cut and
 * which a tip has whole.
 *
 * @param isNamed true where a button beside it names it
 */
export function suggestionText(
  view: View,
  line: AccountLine,
  { payment, line: other, reasons }: Suggestion,
  { isNamed }: { readonly isNamed: boolean },
): Html {
  const why = reasonsText(view, reasons)
  const takes = other ? 0 : amountToTake(line, payment)
  const target = other
    ? markup`<a href="${view.lineUrl(other.key)}">${lineName(view, other)}</a>`
    : markup`<a href="${view.paymentUrl(payment.id)}">${bdi(payment.reference)}</a>`
  const amount = other ? lineAmount(view, other) : takes !== openOfLine(line) && view.money(takes, payment.currency)
  // The amount stands first, so that it is never cut.
  return markup`<span class="part" title="${visibleText(why)}"
    >${amount && markup`<small class="muted">${amount} · </small>`}${!isNamed && [target, ' ']}<small class="muted">${why}</small></span
  >`
}
