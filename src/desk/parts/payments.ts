/** How payments are shown. */
import { hasFlag } from '../../domain/payments/flags.js'
import type { Payment, PaymentStatus } from '../../domain/payments/payment.js'
import { amountCell, numeric } from './forms.js'
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

export function paymentStatus(view: View, { status, late }: Pick<Payment, 'status' | 'late'>): Html {
  return markup`${statusMark(kinds[status], view.t(`payment.status.${status}`))}${late && markup` ${statusMark('wait', view.t('payment.late'))}`}`
}

/** The columns of a table of payments, each a `paymentRow`. */
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
    <td>${paymentStatus(view, payment)}</td>
  </tr>`
}
