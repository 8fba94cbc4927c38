/** Payments: the search for them, and the actions on one. */
import { paymentNotFound } from '../../domain/not-found.js'
import { type Payment, paymentStatuses } from '../../domain/payments/payment.js'
import type { Reply } from '../../http/reply.js'
import type { HospitalPayments } from '../../service.js'
import { choiceFilter, dayFilters, moneyFilters, textFilter } from '../parts/filters.js'
import { type ListPage, listRoutes } from '../parts/list-page.js'
import { typedAmount } from '../parts/amounts.js'
import { restOf } from '../parts/forms.js'
import { type Html, markup } from '../parts/html.js'
import { pageReply, seeOther } from '../parts/page.js'
import { keysHelp } from '../parts/keys.js'
import { paymentPage } from '../parts/payment-page.js'
import { billsGivenUp, billsInPart, paymentColumns } from '../parts/payments.js'
import { refusalOf } from '../parts/problem.js'
import { section, table } from '../parts/tables.js'
import { actorOf, anyPage, type View } from '../parts/view.js'
import type { DeskRequest, DeskRoute } from '../route.js'

const paymentList: ListPage<Payment, NonNullable<Parameters<HospitalPayments['search']>[0]>> = {
  path: '/payments',
  section: 'payments',
  scopes: anyPage,
  title: 'payments.title',
  filters: [
    textFilter('text', 'payments.text', markup` type="search" data-person`),
    textFilter('phone', 'payments.phone', markup` inputmode="tel" data-person`),
    choiceFilter('status', 'payment.status', paymentStatuses, 'payment.status'),
    ...moneyFilters,
    ...dayFilters,
  ],
  button: 'payments.search',
  empty: 'payments.empty',
  read: ({ view }, query) => view.payments.search(query),
  columns: ({ view }) => paymentColumns(view),
}

/** The bills of each kind that the page of those that wait shows. */
const maxWaiting = 50

/** Writes the bills of one kind, the oldest first, with the link to the rest of them. */
async function waitingBills(
  view: View,
  heading: 'today.underPaid' | 'today.unpaidWithMoney',
  filter: typeof billsInPart | typeof billsGivenUp,
): Promise<Html> {
  const { items, nextCursor } = await view.payments.reportPayments({ ...filter, limit: maxWaiting })
  const byId = await view.paymentsById(items.map(({ paymentId }) => paymentId))
  const bills = items.flatMap(({ paymentId }) => byId.get(paymentId) ?? [])
  const { flag } = filter
  const href = view.url('/reports', { flag, status: 'status' in filter ? filter.status.join(',') : null })
  const rows = table(view.t(heading), bills, paymentColumns(view), view.t('payments.noneWaiting'))
  return section(view, flag, heading, [rows, restOf(view, { items, nextCursor }, href)])
}

async function waitingPage({ view }: DeskRequest): Promise<Reply> {
  const [inPart, givenUp] = await Promise.all([
    waitingBills(view, 'today.underPaid', billsInPart),
    waitingBills(view, 'today.unpaidWithMoney', billsGivenUp),
  ])
  return pageReply(view, {
    title: view.word('today.bills'),
    section: 'payments',
    body: markup`<div data-keys>${inPart} ${givenUp}</div>
      ${keysHelp(view)}`,
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
    return paymentPage(view, id, { ...refusalOf(view, error), typed })
  }
}

export const paymentRoutes: readonly DeskRoute[] = [
  ...listRoutes(paymentList),
  { method: 'GET', path: '/payments/waiting', scopes: anyPage, run: waitingPage },
  {
    method: 'GET',
    path: '/payments/{paymentId}',
    scopes: ['reports:read'],
    run: ({ view, id, query }) => paymentPage(view, id, { isAll: query.has('all') }),
  },
  { method: 'POST', path: '/payments/{paymentId}/ask-again', scopes: ['payments:write'], run: askAgain },
]
