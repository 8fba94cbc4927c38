/** Waivers, as pages show them, and the form that asks for one. */
import type { Payment } from '../../domain/payments/payment.js'
import { openAmount } from '../../domain/payments/open-amount.js'
import type { Waiver, WaiverStatus } from '../../domain/waivers/waiver.js'
import { actionCard, field, hiddenField } from './forms.js'
import { bdi, type Content, type Html, markup } from './html.js'
import { statusMark } from './lines.js'
import { amounts, type Column, column } from './tables.js'
import type { View } from './view.js'
import type { Form } from '../request/form.js'

const kinds = {
  requested: 'wait',
  granted: 'good',
  rejected: 'stop',
  canceled: 'plain',
  revoked: 'stop',
} as const satisfies Record<WaiverStatus, string>

export function waiverStatus(view: View, status: WaiverStatus): Html {
  return statusMark(kinds[status], view.t(`waiver.status.${status}`))
}

export function waiverUrl(view: View, id: string, verb = ''): string {
  return view.url(`/waivers/${encodeURIComponent(id)}${verb}`)
}

/** Makes the columns of waivers. */
export function waiverColumns(view: View): Column<Waiver>[] {
  return [
    column(
      view.t('refund.requestedAt'),
      ({ id, createdAt, requestedBy }) =>
        markup`<a class="open" href="${waiverUrl(view, id)}">${view.instant(createdAt)}</a><small class="muted">${bdi(requestedBy)}</small>`,
    ),
    column(
      view.t('allocation.payment'),
      ({ paymentId, reference }) => markup`<a href="${view.paymentUrl(paymentId)}">${bdi(reference)}</a>`,
    ),
    column(view.t('waiver.scheme'), ({ scheme }) => markup`<code>${scheme}</code>`),
    column(view.t('form.reason'), ({ reason }) => markup`<code>${reason}</code>`),
    amounts(view.t('form.amount'), ({ amount, currency }) => view.money(amount, currency)),
    column(view.t('payment.status'), ({ status }) => waiverStatus(view, status)),
  ]
}

/** Writes the form that asks for a waiver of what is open of a payment; `null` where nothing can be waived. */
export function waiveForm(view: View, payment: Payment, typed: Form): Content {
  const { id, version, currency, status } = payment
  const open = openAmount(payment)
  if (status !== 'pending' || open <= 0 || !view.may('waivers:request')) return null
  const word = markup` required pattern="[a-z0-9_.\\-]{1,40}" title="${view.t('waiver.wordRule')}"`
  const amount = typed.or('amount', view.decimal(open, currency).replaceAll(',', ''))
  return actionCard(view, {
    ...{ url: view.url('/waivers'), title: 'waiver.request', version },
    hint: view.t('waiver.requestHint', { amount: view.money(open, currency) }),
    fields: [
      hiddenField('paymentId', id),
      field(view.t('form.amount'), 'amount', amount, markup` inputmode="decimal" required`),
      field(view.t('waiver.scheme'), 'scheme', typed.get('scheme'), word),
      field(view.t('waiver.reason'), 'reason', typed.get('reason'), word),
      field(view.t('refund.note'), 'note', typed.get('note'), markup` maxlength="2000"`),
    ],
  })
}
