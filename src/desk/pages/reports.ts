/** Days and totals of payments, and their files. */
import { isReportDay, plusDays } from '../../domain/calendar.js'
import { paymentFlags } from '../../domain/payments/flags.js'
import { paymentStatuses, type PaymentStatus } from '../../domain/payments/payment.js'
import { bases, type ExtraColumn, type ReportItem } from '../../domain/report.js'
import { allAtMost } from '../../internal/all-at-most.js'
import type { Reply } from '../../http/reply.js'
import { csvReply } from '../../http/csv-reply.js'
import type { HospitalPayments } from '../../service.js'
import { choice, field, filledFields, pager } from '../parts/forms.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { pageReply } from '../parts/page.js'
import { paymentColumns, paymentStatus, sumsByStatus } from '../parts/payments.js'
import { refusedQuery } from '../parts/problem.js'
import { amounts, column, table } from '../parts/tables.js'
import type { View } from '../parts/view.js'
import type { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

type Filter = NonNullable<Parameters<HospitalPayments['totals']>[0]>

const names = ['from', 'to', 'basis', 'channel', 'status', 'flag']

/**
 * The days of payments that the page sums up by itself, as it does payments that wait for people, and a longer time of which
 * one page holds all; other sums are requested, as the form does.
 */
const daysSummed = 7
const waiting = ['under_paid', 'duplicate_reference', 'superseded', 'unpaid_with_money', 'refunded_unproved']
/** The flags whose list has the money that came, as the search has: people look for the missing part. */
const ofMoney = ['under_paid', 'unproved', 'unpaid_with_money', 'refunded_unproved']

function isSummedAtOnce({ from, to, flag = '' }: Readonly<Record<string, string>>): boolean {
  if (waiting.includes(flag)) return true
  if (from === undefined || to === undefined) return false
  // The functions refuse a text that is no day.
  return !isReportDay(from) || to < plusDays(from, daysSummed)
}

/** Makes the filter of the library: several values of one field stand between commas. */
function queryOf({ status, channel, ...otherFields }: Readonly<Record<string, string>>): Filter {
  return {
    ...otherFields,
    ...(status !== undefined && { status: status.split(',') }),
    ...(channel !== undefined && { channel: channel.split(',').map((one) => one.trim()) }),
  } as Filter
}

/** Lists the statuses to choose from, and the several that a link has chosen. */
function statusChoices(view: View, chosen: string): (readonly [string, Content])[] {
  const labelOf = (one: PaymentStatus) => view.t(`payment.status.${one}`)
  const several = chosen.includes(',') ? paymentStatuses.filter((one) => chosen.split(',').includes(one)) : []
  return [
    ['', view.t('filter.any')],
    ...paymentStatuses.map((one) => [one, labelOf(one)] as const),
    ...(several.length > 1 ? [[chosen, several.map((one, i) => [i > 0 && ', ', labelOf(one)])] as const] : []),
  ]
}

/**
 * Reads the filter. Without days it is the last seven, by the time of payment; canceled payments, most of which never were
 * paid, by the time of creation.
 */
function filterOf(view: View, query: Form): Record<string, string> {
  const fields = filledFields(query, names)
  const isDated = 'from' in fields || 'to' in fields || waiting.includes(fields['flag'] ?? '')
  const basis = fields['flag'] === 'canceled' ? 'createdAt' : 'paidAt'
  return isDated ? fields : { from: plusDays(view.today, -6), to: view.today, basis, ...fields }
}

const columns: readonly ExtraColumn[] = [
  ...(['createdAt', 'channel', 'amountDecimal', 'providerTransactionId', 'late', 'reversedAt'] as const),
  ...(['amountReconciled', 'statusReason', 'description', 'customerName'] as const),
]

function reportTable(view: View, items: readonly ReportItem[]): Html {
  return table(
    view.t('payments.title'),
    items,
    [
      column(
        view.t('payment.reference'),
        ({ paymentId, reference }) =>
          markup`<a class="open" href="${view.paymentUrl(paymentId)}">${bdi(reference)}</a>`,
      ),
      column(view.t('payment.paidAt'), ({ paidAt }) => paidAt !== null && view.instant(paidAt)),
      column(view.t('payment.status'), ({ status }) => paymentStatus(view, status)),
      amounts(view.t('form.amount'), ({ amount, currency }) => view.money(amount, currency)),
    ],
    view.t('reports.empty'),
  )
}

/** The connections of a pool that a page of payments may take. */
const readsAtOnce = 4

async function moneyTable(view: View, items: readonly ReportItem[]): Promise<Html> {
  const payments = await allAtMost(
    readsAtOnce,
    items.map(
      ({ paymentId }) =>
        () =>
          view.payments.getPayment(paymentId),
    ),
  )
  return table(
    view.t('payments.title'),
    payments.filter((payment) => payment !== null),
    paymentColumns(view),
    view.t('reports.empty'),
  )
}

async function show({ view, query }: DeskRequest): Promise<Reply> {
  const fields = filterOf(view, query)
  const of = (name: string) => fields[name] ?? ''
  const isSummed = query.get('sums') !== '' || isSummedAtOnce(fields)
  let alert: Content = null
  let totals: Awaited<ReturnType<HospitalPayments['totals']>> | null = null
  let page: Awaited<ReturnType<HospitalPayments['reportPayments']>> = { items: [], nextCursor: null }
  const cursor = query.get('cursor')
  try {
    ;[totals, page] = await Promise.all([
      isSummed ? view.payments.totals(queryOf(fields)) : null,
      view.payments.reportPayments({ ...queryOf(fields), limit: 50, ...(cursor !== '' && { cursor }) }),
    ])
    if (cursor === '' && page.nextCursor === null) totals ??= await view.payments.totals(queryOf(fields))
  } catch (error) {
    alert = refusedQuery(view, error)
  }
  const list = await (ofMoney.includes(of('flag')) ? moneyTable(view, page.items) : reportTable(view, page.items))
  const paged: Record<string, string> = cursor === '' ? fields : { ...fields, cursor }
  return pageReply(view, {
    ...(alert !== null && { status: 400 }),
    title: view.word('nav.reports'),
    section: 'reports',
    alert,
    body: [
      markup`<form class="filter" method="get" action="${view.url('/reports')}">
        <input type="hidden" name="sums" value="1" />
        <div class="grid">
          ${field(view.t('filter.from'), 'from', of('from'), markup` type="date"`)}${field(view.t('filter.to'), 'to', of('to'), markup` type="date"`)}
          ${choice(
            view.t('reports.basis'),
            'basis',
            bases.map((one) => [one, view.t(`payment.${one}`)] as const),
            of('basis') || 'createdAt',
          )}
          ${choice(view.t('payment.status'), 'status', statusChoices(view, of('status')), of('status'))}
          ${field(view.t('payment.channel'), 'channel', of('channel'))}
          ${choice(view.t('reports.flag'), 'flag', [['', view.t('filter.any')], ...paymentFlags.map((one) => [one, view.t(`flag.${one}`)] as const)], of('flag'))}
        </div>
        <div class="actions"><button>${view.t('filter.show')}</button></div>
      </form>`,
      markup`<section aria-labelledby="totals">
        <h2 id="totals">${view.t('reports.totals')}</h2>
        ${
          totals === null
            ? markup`<p>
                ${view.t('reports.long')}
                <a href="${view.url('/reports', { ...paged, sums: '1' })}">${view.t('reports.sum')}</a>
              </p>`
            : sumsByStatus(
                view,
                view.t('reports.totals'),
                totals.items,
                (one) => paymentStatus(view, one),
                view.t('reports.empty'),
              )
        }
      </section>`,
      markup`<section aria-labelledby="list" data-keys>
        <h2 id="list">${view.t('payments.title')}</h2>
        ${list}${pager(view, '/reports', paged, page.nextCursor)}
        <p class="actions">
          <a href="${view.url('/reports/payments.csv', fields)}" download>${view.t('reports.csv')}</a>
        </p>
      </section>`,
    ],
  })
}

function csv({ view, query, signal, onError }: DeskRequest): Promise<Reply> {
  const filter = queryOf(filterOf(view, query))
  const file = (options: { signal: AbortSignal }) => view.payments.exportCsv({ ...filter, columns, bom: true }, options)
  return csvReply({ name: 'payments', days: filter, export: file, signal, onError })
}

export const reportRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/reports', scopes: ['reports:read'], run: show },
  { method: 'GET', path: '/reports/payments.csv', scopes: ['reports:read'], run: csv },
]
