/** My session: opened with a count, cash paid out, sent and received, and closed blind. */
import type { CashSession } from '../../domain/cash/session.js'
import type { Refund } from '../../domain/refunds/refund.js'
import { isPaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import { typedAmount, typedCount } from '../parts/amounts.js'
import { acceptFields } from '../parts/cash.js'
import type { DoneKey } from '../parts/done.js'
import { countedCash, facesPart } from '../parts/faces.js'
import { field, firstOrAll, hiddenField, printButton, restOf, versionField } from '../parts/forms.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { keysHelp } from '../parts/keys.js'
import { pageReply, seeOther } from '../parts/page.js'
import { payoutUrl } from '../parts/payouts.js'
import { confirmedTable, countOf, reportTables, sessionFacts } from '../parts/session-report.js'
import { cashRefusal, isOfCount, movementsTable, openSessionsOf, sessionOf } from '../parts/sessions.js'
import { amounts, column, section, table } from '../parts/tables.js'
import { CounterRefusal } from '../parts/take.js'
import { cashierOf, counterPages, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

type Verb = 'open' | 'send' | 'receive' | 'close'

interface SessionPage {
  readonly status?: number
  readonly alert?: Content
  /** A form that was refused: its fields are as they were typed. */
  readonly typed?: { readonly into: Verb; readonly form: Form }
}

/** The part of the reader's sessions that the page shows. */
interface PartOfPage {
  /** The id of the session. */
  readonly chosen: string
  /** True for all of its movements. */
  readonly isAll: boolean
  /** A part of the number or the reference of refunds to pay out. */
  readonly refund: string
}

const count = (more: Content = null) => markup` inputmode="decimal" class="amount" ${more}`
const money = () => count(markup`required`)

/** Writes the form that opens a session, with the point and currency of the reader's last one. */
async function openForm(view: View, typed: Form, hasFocus: boolean): Promise<Html | null> {
  const { actor } = cashierOf(view)
  if (!view.may('cash:take')) return null
  const { items } = await view.payments.cash.list({ actor, limit: 1 })
  const [last] = items
  const focus = (isHere: boolean) => hasFocus && isHere && markup` autofocus`
  return markup`<form class="card" method="post" action="${view.url('/counter/session/open')}">
    <h2>${view.t('session.open')}</h2>
    <p class="muted">${view.t('session.openHint')}</p>
    <div class="grid">
      ${field(view.t('session.point'), 'point', typed.or('point', last?.point ?? ''), markup` required maxlength="40" ${focus(!last)}`)}
      ${field(view.t('filter.currency'), 'currency', typed.or('currency', last?.currency ?? ''), markup` required maxlength="3" size="4"`)}
      ${field(view.t('session.floatCount'), 'float', typed.get('float'), count(focus(last !== undefined)))}
    </div>
    ${facesPart(view, last?.currency ?? null, typed)}
    ${field(view.t('session.floatReasonOptional'), 'reason', typed.get('reason'), markup` maxlength="500"`)}
    <div class="actions"><button class="main">${view.t('session.open')}</button></div>
  </form>`
}

/** The most movements of the page; a link shows the others. */
const maxMovements = 20

async function movementsOf(view: View, session: CashSession, isAll: boolean): Promise<Html> {
  const { supervisor } = cashierOf(view)
  const movements = (await view.movementsOf(session.id)).filter((movement) => supervisor || !isOfCount(movement))
  const page = isAll ? movements : movements.slice(0, maxMovements)
  const whole = view.url('/counter/session', { session: session.id, all: '1' })
  const isPart = page.length < movements.length
  const rest = restOf(view, { items: page, nextCursor: isPart ? '' : null }, whole)
  const rows = markup`${movementsTable(view, page)}${rest}`
  return section(view, 'movements', 'session.movements', rows, markup` data-keys`)
}

/** The most refunds of the page that wait to be paid out, and of each read. */
const maxPayouts = 500

/** Reads the refunds that wait to be paid out in a currency; `text` is a part of their number or reference. */
async function waitingRefunds(view: View, currency: string, text: string): Promise<readonly Refund[]> {
  const isNamed = ({ id, reference }: Refund) =>
    [id, reference].some((name) => name.toLowerCase().includes(text.toLowerCase()))
  const { items } = await firstOrAll(true, (cursor) =>
    view.payments.refunds.list({ status: 'pending', limit: maxPayouts, cursor }),
  )
  return items.filter((refund) => refund.currency === currency && isNamed(refund))
}

async function payoutsOf(view: View, { id: session, currency }: CashSession, text: string): Promise<Html> {
  const all = await waitingRefunds(view, currency, text)
  const refunds = all.slice(0, maxPayouts)
  return markup`<details class="card" id="payouts" data-keys ${text !== '' && markup` open`}>
    <summary>${view.t('payout.title', { count: all.length })}</summary>
    <form class="filter" method="get" action="${view.url('/counter/session')}#payouts">
      ${hiddenField('session', session)}
      <div class="grid">${field(view.t('payout.filter'), 'refund', text, markup` maxlength="255"`)}</div>
      <div class="actions"><button>${view.t('filter.show')}</button></div>
    </form>
    ${refunds.length < all.length && markup`<p class="muted">${view.t('list.shown', { count: refunds.length })}</p>`}
    ${table(
      view.t('nav.refunds'),
      refunds,
      [
        column(
          view.t('refund.reference'),
          ({ id, reference }: Refund) => markup`<a class="open" href="${payoutUrl(view, id)}">${bdi(reference)}</a>`,
        ),
        column(view.t('refund.requestedAt'), ({ createdAt }) => view.instant(createdAt)),
        column(view.t('form.reason'), ({ reason }) => view.t(`refund.reason.${reason}`)),
        amounts(view.t('form.amount'), (refund) => view.money(refund.amount, refund.currency)),
      ],
      view.t(text === '' ? 'payout.empty' : 'payout.noneNamed'),
    )}
  </details>`
}

function hiddenSession({ id, version }: CashSession): Html {
  return markup`${hiddenField('session', id)}${versionField(version)}`
}

/** Writes a form of a session as a part of the page that opens. */
function sessionForm(
  view: View,
  session: CashSession,
  verb: Verb,
  { title, isOpen, fields, button }: SessionForm,
): Html | null {
  if (!view.may('cash:take')) return null
  return markup`<details class="card" ${isOpen && markup` open`}>
    <summary>${title}</summary>
    <form method="post" action="${view.url(`/counter/session/${verb}`)}">
      ${hiddenSession(session)}${fields}
      <div class="actions"><button class="${verb === 'close' ? 'stop' : 'main'}">${button}</button></div>
    </form>
  </details>`
}

interface SessionForm {
  readonly title: Content
  readonly isOpen: boolean
  readonly fields: Content
  readonly button: Content
}

function sendForm(view: View, session: CashSession, typed: Form): Html | null {
  return sessionForm(view, session, 'send', {
    title: view.t('send.title'),
    isOpen: typed.has('to'),
    fields: [
      markup`<p class="muted">${view.t('send.hint')}</p>`,
      field(view.t('form.amount'), 'amount', typed.get('amount'), money()),
      field(view.t('send.to'), 'to', typed.get('to'), markup` required maxlength="255" aria-describedby="send-hint"`),
      markup`<small class="muted" id="send-hint">${view.t('send.toHint')}</small>`,
      field(view.t('send.reference'), 'reference', typed.get('reference'), markup` maxlength="140"`),
    ],
    button: view.t('send.button'),
  })
}

/** Writes the cash that is on its way to the point, each with a blind count. */
async function receiveForms(view: View, session: CashSession, typed: Form): Promise<Content> {
  const transits = await view.payments.cash.transits({ to: session.account })
  if (transits.length === 0) return null
  const { supervisor } = cashierOf(view)
  return transits.map(({ key, account, sender, sentAt, reference }) => {
    const isTyped = typed.get('lineKey') === key
    const form = isTyped ? typed : new Form()
    return sessionForm(view, session, 'receive', {
      title: view.t('receive.title', { account: bdi(account), when: view.instant(sentAt) }),
      isOpen: isTyped,
      fields: [
        markup`<p class="muted">${sender !== null && [view.t('receive.sender'), ' ', bdi(sender), ' ']}${reference !== null && bdi(reference)}</p>`,
        markup`<p class="muted">${view.t('receive.buttonHint')}</p>${hiddenField('lineKey', key)}`,
        field(view.t('session.counted'), 'counted', form.get('counted'), money()),
        supervisor && isTyped && acceptFields(view, form),
      ],
      button: view.t('receive.button'),
    })
  })
}

/** Writes the close: its count is empty, and nothing on the page names what is expected. */
function closeForm(view: View, session: CashSession, typed: Form): Html | null {
  return sessionForm(view, session, 'close', {
    title: view.t('close.title'),
    isOpen: typed.has('counted'),
    fields: [
      markup`<p class="muted">${view.t('close.hint')}</p>`,
      field(view.t('close.counted'), 'counted', typed.get('counted'), count()),
      facesPart(view, session.currency, typed),
      field(view.t('close.reason'), 'reason', typed.get('reason'), markup` maxlength="500"`),
    ],
    button: view.t('close.button'),
  })
}

async function openSessionPart(
  view: View,
  session: CashSession,
  { typed }: SessionPage,
  { isAll, refund }: Omit<PartOfPage, 'chosen'>,
): Promise<Html> {
  const { supervisor } = cashierOf(view)
  const typedInto = (verb: Verb) => (typed?.into === verb ? typed.form : new Form())
  const [movements, payouts, receive] = await Promise.all([
    movementsOf(view, session, isAll),
    payoutsOf(view, session, refund),
    receiveForms(view, session, typedInto('receive')),
  ])
  return markup`${sessionFacts(view, session, supervisor)}
    <p class="actions"><a href="${view.url('/counter')}">${view.t('session.toCounter')}</a></p>
    <div class="cards">
      ${receive}${sendForm(view, session, typedInto('send'))}${closeForm(view, session, typedInto('close'))}
    </div>
    ${payouts}${movements}${keysHelp(view)}
    ${session.confirmed.length > 0 && markup`<h2>${view.t('report.confirmed')}</h2>${confirmedTable(view, session)}`}`
}

async function sessionPage(
  view: View,
  { chosen = '', isAll = false, refund = '', ...page }: SessionPage & Partial<PartOfPage> = {},
): Promise<Reply> {
  const { typed, ...refusal } = page
  const sessions = await openSessionsOf(view)
  const session = sessions.find(({ id }) => id === (typed?.form.get('session') || chosen)) ?? sessions[0]
  const typedOpen = typed?.into === 'open' ? typed.form : new Form()
  const open = await openForm(view, typedOpen, session === undefined)
  return pageReply(view, {
    ...refusal,
    title: view.word('nav.session'),
    heading:
      session &&
      markup`${view.t('nav.session')} <small class="date">${bdi(session.point)} ${bdi(session.currency)}</small>`,
    section: 'session',
    body: session
      ? [
          sessions.length > 1 && otherSessions(view, sessions, session),
          await openSessionPart(view, session, page, { isAll, refund }),
          open &&
            markup`<details ${typed?.into === 'open' && markup` open`}><summary>${view.t('session.openAnother')}</summary>${open}</details>`,
        ]
      : open,
  })
}

/** Writes the links to the other open sessions of the reader. */
function otherSessions(view: View, sessions: readonly CashSession[], current: CashSession): Html {
  return markup`<ul class="days">
    ${sessions.map(
      ({ id, point, currency }) =>
        markup`<li>
          <a href="${view.url('/counter/session', { session: id })}" ${id === current.id && markup` aria-current="true"`}
            >${bdi(point)} ${bdi(currency)}</a
          >
        </li>`,
    )}
  </ul>`
}

/** Does an action of the session, or shows the page with the reason why it was refused. */
async function change(
  { view, form }: DeskRequest,
  verb: Verb,
  act: (person: ReturnType<typeof cashierOf>) => Promise<{ done: DoneKey; place?: string }>,
): Promise<Reply> {
  try {
    const { done, place = view.url('/counter/session') } = await act(cashierOf(view))
    return seeOther(view, { key: done }, place, counterPages)
  } catch (error) {
    const typed = { into: verb, form }
    if (error instanceof CounterRefusal) return sessionPage(view, { status: 400, alert: error.alert, typed })
    const { status, alert } = cashRefusal(view, error)
    const isOfPoint = verb === 'open' && isPaymentError(error, 'session_conflict')
    return sessionPage(view, { status, alert: isOfPoint ? view.t('session.pointTaken') : alert, typed })
  }
}

/** @throws CounterRefusal for text that is no amount */
function amountOf(view: View, form: Form, name: string, currency: string, read = typedAmount): number {
  const amount = read(form.get(name), currency)
  if (amount === null) throw new CounterRefusal(view.t('form.badAmount'))
  return amount
}

function open(request: DeskRequest): Promise<Reply> {
  const { view, form } = request
  return change(request, 'open', async ({ actor }) => {
    const currency = form.get('currency').toUpperCase()
    if (!/^[A-Z]{3}$/.test(currency)) throw new CounterRefusal(view.t('error.unsupported_currency'))
    const { counted: float } = countedCash(view, form, 'float', currency)
    const reason = form.get('reason')
    const point = form.get('point')
    await view.payments.cash.open({ point, currency, float, actor, ...(reason !== '' && { reason }) })
    return { done: 'done.session.open', place: view.url('/counter') }
  })
}

function send(request: DeskRequest): Promise<Reply> {
  const { view, form } = request
  return change(request, 'send', async (person) => {
    const session = await sessionOf(view, form.get('session'))
    const reference = form.get('reference')
    const amount = amountOf(view, form, 'amount', session.currency)
    await view.payments.cash.send(
      { sessionId: session.id, amount, to: form.get('to'), ...(reference !== '' && { reference }), ...person },
      // A form that is sent twice sends once.
      { idempotencyKey: `desk:send:${session.id}:${form.version()}` },
    )
    return { done: 'done.session.send' }
  })
}

function receive(request: DeskRequest): Promise<Reply> {
  const { view, form } = request
  return change(request, 'receive', async (person) => {
    const session = await sessionOf(view, form.get('session'))
    const counted = amountOf(view, form, 'counted', session.currency, typedCount)
    const reason = form.get('reason')
    const accept = form.has('accept')
    const call = { lineKey: form.get('lineKey'), sessionId: session.id, counted, accept, ...person }
    await view.payments.cash.receive({ ...call, ...(reason !== '' && { reason }) })
    return { done: 'done.session.receive' }
  })
}

function close(request: DeskRequest): Promise<Reply> {
  const { view, form } = request
  return change(request, 'close', async (person) => {
    const session = await sessionOf(view, form.get('session'))
    const reason = form.get('reason')
    const { id } = await view.payments.cash.close({
      sessionId: session.id,
      ...countedCash(view, form, 'counted', session.currency),
      ...(reason !== '' && { reason }),
      ...person,
    })
    return { done: 'done.session.close', place: view.url(`/counter/closed/${encodeURIComponent(id)}`) }
  })
}

/** Shows the report of a closed session to its opener: what was counted, and what was expected. */
async function closedPage({ view, id }: DeskRequest): Promise<Reply> {
  const session = await sessionOf(view, id)
  const isClosed = session.status === 'closed'
  const report = isClosed ? await view.payments.cash.report(id) : null
  return pageReply(view, {
    title: view.word(isClosed ? 'report.z' : 'nav.session'),
    section: 'session',
    body: [
      countOf(view, session),
      sessionFacts(view, session, isClosed || cashierOf(view).supervisor),
      report && markup`<h2>${view.t('report.movements')}</h2>${reportTables(view, report)}`,
      markup`<p class="actions">${printButton(view)} <a href="${view.url('/counter/session')}">${view.t('session.open')}</a></p>`,
    ],
  })
}

const action = (verb: Verb, run: DeskRoute['run']): DeskRoute => ({
  method: 'POST',
  path: `/counter/session/${verb}`,
  scopes: counterPages,
  run,
})

export const sessionRoutes: readonly DeskRoute[] = [
  {
    method: 'GET',
    path: '/counter/session',
    scopes: counterPages,
    run: ({ view, query }) =>
      sessionPage(view, { chosen: query.get('session'), isAll: query.has('all'), refund: query.get('refund') }),
  },
  action('open', open),
  action('send', send),
  action('receive', receive),
  action('close', close),
  { method: 'GET', path: '/counter/closed/{sessionId}', scopes: counterPages, run: closedPage },
]
