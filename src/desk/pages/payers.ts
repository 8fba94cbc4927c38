/** A payer: bills with what was asked for, came and is missing, deposits, receipts, and the statement. */
import { paymentNotFound } from '../../domain/not-found.js'
import { amountAsked, openAmount } from '../../domain/payments/open-amount.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { Receipt } from '../../domain/receipts/receipt.js'
import { allAtMost } from '../../internal/all-at-most.js'
import type { Reply } from '../../http/reply.js'
import type { HospitalPayments } from '../../service.js'
import { typedAmount } from '../parts/amounts.js'
import { filledFields, firstOrAll, hiddenField, pager, printButton, restOf, versionField } from '../parts/forms.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import type { MessageKey } from '../parts/messages.js'
import { type PageFacts, pageReply, refusalAlone, seeOther } from '../parts/page.js'
import { payerUrl } from '../parts/payers.js'
import { paymentState, paymentStatus } from '../parts/payments.js'
import { refusalOf } from '../parts/problem.js'
import { receiptLink, receiptStatus } from '../parts/receipts.js'
import { lineLink } from '../parts/lines.js'
import { refundStatus } from '../parts/refunds.js'
import { amounts, type Column, column, section, table } from '../parts/tables.js'
import { actorOf, linePages, payerPages, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

type Payers = HospitalPayments['payers']
type Payer = Awaited<ReturnType<Payers['get']>>
type Entry = Awaited<ReturnType<Payers['statement']>>['items'][number]
type Deposit = Awaited<ReturnType<View['depositsOf']>>[number]

/** The connections of a pool that the page of a payer may take. */
const readsAtOnce = 4

function sumsTable(view: View, { currencies }: Payer): Html {
  return table(
    view.t('payer.sums'),
    currencies,
    [
      column(view.t('filter.currency'), ({ currency }) => currency),
      amounts(view.t('payment.asked'), ({ asked, currency }) => view.money(asked, currency)),
      amounts(view.t('payment.missing'), ({ open, currency }) => view.money(open, currency)),
      amounts(view.t('payer.deposit'), ({ deposit, currency }) => view.money(deposit, currency)),
    ],
    view.t('payer.nothing'),
  )
}

/** A bill on the page of its payer. */
interface Bill {
  readonly payment: Payment
  readonly receipt: Receipt | null
}

/** Reads the newest receipt of each bill for which money came. */
async function withReceipts({ payments }: View, bills: readonly Payment[]): Promise<Bill[]> {
  const reads = bills.map((payment) => async (): Promise<Bill> => {
    const isPaid = payment.status !== 'pending' || payment.amountReconciled > 0
    return { payment, receipt: isPaid ? await payments.receipts.get(payment.id) : null }
  })
  return allAtMost(readsAtOnce, reads)
}

/** Returns the minor units that are missing of a bill that waits for money. */
function missingOf(payment: Payment): number {
  return payment.status === 'pending' ? Math.max(openAmount(payment), 0) : 0
}

/** Returns the minor units that came for a bill: of a paid one all that no waiver pays and that was not written off. */
function receivedOf(payment: Payment): number {
  const { status, amountReconciled, amountWrittenOff } = payment
  return status === 'succeeded' ? amountAsked(payment) - amountWrittenOff : amountReconciled
}

/** The payer of the page, and a form of it that was refused. */
interface Drawing {
  readonly payer: Payer
  readonly typed: Form
}

/** Writes the form that draws the payer's deposit for a bill, where there is a deposit to draw. */
function drawForm(view: View, { payer, typed }: Drawing, payment: Payment): Content {
  const { id, version, currency, reference } = payment
  const deposit = BigInt(payer.currencies.find((one) => one.currency === currency)?.deposit ?? 0)
  const missing = BigInt(missingOf(payment))
  const drawable = deposit < missing ? deposit : missing
  if (drawable <= 0n || !view.may('payers:write')) return null
  const value =
    typed.get('paymentId') === id ? typed.get('amount') : view.decimal(drawable, currency).replaceAll(',', '')
  return markup`<form class="row" method="post" action="${payerUrl(view, payer.payerId, '/apply')}">
    ${hiddenField('paymentId', id)}${versionField(version)}<label
      ><span class="sr">${view.t('line.amountFor', { reference: bdi(reference) })}</span
      ><input class="amount" name="amount" value="${value}" inputmode="decimal" size="12" required
    /></label>
    <button class="small">${view.t('payer.draw')}<span class="sr"> ${bdi(reference)}</span></button>
  </form>`
}

function billColumns(view: View, bills: readonly Bill[], drawing: Drawing): readonly (Column<Bill> | false)[] {
  const money = (minor: number, { currency }: Payment) => view.money(minor, currency)
  const drawFormOf = ({ payment }: Bill) => drawForm(view, drawing, payment)
  return [
    column(
      view.t('payment.reference'),
      ({ payment: { id, reference } }) => markup`<a class="open" href="${view.paymentUrl(id)}">${bdi(reference)}</a>`,
    ),
    column(view.t('payment.createdAt'), ({ payment: { createdAt } }) => view.instant(createdAt)),
    amounts(view.t('payment.asked'), ({ payment }) => money(payment.amount, payment)),
    bills.some(({ payment }) => payment.amountWaived > 0) &&
      amounts(view.t('payment.waived'), ({ payment }) => money(payment.amountWaived, payment)),
    amounts(view.t('payment.came'), ({ payment }) => money(receivedOf(payment), payment)),
    amounts(view.t('payment.missing'), ({ payment }) => money(missingOf(payment), payment)),
    column(view.t('payment.status'), ({ payment }) => paymentState(view, payment)),
    column(view.t('receipt.title'), ({ receipt }) => receipt && receiptLink(view, receipt)),
    bills.some((bill) => drawFormOf(bill) !== null) && column(view.t('payer.fromDeposit'), drawFormOf),
  ]
}

function depositsTable(view: View, deposits: readonly Deposit[]): Html {
  return table(
    view.t('payer.deposits'),
    deposits,
    [
      column(view.t('line.valueDate'), ({ line }) => view.day(line.valueDate)),
      column(view.t('line.account'), ({ line }) => lineLink(view, line.key, bdi(line.account))),
      amounts(view.t('form.amount'), ({ line: { amount, currency } }) => view.money(amount, currency)),
      amounts(view.t('deposit.open'), ({ deposit, line }) => view.money(deposit, line.currency)),
      view.sees(...linePages) &&
        view.may('lines:write') &&
        column(
          view.t('remittance.head'),
          ({ line }) => markup`<a href="${view.lineUrl(line.key, '/remittance')}">${view.t('remittance.link')}</a>`,
        ),
    ],
    view.t('payer.noDeposits'),
  )
}

function receiptColumns(view: View): Column<Receipt>[] {
  return [
    column(view.t('receipt.number'), (receipt) => receiptLink(view, receipt)),
    column(view.t('receipt.issuedAt'), ({ issuedAt }) => view.instant(issuedAt)),
    column(view.t('receipt.paidFor'), ({ allocations }) =>
      allocations.length > 0
        ? allocations.map(({ reference }, i) => [i > 0 && ', ', bdi(reference)])
        : view.t('receipt.deposit'),
    ),
    amounts(view.t('receipt.received'), ({ received, currency }) => view.money(received, currency)),
    column(view.t('line.status'), (receipt) => receiptStatus(view, receipt)),
  ]
}

/** Returns the name of the payer, as the newest bill with one has it. */
function nameOf(bills: readonly Payment[]): string | undefined {
  return bills.find(({ customer }) => customer?.name !== undefined)?.customer?.name
}

function headingOf(view: View, title: MessageKey, payerId: string, name: string | undefined): Content {
  return markup`${view.t(title)} ${bdi(payerId)}${name !== undefined && markup` <small>${bdi(name)}</small>`}`
}

interface PayerPage extends Pick<PageFacts, 'status' | 'alert'> {
  /** True where its lists are whole, however long they are. */
  readonly isAll?: boolean
  /** A form that was refused: its fields are as they were typed. */
  readonly typed?: Form
}

async function payerPage(
  view: View,
  payerId: string,
  { isAll = false, typed = new Form(), ...more }: PayerPage = {},
): Promise<Reply> {
  const alone = refusalAlone(view, payerPages, more)
  if (alone) return pageReply(view, alone)
  const { payments } = view
  const [payer, bills, receipts, deposits] = await Promise.all([
    payments.payers.get(payerId),
    firstOrAll(isAll, (cursor) => payments.search({ customerId: payerId, limit: 50, cursor })),
    firstOrAll(isAll, (cursor) => payments.receipts.list({ payerId, limit: 50, cursor })),
    view.depositsOf(payerId),
  ])
  const shownBills = await withReceipts(view, bills.items)
  const whole = view.url(`/payers/${encodeURIComponent(payerId)}`, { all: '1' })
  return pageReply(view, {
    ...more,
    title: `${view.word('payer.title')} ${payerId}`,
    heading: headingOf(view, 'payer.title', payerId, nameOf(bills.items)),
    section: 'payments',
    body: [
      sumsTable(view, payer),
      markup`<p class="actions"><a href="${payerUrl(view, payerId, '/statement')}">${view.t('payer.toStatement')}</a></p>`,
      section(view, 'bills', 'payer.bills', [
        table(
          view.t('payer.bills'),
          shownBills,
          billColumns(view, shownBills, { payer, typed }),
          view.t('payer.noBills'),
        ),
        restOf(view, bills, whole),
      ]),
      section(view, 'deposits', 'payer.deposits', depositsTable(view, deposits)),
      section(view, 'receipts', 'payer.receipts', [
        table(view.t('payer.receipts'), receipts.items, receiptColumns(view), view.t('payer.noReceipts')),
        restOf(view, receipts, whole),
      ]),
    ],
  })
}

/** Writes what an entry of the statement is of, with a link to it. */
function subjectOf(view: View, entry: Entry, bills: ReadonlyMap<string, Payment>): Content {
  if (entry.kind === 'payment') return markup`<a href="${view.paymentUrl(entry.id)}">${bdi(entry.reference)}</a>`
  if (entry.kind === 'line')
    return [lineLink(view, entry.id), ' ', bdi(entry.account), ' · ', view.day(entry.valueDate)]
  const { paymentId } = entry
  const lineKey = 'lineKey' in entry ? entry.lineKey : null
  const parts = [
    paymentId !== null &&
      markup`<a href="${view.paymentUrl(paymentId)}">${bdi(bills.get(paymentId)?.reference ?? paymentId)}</a>`,
    lineKey !== null && lineLink(view, lineKey),
  ].filter((part) => part !== false)
  return parts.map((part, i) => [i > 0 && ' · ', part])
}

function entryStatus(view: View, entry: Entry): Content {
  if (entry.kind === 'payment') return paymentStatus(view, entry.status)
  return entry.kind === 'refund' && refundStatus(view, entry.status)
}

function entryColumns(view: View, bills: ReadonlyMap<string, Payment>): Column<Entry>[] {
  return [
    column(view.t('history.when'), ({ at }) => view.instant(at)),
    column(view.t('payer.entry'), ({ kind }) => view.t(`payer.entry.${kind}`)),
    column(view.t('payer.subject'), (entry) => subjectOf(view, entry, bills), 'wide'),
    column(view.t('payment.status'), (entry) => entryStatus(view, entry)),
    amounts(view.t('form.amount'), ({ amount, currency }) => view.money(amount, currency)),
  ]
}

/** The entries of a page of the statement, and of a long one for paper. */
const entriesOfPage = { short: 100, long: 500 } as const

async function statementPage({ view, id: payerId, query }: DeskRequest): Promise<Reply> {
  const { payments } = view
  const fields = filledFields(query, ['cursor', 'long'])
  const { cursor } = fields
  const limit = entriesOfPage['long' in fields ? 'long' : 'short']
  const [payer, statement, newest] = await Promise.all([
    payments.payers.get(payerId),
    payments.payers.statement({ payerId, limit, cursor }),
    payments.search({ customerId: payerId, limit: 10 }),
  ])
  const path = `/payers/${encodeURIComponent(payerId)}/statement`
  const ids = statement.items.flatMap((entry) => ('paymentId' in entry ? (entry.paymentId ?? []) : []))
  const bills = await view.paymentsById([...new Set(ids)])
  const longer = !('long' in fields) && statement.nextCursor !== null
  return pageReply(view, {
    title: `${view.word('payer.statement')} ${payerId}`,
    heading: headingOf(view, 'payer.statement', payerId, nameOf(newest.items)),
    section: 'payments',
    body: [
      markup`<p class="muted">${view.day(view.today)}</p>`,
      sumsTable(view, payer),
      table(view.t('payer.statement'), statement.items, entryColumns(view, bills), view.t('payer.noEntries')),
      pager(view, path, fields, statement.nextCursor),
      markup`<div class="actions">
        ${printButton(view)} ${longer && markup`<a href="${view.url(path, { long: '1' })}">${view.t('payer.longPages', { count: entriesOfPage.long })}</a>`}
        <a href="${payerUrl(view, payerId)}">${view.t('payer.toPayer')}</a>
      </div>`,
    ],
  })
}

/** Checks that the change behind the version of a form drew this payer's deposit: the same form may have made it. */
async function isDrawOfForm({ payments }: View, { id, version }: Payment, seen: number, payerId: string) {
  if (version <= seen) return false
  const next = (await payments.history(id)).find(({ data }) => data.version === seen + 1)
  if (next?.evidence?.kind !== 'statement') return false
  return (await payments.lines.get(next.evidence.lineKey))?.payerId === payerId
}

async function apply({ view, id: payerId, form }: DeskRequest): Promise<Reply> {
  const { payments } = view
  const paymentId = form.get('paymentId')
  const payment = await payments.getPayment(paymentId)
  if (!payment) throw paymentNotFound(paymentId)
  const again = (status: number, alert: Content) => payerPage(view, payerId, { status, alert, typed: form })
  const amount = typedAmount(form.get('amount'), payment.currency)
  if (amount === null) return again(400, view.t('form.badAmount'))
  const seen = form.version()
  if (payment.version !== seen && !(await isDrawOfForm(view, payment, seen, payerId)))
    return again(409, view.t('payment.changed'))
  try {
    const idempotencyKey = `desk:draw:${paymentId}:${seen}:${payerId}`
    await payments.payers.apply({ payerId, paymentId, amount, ...actorOf(view) }, { idempotencyKey })
  } catch (error) {
    const { status, alert } = refusalOf(view, error)
    return again(status, alert)
  }
  return seeOther(view, { key: 'done.drawn' }, payerUrl(view, payerId), payerPages)
}

export const payerRoutes: readonly DeskRoute[] = [
  {
    method: 'GET',
    path: '/payers/{payerId}',
    scopes: payerPages,
    run: ({ view, id, query }) => payerPage(view, id, { isAll: query.has('all') }),
  },
  { method: 'GET', path: '/payers/{payerId}/statement', scopes: payerPages, run: statementPage },
  { method: 'POST', path: '/payers/{payerId}/apply', scopes: ['payers:write'], run: apply },
]
