/** Cash now, for supervisors: open sessions, balances, cash on its way, and differences that wait for a reason. */
import type { CashSession } from '../../domain/cash/session.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { Reply } from '../../http/reply.js'
import { cashOnItsWay, cashSessionUrl, isAmountShown, transferUrl } from '../parts/cash.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { keysHelp } from '../parts/keys.js'
import { pageReply } from '../parts/page.js'
import { differenceMark } from '../parts/session-report.js'
import { balanceOf } from '../parts/sessions.js'
import { amounts, column, section, table } from '../parts/tables.js'
import { cashPages, type View } from '../parts/view.js'
import type { DeskRequest, DeskRoute } from '../route.js'

/** The most rows of each table of the page. */
const limit = 500

function pointLink(view: View, { id, point }: CashSession): Html {
  return markup`<a class="open" href="${cashSessionUrl(view, id)}">${bdi(point)}</a>`
}

async function pointsNow(view: View): Promise<Html> {
  const { items } = await view.payments.cash.list({ status: 'open', limit })
  return table(
    view.t('cash.points'),
    items,
    [
      column(view.t('session.point'), (session) => pointLink(view, session)),
      column(view.t('session.openedBy'), ({ openedBy }) => bdi(openedBy)),
      column(view.t('session.openedAt'), ({ openedAt }) => view.instant(openedAt)),
      amounts(view.t('session.balance'), (session) => view.money(balanceOf(session), session.currency)),
    ],
    view.t('cash.noPoints'),
  )
}

async function balances(view: View): Promise<Html> {
  const { items } = await view.payments.accounts.list({ limit })
  const rows = items
    .filter(({ kind }) => kind === 'cash')
    .flatMap(({ account, lastDay, currencies }) => currencies.map((sums) => ({ account, lastDay, ...sums })))
  return table(
    view.t('cash.balances'),
    rows,
    [
      column(view.t('line.account'), ({ account }) => bdi(account)),
      column(view.t('cash.lastDay'), ({ lastDay }) => lastDay !== null && view.day(lastDay)),
      amounts(view.t('cash.balance'), ({ balance, currency }) => view.money(balance, currency)),
    ],
    view.t('cash.noBalances'),
  )
}

/** Writes the amount of cash that only a bank can receive; who receives the other counts it without knowing the amount. */
function amountInTransit(view: View, line: AccountLine): Content {
  return isAmountShown(line) ? view.money(line.amount, line.currency) : view.t('cash.blind')
}

async function transits(view: View): Promise<Html> {
  return table(
    view.t('cash.transits'),
    await cashOnItsWay(view),
    [
      column(view.t('cash.sent'), (line) => [
        markup`<a class="open" href="${transferUrl(view, line.key)}">${view.instant(line.createdAt)}</a>`,
      ]),
      column(view.t('cash.from'), ({ account }) => bdi(account)),
      column(view.t('send.to'), ({ transferTo }) => bdi(transferTo ?? '')),
      column(view.t('line.reference'), ({ reference }) => reference !== undefined && bdi(reference)),
      amounts(view.t('form.amount'), (line) => amountInTransit(view, line)),
    ],
    view.t('cash.noTransits'),
  )
}

/** Writes the differences of a session that have no reason. */
function differencesOf(view: View, session: CashSession): Content {
  const { floatDifference, floatReason, difference, reason, currency } = session
  return [
    floatDifference !== 0 &&
      floatReason === null &&
      markup`${view.t('session.floatDifference')} ${differenceMark(view, floatDifference, currency)} `,
    difference !== null && difference !== 0 && reason === null && differenceMark(view, difference, currency),
  ]
}

async function differences(view: View): Promise<Html> {
  return table(
    view.t('cash.differences'),
    await view.unexplainedSessions(),
    [
      column(view.t('session.point'), (session) => pointLink(view, session)),
      column(view.t('session.openedBy'), ({ openedBy }) => bdi(openedBy)),
      column(view.t('session.openedAt'), ({ openedAt }) => view.instant(openedAt)),
      amounts(view.t('session.difference'), (session) => differencesOf(view, session)),
    ],
    view.t('cash.noDifferences'),
  )
}

async function cashPage({ view }: DeskRequest): Promise<Reply> {
  const [points, sums, onTheirWay, unexplained] = await Promise.all([
    pointsNow(view),
    balances(view),
    transits(view),
    differences(view),
  ])
  return pageReply(view, {
    title: view.word('nav.cash'),
    section: 'cash',
    body: markup`<div data-keys>
      ${section(view, 'points', 'cash.points', points)} ${section(view, 'transits', 'cash.transits', onTheirWay)}
      ${section(view, 'differences', 'cash.differences', unexplained)}
      ${section(view, 'balances', 'cash.balances', sums)}
      <p class="actions"><a href="${view.url('/cash/sessions')}">${view.t('cash.sessions')}</a></p>
    </div>
    ${keysHelp(view)}`,
  })
}

/** Shows of cash what waits for people alone. */
async function waitingPage({ view }: DeskRequest): Promise<Reply> {
  const [onTheirWay, unexplained] = await Promise.all([transits(view), differences(view)])
  return pageReply(view, {
    title: view.word('today.cash'),
    section: 'cash',
    body: markup`<div data-keys>
      ${section(view, 'transits', 'cash.transits', onTheirWay)}
      ${section(view, 'differences', 'cash.differences', unexplained)}
      <p class="actions"><a href="${view.url('/cash')}">${view.t('nav.cash')}</a></p>
    </div>
    ${keysHelp(view)}`,
  })
}

export const cashRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/cash', scopes: cashPages, run: cashPage },
  { method: 'GET', path: '/cash/waiting', scopes: cashPages, run: waitingPage },
]
