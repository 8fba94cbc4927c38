/** Payments, as pages show them. */
import type { PaidOnDay } from '../../domain/days/closing.js'
import { hasFlag } from '../../domain/payments/flags.js'
import { openAmount } from '../../domain/payments/open-amount.js'
import type { Payment, PaymentStatus } from '../../domain/payments/payment.js'
import { bdi, type Html, markup } from './html.js'
import { statusMark } from './lines.js'
import { payerLink } from './payers.js'
import { amounts, type Column, column, table } from './tables.js'
import type { View } from './view.js'

const kinds = {
  pending: 'wait',
  succeeded: 'good',
  failed: 'stop',
  expired: 'plain',
  reversed: 'stop',
} as const satisfies Record<PaymentStatus, string>

export function paymentStatus(view: View, status: PaymentStatus): Html {
  return statusMark(kinds[status], view.t(`payment.status.${status}`))
}

/** Writes the status with what people should see beside it: that the money came late, and that the payment was canceled. */
export function paymentState(view: View, { status, late, canceledAt }: Payment): Html {
  return markup`${paymentStatus(view, status)}${late && markup` ${statusMark('wait', view.t('payment.late'))}`}${canceledAt !== null && markup` ${statusMark('plain', view.t('payment.canceled'))}`}`
}

/** Reads the references of the payments that items are of. Returns a function from the id of a payment to its reference. */
export async function paymentReferences(
  view: View,
  items: readonly { readonly paymentId: string | null }[],
): Promise<(paymentId: string) => string> {
  const payments = await view.paymentsById([...new Set(items.flatMap(({ paymentId }) => paymentId ?? []))])
  return (paymentId) => payments.get(paymentId)?.reference ?? paymentId
}

/** Writes sums of payments, or refunds, by channel and status. */
export function sumsByStatus<Status>(
  view: View,
  caption: Html,
  sums: readonly PaidOnDay<Status>[],
  statusOf: (status: Status) => Html,
  empty: Html,
): Html {
  return table(
    caption,
    sums,
    [
      column(view.t('payment.channel'), ({ channel }) => channelOf(view, channel)),
      column(view.t('payment.status'), ({ status }) => statusOf(status)),
      amounts(view.t('today.count'), ({ count }) => count),
      amounts(view.t('form.amount'), ({ amount, currency }) => view.money(amount, currency)),
    ],
    empty,
  )
}

export function channelOf(view: View, channel: string | null): Html {
  return channel === null ? view.t('allocation.refund') : bdi(channel)
}

/** The bills of which a part was paid, and those that were given up though money came: each the filter of a report. */
export const billsInPart = { flag: 'under_paid', status: ['pending', 'succeeded'] } as const
export const billsGivenUp = { flag: 'unpaid_with_money' } as const

/** Makes the columns of payments. */
export function paymentColumns(view: View): Column<Payment>[] {
  return [
    column(
      view.t('payment.reference'),
      ({ id, reference, customer }) =>
        markup`<a class="open" href="${view.paymentUrl(id)}">${bdi(reference)}</a>${customer?.name !== undefined && markup`<span class="more">${bdi(customer.name)}</span>`}${customer?.id !== undefined && markup`<span class="more">${payerLink(view, customer.id)}</span>`}`,
      'wide',
    ),
    column(view.t('payment.createdAt'), ({ createdAt }) => view.instant(createdAt)),
    column(view.t('payment.channel'), ({ channel }) => bdi(channel)),
    amounts(view.t('payment.asked'), ({ amount, currency }) => view.money(amount, currency)),
    amounts(view.t('payment.proved'), (payment) => {
      const { currency, amountReconciled } = payment
      const missing = hasFlag(payment, 'under_paid') ? openAmount(payment) : 0
      return markup`${view.money(amountReconciled, currency)}${missing > 0 && markup`<small class="muted">${view.t('payment.missingPart', { amount: view.money(missing, currency) })}</small>`}`
    }),
    column(view.t('payment.status'), (payment) => paymentState(view, payment)),
  ]
}
