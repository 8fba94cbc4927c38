/** Receipts: numbered, printed, listed. */
import { PaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import type { HospitalPayments } from '../../service.js'
import { printButton } from '../parts/forms.js'
import { textFilter } from '../parts/filters.js'
import { type ListPage, listRoutes } from '../parts/list-page.js'
import { bdi, type Html, markup } from '../parts/html.js'
import { statusMark } from '../parts/lines.js'
import { pageReply, seeOther } from '../parts/page.js'
import { refusalOf } from '../parts/problem.js'
import { amounts, column, facts } from '../parts/tables.js'
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

const receiptList: ListPage<Receipt, NonNullable<Parameters<Receipts['list']>[0]>> = {
  path: '/receipts',
  section: 'receipts',
  scopes: anyPage,
  filters: [textFilter('year', 'receipts.year', markup` inputmode="numeric"`)],
  empty: 'receipts.empty',
  filter: (_view, { year, ...fields }) => ({ ...fields, ...(year !== undefined && { year: Number(year) }) }),
  read: ({ view }, query) => view.payments.receipts.list(query),
  columns: ({ view }) => [
    column(view.t('receipt.number'), (receipt) =>
      receipt.paymentId === null
        ? numberOf(receipt)
        : markup`<a class="open" href="${receiptUrl(view, receipt.paymentId)}">${numberOf(receipt)}</a>`,
    ),
    column(view.t('payment.reference'), ({ reference }) => reference !== null && bdi(reference)),
    column(view.t('payment.paidAt'), ({ paidAt }) => paidAt !== null && view.instant(paidAt)),
    amounts(view.t('form.amount'), ({ amount, currency }) => view.money(amount, currency)),
    column(view.t('line.status'), (receipt) => receiptStatus(view, receipt)),
  ],
}

async function show({ view, id }: DeskRequest): Promise<Reply> {
  const receipt = await view.payments.receipts.get(id)
  if (!receipt) throw new PaymentError('not_found', 'This payment has no receipt.')
  const payment = await view.payments.getPayment(id)
  return pageReply(view, {
    title: `${view.word('receipt.title')} ${numberOf(receipt)}`,
    heading: markup`${view.t('receipt.title')} ${numberOf(receipt)} ${receiptStatus(view, receipt)}`,
    section: 'receipts',
    alert:
      receipt.status === 'void' &&
      markup`${view.t('receipt.voidHint')} ${receipt.voidReason !== null && bdi(receipt.voidReason)}`,
    body: [
      markup`<dl class="sums"><div><dt>${view.t('form.amount')}</dt><dd>${view.money(receipt.amount, receipt.currency)}</dd></div></dl>`,
      facts([
        [view.t('payment.reference'), receipt.reference !== null && bdi(receipt.reference)],
        [view.t('payment.payer'), payment?.customer?.name !== undefined && bdi(payment.customer.name)],
        [view.t('payment.description'), payment?.description !== undefined && bdi(payment.description)],
        [view.t('payment.channel'), receipt.channel !== null && bdi(receipt.channel)],
        [view.t('payment.receipt'), payment?.providerTransactionId !== undefined && bdi(payment.providerTransactionId)],
        [view.t('payment.paidAt'), receipt.paidAt !== null && view.instant(receipt.paidAt)],
        [view.t('receipt.issuedAt'), view.instant(receipt.issuedAt)],
        [view.t('receipt.issuedBy'), receipt.issuedBy !== null && bdi(receipt.issuedBy)],
      ]),
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
