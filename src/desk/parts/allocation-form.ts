/** The form that allocates a line's money: to payments that it may be for, to categories, to a line that it cancels out with. */
import { type AccountLine, type Allocation, openOfLine } from '../../domain/reconciliation/account-line.js'
import { openAmount } from '../../domain/payments/open-amount.js'
import type { Suggestion } from '../../domain/reconciliation/suggestions.js'
import type { Payment } from '../../domain/payments/payment.js'
import { mayComeBack, openForDebit } from '../../domain/refunds/prove-refund.js'
import type { Refund } from '../../domain/refunds/refund.js'
import { typedAmount, typedSignedAmount } from './amounts.js'
import { type CategoryCount, categoryList, isCategory } from './categories.js'
import { dayField, defaultButton, field, reasonField, versionField } from './forms.js'
import { bdi, type Content, type Html, markup } from './html.js'
import { type Search, searchFor, type SearchResult, searchResult, searchSizes } from './line-search.js'
import { lineAmount, lineText, openMoney } from './lines.js'
import type { MessageKey } from './messages.js'
import { paymentState } from './payments.js'
import { refundStatus } from './refunds.js'
import { maxSmsLength } from './sms.js'
import { amountToTake, isWeak, lineName, reasonsText } from './suggestions.js'
import { amounts, type Column, column, table } from './tables.js'
import type { View } from './view.js'
import type { Form } from '../request/form.js'

/** The most rows of a form: results of a search, payments chosen before it, and suggestions. */
const maxRows = 600

const categoryRows = [0, 1, 2] as const
const maxRefunds = 20

/** The fields by which a form asks for a search. */
export const searchFields = ['q', 'search', 'searched', 'limit', 'channel', 'from', 'to', 'size'] as const

/** The fields that limit a search. */
const searchFilters = ['channel', 'from', 'to'] as const

/** The buttons that fill the form in: ticks for all, and the rest as a fee. Nothing is stored by them. */
const fillings = ['tick', 'rest'] as const

/** The buttons that allocate: what is chosen, one row alone, or the best suggestion. */
const allocating = ['allocation', 'only', 'best'] as const

/** Checks that nothing of a form is chosen or typed that could be allocated. */
function isNothingChosen(form: Form): boolean {
  const typed = categoryRows.some((at) => form.get(`category.${at}`) + form.get(`categoryAmount.${at}`) !== '')
  const isTicked =
    form.get('counter') !== '' || Array.from({ length: maxRefunds }).some((_, at) => form.has(`refund.${at}`))
  return !typed && !isTicked && ![...rowsOf(form)].some(({ isChosen }) => isChosen)
}

/**
 * Checks that a form asks to be shown again, filled in or with the results of a search, and allocates nothing. Enter below a
 * search text means the search, and so it does beside a channel or a day while nothing is chosen; the buttons of the allocations
 * say what they do.
 */
export function isShownAgain(form: Form): boolean {
  if (allocating.some((name) => form.has(name))) return false
  if (['limit', 'search', ...fillings].some((name) => form.has(name)) || form.get('q') !== '') return true
  return searchFilters.some((name) => form.get(name) !== '') && isNothingChosen(form)
}

const sizeOf = (text: string) => searchSizes.find((size) => String(size) === text)

