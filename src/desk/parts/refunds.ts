/** Refunds, as pages show them, and the form that asks for one. */
import { type Refund, refundReasons, type RefundStatus } from '../../domain/refunds/refund.js'
import { actionCard, choice, field, hiddenField } from './forms.js'
import { bdi, type Content, type Html, markup } from './html.js'
import { lineLink, statusMark } from './lines.js'
import { paymentReferences } from './payments.js'
import type { Form } from '../request/form.js'
import { amounts, type Column, column, table } from './tables.js'
import type { View } from './view.js'

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

/** A refund with the reference of the payment whose money it gives back; `null` for that of a line. */
export interface NamedRefund extends Refund {
  readonly paymentReference: string | null
}

/** Reads the references of the payments of refunds. */
export async function namedRefunds(view: View, refunds: readonly Refund[]): Promise<readonly NamedRefund[]> {
  const referenceOf = await paymentReferences(view, refunds)
  return refunds.map((refund) => {
    return { ...refund, paymentReference: refund.paymentId === null ? null : referenceOf(refund.paymentId) }
  })
}

/** Writes the payment or the line whose money a refund gives back. */
export function refundOf(view: View, { paymentId, paymentReference, lineKey }: NamedRefund): Content {
  if (paymentId !== null)
    return markup`<a href="${view.paymentUrl(paymentId)}">${bdi(paymentReference ?? paymentId)}</a>`
  return lineKey !== null && lineLink(view, lineKey)
}

/** Makes the columns of refunds; on the page of a payment all of them are of that one, and `origin` is left out. */
function columnsOf<Item extends Refund>(view: View, origin?: Column<Item>): Column<Item>[] {
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
    ...(origin ? [origin] : []),
    column(view.t('form.reason'), ({ reason }) => view.t(`refund.reason.${reason}`)),
    amounts(view.t('form.amount'), ({ amount, currency }) => view.money(amount, currency)),
    column(view.t('payment.status'), ({ status }) => refundStatus(view, status)),
  ]
}

/** Makes the columns of a list of refunds. */
export function refundColumns(view: View): Column<NamedRefund>[] {
  return columnsOf(
    view,
    column(view.t('refund.of'), (refund: NamedRefund) => refundOf(view, refund)),
  )
}

/** Writes the refunds of one payment. */
export function refundsTable(view: View, refunds: readonly Refund[], empty: Content): Html {
  return table(view.t('nav.refunds'), refunds, columnsOf(view), empty)
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
