/** One statement line: what it is, what its money went to, and everything that a person does with it. */
import { type BankLine, type LineShare, openOfLine } from '../../domain/reconciliation/bank-line.js'
import { openAmount } from '../../domain/reconciliation/matching.js'
import { longest } from '../../domain/limits.js'
import { lineNotFound } from '../../domain/reconciliation/line-refusals.js'
import type { Payment } from '../../domain/payments/payment.js'
import { isPaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import { typedAmount, typedSignedAmount } from '../parts/amounts.js'
import { amountCell, choice, facts, field, numeric, row, table, versionField } from '../parts/forms.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { lineAmount, lineStatus, lineText, openMoney, referencesOf, shareTarget } from '../parts/lines.js'
import type { MessageKey } from '../parts/messages.js'
import { pageReply, seeOther } from '../parts/page.js'
import { paymentStatus } from '../parts/payments.js'
import { giveBackForm } from '../parts/refunds.js'
import type { View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'
import { problem } from './error.js'
import { actorOf } from './lines.js'

/** A payment that the line may be for, and why it is offered. */
interface Offer {
  readonly payment: Payment
  readonly reasons: Content
}

const mostFound = 10
/** Suggestions, and what two searches find. */
const mostOffers = 30

/** What people type when they search: a receipt, a reference, a name, or a phone number. */
export async function searchFor(view: View, text: string): Promise<readonly Payment[]> {
  const looksLikePhone = /^\+?[\d*][\d* -]{2,}$/.test(text)
  const phone = looksLikePhone ? text.replace(/[ -]/g, '') : null
  const found = await Promise.all([
    view.payments.search({ text, limit: mostFound }),
    // Text that is no phone number after all is found by the other search, or not at all.
    phone === null ? null : view.payments.search({ phone, limit: mostFound }).catch(() => null),
  ])
  const all = found.flatMap((page) => (page ? page.items : []))
  return [...new Map(all.map((payment) => [payment.id, payment])).values()]
}

/** What of a payment a share may take: all that is open for a credit, the whole of one that was paid for a debit. */
function takes({ direction, currency }: BankLine, payment: Payment): number {
  if (payment.currency !== currency || payment.status === 'reversed') return 0
  if (direction === 'debit') return payment.status === 'succeeded' ? payment.amount : 0
  return Math.max(openAmount(payment), 0)
}

async function offersFor(view: View, line: BankLine, searched: string): Promise<Offer[]> {
  const [suggestions, found] = await Promise.all([
    view.payments.lines.suggest(line.key),
    searched === '' ? [] : searchFor(view, searched),
  ])
  const offers = new Map<string, Offer>()
  for (const { payment, reasons } of suggestions)
    offers.set(payment.id, {
      payment,
      reasons: reasons.map((reason, i) => [i > 0 && ', ', view.t(`reason.${reason}`)]),
    })
  for (const payment of found)
    if (!offers.has(payment.id)) offers.set(payment.id, { payment, reasons: view.t('line.found') })
  return [...offers.values()]
}

function offerRow(view: View, line: BankLine, { payment, reasons }: Offer, at: number, form: Form): Html {
  const open = takes(line, payment)
  const most = Math.min(open, openOfLine(line))
  const chosen = form.get(`payment.${at}`) === payment.id
  const amount = form.get(`amount.${at}`) || view.decimal(most, line.currency).replaceAll(',', '')
  const who = payment.customer?.name
  const cannot = line.direction === 'debit' ? open === 0 || open > openOfLine(line) : open === 0
  return markup`<tr>
    <td class="pick">
      ${!cannot && markup`<input type="hidden" name="id.${at}" value="${payment.id}" /><label><span class="sr">${view.t('line.take', { reference: payment.reference })}</span><input type="checkbox" name="payment.${at}" value="${payment.id}" ${chosen && markup` checked`} /></label>`}
    </td>
    <td class="wide">
      <a href="${view.paymentUrl(payment.id)}">${bdi(payment.reference)}</a
      >${who !== undefined && markup`<span class="more">${bdi(who)}</span>`}<small class="muted">${reasons}</small>
    </td>
    <td>${paymentStatus(view, payment)}</td>
    ${amountCell(view.money(payment.amount, payment.currency))}
    <td>
      ${
        cannot
          ? markup`<span class="muted">${view.t('line.cannotTake')}</span>`
          : markup`<label
              ><span class="sr">${view.t('line.amountFor', { reference: payment.reference })}</span
              ><input
                class="amount"
                name="amount.${at}"
                value="${amount}"
                inputmode="decimal"
                size="12"
                data-share="payment.${at}"
                ${line.direction === 'debit' && markup` readonly`}
            /></label>`
      }
    </td>
    <td>${!cannot && markup`<button class="small" name="only" value="${at}">${view.t('line.takeOnly')}</button>`}</td>
  </tr>`
}

const categoryRows = [0, 1, 2] as const

function categoryFields(view: View, form: Form): Html {
  return markup`<fieldset>
    <legend>${view.t('line.categories')}</legend>
    <p class="muted">${view.t('line.categoriesHint')}</p>
    ${categoryRows.map(
      (at) =>
        markup`<div class="pair">
          <label class="field"
            ><span>${view.t('form.category')}</span
            ><input
              name="category.${at}"
              value="${form.get(`category.${at}`)}"
              list="categories"
              autocomplete="off"
              maxlength="64"
          /></label>
          <label class="field"
            ><span>${view.t('form.amount')}</span
            ><input
              class="amount"
              name="categoryAmount.${at}"
              value="${form.get(`categoryAmount.${at}`)}"
              inputmode="text"
              size="12"
              data-share
          /></label>
        </div>`,
    )}
  </fieldset>`
}

/** Lines that this one may cancel out with: the other direction, the same amount, nothing shared out of either. */
async function counterLines(view: View, line: BankLine): Promise<readonly BankLine[]> {
  if (line.shares.length > 0) return []
  const { currency, amount } = line
  const direction = line.direction === 'credit' ? 'debit' : 'credit'
  const { items } = await view.payments.lines.list({ status: 'open', direction, currency, amount, limit: mostFound })
  return items.filter(({ shares }) => shares.length === 0)
}

function counterFields(view: View, counters: readonly BankLine[]): Html | null {
  if (counters.length === 0) return null
  return markup`<fieldset>
    <legend>${view.t('line.counter')}</legend>
    ${counters.map(
      (one) =>
        markup`<label class="check"
          ><input type="radio" name="counter" value="${one.key}" /> ${view.day(one.valueDate)} ·
          ${lineAmount(view, one)} · <bdi>${one.source}</bdi> ${lineText(one)}</label
        >`,
    )}
  </fieldset>`
}

/** Words that were used on this page before, and those that most hospitals use. */
const usualCategories = ['bank_fee', 'interest', 'own_transfer', 'donation', 'to_give_back', 'rounding']

async function allocateForm(view: View, line: BankLine, query: Form, form: Form): Promise<Html> {
  const searched = query.get('q')
  const [offers, counters] = await Promise.all([offersFor(view, line, searched), counterLines(view, line)])
  const action = view.lineUrl(line.key, '/allocate')
  return markup`<section aria-labelledby="settle"><h2 id="settle">${view.t('line.settle')}</h2>
<form class="search" method="get" action="${view.lineUrl(line.key)}" data-swap="#offers" role="search">
${field(view.t('line.search'), 'q', searched, markup` type="search" aria-describedby="search-hint"`)}<button>${view.t('line.searchButton')}</button></form>
<p class="muted" id="search-hint">${view.t('line.searchHint')}</p>
<form method="post" action="${action}" data-open="${openOfLine(line)}" data-digits="${view.decimal(1, line.currency).split('.')[1]?.length ?? 0}">
${versionField(line.version)}<input type="hidden" name="q" value="${searched}">
<div id="offers">${table(
    view.t('line.offers'),
    [
      markup`<span class="sr">${view.t('lines.choose')}</span>`,
      view.t('payment.reference'),
      view.t('payment.status'),
      numeric(view.t('payment.asked')),
      view.t('line.takes'),
      markup`<span class="sr">${view.t('line.takeOnly')}</span>`,
    ],
    offers.map((offer, at) => offerRow(view, line, offer, at, form)),
    searched === '' ? view.t('line.noOffers') : view.t('line.nothingFound'),
  )}</div>
<details${(form.has('category.0') || counters.length > 0) && markup` open`}><summary>${view.t('line.otherShares')}</summary>
${categoryFields(view, form)}${counterFields(view, counters)}</details>
<datalist id="categories">${usualCategories.map((one) => markup`<option value="${one}"></option>`)}</datalist>
${field(view.t('form.reason'), 'reason', form.get('reason'), markup` maxlength="500"`)}
<div class="actions"><button class="main">${view.t('line.share')}</button>
<p class="remainder">${view.t('line.toShare')} ${openMoney(view, line)} <span data-remainder hidden>· ${view.t('line.leftOver')} <output class="money"></output></span></p></div>
</form></section>`
}

function setAsideForm(view: View, line: BankLine): Html {
  return markup`<form class="card" method="post" action="${view.lineUrl(line.key, '/set-aside')}">
    <h2>${view.t('line.setAside')}</h2>
    <p class="muted">${view.t('line.setAsideHint', { amount: openMoney(view, line) })}</p>
    ${versionField(line.version)}
    <input type="hidden" name="open" value="${openOfLine(line)}" />
    ${field(view.t('form.category'), 'category', '', markup` required pattern="[a-z0-9_.\\-]{1,64}" title="${view.t('form.categoryRule')}" list="categories"`)}
    ${field(view.t('form.reason'), 'reason', '', markup` maxlength="500"`)}
    <div class="actions"><button>${view.t('line.setAside')}</button></div>
  </form>`
}

function holdForm(view: View, { key, version, held }: BankLine): Html {
  const verb = held ? 'release' : 'hold'
  return markup`<form class="card" method="post" action="${view.lineUrl(key, `/${verb}`)}">
    <h2>${view.t(`line.${verb}`)}</h2>
    <p class="muted">${view.t(`line.${verb}Hint`)}</p>
    ${versionField(version)} ${field(view.t('form.reason'), 'reason', '', markup` maxlength="500"`)}
    <div class="actions"><button>${view.t(`line.${verb}`)}</button></div>
  </form>`
}

function assignForm(view: View, { key, version, assignee }: BankLine): Html {
  return markup`<form class="card" method="post" action="${view.lineUrl(key, '/assign')}">
    <h2>${view.t('line.assign')}</h2>
    <p class="muted">${view.t('line.assignHint')}</p>
    ${versionField(version)}
    ${field(view.t('line.assignee'), 'assignee', assignee ?? view.actor ?? '', markup` maxlength="${longest.actor}"`)}
    <div class="actions"><button>${view.t('line.assign')}</button></div>
  </form>`
}

function undoForm(view: View, { key, version, shares }: BankLine): Html {
  const ofPayments = shares.some(({ to }) => to === 'payment')
  return markup`<details class="card">
    <summary>${view.t('line.undo')}</summary>
    <form method="post" action="${view.lineUrl(key, '/unallocate')}">
      <p>${view.t('line.undoHint')}</p>
      ${versionField(version)}
      ${
        ofPayments &&
        choice(view.t('line.undoPayments'), 'payments', [
          ['', view.t('form.choose')],
          ['reverse', view.t('line.undoReverse')],
          ['keep', view.t('line.undoKeep')],
        ])
      }
      ${field(view.t('form.reason'), 'reason', '', markup` required maxlength="500"`)}
      <div class="actions"><button class="stop">${view.t('line.undo')}</button></div>
    </form>
  </details>`
}

async function sharesTable(view: View, line: BankLine): Promise<Html> {
  const references = await referencesOf(view, line.shares)
  return table(
    view.t('line.shares'),
    [view.t('line.sharedTo'), view.t('form.amount'), view.t('line.sharedBy')],
    line.shares.map(
      (share) =>
        markup`<tr>
          <td class="wide">${shareTarget(view, share, references)}</td>
          ${amountCell(view.money(share.amount, line.currency))}
          <td>${view.t(`share.by.${share.by}`)}</td>
        </tr>`,
    ),
    view.t('line.noShares'),
  )
}

async function historyTable(view: View, line: BankLine): Promise<Html> {
  const events = await view.payments.lines.history(line.key)
  const references = await referencesOf(
    view,
    events.flatMap(({ shares }) => shares),
  )
  return table(
    view.t('history.title'),
    [view.t('history.when'), view.t('history.who'), view.t('history.what'), view.t('form.reason')],
    events
      .toReversed()
      .map(({ createdAt, actor, type, reason, shares }) =>
        row(
          view.instant(createdAt),
          actor === null ? view.t('history.byRule') : bdi(actor),
          markup`${view.t(`event.${type}`)}${shares.map((share) => markup`<br /><small>${shareTarget(view, share, references)}: ${view.money(share.amount, line.currency)}</small>`)}`,
          reason !== null && bdi(reason),
        ),
      ),
    view.t('history.empty'),
  )
}

async function notesSection(view: View, line: BankLine): Promise<Html> {
  const notes = await view.payments.lines.notes(line.key)
  return markup`<section aria-labelledby="notes">
    <h2 id="notes">${view.t('notes.title')}</h2>
    ${
      notes.length === 0
        ? markup`<p class="empty">${view.t('notes.empty')}</p>`
        : markup`<ol class="notes">
            ${notes.map(
              ({ text, actor, createdAt }) =>
                markup`<li>
                  <p dir="auto">${text}</p>
                  <small class="muted"
                    >${actor === null ? view.t('history.byRule') : bdi(actor)}, ${view.instant(createdAt)}</small
                  >
                </li>`,
            )}
          </ol>`
    }
    ${
      view.may('lines:write') &&
      markup`<form method="post" action="${view.lineUrl(line.key, '/notes')}">
        ${versionField(line.version)}
        <label class="field"
          ><span>${view.t('notes.text')}</span><textarea name="text" rows="2" maxlength="2000" required></textarea>
        </label>
        <div class="actions"><button>${view.t('notes.add')}</button></div>
      </form>`
    }
  </section>`
}

/** What of a line may be given back: all that is open. */
function givenBackOf(line: BankLine) {
  return { of: { lineKey: line.key }, version: line.version, most: openOfLine(line), currency: line.currency }
}

interface LinePage {
  readonly status?: number
  readonly alert?: Content
  readonly done?: Content
  readonly query?: Form
  /** What was typed into a form that was refused. */
  readonly form?: Form
}

/** The line as it is now. */
export async function linePage(view: View, key: string, page: LinePage = {}): Promise<Reply> {
  const line = await view.payments.lines.get(key)
  if (!line) throw lineNotFound(key)
  const { query = new Form(), form = new Form(), status, ...more } = page
  const mayWrite = view.may('lines:write')
  const isOpen = line.status === 'open'
  const importer = line.importId
  const [shares, history, notes, allocating] = await Promise.all([
    sharesTable(view, line),
    historyTable(view, line),
    notesSection(view, line),
    mayWrite && isOpen ? allocateForm(view, line, query, form) : null,
  ])
  return pageReply(view, {
    ...(status !== undefined && { status }),
    ...more,
    title: view.word('line.title'),
    heading: markup`${view.t('line.title')}
      <span class="money-head">${lineAmount(view, line)}</span> ${lineStatus(view, line)}`,
    section: 'lines',
    body: [
      facts([
        [view.t('line.valueDate'), view.day(line.valueDate)],
        [view.t('line.bookedAt'), line.bookedAt !== null && view.instant(line.bookedAt)],
        [view.t('line.source'), bdi(line.source)],
        [view.t('line.direction'), view.t(`direction.${line.direction}`)],
        [view.t('line.reference'), line.reference !== undefined && bdi(line.reference)],
        [view.t('line.receipt'), line.providerTransactionId !== undefined && bdi(line.providerTransactionId)],
        [view.t('line.narration'), line.narration !== undefined && markup`<span dir="auto">${line.narration}</span>`],
        [view.t('line.open'), openMoney(view, line)],
        [view.t('line.assignee'), line.assignee !== null && bdi(line.assignee)],
        [
          view.t('line.import'),
          importer !== null &&
            markup`<a href="${view.url(`/imports/${encodeURIComponent(importer)}`)}"
              >${view.t('line.importRow', { row: line.row })}</a
            >`,
        ],
      ]),
      markup`<p class="said">
        <strong>${view.t(`outcome.${line.outcome}`)}</strong> ${view.t(`why.${line.outcome}` as MessageKey)}
      </p>`,
      allocating,
      markup`<section aria-labelledby="shares">
        <h2 id="shares">${view.t('line.shares')}</h2>
        ${shares}${mayWrite && line.shares.length > 0 && undoForm(view, line)}
      </section>`,
      markup`<div class="cards">${[
        mayWrite && isOpen && setAsideForm(view, line),
        isOpen && line.direction === 'credit' && giveBackForm(view, givenBackOf(line)),
        mayWrite && assignForm(view, line),
        mayWrite && holdForm(view, line),
      ]}</div>`,
      notes,
      markup`<section aria-labelledby="history">
        <h2 id="history">${view.t('history.title')}</h2>
        ${history}
      </section>`,
    ],
  })
}

/** What happened since the page was loaded, by whom. */
async function changedSince(view: View, key: string, seen: number): Promise<Content> {
  const events = await view.payments.lines.history(key)
  const since = events.filter(({ version }) => version > seen)
  return [
    markup`<p><strong>${view.t('error.line_changed')}</strong> ${view.t('line.changedHint')}</p>`,
    markup`<ul>
      ${since.map(({ type, actor, createdAt }) => markup`<li>${view.t('line.changedBy', { what: view.t(`event.${type}`), actor: actor === null ? view.t('history.byRule') : bdi(actor), when: view.instant(createdAt) })}</li>`)}
    </ul>`,
  ]
}

/** Does what was asked, or shows the line as it is with what is wrong. */
async function change(
  { view, id, form, query }: DeskRequest,
  done: string,
  act: (seen: { expectedVersion: number; actor?: string; reason?: string }) => Promise<unknown>,
): Promise<Reply> {
  const expectedVersion = form.version()
  const reason = form.get('reason')
  try {
    await act({ expectedVersion, ...actorOf(view), ...(reason !== '' && { reason }) })
  } catch (error) {
    if (!isPaymentError(error) || error.httpStatus >= 500 || error.code === 'line_not_found') throw error
    const alert = error.code === 'line_changed' ? await changedSince(view, id, expectedVersion) : problem(view, error)
    const searched = form.get('q')
    const again = searched === '' ? query : new Form(new URLSearchParams({ q: searched }))
    return linePage(view, id, { status: error.httpStatus, alert, form, query: again })
  }
  return seeOther(`${view.lineUrl(id)}?done=${done}`)
}

/** What is wrong with a form; nothing was sent on. */
class Mistyped {
  constructor(readonly alert: Content) {}
}

function readShares(view: View, { currency, amount: whole }: BankLine, form: Form): LineShare[] | Mistyped {
  const shares: LineShare[] = []
  const only = form.get('only')
  for (let at = 0; at < mostOffers; at++) {
    if (!form.has(`amount.${at}`)) continue
    // The button of a row is sent without its tick.
    const paymentId = form.get(`payment.${at}`)
    if (only !== '' ? only !== String(at) : paymentId === '') continue
    const amount = typedAmount(form.get(`amount.${at}`), currency)
    if (amount === null) return new Mistyped(view.t('form.badAmount'))
    shares.push({ to: 'payment', paymentId: paymentId || form.get(`id.${at}`), amount })
  }
  if (only !== '') return shares
  for (const at of categoryRows) {
    const category = form.get(`category.${at}`)
    const typed = form.get(`categoryAmount.${at}`)
    if (category === '' && typed === '') continue
    if (!/^[a-z0-9_.-]{1,64}$/.test(category)) return new Mistyped(view.t('form.categoryRule'))
    const amount = typedSignedAmount(typed, currency)
    if (amount === null) return new Mistyped(view.t('form.badAmount'))
    shares.push({ to: 'category', category, amount })
  }
  const lineKey = form.get('counter')
  if (lineKey !== '') shares.push({ to: 'line', lineKey, amount: whole })
  return shares
}

async function allocate(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  const line = await view.payments.lines.get(id)
  if (!line) throw lineNotFound(id)
  const shares = readShares(view, line, form)
  const query = new Form(new URLSearchParams({ q: form.get('q') }))
  if (shares instanceof Mistyped) return linePage(view, id, { status: 400, alert: shares.alert, form, query })
  if (shares.length === 0) return linePage(view, id, { status: 400, alert: view.t('line.nothingChosen'), form, query })
  return change(request, 'allocated', (seen) => view.payments.lines.allocate(id, { ...seen, shares }))
}

function setAside(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  const share = { to: 'category', category: form.get('category'), amount: form.version('open') } as const
  return change(request, 'set_aside_one', (seen) => view.payments.lines.allocate(id, { ...seen, shares: [share] }))
}

function unallocate(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  const payments = form.get('payments')
  return change(request, 'undone', ({ reason = '', ...seen }) =>
    view.payments.lines.unallocate(id, {
      ...seen,
      reason,
      ...(payments !== '' && { payments: payments as 'reverse' | 'keep' }),
    }),
  )
}

function assign(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  const assignee = form.get('assignee')
  return change(request, 'assigned', (seen) =>
    view.payments.lines.assign(id, { ...seen, assignee: assignee === '' ? null : assignee }),
  )
}

function note(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  // Browsers send line ends as CR LF.
  const text = form.get('text').replaceAll('\r\n', '\n')
  const { lines } = view.payments
  return change(request, 'noted', async () => {
    // The same form once more.
    const last = (await lines.notes(id)).at(-1)
    if (last?.text !== text || last.actor !== view.actor) await lines.note(id, { text, ...actorOf(view) })
  })
}

const doneKeys = ['allocated', 'set_aside_one', 'undone', 'held', 'released', 'assigned', 'noted'] as const

function show({ view, id, query }: DeskRequest): Promise<Reply> {
  const done = doneKeys.find((key) => key === query.get('done'))
  return linePage(view, id, { query, done: done && view.t(`done.${done}`) })
}

const action = (verb: string, run: DeskRoute['run']): DeskRoute => ({
  method: 'POST',
  path: `/lines/{lineKey}/${verb}`,
  scopes: ['lines:write'],
  run,
})

export const lineRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/lines/{lineKey}', scopes: ['reports:read', 'lines:read'], run: show },
  action('allocate', allocate),
  action('set-aside', setAside),
  action('unallocate', unallocate),
  action('hold', (request) => change(request, 'held', (seen) => request.view.payments.lines.hold(request.id, seen))),
  action('release', (request) =>
    change(request, 'released', (seen) => request.view.payments.lines.release(request.id, seen)),
  ),
  action('assign', assign),
  action('notes', note),
]
