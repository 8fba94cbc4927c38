/** Receipts: numbered, printed, listed. */
import type { Receipt } from '../../domain/receipts/receipt.js'
import { PaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import type { HospitalPayments } from '../../service.js'
import { type Filter, RefusedFilter, textFilter } from '../parts/filters.js'
import { field, firstOrAll } from '../parts/forms.js'
import { type ListPage, listRoutes } from '../parts/list-page.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { pageReply, refusalAlone, seeOther } from '../parts/page.js'
import { refusalOf } from '../parts/problem.js'
import { countPrint, paperFacts, printForm, receiptNumber, receiptPaper } from '../parts/receipt-paper.js'
import { receiptLink, receiptStatus, receiptUrl } from '../parts/receipts.js'
import { amounts, column, facts } from '../parts/tables.js'
import { actorOf, anyPage, type View } from '../parts/view.js'
import type { DeskRequest, DeskRoute } from '../route.js'
import { paymentPage } from '../parts/payment-page.js'

type Receipts = HospitalPayments['receipts']

type ReceiptsQuery = NonNullable<Parameters<Receipts['list']>[0]>

/** Reads the receipts of the bills with a reference, each once: a receipt may be of several of them. */
async function receiptsOfBills({ payments }: View, reference: string, query: ReceiptsQuery): Promise<Receipt[]> {
  const bills = await firstOrAll(true, (cursor) => payments.findByReference(reference, { limit: 500, cursor }))
  const receipts = new Map<string, Receipt>()
  for (const { id: paymentId } of bills.items) {
    const page = await firstOrAll(true, (cursor) => payments.receipts.list({ ...query, paymentId, cursor }))
    for (const receipt of page.items) receipts.set(receiptNumber(receipt), receipt)
  }
  return [...receipts.values()].sort((a, b) => a.year - b.year || a.number - b.number)
}

/** The number of a receipt as its paper has it, with or without the year. */
const numberShape = /^(\d{1,15})(?: ?\/ ?(\d{4}))?$/

const thisYear = ({ today }: View) => today.slice(0, 'YYYY'.length)

/** The field of the number, with the form of numbers in it. */
const numberFilter: Filter = {
  name: 'number',
  write: (view, value) =>
    field(view.t('receipt.number'), 'number', value, markup` placeholder="12/${thisYear(view)}" inputmode="numeric"`),
}

/** Returns the receipt of a number, where it is of a bill with the reference, if there is one. */
async function receiptsOfNumber(
  view: View,
  number: Parameters<View['receiptByNumber']>[0],
  reference: string | undefined,
): Promise<Receipt[]> {
  const receipt = await view.receiptByNumber(number)
  const isOfBill = reference === undefined || receipt?.allocations.some((part) => part.reference === reference)
  return receipt && isOfBill ? [receipt] : []
}

const receiptList: ListPage<Receipt, ReceiptsQuery & { readonly reference?: string; readonly number?: number }> = {
  path: '/receipts',
  section: 'receipts',
  scopes: anyPage,
  filters: [
    numberFilter,
    textFilter('year', 'receipts.year', markup` inputmode="numeric"`),
    textFilter('reference', 'payment.reference'),
  ],
  empty: ({ view, fields }) =>
    Object.keys(fields).length === 0
      ? view.t('receipts.empty')
      : markup`${view.t('receipts.noMatch')} <a href="${view.url('/receipts')}">${view.t('list.showAll')}</a>`,
  // A number is that of a year: of the one that is written behind it, or in the next field, or else of this one.
  complete(view, fields) {
    const [, number, year = fields['year'] ?? thisYear(view)] = numberShape.exec(fields['number'] ?? '') ?? []
    return number === undefined ? fields : { ...fields, number, year }
  },
  filter(view, { number, year, ...fields }) {
    if (number !== undefined && !numberShape.test(number))
      throw new RefusedFilter(view.t('receipts.badNumber', { example: `12/${thisYear(view)}` }))
    return {
      ...fields,
      ...(year !== undefined && { year: Number(year) }),
      ...(number !== undefined && { number: Number(number) }),
    }
  },
  async read({ view }, { reference, number, ...query }) {
    if (number !== undefined)
      return { items: await receiptsOfNumber(view, { number, year: query.year! }, reference), nextCursor: null }
    if (reference === undefined) return view.payments.receipts.list(query)
    return { items: await receiptsOfBills(view, reference, query), nextCursor: null }
  },
  columns: ({ view }) => [
    column(view.t('receipt.number'), (receipt) => receiptLink(view, receipt)),
    column(view.t('payment.reference'), ({ allocations: [part, ...others], payerId }) =>
      part ? markup`${bdi(part.reference)}${others.length > 0 && ' …'}` : payerId !== null && bdi(payerId),
    ),
    column(view.t('receipt.issuedAt'), ({ issuedAt }) => view.instant(issuedAt)),
    amounts(view.t('form.amount'), ({ amount, currency }) => view.money(amount, currency)),
    column(view.t('line.status'), (receipt) => receiptStatus(view, receipt)),
  ],
}

/** Returns the receipt of a payment that the address names, else the newest, and the others of the payment. */
async function receiptsOf({ view, id, query }: ReceiptRequest): Promise<[Receipt, readonly Receipt[]]> {
  const { items } = await view.payments.receipts.list({ paymentId: id, limit: 500 })
  const number = query.get('number')
  const receipt = items.find((one) => receiptNumber(one) === number) ?? items.at(-1)
  if (!receipt) throw new PaymentError('not_found', 'This payment has no receipt.')
  return [receipt, items.filter((one) => one !== receipt)]
}

function voidHint(view: View, { status, lineKey, voidReason }: Receipt): Html | false {
  const hint = lineKey === null ? 'receipt.voidHint' : 'receipt.voidedHint'
  return status === 'void' && markup`${view.t(hint)} ${voidReason !== null && bdi(voidReason)}`
}

/** The part of a request that names a receipt. */
type ReceiptRequest = Pick<DeskRequest, 'view' | 'id' | 'query'>

interface ReceiptPage {
  readonly status?: number
  readonly alert?: Content
}

async function receiptPage(request: ReceiptRequest, { alert, ...more }: ReceiptPage = {}): Promise<Reply> {
  const { view, id } = request
  const alone = refusalAlone(view, anyPage, { ...more, alert })
  if (alone) return pageReply(view, alone)
  const [receipt, others] = await receiptsOf(request)
  const [paper, payment] = await Promise.all([
    paperFacts(view, receipt),
    receipt.paymentId === null ? null : view.payments.getPayment(id),
  ])
  const number = receiptNumber(receipt)
  return pageReply(view, {
    ...more,
    title: `${view.word('receipt.title')} ${number}`,
    heading: markup`${view.t('receipt.title')} ${number} ${receiptStatus(view, receipt)}`,
    section: 'receipts',
    paper: true,
    alert: alert ?? voidHint(view, receipt),
    body: [
      view.may('payments:write') && printForm(view, receipt, receiptUrl(view, id, { verb: '/print' })),
      receiptPaper(view, receipt, paper),
      facts([
        [view.t('payment.receipt'), payment?.providerTransactionId !== undefined && bdi(payment.providerTransactionId)],
        [view.t('payment.paidAt'), receipt.paidAt !== null && view.instant(receipt.paidAt)],
      ]),
      others.length > 0 &&
        markup`<p>${view.t('receipt.others')} ${others.map((one) => markup`${receiptLink(view, one)} `)}</p>`,
      markup`<p class="actions">${receipt.allocations.map(({ paymentId, reference }) => markup`<a href="${view.paymentUrl(paymentId)}">${view.t('receipt.toPayment')} ${bdi(reference)}</a> `)}</p>`,
    ],
  })
}

async function print(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  const place = { view, id, query: form }
  const [receipt] = await receiptsOf(place)
  try {
    const done = await countPrint(view, receipt, form)
    return seeOther(view, done, receiptUrl(view, id, { receipt }), anyPage)
  } catch (error) {
    return receiptPage(place, refusalOf(view, error))
  }
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
  { method: 'GET', path: '/receipts/{paymentId}', scopes: anyPage, run: (request) => receiptPage(request) },
  { method: 'POST', path: '/receipts/{paymentId}/print', scopes: ['payments:write'], run: print },
  { method: 'POST', path: '/receipts/{paymentId}', scopes: ['payments:write'], run: issue },
]
