/** One bill at the counter: cash is taken for it, or a payment by another channel is confirmed. */
import type { CashSession } from '../../domain/cash/session.js'
import { paymentNotFound } from '../../domain/not-found.js'
import type { Payment } from '../../domain/payments/payment.js'
import { isPaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import { billUrl, openOfBill, searchForm } from '../parts/bills.js'
import { field, versionField } from '../parts/forms.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { pageReply, seeOther } from '../parts/page.js'
import { paymentState } from '../parts/payments.js'
import { printForm, receiptNumber } from '../parts/receipt-paper.js'
import { cashRefusal, maySee, openSessionsOf, takeUrl } from '../parts/sessions.js'
import { facts } from '../parts/tables.js'
import {
  CounterRefusal,
  moneyFields,
  readMoney,
  sessionField,
  sessionNeeded,
  takeButtons,
  takeOfForm,
} from '../parts/take.js'
import { cashierOf, counterPages, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

interface Bill {
  readonly payment: Payment
  /** The minor units that may be taken. */
  readonly open: number
  /** The open sessions of the reader in the currency of the bill. */
  readonly sessions: readonly CashSession[]
}

async function billOf(view: View, id: string): Promise<Bill> {
  const payment = await view.payments.getPayment(id)
  if (!payment) throw paymentNotFound(id)
  const [sessions, open] = await Promise.all([openSessionsOf(view), openOfBill(view, payment)])
  return { payment, open, sessions: sessions.filter(({ currency }) => currency === payment.currency) }
}

/** Writes the form of a take: the open amount is filled in, and the cash given is typed. */
function takeForm(view: View, { payment, open, sessions }: Bill, typed: Form): Html {
  const { id, version, currency } = payment
  const amount = view.decimal(open, currency).replaceAll(',', '')
  const decimals = amount.split('.')[1]?.length ?? 0
  return markup`<form class="card take" method="post" action="${billUrl(view, id)}" data-digits="${decimals}">
    <h2>${view.t('counter.takeCash')}</h2>
    ${versionField(version)}${sessionField(view, sessions, typed)}${moneyFields(view, typed, { amount, focus: 'tendered' })}
    ${field(view.t('counter.payerIdOptional'), 'payerId', typed.get('payerId'), markup` maxlength="64" aria-describedby="payer-hint"`)}
    <small class="muted" id="payer-hint">${view.t('counter.payerIdHint')}</small>
    ${takeButtons(view)}
  </form>`
}

function confirmForm(view: View, { payment, sessions }: Bill, typed: Form): Html | null {
  if (payment.status !== 'pending') return null
  return markup`<details class="card" ${typed.has('receipt') && markup` open`}>
    <summary>${view.t('counter.confirm')}</summary>
    <form method="post" action="${billUrl(view, payment.id, '/confirm')}">
      <p class="muted">${view.t('counter.confirmHint')}</p>
      ${sessionField(view, sessions, typed)}
      ${field(view.t('payment.receipt'), 'receipt', typed.get('receipt'), markup` required maxlength="255"`)}
      <div class="actions"><button>${view.t('counter.confirmButton')}</button></div>
    </form>
  </details>`
}

/** Writes why nothing can be taken for a bill. */
function nothingOpen(view: View, { status, paidAt }: Payment): Html {
  const words =
    status === 'succeeded' && paidAt !== null
      ? view.t('counter.isPaid', { when: view.instant(paidAt) })
      : view.t('counter.nothingOpen')
  return markup`<p class="empty">${words}</p>`
}

/** The most receipts of a bill that are listed. */
const maxReceipts = 50

/** Writes the receipts of a bill that the reader may print again: those of the sessions that the reader may see. */
async function receiptsOf(view: View, { id, amountReconciled }: Payment): Promise<Content> {
  if (amountReconciled === 0 || !view.may('cash:take')) return null
  const { items } = await view.payments.receipts.list({ paymentId: id, limit: maxReceipts })
  const forms = await Promise.all(
    items.map(async (receipt) => {
      const { lineKey } = receipt
      const movement = lineKey === null ? null : await view.movement(lineKey)
      const { sessionId = null } = movement?.line ?? {}
      const session = sessionId === null ? null : await view.payments.cash.get(sessionId)
      if (lineKey === null || !session || !maySee(view, session)) return null
      return markup`<li class="actions">
        <a href="${takeUrl(view, lineKey)}">${view.t('receipt.title')} ${receiptNumber(receipt)}</a>
        ${printForm(view, receipt, takeUrl(view, lineKey, '/print'))}
      </li>`
    }),
  )
  const visibleForms = forms.filter((form) => form !== null)
  return visibleForms.length > 0 && markup`<ul class="plain card">${visibleForms}</ul>`
}

interface BillPage {
  readonly status?: number
  readonly alert?: Content
  /** A form that was refused: its fields are as they were typed. */
  readonly typed?: { readonly into: 'take' | 'confirm'; readonly form: Form }
}

async function billPage(view: View, id: string, { typed, ...more }: BillPage = {}): Promise<Reply> {
  const bill = await billOf(view, id)
  const { payment, open, sessions } = bill
  const { reference, customer, amount, amountReconciled, currency, description, createdAt } = payment
  const typedInto = (name: string) => (typed?.into === name ? typed.form : new Form())
  const receipts = open === 0 && (await receiptsOf(view, payment))
  const isPayable = open > 0 && sessions.length > 0 && view.may('cash:take')
  return pageReply(view, {
    ...more,
    title: `${view.word('counter.bill')} ${reference}`,
    heading: markup`${view.t('counter.bill')} ${bdi(reference)} ${paymentState(view, payment)}`,
    section: 'counter',
    body: [
      markup`<dl class="sums">
        <div>
          <dt>${view.t('counter.open')}</dt>
          <dd>${view.money(open, currency)}</dd>
        </div>
        ${
          customer?.name !== undefined &&
          markup`<div>
            <dt>${view.t('payment.payer')}</dt>
            <dd>${bdi(customer.name)}</dd>
          </div>`
        }
      </dl>`,
      payment.attemptId !== null && markup`<div class="said"><p>${view.t('counter.attempt')}</p></div>`,
      open === 0
        ? [nothingOpen(view, payment), receipts]
        : isPayable
          ? takeForm(view, bill, typedInto('take'))
          : sessionNeeded(view, view.t('counter.noSessionOf', { currency: bdi(currency) })),
      facts([
        [view.t('payment.phone'), customer?.phone !== undefined && bdi(customer.phone)],
        [view.t('payment.description'), description !== undefined && bdi(description)],
        [view.t('payment.asked'), view.money(amount, currency)],
        [view.t('payment.came'), amountReconciled > 0 && view.money(amountReconciled, currency)],
        [view.t('payment.createdAt'), view.instant(createdAt)],
      ]),
      isPayable && confirmForm(view, bill, typedInto('confirm')),
      searchForm(view, '', open === 0),
    ],
  })
}

/** Checks that the version of a bill after the shown one is a take of this session: the same form may have made it. */
async function isTakeOfForm(view: View, payment: Payment, seen: number, sessionId: string): Promise<boolean> {
  if (sessionId === '' || payment.version <= seen) return false
  const next = (await view.payments.history(payment.id)).find(({ data }) => data.version === seen + 1)
  if (next?.evidence?.kind !== 'statement') return false
  return (await view.movement(next.evidence.lineKey))?.line.sessionId === sessionId
}

async function take({ view, id, form }: DeskRequest): Promise<Reply> {
  const payment = await view.payments.getPayment(id)
  if (!payment) throw paymentNotFound(id)
  const [seen, sessionId] = [form.version(), form.get('session')]
  const again = (status: number, alert: Content) => billPage(view, id, { status, alert, typed: { into: 'take', form } })
  try {
    const money = readMoney(view, form, payment.currency)
    if (payment.version !== seen && !(await isTakeOfForm(view, payment, seen, sessionId)))
      return await again(409, view.t('counter.billChanged'))
    const { lineKey, done } = await takeOfForm(view, form, {
      ...money,
      sessionId,
      paymentId: id,
      idempotencyKey: `desk:take:${id}:${seen}:${sessionId}`,
    })
    return seeOther(view, done, takeUrl(view, lineKey), counterPages)
  } catch (error) {
    if (error instanceof CounterRefusal) return again(400, error.alert)
    const { status, alert } = cashRefusal(view, error)
    return again(status, isPaymentError(error, 'allocation_exceeds') ? view.t('counter.exceeds') : alert)
  }
}

async function confirm({ view, id, form }: DeskRequest): Promise<Reply> {
  const receipt = form.get('receipt')
  const again = (status: number, alert: Content) =>
    billPage(view, id, { status, alert, typed: { into: 'confirm', form } })
  if (receipt === '') return again(400, view.t('counter.receiptMissing'))
  try {
    const options = { sessionId: form.get('session'), providerTransactionId: receipt, ...cashierOf(view) }
    await view.payments.confirmPayment(id, options)
  } catch (error) {
    const { status, alert } = cashRefusal(view, error)
    return again(status, alert)
  }
  return seeOther(view, { key: 'done.confirmed' }, view.url('/counter'), counterPages)
}

export const billRoutes: readonly DeskRoute[] = [
  {
    method: 'GET',
    path: '/counter/bills/{paymentId}',
    scopes: counterPages,
    run: ({ view, id }) => billPage(view, id),
  },
  { method: 'POST', path: '/counter/bills/{paymentId}', scopes: counterPages, run: take },
  { method: 'POST', path: '/counter/bills/{paymentId}/confirm', scopes: counterPages, run: confirm },
]
