/** The form that allocates a line's money: to payments that it may be for, to categories, to a line that it cancels out with. */
import { type AccountLine, type Allocation, openOfLine } from '../../domain/reconciliation/account-line.js'
import { maxLength } from '../../domain/limits.js'
import { isGivenBackUnpaid } from '../../domain/payments/money-of-lines.js'
import { amountAsked, openAmount } from '../../domain/payments/open-amount.js'
import type { PaymentSuggestion } from '../../domain/reconciliation/suggestions.js'
import type { Payment } from '../../domain/payments/payment.js'
import { mayComeBack, openForDebit } from '../../domain/refunds/prove-refund.js'
import type { Refund } from '../../domain/refunds/refund.js'
import { typedAmount, typedSignedAmount } from './amounts.js'
import { defaultButton, field, reasonField, versionField } from './forms.js'
import { bdi, type Content, type Html, markup } from './html.js'
import { lineAmount, lineText, openMoney } from './lines.js'
import { paymentState } from './payments.js'
import { refundStatus } from './refunds.js'
import { amounts, type Column, column, table } from './tables.js'
import type { View } from './view.js'
import type { Form } from '../request/form.js'

/** The numbers of payments that a search shows: at first, then when more are requested, and at most. */
const searchSizes = [20, 100, 500] as const
const maxSearch = 500
/** The most rows of a form: results of a search, payments chosen before it, and suggestions. */
const maxRows = 600

/** A search that a form asks for in place of allocating. */
interface Search {
  readonly text: string
  readonly limit: number
}

/** The fields by which a form asks for a search. */
export const searchFields = ['q', 'search', 'searched', 'limit'] as const

/**
 * Returns the search that a form requests, or `null` where it allocates. Enter below a search text means the search; the
 * buttons of the allocations say what they do.
 */
export function searchOf(form: Form): Search | null {
  const limit = searchSizes.find((size) => String(size) === form.get('limit'))
  if (limit !== undefined) return { text: form.get('searched'), limit }
  const text = form.get('q')
  return text === '' || form.has('allocation') || form.has('only') ? null : { text, limit: searchSizes[0] }
}

/** A payment of a form that was sent. */
interface Row {
  readonly paymentId: string
  /** The text that was typed. */
  readonly amount: string
  readonly isChosen: boolean
}

/** Returns a payment of a form. A typed amount other than the shown one means the payment, ticked or not. */
function rowAt(form: Form, at: number): Row | null {
  const [ticked, amount] = [form.get(`payment.${at}`), form.get(`amount.${at}`)]
  const paymentId = form.get(`id.${at}`) || ticked
  if (paymentId === '') return null
  const isTyped = form.has(`shown.${at}`) && amount !== '' && amount !== form.get(`shown.${at}`)
  return { paymentId, amount, isChosen: ticked !== '' || isTyped }
}

function* rowsOf(form: Form): Generator<Row> {
  for (let at = 0; at < maxRows; at++) {
    const row = rowAt(form, at)
    if (!row) return
    yield row
  }
}

interface SearchResult {
  readonly payments: readonly Payment[]
  readonly hasMore: boolean
}

/** Searches for a text as people type it: a receipt, a reference, a name, or a phone number. */
async function searchFor(view: View, { text, limit }: Search): Promise<SearchResult> {
  const looksLikePhone = /^\+?[\d*][\d* -]{2,}$/.test(text)
  const phone = looksLikePhone ? text.replace(/[ -]/g, '') : null
  const pages = await Promise.all([
    view.payments.search({ text, limit }),
    // Text that is no phone number is left to the other search.
    phone === null ? null : view.payments.search({ phone, limit }).catch(() => null),
  ])
  const all = new Map(pages.flatMap((page) => (page ? page.items : [])).map((payment) => [payment.id, payment]))
  return {
    payments: [...all.values()].slice(0, limit),
    hasMore: all.size > limit || pages.some((page) => page !== null && page.nextCursor !== null),
  }
}

/**
 * Returns the amount of a payment that an allocation may take: all that is open for a credit, the whole of a payment that was
 * paid for a debit.
 */
function amountToTake({ direction, currency }: AccountLine, payment: Payment): number {
  if (payment.currency !== currency || payment.status === 'reversed' || isGivenBackUnpaid(payment)) return 0
  if (direction === 'debit') return payment.status === 'succeeded' ? amountAsked(payment) : 0
  return Math.max(openAmount(payment), 0)
}

