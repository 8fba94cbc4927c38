/** Payments: the search for them, and the actions on one. */
import { paymentNotFound } from '../../domain/not-found.js'
import { paymentStatuses } from '../../domain/payments/payment.js'
import type { Reply } from '../../http/reply.js'
import type { HospitalPayments } from '../../service.js'
import { typedAmount } from '../parts/amounts.js'
import { choice, field, filledFields, namesPerson, pager } from '../parts/forms.js'
import { type Content, markup } from '../parts/html.js'
import { redirectToFilters, pageReply, seeOther } from '../parts/page.js'
import { paymentPage } from '../parts/payment-page.js'
import { paymentColumns } from '../parts/payments.js'
import { refusalOf, refusedQuery } from '../parts/problem.js'
import { table } from '../parts/tables.js'
import { actorOf, anyPage, type View } from '../parts/view.js'
import type { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

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
    return paymentPage(view, id, { ...refusalOf(view, error), typed })
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
