/** Payments: the search for them, and the page of one with all that is known of it. */
import { amountGivenBackUnproved, amountKeptUnpaid, amountRefundable } from '../../domain/payments/money-of-lines.js'
import { hasFlag } from '../../domain/payments/flags.js'
import { paymentStatuses, type Payment } from '../../domain/payments/payment.js'
import { isPaymentError, PaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import type { HospitalPayments } from '../../service.js'
import { typedAmount } from '../parts/amounts.js'
import { choice, field, firstOrAll, filledFields, namesPerson, pager, restOf, versionField } from '../parts/forms.js'
import { historyTable } from '../parts/history.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import type { MessageKey } from '../parts/messages.js'
import { redirectToFilters, pageReply, refusalAlone, seeOther } from '../parts/page.js'
import { paymentColumns, paymentState } from '../parts/payments.js'
import { giveBackForm, refundsTable } from '../parts/refunds.js'
import { amounts, facts, table } from '../parts/tables.js'
import { anyPage, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'
import { problem, refusedQuery } from './error.js'
import { actorOf } from './lines.js'

type SearchQuery = NonNullable<Parameters<HospitalPayments['search']>[0]>

const searchNames = ['text', 'phone', 'amount', 'currency', 'status', 'from', 'to']

async function search(view: View, query: Form): Promise<Reply> {
  const fields = filledFields(query, [...searchNames, 'cursor'])
  const of = (name: string) => fields[name] ?? ''
  const { amount, currency, ...same } = fields
  const minor = amount === undefined || currency === undefined ? null : typedAmount(amount, currency.toUpperCase())
  let alert: Content = null
  let payments: Awaited<ReturnType<HospitalPayments['search']>> = { items: [], nextCursor: null }
  if (amount !== undefined && minor === null)
    alert = view.t(currency === undefined ? 'lines.amountNeedsCurrency' : 'form.badAmount')
  else {
    const searchQuery = {
      ...same,
      ...(currency !== undefined && { currency: currency.toUpperCase() }),
      ...(minor !== null && { amount: minor }),
      limit: 50,
    } as SearchQuery
    try {
      payments = await view.payments.search(searchQuery)
    } catch (error) {
      alert = refusedQuery(view, error)
    }
  }
  return pageReply(view, {
    ...(alert !== null && { status: 400 }),
    title: view.word('payments.title'),
    section: 'payments',
    alert,
    body: [
      markup`<form class="filter" method="post" action="${view.url('/payments')}" role="search" data-swap="#list">
        <div class="grid">
          ${field(view.t('payments.text'), 'text', of('text'), markup` type="search" data-person`)}
          ${field(view.t('payments.phone'), 'phone', of('phone'), markup` inputmode="tel" data-person`)}
          ${choice(view.t('payment.status'), 'status', [['', view.t('filter.any')], ...paymentStatuses.map((one) => [one, view.t(`payment.status.${one}`)] as const)], of('status'))}
          ${field(view.t('filter.amount'), 'amount', of('amount'), markup` inputmode="decimal"`)}
          ${field(view.t('filter.currency'), 'currency', of('currency'), markup` maxlength="3" size="4"`)}
          ${field(view.t('filter.from'), 'from', of('from'), markup` type="date"`)}
          ${field(view.t('filter.to'), 'to', of('to'), markup` type="date"`)}
        </div>
        <div class="actions"><button>${view.t('payments.search')}</button></div>
      </form>`,
      markup`<div id="list" data-keys>
        ${table(
          view.t('payments.title'),
          payments.items,
          paymentColumns(view),
          view.t('payments.empty'),
        )}${pager(view, '/payments', fields, payments.nextCursor)}
      </div>`,
    ],
  })
}

/**
 * Answers a search that its form posts: at once where it may name a person, else by a redirect to the address of its filters.
 */
function searchPosted({ view, form }: DeskRequest): Promise<Reply> {
  const fields = filledFields(form, [...searchNames, 'cursor'])
  return namesPerson(fields) ? search(view, form) : Promise.resolve(redirectToFilters(view.url('/payments', fields)))
}

function paymentNotFound(id: string): PaymentError<'payment_not_found'> {
  return new PaymentError('payment_not_found', 'No payment has this id.', { details: { paymentId: id.slice(0, 255) } })
}

/** Writes the statement lines that proved a payment, as its history names them. */
function provingLines(view: View, events: Awaited<ReturnType<HospitalPayments['history']>>): Content {
  const lines = new Map(
    events.flatMap(({ evidence }) => (evidence?.kind === 'statement' ? [[evidence.lineKey, evidence]] : [])),
  )
  const list = [...lines.values()].map(({ lineKey, account, valueDate }) => {
    const label = markup`${view.day(valueDate)} · <bdi>${account}</bdi>`
    return markup`<li>${view.sees('lines:read') ? markup`<a href="${view.lineUrl(lineKey)}">${label}</a>` : label}</li>`
  })
  return list.length === 0
    ? markup`<p class="empty">${view.t('payment.noLines')}</p>`
    : markup`<ul class="plain">
        ${list}
      </ul>`
}

/**
 * Writes the sums of a payment: asked, proved, missing; in the words of a payment that still waits for money, or of one that
 * was paid.
 */
function sums(view: View, payment: Payment): Html {
  const { status, amount, currency, amountReconciled, amountWrittenOff, amountRefundPending, amountRefunded } = payment
  const isPart = status === 'pending' && hasFlag(payment, 'under_paid')
  const missing = Math.max(amount - amountReconciled, 0)
  const entries: [MessageKey, number][] = [
    ['payment.asked', amount],
    [isPart ? 'payment.came' : 'payment.proved', amountReconciled],
    ...(amountWrittenOff > 0 ? [['payment.writtenOff', amountWrittenOff] as [MessageKey, number]] : []),
    [isPart ? 'payment.missing' : 'payment.open', missing],
    ['payment.refunded', amountRefunded],
    ...(amountRefundPending > 0 ? [['payment.refunding', amountRefundPending] as [MessageKey, number]] : []),
  ]
  return markup`<dl class="sums">
    ${entries.map(
      ([name, minor]) =>
        markup`<div>
          <dt>${view.t(name)}</dt>
          <dd>${view.money(minor, currency)}</dd>
        </div>`,
    )}
  </dl>`
}

/** Writes why money of a payment waits for people. */
function waitingOf(view: View, payment: Payment): Content {
  const reasons = [
    ['payment.keptUnpaid', amountKeptUnpaid(payment)],
    ['payment.givenBackUnproved', amountGivenBackUnproved(payment)],
  ] as const
  const waiting = reasons.filter(([, minor]) => minor > 0)
  if (waiting.length === 0) return null
  return markup`<div class="said">
    ${waiting.map(([name, minor]) => markup`<p>${view.t(name, { amount: view.money(minor, payment.currency) })}</p>`)}
  </div>`
}

function askAgainForm(view: View, payment: Payment, typed: Form): Content {
  const { id, version, status, amount, currency } = payment
  if (!view.may('payments:write') || !['failed', 'expired', 'reversed'].includes(status)) return null
  return markup`<form class="card" method="post" action="${view.paymentUrl(id, '/ask-again')}">
    <h2>${view.t('payment.askAgain')}</h2>
    <p class="muted">${view.t('payment.askAgainHint')}</p>
    <input type="hidden" name="expectedVersion" value="${version}" />
    ${field(view.t('form.amount'), 'amount', typed.or('amount', view.decimal(amount, currency)), markup` inputmode="decimal" class="amount"`)}
    <div class="actions"><button>${view.t('payment.askAgain')}</button></div>
  </form>`
}

const receiptUrl = (view: View, { id }: Payment) => view.url(`/receipts/${encodeURIComponent(id)}`)

function receiptLink(view: View, payment: Payment): Content {
  return markup`<p class="actions"><a href="${receiptUrl(view, payment)}">${view.t('receipt.show')}</a></p>`
}

function issueForm(view: View, payment: Payment): Content {
  const { version, status } = payment
  if (status !== 'succeeded' || !view.may('payments:write')) return null
  return markup`<form class="card" method="post" action="${receiptUrl(view, payment)}"><h2>${view.t('receipt.issue')}</h2><p class="muted">${view.t('receipt.issueHint')}</p>${versionField(version)}<div class="actions"><button>${view.t('receipt.issue')}</button></div></form>`
}

interface PaymentPage {
  /** True where its lists are whole, however long they are. */
  readonly isAll?: boolean
  readonly status?: number
  readonly alert?: Content
  /** A form that was refused: its fields are as they were typed. */
  readonly typed?: { readonly into: 'refund' | 'ask-again'; readonly form: Form }
}

export async function paymentPage(
  view: View,
  id: string,
  { typed, isAll = false, ...more }: PaymentPage = {},
): Promise<Reply> {
  const alone = refusalAlone(view, anyPage, more)
  if (alone) return pageReply(view, alone)
  const typedInto = (name: string) => (typed?.into === name ? typed.form : new Form())
  const payment = await view.payments.getPayment(id)
  if (!payment) throw paymentNotFound(id)
  const [receipt, events, refunds, siblings] = await Promise.all([
    view.payments.receipts.get(id),
    view.payments.history(id),
    firstOrAll(isAll, (cursor) => view.payments.refunds.list({ paymentId: id, limit: 50, cursor })),
    firstOrAll(isAll, (cursor) => view.payments.findByReference(payment.reference, { limit: 50, cursor })),
  ])
  const { currency, customer } = payment
  const free = amountRefundable(payment)
  const whole = view.url(`/payments/${encodeURIComponent(id)}`, { all: '1' })
  const others = siblings.items.filter((other) => other.id !== id)
  return pageReply(view, {
    ...more,
    title: `${view.word('payment.title')} ${payment.reference}`,
    heading: markup`${view.t('payment.title')} ${bdi(payment.reference)} ${paymentState(view, payment)}`,
    section: 'payments',
    body: [
      sums(view, payment),
      waitingOf(view, payment),
      facts([
        [view.t('payment.payer'), customer?.name !== undefined && bdi(customer.name)],
        [view.t('payment.phone'), customer?.phone !== undefined && bdi(customer.phone)],
        [view.t('payment.channel'), bdi(payment.channel)],
        [view.t('payment.receipt'), payment.providerTransactionId !== undefined && bdi(payment.providerTransactionId)],
        [view.t('payment.createdAt'), view.instant(payment.createdAt)],
        [view.t('payment.expiresAt'), payment.expiresAt !== null && view.instant(payment.expiresAt)],
        [view.t('payment.canceledAt'), payment.canceledAt !== null && view.instant(payment.canceledAt)],
        [view.t('payment.paidAt'), payment.paidAt !== null && view.instant(payment.paidAt)],
        [view.t('payment.reversedAt'), payment.reversedAt !== null && view.instant(payment.reversedAt)],
        [view.t('payment.statusReason'), payment.statusReason !== undefined && bdi(payment.statusReason)],
        [view.t('payment.description'), payment.description !== undefined && bdi(payment.description)],
        [view.t('payment.instructions'), markup`<span dir="auto">${payment.instructions.message}</span>`],
        ...Object.entries(payment.metadata ?? {}).map(([name, value]) => [bdi(name), bdi(value)] as const),
      ]),
      markup`<section aria-labelledby="lines">
        <h2 id="lines">${view.t('payment.lines')}</h2>
        ${provingLines(view, events)}
      </section>`,
      receipt !== null && receiptLink(view, payment),
      markup`<div class="cards">${askAgainForm(view, payment, typedInto('ask-again'))}${receipt === null && issueForm(view, payment)}${free > 0 && giveBackForm(view, { of: { paymentId: id }, version: payment.version, max: free, currency }, typedInto('refund'))}</div>`,
      refunds.items.length > 0 &&
        markup`<section aria-labelledby="refunds"><h2 id="refunds">${view.t('payment.refunds')}</h2>${refundsTable(view, refunds.items, null)}${restOf(view, refunds, whole)}</section>`,
      others.length > 0 &&
        markup`<section aria-labelledby="others">
          <h2 id="others">${view.t('payment.others')}</h2>
          ${table(view.t('payment.others'), others, paymentColumns(view))}${restOf(view, siblings, whole)}
        </section>`,
      markup`<section aria-labelledby="history">
        <h2 id="history">${view.t('history.title')}</h2>
        ${historyTable(
          view,
          events,
          ({ type }) => view.t(`event.${type}`),
          undefined,
          amounts(
            view.t('payment.proved'),
            ({ data }) => 'amountReconciled' in data && view.money(data.amountReconciled, data.currency),
          ),
        )}
      </section>`,
    ],
  })
}

/** Creates a payment for the same bill once more: for the same payer, by the same channel. */
async function askAgain({ view, id, form }: DeskRequest): Promise<Reply> {
  const payment = await view.payments.getPayment(id)
  if (!payment) throw paymentNotFound(id)
  const version = form.version()
  const amount = typedAmount(form.get('amount'), payment.currency)
  const typed = { into: 'ask-again', form } as const
  if (amount === null) return paymentPage(view, id, { status: 400, alert: view.t('form.badAmount'), typed })
  if (version !== payment.version)
    return paymentPage(view, id, { status: 409, alert: view.t('payment.changed'), typed })
  const { reference, currency, channel, customer, description, metadata } = payment
  try {
    const request = { reference, amount, currency, channel, customer, description, metadata }
    // A form that is sent twice asks once.
    const newPayment = await view.payments.createPayment(request, {
      idempotencyKey: `desk:${id}:${version}`,
      ...actorOf(view),
    })
    return seeOther(view, { key: 'done.asked' }, view.paymentUrl(newPayment.id), anyPage)
  } catch (error) {
    if (!isPaymentError(error) || error.httpStatus >= 500) throw error
    return paymentPage(view, id, { status: error.httpStatus, alert: problem(view, error), typed })
  }
}

export const paymentRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/payments', scopes: anyPage, run: ({ view, query }) => search(view, query) },
  { method: 'POST', path: '/payments', scopes: anyPage, isSearch: true, run: searchPosted },
  {
    method: 'GET',
    path: '/payments/{paymentId}',
    scopes: ['reports:read'],
    run: ({ view, id, query }) => paymentPage(view, id, { isAll: query.has('all') }),
  },
  { method: 'POST', path: '/payments/{paymentId}/ask-again', scopes: ['payments:write'], run: askAgain },
]