/** A payment that the line may be for, with the reasons to offer it. */
interface Offer {
  readonly payment: Payment
  readonly reasons: Content
}

/**
 * Collects the results of a search, the payments that were chosen before, and the suggestions; a refused form keeps its rows.
 */
async function offersFor(view: View, line: AccountLine, result: SearchResult | null, form: Form): Promise<Offer[]> {
  const suggestions = (await view.payments.lines.suggest(line.key)).filter(
    (suggestion): suggestion is PaymentSuggestion => suggestion.payment !== undefined,
  )
  const offers = new Map<string, Offer>()
  const add = (payment: Payment | null, reasons: Content) => {
    if (payment && !offers.has(payment.id)) offers.set(payment.id, { payment, reasons })
  }
  const suggested = new Map(
    suggestions.map(({ payment, reasons }) => [
      payment.id,
      reasons.map((reason, i) => [i > 0 && ', ', view.t(`reason.${reason}`)]),
    ]),
  )
  for (const payment of result?.payments ?? []) add(payment, suggested.get(payment.id) ?? view.t('line.found'))
  const keptRows = [...rowsOf(form)].filter(
    ({ paymentId, isChosen }) => !suggested.has(paymentId) && (isChosen || !result),
  )
  for (const { paymentId } of result ? keptRows : [])
    add(await view.payments.getPayment(paymentId), view.t('line.found'))
  for (const { payment } of suggestions) add(payment, suggested.get(payment.id))
  for (const { paymentId } of result ? [] : keptRows)
    add(await view.payments.getPayment(paymentId), view.t('line.found'))
  return [...offers.values()]
}

/** Makes the columns of the payments that the line may be for; a form that was refused has its rows as they were typed. */
function offerColumns(view: View, line: AccountLine, rows: ReadonlyMap<string, Row>): Column<Offer>[] {
  const open = openOfLine(line)
  const isDebit = line.direction === 'debit'
  const takenBy = (payment: Payment) => amountToTake(line, payment)
  const cannot = ({ payment }: Offer) =>
    isDebit ? takenBy(payment) === 0 || takenBy(payment) > open : takenBy(payment) === 0
  // Two payments of one bill have the same reference: the place in the table distinguishes them.
  const named = ({ payment }: Offer, at: number) => markup`${bdi(payment.reference)} (${at + 1})`
  const chosen = ({ payment }: Offer) => {
    const typed = rows.get(payment.id)
    return typed?.isChosen ? typed : null
  }
  return [
    column(
      markup`<span class="sr">${view.t('lines.choose')}</span>`,
      (offer, at) =>
        markup`<input type="hidden" name="id.${at}" value="${offer.payment.id}" />${!cannot(offer) && markup`<label><span class="sr">${view.t('line.take', { reference: named(offer, at) })}</span><input type="checkbox" name="payment.${at}" value="${offer.payment.id}" ${chosen(offer) && markup` checked`} /></label>`}`,
      'pick',
    ),
    column(
      view.t('payment.reference'),
      ({ payment: { id, reference, customer }, reasons }) =>
        markup`<a href="${view.paymentUrl(id)}">${bdi(reference)}</a
      >${customer?.name !== undefined && markup`<span class="more">${bdi(customer.name)}</span>`}<small class="muted">${reasons}</small>`,
      'wide',
    ),
    column(view.t('payment.status'), ({ payment }) => paymentState(view, payment)),
    amounts(view.t('payment.asked'), ({ payment }) => view.money(payment.amount, payment.currency)),
    column(view.t('line.takes'), (offer, at) => {
      if (cannot(offer)) return markup`<span class="muted">${view.t('line.cannotTake')}</span>`
      const shownAmount = view.decimal(Math.min(takenBy(offer.payment), open), line.currency).replaceAll(',', '')
      return markup`<label
              ><span class="sr">${view.t('line.amountFor', { reference: named(offer, at) })}</span
              ><input
                class="amount"
                name="amount.${at}"
                value="${chosen(offer)?.amount ?? shownAmount}"
                inputmode="decimal"
                size="12"
                data-allocation="payment.${at}"
                ${isDebit && markup` readonly`} /></label
            ><input type="hidden" name="shown.${at}" value="${shownAmount}" />`
    }),
    column(
      markup`<span class="sr">${view.t('line.takeOnly')}</span>`,
      (offer, at) =>
        !cannot(offer) &&
        markup`<button class="small" name="only" value="${at}">${view.t('line.takeOnly')}<span class="sr"> ${named(offer, at)}</span></button>`,
    ),
  ]
}

