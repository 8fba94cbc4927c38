/** Refunds, as pages show them, and the form that asks for one. */
import { type Refund, refundReasons, type RefundStatus } from '../../domain/refunds/refund.js'
import { actionCard, choice, field, hiddenField } from './forms.js'
import { bdi, type Content, type Html, markup } from './html.js'
import { statusMark } from './lines.js'
import type { Form } from '../request/form.js'
import { amounts, type Column, column, table } from './tables.js'
import { linePages, type View } from './view.js'

const kinds = {
  requested: 'wait',
  pending: 'wait',
  succeeded: 'good',
  failed: 'stop',
  canceled: 'plain',
} as const satisfies Record<RefundStatus, string>

export function refundStatus(view: View, status: RefundStatus): Html {
  return statusMark(kinds[status], view.t(`refund.status.${status}`))
}

/** Writes the payment or the line whose money a refund gives back. */
export function refundOf(view: View, { paymentId, lineKey }: Refund): Content {
  if (paymentId !== null) return markup`<a href="${view.paymentUrl(paymentId)}">${view.t('allocation.payment')}</a>`
  return lineKey !== null && lineLink(view, lineKey)
}

/** Writes a line that a refund names, with a link where the reader may see it. */
export function lineLink(view: View, lineKey: string): Content {
  const named = view.t('line.title')
  return view.sees(...linePages) ? markup`<a href="${view.lineUrl(lineKey)}">${named}</a>` : named
}

/** Makes the columns of refunds. */
export function refundColumns(view: View): Column<Refund>[] {
  return [
    column(
      view.t('refund.reference'),
      ({ id, reference }) => markup`<a class="open" href="${view.refundUrl(id)}">${bdi(reference)}</a>`,
    ),
    column(
      view.t('refund.requestedAt'),
      ({ createdAt, requestedBy }) =>
        markup`${view.instant(createdAt)}<small class="muted">${requestedBy !== null && bdi(requestedBy)}</small>`,
    ),
    column(view.t('refund.of'), (refund) => refundOf(view, refund)),
    column(view.t('form.reason'), ({ reason }) => view.t(`refund.reason.${reason}`)),
    amounts(view.t('form.amount'), ({ amount, currency }) => view.money(amount, currency)),
    column(view.t('payment.status'), ({ status }) => refundStatus(view, status)),
  ]
}

export function refundsTable(view: View, refunds: readonly Refund[], empty: Content): Html {
  return table(view.t('nav.refunds'), refunds, refundColumns(view), empty)
}

interface GiveBack {
  readonly of: { readonly paymentId: string } | { readonly lineKey: string }
  readonly version: number
  /** The most that may be given back, in minor units. */
  readonly max: number
  readonly currency: string
}

/**
 * Writes the form that asks for money of a payment or of a line to be given back.
 *
 * @param typed what was typed into it before, where it was refused
 */
export function giveBackForm(view: View, { of, version, max, currency }: GiveBack, typed: Form): Html | null {
  if (!view.may('refunds:request') || max <= 0) return null
  const [[name, value]] = Object.entries(of) as [[string, string]]
  const amount = typed.or('amount', view.decimal(max, currency).replaceAll(',', ''))
  const reasons = refundReasons.map((one) => [one, view.t(`refund.reason.${one}`)] as const)
  return actionCard(view, {
    ...{ url: view.url('/refunds'), title: 'refund.giveBack', version },
    hint: view.t('refund.giveBackHint', { amount: view.money(max, currency) }),
    fields: [
      hiddenField(name, value),
      field(view.t('form.amount'), 'amount', amount, markup` inputmode="decimal" required`),
      choice(
        view.t('form.reason'),
        'reason',
        [['', view.t('form.choose')], ...reasons],
        typed.get('reason'),
        markup` required`,
      ),
      field(view.t('refund.note'), 'note', typed.get('note'), markup` maxlength="2000"`),
    ],
  })
}
