/** Cash sessions for supervisors: their list, one with its report, its movements, and the reason of its differences. */
import { isSameActor } from '../../domain/actor.js'
import { type CashSession, cashSessionStatuses, hasUnexplainedDifference } from '../../domain/cash/session.js'
import { isVoidable } from '../../domain/cash/void.js'
import { sessionNotFound } from '../../domain/not-found.js'
import type { Reply } from '../../http/reply.js'
import type { HospitalPayments } from '../../service.js'
import { cashSessionUrl, movementUrl } from '../parts/cash.js'
import { choiceFilter, dayFilters, textFilter } from '../parts/filters.js'
import { actionCard, printButton, reasonField } from '../parts/forms.js'
import { historySection } from '../parts/history.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { statusMark } from '../parts/lines.js'
import { type ListPage, listRoutes } from '../parts/list-page.js'
import { pageReply, refusalAlone, seeOther } from '../parts/page.js'
import { countOf, differenceMark, reportTables, sessionFacts } from '../parts/session-report.js'
import { cashRefusal, movementsTable, type SessionMovement } from '../parts/sessions.js'
import { amounts, column, type Column, section } from '../parts/tables.js'
import { cashierOf, cashPages, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

function sessionStatus(view: View, { status }: CashSession): Html {
  return statusMark(status === 'open' ? 'wait' : 'good', view.t(`session.status.${status}`))
}

const sessionList: ListPage<CashSession, NonNullable<Parameters<HospitalPayments['cash']['list']>[0]>> = {
  path: '/cash/sessions',
  section: 'cash',
  scopes: cashPages,
  title: 'cash.sessions',
  filters: [
    textFilter('point', 'session.point'),
    choiceFilter('status', 'filter.status', cashSessionStatuses, 'session.status'),
    textFilter('actor', 'session.openedBy'),
    ...dayFilters,
  ],
  empty: 'cash.noSessions',
  read: ({ view }, query) => view.payments.cash.list(query),
  columns: ({ view }) => [
    column(view.t('session.openedAt'), ({ id, openedAt }) => [
      markup`<a class="open" href="${cashSessionUrl(view, id)}">${view.instant(openedAt)}</a>`,
    ]),
    column(view.t('session.point'), ({ point }) => bdi(point)),
    column(view.t('session.openedBy'), ({ openedBy }) => bdi(openedBy)),
    column(view.t('session.closedAt'), ({ closedAt }) => closedAt !== null && view.instant(closedAt)),
    amounts(view.t('session.counted'), ({ counted, currency }) => counted !== null && view.money(counted, currency)),
    amounts(
      view.t('session.difference'),
      ({ difference, currency }) => difference !== null && differenceMark(view, difference, currency),
    ),
    column(view.t('filter.status'), (session) => sessionStatus(view, session)),
  ],
}

/** Makes the column of the links to void a movement, where the session is open. */
function voidColumn(view: View, { status }: CashSession): readonly Column<SessionMovement>[] {
  if (status !== 'open' || !view.may('cash:supervise')) return []
  return [
    column(
      markup`<span class="sr">${view.t('cash.void')}</span>`,
      ({ line }) => isVoidable(line) && markup`<a href="${movementUrl(view, line.key)}">${view.t('cash.void')}</a>`,
    ),
  ]
}

function explainForm(view: View, session: CashSession, typed: Form): Content {
  const { id, openedBy, closedBy } = session
  if (!hasUnexplainedDifference(session) || !view.may('cash:supervise')) return null
  const isOwn = [openedBy, closedBy].some((person) => person !== null && isSameActor(person, view.actor ?? ''))
  if (isOwn)
    return markup`<div class="card">
      <h2>${view.t('cash.explain')}</h2>
      <p class="muted">${view.t('cash.selfApproval')}</p>
    </div>`
  const fields = reasonField(view, typed, { isRequired: true })
  return actionCard(view, { url: cashSessionUrl(view, id, '/explain'), title: 'cash.explain', fields, button: 'main' })
}

interface SessionPage {
  readonly status?: number
  readonly alert?: Content
  readonly typed?: Form
}

async function sessionPage(view: View, id: string, { typed = new Form(), ...more }: SessionPage = {}): Promise<Reply> {
  const alone = refusalAlone(view, cashPages, more)
  if (alone) return pageReply(view, alone)
  const session = await view.payments.cash.get(id)
  if (!session) throw sessionNotFound(id)
  const [report, movements, events] = await Promise.all([
    view.payments.cash.report(id),
    view.movementsOf(id),
    view.payments.cash.history(id),
  ])
  const { point, currency } = session
  const title = view.word(report.kind === 'X' ? 'report.x' : 'report.z')
  return pageReply(view, {
    ...more,
    title: `${title} ${point}`,
    heading: markup`${title} ${bdi(point)} <small class="date">${bdi(currency)}</small> ${sessionStatus(view, session)}`,
    section: 'cash',
    body: [
      countOf(view, session),
      sessionFacts(view, session, true),
      explainForm(view, session, typed),
      section(view, 'report', 'report.movements', reportTables(view, report)),
      markup`<p class="actions">${printButton(view)}</p>`,
      markup`<div class="no-print">
        ${section(view, 'movements', 'session.movements', movementsTable(view, movements, ...voidColumn(view, session)))}
        ${historySection(view, events, ({ type }) => view.t(`event.${type}`))}
      </div>`,
    ],
  })
}

async function explain({ view, id, form }: DeskRequest): Promise<Reply> {
  const again = (status: number, alert: Content) => sessionPage(view, id, { status, alert, typed: form })
  const reason = form.get('reason')
  if (reason === '') return again(400, view.t('cash.reasonMissing'))
  try {
    await view.payments.cash.explain(id, { reason, ...cashierOf(view) })
  } catch (error) {
    const { status, alert } = cashRefusal(view, error)
    return again(status, alert)
  }
  return seeOther(view, { key: 'done.session.explain' }, cashSessionUrl(view, id), cashPages)
}

export const cashSessionRoutes: readonly DeskRoute[] = [
  ...listRoutes(sessionList),
  {
    method: 'GET',
    path: '/cash/sessions/{sessionId}',
    scopes: cashPages,
    run: ({ view, id }) => sessionPage(view, id),
  },
  { method: 'POST', path: '/cash/sessions/{sessionId}/explain', scopes: cashPages, run: explain },
]