/** Writes the searched text, and the way to more results than the page has. */
function searchResult(view: View, search: Search | null, result: SearchResult | null): Html | null {
  if (!search || !result) return null
  const next = searchSizes.find((size) => size > search.limit)
  return markup`<p>
    <input type="hidden" name="searched" value="${search.text}" />${view.t('line.foundFor', { count: result.payments.length, text: bdi(search.text) })}
    ${result.hasMore && (next === undefined ? view.t('line.foundTooMany', { count: maxSearch }) : markup`${view.t('line.foundMore')} <button class="small" name="limit" value="${next}">${view.t('line.showMore')}</button>`)}
  </p>`
}

const categoryRows = [0, 1, 2] as const

function categoryFields(view: View, form: Form): Html {
  return markup`<fieldset>
    <legend>${view.t('line.categories')}</legend>
    <p class="muted">${view.t('line.categoriesHint')}</p>
    ${categoryRows.map(
      (at) =>
        markup`<div class="pair">
          ${field(view.t('form.category'), `category.${at}`, form.get(`category.${at}`), markup` list="categories" maxlength="64"`)}
          ${field(view.t('form.amount'), `categoryAmount.${at}`, form.get(`categoryAmount.${at}`), markup` class="amount" inputmode="text" size="12" data-allocation`)}
        </div>`,
    )}
  </fieldset>`
}

const maxRefunds = 20

/**
 * Checks that a line may be the money of a refund: a debit that pays it out, or a credit that brings back the money of one
 * that was paid out, or was reported as failed, and came back by no other.
 */
function takesRefund({ direction, currency, amount }: AccountLine, refund: Refund): boolean {
  if (refund.currency !== currency || refund.amount > amount) return false
  return direction === 'debit' ? openForDebit(refund) > 0 : mayComeBack(refund)
}

function refundFields(view: View, line: AccountLine, namedRefunds: readonly Refund[], form: Form): Html | null {
  const refunds = namedRefunds.filter((refund) => takesRefund(line, refund)).slice(0, maxRefunds)
  if (refunds.length === 0) return null
  const chosen = new Set(refunds.map((_, at) => form.get(`refund.${at}`)))
  return markup`<fieldset>
    <legend>${view.t(line.direction === 'debit' ? 'line.paysRefund' : 'line.returnsRefund')}</legend>
    ${refunds.map(
      ({ id, reference, amount, currency, status }, at) =>
        markup`<label class="check"
          ><input type="checkbox" name="refund.${at}" value="${id}" ${chosen.has(id) && markup` checked`} />
          ${bdi(reference)} · ${view.money(amount, currency)} ${refundStatus(view, status)}</label
        >`,
    )}
  </fieldset>`
}

const maxCounters = 20

interface Counters {
  readonly lines: readonly AccountLine[]
  /** The address of all open lines of their amount, where there are more. */
  readonly all: string | null
}

/** Reads the lines that this one may cancel out with: the other direction, the same amount, nothing allocated of either. */
async function counterLines(view: View, line: AccountLine): Promise<Counters> {
  if (line.allocations.length > 0) return { lines: [], all: null }
  const { currency, amount } = line
  const direction = line.direction === 'credit' ? 'debit' : 'credit'
  const lines: AccountLine[] = []
  let cursor: string | undefined
  do {
    const page = await view.payments.lines.list({ status: 'open', direction, currency, amount, limit: 100, cursor })
    lines.push(...page.items.filter(({ allocations }) => allocations.length === 0))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && lines.length <= maxCounters)
  const filter = { status: 'open', direction, currency, amount: view.decimal(amount, currency).replaceAll(',', '') }
  return { lines: lines.slice(0, maxCounters), all: lines.length > maxCounters ? view.url('/lines', filter) : null }
}

function counterFields(view: View, { lines, all }: Counters, form: Form): Html | null {
  if (lines.length === 0) return null
  return markup`<fieldset>
    <legend>${view.t('line.counter')}</legend>
    ${lines.map(
      (one) =>
        markup`<label class="check"
          ><input
            type="radio"
            name="counter"
            value="${one.key}"
            ${one.key === form.get('counter') && markup` checked`}
          />
          ${view.day(one.valueDate)} · ${lineAmount(view, one)} · <bdi>${one.account}</bdi> ${lineText(one)}</label
        >`,
    )}${all !== null && markup`<p>${view.t('line.moreCounters', { count: maxCounters })} <a href="${all}">${view.t('line.showMore')}</a></p>`}
  </fieldset>`
}

