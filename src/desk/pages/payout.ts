/** A refund that is paid out at the counter: looked at, then paid whole. */
import { refundNotFound } from '../../domain/not-found.js'
import type { Reply } from '../../http/reply.js'
import { bdi, type Content, markup } from '../parts/html.js'
import { versionField } from '../parts/forms.js'
import { pageReply, seeOther } from '../parts/page.js'
import { payoutUrl } from '../parts/payouts.js'
import { refundStatus } from '../parts/refunds.js'
import { cashRefusal, openSessionsOf } from '../parts/sessions.js'
import { facts } from '../parts/tables.js'
import { sessionField, sessionNeeded } from '../parts/take.js'
import { cashierOf, counterPages, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

interface PayoutPage {
  readonly status?: number
  readonly alert?: Content
  readonly typed?: Form
}

async function payoutPage(view: View, id: string, { typed = new Form(), ...more }: PayoutPage = {}): Promise<Reply> {
  const refund = await view.payments.refunds.get(id)
  if (!refund) throw refundNotFound(id)
  const { reference, amount, currency, status, paymentId, reason, requestedBy, approvedBy, version } = refund
  const [all, payment] = await Promise.all([
    openSessionsOf(view),
    paymentId === null ? null : view.payments.getPayment(paymentId),
  ])
  const sessions = all.filter((session) => session.currency === currency)
  const name = payment?.customer?.name
  return pageReply(view, {
    ...more,
    title: `${view.word('refund.title')} ${reference}`,
    heading: markup`${view.t('refund.title')} ${bdi(reference)} ${refundStatus(view, status)}`,
    section: 'session',
    body: [
      facts([
        [view.t('form.amount'), view.money(amount, currency)],
        [view.t('payment.payer'), name !== undefined && bdi(name)],
        [view.t('counter.bill'), payment && bdi(payment.reference)],
        [view.t('form.reason'), view.t(`refund.reason.${reason}`)],
        [view.t('refund.requestedBy'), view.by(requestedBy)],
        [view.t('refund.approvedBy'), approvedBy !== null && bdi(approvedBy)],
      ]),
      status !== 'pending'
        ? markup`<p class="empty">${view.t('payout.notPending')}</p>`
        : sessions.length === 0 || !view.may('cash:take')
          ? sessionNeeded(view, view.t('counter.noSessionOf', { currency: bdi(currency) }))
          : markup`<form class="card" method="post" action="${payoutUrl(view, id)}">
              <p class="muted">${view.t('payout.hint')}</p>
              ${versionField(version)}${sessionField(view, sessions, typed)}
              <div class="actions">
                <button class="main" autofocus>${view.t('payout.button', { amount: view.money(amount, currency) })}</button>
              </div>
            </form>`,
      markup`<p class="actions"><a href="${view.url('/counter/session')}">${view.t('nav.session')}</a></p>`,
    ],
  })
}

async function payOut({ view, id, form }: DeskRequest): Promise<Reply> {
  const sessionId = form.get('session')
  try {
    await view.payments.cash.payOut(
      { sessionId, refundId: id, ...cashierOf(view) },
      // A form that is sent twice pays once; a payout that was voided has another version of its refund.
      { idempotencyKey: `desk:pay-out:${id}:${form.version()}:${sessionId}` },
    )
  } catch (error) {
    return payoutPage(view, id, { ...cashRefusal(view, error), typed: form })
  }
  return seeOther(view, { key: 'done.session.payOut' }, view.url('/counter/session'), counterPages)
}

export const payoutRoutes: readonly DeskRoute[] = [
  {
    method: 'GET',
    path: '/counter/refunds/{refundId}',
    scopes: counterPages,
    run: ({ view, id }) => payoutPage(view, id),
  },
  { method: 'POST', path: '/counter/refunds/{refundId}', scopes: counterPages, run: payOut },
]
