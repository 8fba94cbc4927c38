/** Days and totals of payments, and their files. */
import { isReportDay, plusDays } from '../../domain/calendar.js'
import { paymentFlags } from '../../domain/payments/flags.js'
import { type Payment, paymentStatuses, type PaymentStatus } from '../../domain/payments/payment.js'
import { bases, type ExtraColumn, type ReportItem } from '../../domain/report.js'
import { allAtMost } from '../../internal/all-at-most.js'
import type { HospitalPayments } from '../../service.js'
import { choice, hiddenField, sumsRequest } from '../parts/forms.js'
import { choiceFilter, dayFilters, type Fields, type Filter, textFilter } from '../parts/filters.js'
import { type ListPage, listRoutes } from '../parts/list-page.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { paymentColumns, paymentStatus, sumsByStatus } from '../parts/payments.js'
import { amounts, type Column, column, section } from '../parts/tables.js'
import { anyPage, type View } from '../parts/view.js'

type Query = NonNullable<Parameters<HospitalPayments['totals']>[0]>

/**
 * The days of payments that the page sums up by itself, as it does payments that wait for people, and a longer time of which
 * one page holds all; other sums are requested, as the form does.
 */
const daysSummed = 7
const waiting = ['under_paid', 'duplicate_reference', 'superseded', 'unpaid_with_money', 'refunded_unproved']
/** The flags whose list has the money that came, as the search has: people look for the missing part. */
const ofMoney = ['under_paid', 'unproved', 'unpaid_with_money', 'refunded_unproved']

function isSummedAtOnce({ from, to, flag = '' }: Fields): boolean {
  if (waiting.includes(flag)) return true
  if (from === undefined || to === undefined) return false
  // The functions refuse a text that is no day.
  return !isReportDay(from) || to < plusDays(from, daysSummed)
}

/** Makes the filter of the library: several values of one field stand between commas. */
function queryOf({ status, channel, ...otherFields }: Fields): Query {
  return {
    ...otherFields,
    ...(status !== undefined && { status: status.split(',') }),
    ...(channel !== undefined && { channel: channel.split(',').map((one) => one.trim()) }),
  } as Query
}

/** The filter of a status; it shows the several that a link has chosen too. */
const statusFilter: Filter = {
  name: 'status',
  write(view, chosen) {
    const labelOf = (one: PaymentStatus) => view.t(`payment.status.${one}`)
    const several = chosen.includes(',') ? paymentStatuses.filter((one) => chosen.split(',').includes(one)) : []
    const options: (readonly [string, Content])[] = [
      ['', view.t('filter.any')],
      ...paymentStatuses.map((one) => [one, labelOf(one)] as const),
    ]
    if (several.length > 1) options.push([chosen, several.map((one, i) => [i > 0 && ', ', labelOf(one)])])
    return choice(view.t('payment.status'), 'status', options, chosen)
  },
}

const basisFilter: Filter = {
  name: 'basis',
  write: (view, chosen) =>
    choice(
      view.t('reports.basis'),
      'basis',
      bases.map((one) => [one, view.t(`payment.${one}`)] as const),
      chosen || 'createdAt',
    ),
}

/** The request for sums, which no link repeats. */
const sumsFilter: Filter = { name: '', write: () => hiddenField('sums', 1) }

/**
 * Adds the last seven days where none are chosen, by the time of payment; canceled payments, most of which never were paid,
 * by the time of creation.
 */
function withDays(view: View, fields: Fields): Fields {
  const isDated = 'from' in fields || 'to' in fields || waiting.includes(fields['flag'] ?? '')
  const basis = fields['flag'] === 'canceled' ? 'createdAt' : 'paidAt'
  return isDated ? fields : { from: plusDays(view.today, -6), to: view.today, basis, ...fields }
}

const columns: readonly ExtraColumn[] = [
  ...(['createdAt', 'channel', 'amountDecimal', 'providerTransactionId', 'late', 'reversedAt'] as const),
  ...(['amountReconciled', 'statusReason', 'description', 'customerName'] as const),
]

function reportColumns(view: View): Column<ReportItem>[] {
  return [
    column(
      view.t('payment.reference'),
      ({ paymentId, reference }) => markup`<a class="open" href="${view.paymentUrl(paymentId)}">${bdi(reference)}</a>`,
    ),
    column(view.t('payment.paidAt'), ({ paidAt }) => paidAt !== null && view.instant(paidAt)),
    column(view.t('payment.status'), ({ status }) => paymentStatus(view, status)),
    amounts(view.t('form.amount'), ({ amount, currency }) => view.money(amount, currency)),
  ]
}

/** The connections of a pool that a page of payments may take. */
const readsAtOnce = 4

async function paymentsOf(view: View, items: readonly ReportItem[]): Promise<Payment[]> {
  const read = items.map(
    ({ paymentId }) =>
      () =>
        view.payments.getPayment(paymentId),
  )
  return (await allAtMost(readsAtOnce, read)).filter((payment) => payment !== null)
}

type Totals = Awaited<ReturnType<HospitalPayments['totals']>>

/** Writes the totals, or the link that requests them. */
function totalsSection(view: View, totals: Totals | null, fields: Fields): Html {
  const statusOf = (status: PaymentStatus) => paymentStatus(view, status)
  const content = totals
    ? sumsByStatus(view, view.t('reports.totals'), totals.items, statusOf, view.t('reports.empty'))
    : sumsRequest(view, '/reports', fields, view.t('reports.long'))
  return section(view, 'totals', 'reports.totals', content)
}

const paymentReport: ListPage<ReportItem | Payment, Query> = {
  path: '/reports',
  section: 'reports',
  scopes: anyPage,
  caption: 'payments.title',
  filters: [
    sumsFilter,
    ...dayFilters,
    basisFilter,
    statusFilter,
    textFilter('channel', 'payment.channel'),
    choiceFilter('flag', 'reports.flag', paymentFlags, 'flag'),
  ],
  complete: withDays,
  empty: 'reports.empty',
  top: ({ view }) => markup`<p><a href="${view.url('/reports/actors')}">${view.t('books.link')}</a></p>`,
  filter: (_view, fields) => queryOf(fields),
  async read({ view, query }, filter, fields) {
    const { cursor, ...summed } = fields
    const isSummed = query.get('sums') !== '' || isSummedAtOnce(fields)
    const totalsOf = () => view.payments.totals(queryOf(summed))
    const [early, page] = await Promise.all([isSummed ? totalsOf() : null, view.payments.reportPayments(filter)])
    const isWhole = cursor === undefined && page.nextCursor === null
    const totals = early ?? (isWhole ? await totalsOf() : null)
    const items = ofMoney.includes(fields['flag'] ?? '') ? await paymentsOf(view, page.items) : page.items
    const heading = markup`<h2>${view.t('payments.title')}</h2>`
    return { ...page, items, before: [totalsSection(view, totals, fields), heading] }
  },
  columns: ({ view, fields }) => (ofMoney.includes(fields['flag'] ?? '') ? paymentColumns(view) : reportColumns(view)),
  csv: {
    label: 'reports.csv',
    name: 'payments',
    path: '/reports/payments.csv',
    export: ({ payments }, filter, options) => payments.exportCsv({ ...filter, columns, bom: true }, options),
  },
}

export const reportRoutes = listRoutes(paymentReport)