/** Categories that the page proposes: those that most hospitals use. */
const usualCategories = ['bank_fee', 'interest', 'own_transfer', 'donation', 'to_give_back', 'rounding']

/**
 * @param refunds those that the line names
 * @param form what was typed into it before, where it was refused or is searched from
 */
export async function allocationForm(
  view: View,
  line: AccountLine,
  refunds: readonly Refund[],
  form: Form,
): Promise<Html> {
  const search = searchOf(form)
  const [result, counters] = await Promise.all([search && searchFor(view, search), counterLines(view, line)])
  const offers = await offersFor(view, line, result, form)
  const rows = new Map([...rowsOf(form)].map((row) => [row.paymentId, row]))
  const action = view.lineUrl(line.key, '/allocate')
  const isOther = categoryRows.some(
    (at) => form.get(`category.${at}`) !== '' || form.get(`categoryAmount.${at}`) !== '',
  )
  return markup`<section aria-labelledby="settle"><h2 id="settle">${view.t('line.settle')}</h2>
<form method="post" action="${action}" data-search="#offers" data-open="${openOfLine(line)}" data-digits="${view.decimal(1, line.currency).split('.')[1]?.length ?? 0}">
${defaultButton(view.t('line.allocation'))}${versionField(line.version)}
<div class="search" role="search">${field(view.t('line.search'), 'q', '', markup` type="search" aria-describedby="search-hint" maxlength="${maxLength.searchText}"`)}<button name="search" value="1">${view.t('line.searchButton')}</button></div>
<p class="muted" id="search-hint">${view.t('line.searchHint')}</p>
<div id="offers">${searchResult(view, search, result)}${table(
    view.t('line.offers'),
    offers,
    offerColumns(view, line, rows),
    search ? view.t('line.nothingFound') : view.t('line.noOffers'),
  )}</div>${refundFields(view, line, refunds, form)}
<details${(isOther || counters.lines.length > 0) && markup` open`}><summary>${view.t('line.otherAllocations')}</summary>
${categoryFields(view, form)}${counterFields(view, counters, form)}</details>
<datalist id="categories">${usualCategories.map((one) => markup`<option value="${one}"></option>`)}</datalist>
${reasonField(view, form)}
<div class="actions"><button class="main" name="allocation" value="1">${view.t('line.allocation')}</button>
<p class="remainder">${view.t('line.toAllocation')} ${openMoney(view, line)} <span data-remainder hidden>· ${view.t('line.leftOver')} <output class="money"></output></span></p></div>
</form></section>`
}

/** A mistake in a form, for the page; nothing was sent on. */
export class Mistyped {
  constructor(readonly alert: Content) {}
}

/** Reads the allocations of a form. */
export async function readAllocations(
  view: View,
  { currency, amount: whole }: AccountLine,
  form: Form,
): Promise<Allocation[] | Mistyped> {
  const allocations: Allocation[] = []
  const only = form.get('only')
  // The button of a row is sent without its tick.
  const rows = only === '' ? [...rowsOf(form)].filter(({ isChosen }) => isChosen) : [rowAt(form, Number(only))]
  for (const row of rows) {
    if (!row) continue
    const amount = typedAmount(row.amount, currency)
    if (amount === null) return new Mistyped(view.t('form.badAmount'))
    allocations.push({ to: 'payment', paymentId: row.paymentId, amount })
  }
  if (only !== '') return allocations
  for (let at = 0; at < maxRefunds; at++) {
    const refund = form.has(`refund.${at}`) ? await view.payments.refunds.get(form.get(`refund.${at}`)) : null
    if (refund) allocations.push({ to: 'refund', refundId: refund.id, amount: refund.amount })
  }
  for (const at of categoryRows) {
    const category = form.get(`category.${at}`)
    const typed = form.get(`categoryAmount.${at}`)
    if (category === '' && typed === '') continue
    if (!/^[a-z0-9_.-]{1,64}$/.test(category)) return new Mistyped(view.t('form.categoryRule'))
    const amount = typedSignedAmount(typed, currency)
    if (amount === null) return new Mistyped(view.t('form.badAmount'))
    allocations.push({ to: 'category', category, amount })
  }
  const lineKey = form.get('counter')
  if (lineKey !== '') allocations.push({ to: 'line', lineKey, amount: whole })
  return allocations
}
