/** Refunds, as pages show them, and the form that asks for one. */
import { type Refund, refundReasons, type RefundStatus } from '../../domain/refunds/refund.js'
import { amountCell, choice, field, numeric, table, versionField } from './forms.js'
import { bdi, type Content, type Html, markup } from './html.js'
import { statusMark } from './lines.js'
import type { Form } from '../request/form.js'
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

export function refundsTable(view: View, refunds: readonly Refund[], empty: Content): Html {
  return table(
    view.t('nav.refunds'),
    [
      view.t('refund.reference'),
      view.t('refund.requestedAt'),
      view.t('refund.of'),
      view.t('form.reason'),
      numeric(view.t('form.amount')),
      view.t('payment.status'),
    ],
    refunds.map(
      (refund) =>
        markup`<tr><td><a class="open" href="${view.refundUrl(refund.id)}">${bdi(refund.reference)}</a></td><td>${view.instant(refund.createdAt)}<small class="muted">${refund.requestedBy !== null && bdi(refund.requestedBy)}</small></td><td>${refundOf(view, refund)}</td><td>${view.t(`refund.reason.${refund.reason}`)}</td>${amountCell(view.money(refund.amount, refund.currency))}<td>${refundStatus(view, refund.status)}</td></tr>`,
    ),
    empty,
  )
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
  return markup`<form class="card" method="post" action="${view.url('/refunds')}"><h2>${view.t('refund.giveBack')}</h2>
<p class="muted">${view.t('refund.giveBackHint', { amount: view.money(max, currency) })}</p>${versionField(version)}<input type="hidden" name="${name}" value="${value}">
${field(view.t('form.amount'), 'amount', typed.or('amount', view.decimal(max, currency).replaceAll(',', '')), markup` inputmode="decimal" required`)}
${choice(view.t('form.reason'), 'reason', [['', view.t('form.choose')], ...refundReasons.map((one) => [one, view.t(`refund.reason.${one}`)] as const)], typed.get('reason'), markup` required`)}
${field(view.t('refund.note'), 'note', typed.get('note'), markup` maxlength="2000"`)}
<div class="actions"><button>${view.t('refund.giveBack')}</button></div></form>`
}
