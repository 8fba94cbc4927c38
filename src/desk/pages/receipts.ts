/** Receipts: numbered, printed, listed. */
import { PaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import type { HospitalPayments } from '../../service.js'
import { printButton } from '../parts/forms.js'
import { textFilter } from '../parts/filters.js'
import { type ListPage, listRoutes } from '../parts/list-page.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { statusMark } from '../parts/lines.js'
import { pageReply, seeOther } from '../parts/page.js'
import { refusalOf } from '../parts/problem.js'
import { amounts, column, facts, table } from '../parts/tables.js'
import { actorOf, anyPage, type View } from '../parts/view.js'
import type { DeskRequest, DeskRoute } from '../route.js'
import { paymentPage } from '../parts/payment-page.js'

type Receipts = HospitalPayments['receipts']
type Receipt = Awaited<ReturnType<Receipts['issue']>>

function receiptUrl(view: View, paymentId: string): string {
  return view.url(`/receipts/${encodeURIComponent(paymentId)}`)
}

function receiptStatus(view: View, { status }: Receipt): Html {
  return statusMark(status === 'valid' ? 'good' : 'stop', view.t(`receipt.${status}`))
}

const numberOf = ({ number, year }: Receipt) => `${number}/${year}`

/** Returns the number of a receipt, with a link to its page; a deposit is of no payment, and has none. */
function receiptLink(view: View, receipt: Receipt): Content {
  const [part] = receipt.allocations
  if (!part) return numberOf(receipt)
  const query = new URLSearchParams({ number: numberOf(receipt) })
  return markup`<a class="open" href="${receiptUrl(view, part.paymentId)}?${query.toString()}">${numberOf(receipt)}</a>`
}

const receiptList: ListPage<Receipt, NonNullable<Parameters<Receipts['list']>[0]>> = {
  path: '/receipts',
  section: 'receipts',
  scopes: anyPage,
  filters: [textFilter('year', 'receipts.year', markup` inputmode="numeric"`)],
  empty: 'receipts.empty',
  filter: (_view, { year, ...fields }) => ({ ...fields, ...(year !== undefined && { year: Number(year) }) }),
  read: ({ view }, query) => view.payments.receipts.list(query),
  columns: ({ view }) => [
    column(view.t('receipt.number'), (receipt) => receiptLink(view, receipt)),
    column(
      view.t('payment.reference'),
      ({ allocations: [part, ...others] }) => part && markup`${bdi(part.reference)}${others.length > 0 && ' …'}`,
    ),
    column(view.t('receipt.issuedAt'), ({ issuedAt }) => view.instant(issuedAt)),
    amounts(view.t('form.amount'), ({ amount, currency }) => view.money(amount, currency)),
    column(view.t('line.status'), (receipt) => receiptStatus(view, receipt)),
  ],
}

/** Returns the mark of a receipt that was printed more than once. */
function copyMark(view: View, { copies }: Receipt): Html | null {
  return copies > 1 ? statusMark('wait', view.t('receipt.copy', { count: copies - 1 })) : null
}

/** Lists what the money of a receipt was for, where that is not one payment alone. */
function partsTable(view: View, { allocations, received, currency }: Receipt): Html | null {
  const rest = received - allocations.reduce((sum, { amount }) => sum + amount, 0)
  if (allocations.length === 1 && rest === 0) return null
  const deposit = rest > 0 ? [{ paymentId: null, reference: view.word('receipt.deposit'), amount: rest }] : []
  return table<{ readonly paymentId: string | null; readonly reference: string; readonly amount: number }>(
    view.t('receipt.parts'),
    [...allocations, ...deposit],
    [
      column(view.t('payment.reference'), ({ paymentId, reference }) =>
        paymentId === null ? reference : markup`<a href="${view.paymentUrl(paymentId)}">${bdi(reference)}</a>`,
      ),
      amounts(view.t('form.amount'), ({ amount }) => view.money(amount, currency)),
    ],
  )
}

/** Returns the receipt of a payment that the address names, else the newest, and the others of the payment. */
async function receiptsOf({ view, id, query }: DeskRequest): Promise<[Receipt | undefined, readonly Receipt[]]> {
  const { items } = await view.payments.receipts.list({ paymentId: id, limit: 500 })
  const number = query.get('number')
  const receipt = items.find((one) => numberOf(one) === number) ?? items.at(-1)
  return [receipt, items.filter((one) => one !== receipt)]
}

function voidHint(view: View, { status, lineKey, voidReason }: Receipt): Html | false {
  const hint = lineKey === null ? 'receipt.voidHint' : 'receipt.voidedHint'
  return status === 'void' && markup`${view.t(hint)} ${voidReason !== null && bdi(voidReason)}`
}

async function show(request: DeskRequest): Promise<Reply> {
  const { view, id } = request
  const [receipt, others] = await receiptsOf(request)
  if (!receipt) throw new PaymentError('not_found', 'This payment has no receipt.')
  const { currency, tendered, change } = receipt
  const payment = receipt.paymentId === null ? null : await view.payments.getPayment(id)
  return pageReply(view, {
    title: `${view.word('receipt.title')} ${numberOf(receipt)}`,
    heading: markup`${view.t('receipt.title')} ${numberOf(receipt)} ${receiptStatus(view, receipt)} ${copyMark(view, receipt)}`,
    section: 'receipts',
    alert: voidHint(view, receipt),
    body: [
      markup`<dl class="sums"><div><dt>${view.t('form.amount')}</dt><dd>${view.money(receipt.amount, currency)}</dd></div></dl>`,
      partsTable(view, receipt),
      facts([
        [view.t('payment.reference'), receipt.reference !== null && bdi(receipt.reference)],
        [view.t('payment.payer'), payment?.customer?.name !== undefined && bdi(payment.customer.name)],
        [view.t('payment.description'), payment?.description !== undefined && bdi(payment.description)],
        [view.t('payment.channel'), receipt.channel !== null && bdi(receipt.channel)],
        [view.t('payment.receipt'), payment?.providerTransactionId !== undefined && bdi(payment.providerTransactionId)],
        [view.t('payment.paidAt'), receipt.paidAt !== null && view.instant(receipt.paidAt)],
        [view.t('receipt.tendered'), tendered !== null && view.money(tendered, currency)],
        [view.t('receipt.change'), change !== null && view.money(change, currency)],
        [view.t('receipt.issuedAt'), view.instant(receipt.issuedAt)],
        [view.t('receipt.issuedBy'), receipt.issuedBy !== null && bdi(receipt.issuedBy)],
      ]),
      others.length > 0 &&
        markup`<p class="no-print">${view.t('receipt.others')} ${others.map((one) => markup`${receiptLink(view, one)} `)}</p>`,
      markup`<p class="actions">${printButton(view)} <a href="${view.paymentUrl(id)}">${view.t('receipt.toPayment')}</a></p>`,
    ],
  })
}

/**
 * Issues the receipt. To issue it again gives the same receipt, so no version is needed; the form sends the one that it shows
 * all the same.
 */
async function issue({ view, id }: DeskRequest): Promise<Reply> {
  try {
    await view.payments.receipts.issue(id, actorOf(view))
  } catch (error) {
    return paymentPage(view, id, refusalOf(view, error, 'payment_not_found'))
  }
  return seeOther(view, { key: 'done.issued' }, receiptUrl(view, id), anyPage)
}

export const receiptRoutes: readonly DeskRoute[] = [
  ...listRoutes(receiptList),
  { method: 'GET', path: '/receipts/{paymentId}', scopes: ['reports:read'], run: show },
  { method: 'POST', path: '/receipts/{paymentId}', scopes: ['payments:write'], run: issue },
]