/** Returns the search of a form that is shown again: a new one, more of it, or that of the page before. */
function searchOf(form: Form): Search | null {
  const filter = { channel: form.get('channel'), from: form.get('from'), to: form.get('to') }
  const limit = sizeOf(form.get('limit'))
  const isFilled = fillings.some((name) => form.has(name))
  if (limit === undefined && !isFilled && isShownAgain(form))
    return { text: form.get('q'), limit: searchSizes[0], ...filter }
  const size = limit ?? sizeOf(form.get('size'))
  return size === undefined ? null : { text: form.get('searched'), limit: size, ...filter }
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

/** A payment that the line may be for, with the reasons to offer it. */
interface Offer {
  readonly payment: Payment
  readonly reasons: Content
  readonly isWeak: boolean
  /** True for a result of the search, which its tick for all ticks. */
  readonly isResult: boolean
  /** Its place among the fields of the form. */
  readonly at: number
}

/**
 * Collects the results of a search, the payments that were chosen before, and the suggestions, the weak ones last; a refused form
 * keeps its rows.
 */
async function offersFor(
  view: View,
  suggestions: readonly Suggestion[],
  result: SearchResult | null,
  form: Form,
): Promise<Offer[]> {
  const offers = new Map<string, Omit<Offer, 'at'>>()
  const add = (
    payment: Payment | null,
    { isResult = false, reasons = view.t('line.found') as Content, isWeak: weak = false },
  ) => {
    if (payment && !offers.has(payment.id)) offers.set(payment.id, { payment, reasons, isWeak: weak, isResult })
  }
  const rows = [...rowsOf(form)]
  const isChosen = (id: string) => rows.some((row) => row.paymentId === id && row.isChosen)
  const suggested = suggestions.flatMap(({ payment, reasons }) =>
    payment ? [{ payment, reasons: reasonsText(view, reasons), isWeak: isWeak(reasons) && !isChosen(payment.id) }] : [],
  )
  const named = new Map(suggested.map((one) => [one.payment.id, one]))
  for (const payment of result?.payments ?? [])
    add(payment, { isResult: true, ...(named.has(payment.id) && { reasons: named.get(payment.id)!.reasons }) })
  const keptRows = rows.filter((row) => !named.has(row.paymentId) && (row.isChosen || !result))
  const addKept = async () => {
    for (const { paymentId } of keptRows) if (!offers.has(paymentId)) add(await view.payments.getPayment(paymentId), {})
  }
  if (result) await addKept()
  for (const { payment, ...more } of suggested) if (!more.isWeak) add(payment, more)
  if (!result) await addKept()
  for (const { payment, ...more } of suggested) add(payment, more)
  const ordered = [...offers.values()]
  return [...ordered.filter((one) => !one.isWeak), ...ordered.filter((one) => one.isWeak)].map((one, at) => ({
    ...one,
    at,
  }))
}

/** Writes an amount as a field of the form has it. */
function plainAmount(view: View, amount: number, currency: string): string {
  return view.decimal(amount, currency).replaceAll(',', '').replace('\u2212', '-')
}

/** Returns the amount of a payment that the form proposes: all that is open of it, at most all of the line. */
function proposedAmount(line: AccountLine, { payment }: Pick<Offer, 'payment'>): number {
  return Math.min(amountToTake(line, payment), openOfLine(line))
}

/** Checks that no money of the line can go to a payment; of a debit, only the whole payment can be taken back. */
function cannotTake(line: AccountLine, { payment }: Pick<Offer, 'payment'>): boolean {
  const takes = amountToTake(line, payment)
  return takes === 0 || (line.direction === 'debit' && takes > openOfLine(line))
}

/** The fields of a form as texts: the chosen payments with their amounts, and the categories. */
interface Draft {
  readonly rows: Map<string, { amount: string; isChosen: boolean }>
  readonly categories: { category: string; amount: string }[]
}

/** Reads the form as it was typed, with all that is offered ticked where its button was pressed. */
function draftOf(view: View, line: AccountLine, offers: readonly Offer[], form: Form): Draft {
  const rows = new Map([...rowsOf(form)].map(({ paymentId, ...row }) => [paymentId, { ...row }]))
  const categories = categoryRows.map((at) => ({
    category: form.get(`category.${at}`),
    amount: form.get(`categoryAmount.${at}`),
  }))
  const draft = { rows, categories }
  if (form.has('tick')) {
    const hasResults = offers.some(({ isResult }) => isResult)
    for (const offer of offers)
      if (!cannotTake(line, offer) && (hasResults ? offer.isResult : !offer.isWeak)) choose(view, line, draft, offer)
  }
  return draft
}

/** Ticks an offer, with what was typed for it or else its proposed amount. */
function choose(view: View, line: AccountLine, { rows }: Draft, offer: Offer): void {
  const typed = rows.get(offer.payment.id)?.amount
  const amount = typed || plainAmount(view, proposedAmount(line, offer), line.currency)
  rows.set(offer.payment.id, { amount, isChosen: true })
}

/** The category of what a bank keeps for itself. */
const feeCategory = 'bank_fee'
/** A bill that is larger than the money by more than this part was not paid whole: the rest is no fee. */
const maxFeePart = 10

/**
 * Puts the rest of the line into the form as a fee: what the line has more than the chosen payments, or, below 0, what the chosen
 * bills have more than the line. Without a choice the best suggestion is chosen.
 */
function putRest(
  view: View,
  line: AccountLine,
  draft: Draft,
  { offers, best, fixedAmount }: { offers: readonly Offer[]; best: Offer | null; fixedAmount: number },
): void {
  const { currency } = line
  const chosen = () => offers.filter(({ payment }) => draft.rows.get(payment.id)?.isChosen === true)
  if (chosen().length === 0 && best) choose(view, line, draft, best)
  const isFee = ({ category }: { category: string }) => category === feeCategory
  const others = draft.categories.reduce(
    (sum, one) => sum + (isFee(one) ? 0 : (typedSignedAmount(one.amount, currency) ?? 0)),
    fixedAmount,
  )
  const amounts = chosen().map((offer) => {
    const amount = typedAmount(draft.rows.get(offer.payment.id)!.amount, currency) ?? 0
    const isProposed = amount === proposedAmount(line, offer)
    return { offer, amount, whole: isProposed ? amountToTake(line, offer.payment) : amount }
  })
  const open = openOfLine(line)
  const whole = amounts.reduce((sum, one) => sum + one.whole, others)
  const isShort = whole > open && (whole - open) * maxFeePart <= open
  for (const { offer, whole: amount } of isShort ? amounts : [])
    draft.rows.set(offer.payment.id, { amount: plainAmount(view, amount, currency), isChosen: true })
  const sum = isShort ? whole : amounts.reduce((total, { amount }) => total + amount, others)
  const row = draft.categories.find(isFee) ?? draft.categories.find(({ category, amount }) => category + amount === '')
  if (!row) return
  const rest = open - sum
  const isNothing = rest === 0 || (rest < 0 && !isShort)
  row.category = isNothing ? '' : feeCategory
  row.amount = isNothing ? '' : plainAmount(view, rest, currency)
}

/** Hides the middle of a phone number: enough to recognise it, and not enough to call it. */
function maskedPhone(phone: string): string {
  return phone.length < 9 ? phone.replace(/\d/g, '•') : `${phone.slice(0, 4)}•••${phone.slice(-3)}`
}

/** Writes the facts by which people recognise a payment: its channel, its day, and the ends of the payer's phone. */
function recognised(view: View, { channel, createdAt, customer }: Payment): Html {
  return markup`${bdi(channel)} · ${view.instant(createdAt)}${customer?.phone !== undefined && markup` · <span dir="ltr">${maskedPhone(customer.phone)}</span>`}`
}

/** Makes the columns of the payments that the line may be for; a form that is shown again has its rows as they were typed. */
function offerColumns(view: View, line: AccountLine, { rows }: Draft): Column<Offer>[] {
  const isDebit = line.direction === 'debit'
  const cannot = (offer: Offer) => cannotTake(line, offer)
  // Two payments of one bill have the same reference: the place in the table distinguishes them.
  const named = ({ payment, at }: Offer) => markup`${bdi(payment.reference)} (${at + 1})`
  const chosen = ({ payment }: Offer) => {
    const typed = rows.get(payment.id)
    return typed?.isChosen ? typed : null
  }
  return [
    column(
      markup`<span class="sr">${view.t('lines.choose')}</span>`,
      (offer) =>
        markup`<input type="hidden" name="id.${offer.at}" value="${offer.payment.id}" />${!cannot(offer) && markup`<label><span class="sr">${view.t('line.take', { reference: named(offer) })}</span><input type="checkbox" name="payment.${offer.at}" value="${offer.payment.id}" data-reference="${offer.payment.reference}" ${offer.isResult && markup` data-result`} ${chosen(offer) && markup` checked`} /></label>`}`,
      'pick',
    ),
    column(
      view.t('payment.reference'),
      ({ payment, reasons }) =>
        markup`<a href="${view.paymentUrl(payment.id)}">${bdi(payment.reference)}</a
      >${payment.customer?.name !== undefined && markup`<span class="more">${bdi(payment.customer.name)}</span>`}<small class="muted">${recognised(view, payment)}</small><small class="muted">${reasons}</small>`,
      'wide',
    ),
    column(view.t('payment.status'), ({ payment }) => paymentState(view, payment)),
    amounts(view.t('line.open'), ({ payment }) => {
      const { amount, currency } = payment
      const open = Math.max(openAmount(payment), 0)
      const ofWhole = view.t('line.ofAsked', { amount: view.money(amount, currency) })
      return markup`${view.money(open, currency)}${open !== amount && markup`<small class="muted">${ofWhole}</small>`}`
    }),
    column(view.t('line.takes'), (offer) => {
      if (cannot(offer)) return markup`<span class="muted">${view.t('line.cannotTake')}</span>`
      const { at, payment } = offer
      const shownAmount = plainAmount(view, proposedAmount(line, offer), line.currency)
      return markup`<label
              ><span class="sr">${view.t('line.amountFor', { reference: named(offer) })}</span
              ><input
                class="amount"
                name="amount.${at}"
                value="${chosen(offer)?.amount ?? shownAmount}"
                inputmode="decimal"
                size="12"
                data-allocation="payment.${at}"
                data-whole="${plainAmount(view, amountToTake(line, payment), line.currency)}"
                ${isDebit && markup` readonly`} /></label
            ><input type="hidden" name="shown.${at}" value="${shownAmount}" />
            <button class="small" name="only" value="${at}">${view.t('line.takeOnly')}<span class="sr"> ${named(offer)}</span></button>`
    }),
  ]
}

/** Writes the search for payments, with the filters by channel and days. */
function searchPart(view: View, form: Form): Html {
  const hasFilter = searchFilters.some((name) => form.get(name) !== '')
  return markup`<div class="search" role="search">
      ${field(view.t('line.search'), 'q', '', markup` type="search" aria-describedby="search-hint" maxlength="${maxSmsLength}"`)}
      ${field(view.t('payment.channel'), 'channel', form.get('channel'), markup` maxlength="64" size="8"`)}
      ${dayField(view, 'filter.from', 'from', form.get('from'))}
      ${dayField(view, 'filter.to', 'to', form.get('to'))}<button name="search" value="1">
        ${view.t('line.searchButton')}
      </button>
    </div>
    <p class="muted" id="search-hint">${view.t('line.searchHint')}${hasFilter && [' ', view.t('line.searchDays')]}</p>`
}

function categoryFields(view: View, { categories }: Draft): Html {
  return markup`<fieldset>
    <legend>${view.t('line.categories')}</legend>
    <p class="muted">${view.t('line.categoriesHint')}</p>
    ${categories.map(
      ({ category, amount }, at) =>
        markup`<div class="pair">
          ${field(view.t('form.category'), `category.${at}`, category, markup` list="categories" maxlength="64"`)}
          ${field(view.t('form.amount'), `categoryAmount.${at}`, amount, markup` class="amount" inputmode="text" size="12" data-allocation`)}
        </div>`,
    )}
  </fieldset>`
}

/**
 * Checks that a line may be the money of a refund: a debit that pays it out, or a credit that brings back the money of one
 * that was paid out, or was reported as failed, and came back by no other.
 */
function takesRefund({ direction, currency, amount }: AccountLine, refund: Refund): boolean {
  if (refund.currency !== currency || refund.amount > amount) return false
  return direction === 'debit' ? openForDebit(refund) > 0 : mayComeBack(refund)
}

function refundFields(view: View, line: AccountLine, refunds: readonly Refund[], form: Form): Html | null {
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

/**
 * Reads the lines that this one may cancel out with: the other direction, the same amount, nothing allocated of either. The lines
 * of own accounts that are suggested stand elsewhere.
 */
async function counterLines(view: View, line: AccountLine, suggested: readonly AccountLine[]): Promise<Counters> {
  if (line.allocations.length > 0) return { lines: [], all: null }
  const others = new Set(suggested.map(({ key }) => key))
  const { currency, amount } = line
  const direction = line.direction === 'credit' ? 'debit' : 'credit'
  const lines: AccountLine[] = []
  let cursor: string | undefined
  do {
    const page = await view.payments.lines.list({ status: 'open', direction, currency, amount, limit: 100, cursor })
    lines.push(...page.items.filter(({ key, allocations }) => allocations.length === 0 && !others.has(key)))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && lines.length <= maxCounters)
  const filter = { status: 'open', direction, currency, amount: view.decimal(amount, currency).replaceAll(',', '') }
  return { lines: lines.slice(0, maxCounters), all: lines.length > maxCounters ? view.url('/lines', filter) : null }
}

function counterFields(view: View, legend: MessageKey, { lines, all }: Counters, form: Form): Html | null {
  if (lines.length === 0) return null
  return markup`<fieldset>
    <legend>${view.t(legend)}</legend>
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

/** The best suggestion, which the main button of an untouched form takes. */
type Best =
  { readonly offer: Offer; readonly line?: undefined } | { readonly line: AccountLine; readonly offer?: undefined }

/** Returns the first suggestion that is not weak, or the only line of an own account; `null` where there is none. */
function bestOf(line: AccountLine, suggestions: readonly Suggestion[], offers: readonly Offer[]): Best | null {
  const [first] = suggestions
  const offer = offers.find(({ payment, isWeak: weak }) => payment.id === first?.payment?.id && !weak)
  if (offer && !cannotTake(line, offer)) return { offer }
  const transfers = suggestions.flatMap(({ line: other }) => other ?? [])
  return transfers.length === 1 && line.allocations.length === 0 ? { line: transfers[0]! } : null
}

/** Writes the main button: what it does, as long as nothing else is chosen. */
function mainButtons(view: View, line: AccountLine, best: Best | null, isUntouched: boolean): Html {
  const plain = (kind: Content) =>
    markup`<button ${kind} name="allocation" value="1">${view.t('line.allocation')}</button>`
  if (!best || !isUntouched) return plain(markup`class="main"`)
  const amount = best.offer ? proposedAmount(line, best.offer) : line.amount
  const target = best.offer ? bdi(best.offer.payment.reference) : lineName(view, best.line)
  const value = best.offer ? `payment ${best.offer.payment.id} ${amount}` : `line ${best.line.key}`
  const words = view.t('line.matchTo', { amount: view.money(amount, line.currency), target })
  return markup`<button class="main" ${markup`name="best" value="${value}"`}>${words}</button>${plain(markup`data-plain`)}`
}

/** Writes the bar that stays in view: the money that is left, what is chosen, and the buttons. */
function allocationBar(view: View, line: AccountLine, draft: Draft, fixedAmount: number, buttons: Html): Html {
  const { currency } = line
  const rows = [...draft.rows.values()].filter(({ isChosen }) => isChosen)
  const chosen = rows.reduce((sum, { amount }) => sum + (typedAmount(amount, currency) ?? 0), 0)
  const others = draft.categories.reduce(
    (sum, { amount }) => sum + (typedSignedAmount(amount, currency) ?? 0),
    fixedAmount,
  )
  const isUntouched = rows.length === 0 && others === 0
  const left = openOfLine(line) - chosen - others
  return markup`<div class="bar actions">
    ${buttons}<button name="rest" value="1">${view.t('line.restToFee', { category: markup`<code>${feeCategory}</code>` })}</button>
    <p class="remainder">
      ${view.t('line.toAllocation')} ${openMoney(view, line)}
      <span data-remainder ${isUntouched && markup` hidden`}
        >· ${view.t('line.chosen')} <output class="money" data-chosen>${view.decimal(chosen, currency)}</output> ·
        ${view.t('line.leftOver')}
        <output class="money" data-left>${view.decimal(left, currency)}</output></span
      >
    </p>
  </div>`
}

/** Writes the payments that the line may be for; the weak suggestions stand folded, unless there are no others. */
function offersPart(
  view: View,
  line: AccountLine,
  { offers, draft, isSearched }: { offers: readonly Offer[]; draft: Draft; isSearched: boolean },
): Html {
  const columns = offerColumns(view, line, draft)
  const [strong, weak] = [offers.filter((one) => !one.isWeak), offers.filter((one) => one.isWeak)]
  const canTick = strong.filter((one) => !cannotTake(line, one)).length > 1 && line.direction === 'credit'
  const empty = isSearched ? view.t('line.nothingFound') : view.t('line.noOffers')
  return markup`${canTick && markup`<p><button class="small" name="tick" value="1">${view.t('line.chooseAll')}</button></p>`}${(strong.length > 0 || weak.length === 0) && table(view.t('line.offers'), strong, columns, empty)}${
    weak.length > 0 &&
    markup`<details${strong.length === 0 && markup` open`}>
      <summary>${view.t('line.weak', { count: weak.length })}</summary>
      ${table(view.t('line.weakOffers'), weak, columns)}
    </details>`
  }`
}

/**
 * @param namedRefunds those that the line names
 * @param form what was typed into it before, where it was refused or is shown again
 */
export async function allocationForm(
  view: View,
  line: AccountLine,
  namedRefunds: readonly Refund[],
  categories: readonly CategoryCount[],
  form: Form,
): Promise<Html> {
  const search = searchOf(form)
  const [result, suggestions] = await Promise.all([
    search && searchFor(view, line, search),
    view.payments.lines.suggest(line.key),
  ])
  const transfers = suggestions.flatMap(({ line: other }) => other ?? [])
  const [counters, offers] = await Promise.all([
    counterLines(view, line, transfers),
    offersFor(view, suggestions, result, form),
  ])
  const refunds = namedRefunds.filter((refund) => takesRefund(line, refund)).slice(0, maxRefunds)
  const refunded = refunds.reduce((sum, { id, amount }, at) => sum + (form.get(`refund.${at}`) === id ? amount : 0), 0)
  const fixedAmount = refunded + (form.get('counter') === '' ? 0 : line.amount)
  const best = bestOf(line, suggestions, offers)
  const draft = draftOf(view, line, offers, form)
  if (form.has('rest')) putRest(view, line, draft, { offers, best: best?.offer ?? null, fixedAmount })
  const isOther = draft.categories.some(({ category, amount }) => category + amount !== '')
  const isUntouched = !isOther && fixedAmount === 0 && ![...draft.rows.values()].some(({ isChosen }) => isChosen)
  const words = markup` data-one="${view.word('line.matchTo')}" data-many="${view.word('line.matchMany')}" data-currency="${line.currency}" data-fee="${feeCategory}"`
  return markup`<section aria-labelledby="settle"><h2 id="settle">${view.t('line.settle')}</h2>
<form method="post" action="${view.lineUrl(line.key, '/allocate')}" data-search="#offers" data-open="${openOfLine(line)}" data-digits="${view.decimal(1, line.currency).split('.')[1]?.length ?? 0}"${words}>
${defaultButton(view.t('line.allocation'))}${versionField(line.version)}
${counterFields(view, 'line.ownAccounts', { lines: transfers, all: null }, form)}
${searchPart(view, form)}
<div id="offers">${searchResult(view, search, result)}${offersPart(view, line, { offers, draft, isSearched: search !== null })}</div>${refundFields(view, line, refunds, form)}
<details${(isOther || counters.lines.length > 0) && markup` open`}><summary>${view.t('line.otherAllocations')}</summary>
${categoryFields(view, draft)}${counterFields(view, 'line.counter', counters, form)}</details>
${categoryList(categories)}
${reasonField(view, form)}
${allocationBar(view, line, draft, fixedAmount, mainButtons(view, line, best, isUntouched))}
</form></section>`
}

/** A mistake in a form, for the page; nothing was sent on. */
export class Mistyped {
  constructor(readonly alert: Content) {}
}

/** The best suggestion as its button has it: a payment with the amount that the button names, or a line. */
const bestShape = /^(?:(payment) (\S+) ([1-9]\d{0,15})|line (.+))$/s

/** Reads the allocations of a form. */
export async function readAllocations(
  view: View,
  { currency, amount: whole }: AccountLine,
  form: Form,
): Promise<Allocation[] | Mistyped> {
  const [, toPayment, paymentId, bestAmount, lineOfBest] = bestShape.exec(form.get('best')) ?? []
  if (toPayment) return [{ to: 'payment', paymentId: paymentId!, amount: Number(bestAmount) }]
  if (lineOfBest !== undefined) return [{ to: 'line', lineKey: lineOfBest, amount: whole }]
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
    if (!isCategory(category)) return new Mistyped(view.t('form.categoryRule'))
    const amount = typedSignedAmount(typed, currency)
    if (amount === null) return new Mistyped(view.t('form.badAmount'))
    allocations.push({ to: 'category', category, amount })
  }
  const lineKey = form.get('counter')
  if (lineKey !== '') allocations.push({ to: 'line', lineKey, amount: whole })
  return allocations
}
