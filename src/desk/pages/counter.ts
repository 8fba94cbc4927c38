/** The counter: a bill is searched for, or a deposit is taken. */
import type { Reply } from '../../http/reply.js'
import { billColumns, billUrl, findBills, type FoundBills, searchForm } from '../parts/bills.js'
import { field, hiddenField } from '../parts/forms.js'
import { type Content, markup } from '../parts/html.js'
import { keysHelp } from '../parts/keys.js'
import { pageReply, redirectTo, seeOther } from '../parts/page.js'
import { refusedQuery } from '../parts/problem.js'
import { smsNote } from '../parts/sms-note.js'
import { cashRefusal, openSessionsOf, takeUrl } from '../parts/sessions.js'
import { table } from '../parts/tables.js'
import {
  CounterRefusal,
  moneyFields,
  readMoney,
  sessionField,
  sessionNeeded,
  sessionsInUse,
  takeButtons,
  takeOfForm,
} from '../parts/take.js'
import { counterPages, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

interface CounterPage {
  readonly text?: string
  readonly bills?: FoundBills
  readonly status?: number
  readonly alert?: Content
}

async function counterPage(view: View, { text = '', bills, ...more }: CounterPage = {}): Promise<Reply> {
  const sessions = await openSessionsOf(view)
  const mayTake = sessions.length > 0 && view.may('cash:take')
  const isEmpty = bills === undefined || bills.payments.length === 0
  return pageReply(view, {
    ...more,
    title: view.word('nav.counter'),
    section: 'counter',
    body: [
      mayTake ? sessionsInUse(view, sessions) : sessionNeeded(view, view.t('counter.noSession')),
      searchForm(view, text, mayTake && isEmpty),
      bills?.sms && smsNote(view, bills.sms),
      bills &&
        markup`<div data-keys>
          ${table(view.t('counter.bills'), bills.payments, billColumns(view), view.t('counter.nothingFound'))}
          ${bills.hasMore && markup`<p class="muted">${view.t('counter.moreFound')}</p>`}
        </div>
        ${keysHelp(view)}`,
      mayTake &&
        markup`<p class="actions"><a href="${view.url('/counter/deposit')}">${view.t('deposit.title')}</a></p>`,
    ],
  })
}

/** Answers with the bills of a text, or with the one bill that has this very number. */
async function search({ view, form }: DeskRequest): Promise<Reply> {
  const text = form.get('text')
  if (text === '') return counterPage(view)
  try {
    const bills = await findBills(view, text)
    return bills.exact
      ? redirectTo(billUrl(view, bills.exact.id))
      : await counterPage(view, { text: bills.sms?.receipt ?? text, bills })
  } catch (error) {
    return counterPage(view, { text, status: 400, alert: refusedQuery(view, error) })
  }
}

interface DepositPage {
  readonly status?: number
  readonly alert?: Content
  readonly typed?: Form
}

async function depositPage(view: View, { typed = new Form(), ...more }: DepositPage = {}): Promise<Reply> {
  const sessions = await openSessionsOf(view)
  return pageReply(view, {
    ...more,
    title: view.word('deposit.title'),
    section: 'counter',
    body:
      sessions.length === 0 || !view.may('cash:take')
        ? sessionNeeded(view, view.t('counter.noSession'))
        : markup`<form class="card take" method="post" action="${view.url('/counter/deposit')}">
            <p class="muted">${view.t('deposit.hint')}</p>
            ${sessions.map(({ id, version }) => hiddenField(`version.${id}`, version))}
            ${sessionField(view, sessions, typed)}
            ${field(view.t('counter.payerId'), 'payerId', typed.get('payerId'), markup` required maxlength="64" autofocus`)}
            ${moneyFields(view, typed, { amount: '', focus: null })} ${takeButtons(view)}
          </form>`,
  })
}

async function takeDeposit({ view, form }: DeskRequest): Promise<Reply> {
  const sessionId = form.get('session')
  const again = (status: number, alert: Content) => depositPage(view, { status, alert, typed: form })
  try {
    const session = await view.payments.cash.get(sessionId)
    if (!session) return await again(404, view.t('error.session_not_found'))
    if (form.get('payerId') === '') return await again(400, view.t('deposit.payerMissing'))
    const { lineKey, done } = await takeOfForm(view, form, {
      ...readMoney(view, form, session.currency),
      sessionId,
      idempotencyKey: `desk:deposit:${sessionId}:${form.version(`version.${sessionId}`)}`,
    })
    return seeOther(view, done, takeUrl(view, lineKey), counterPages)
  } catch (error) {
    if (error instanceof CounterRefusal) return again(400, error.alert)
    const { status, alert } = cashRefusal(view, error)
    return again(status, alert)
  }
}

export const counterRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/counter', scopes: counterPages, run: ({ view }) => counterPage(view) },
  { method: 'POST', path: '/counter', scopes: counterPages, isSearch: true, run: search },
  { method: 'GET', path: '/counter/deposit', scopes: counterPages, run: ({ view }) => depositPage(view) },
  { method: 'POST', path: '/counter/deposit', scopes: counterPages, run: takeDeposit },
]
