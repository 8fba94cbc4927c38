/** Payments, as pages show them. */
import type { PaidOnDay } from '../../domain/days/closing.js'
import { hasFlag } from '../../domain/payments/flags.js'
import type { Payment, PaymentStatus } from '../../domain/payments/payment.js'
import { amountCell, numeric, row, table } from './forms.js'
import { bdi, type Content, type Html, markup } from './html.js'
import { statusMark } from './lines.js'
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
    [
      view.t('payment.channel'),
      view.t('payment.status'),
      numeric(view.t('today.count')),
      numeric(view.t('form.amount')),
    ],
    sums.map(({ channel, currency, status, count, amount }) =>
      row(channelOf(view, channel), statusOf(status), amountCell(count), amountCell(view.money(amount, currency))),
    ),
    empty,
  )
}

export function channelOf(view: View, channel: string | null): Html {
  return channel === null ? view.t('allocation.refund') : bdi(channel)
}

/** Writes the heads of a table of payments, whose rows are `paymentRow`. */
export function paymentHead(view: View): Content[] {
  return [
    view.t('payment.reference'),
    view.t('payment.createdAt'),
    view.t('payment.channel'),
    numeric(view.t('payment.asked')),
    numeric(view.t('payment.proved')),
    view.t('payment.status'),
  ]
}

export function paymentRow(view: View, payment: Payment): Html {
  const { id, reference, customer, createdAt, channel, amount, currency, amountReconciled } = payment
  const missing = hasFlag(payment, 'under_paid') ? amount - amountReconciled : 0
  return markup`<tr>
    <td>
      <a class="open" href="${view.paymentUrl(id)}">${bdi(reference)}</a
      >${customer?.name !== undefined && markup`<span class="more">${bdi(customer.name)}</span>`}
    </td>
    <td>${view.instant(createdAt)}</td>
    <td><bdi>${channel}</bdi></td>
    ${amountCell(view.money(amount, currency))}${amountCell(markup`${view.money(amountReconciled, currency)}${missing > 0 && markup`<small class="muted">${view.t('payment.missingPart', { amount: view.money(missing, currency) })}</small>`}`)}
    <td>${paymentState(view, payment)}</td>
  </tr>`
}
