/** The changes of the statement lines of a day with their actors: a table to look through, and the same as a file. */
import { isSameActor } from '../../domain/actor.js'
import { visibleText } from '../../domain/csv.js'
import type { LineEvent } from '../../domain/reconciliation/account-line.js'
import type { Reply } from '../../http/reply.js'
import { csvReply } from '../../http/csv-reply.js'
import { decimalOf, exportRows, type RowColumn, rowColumn } from '../../domain/row-export.js'
import type { HospitalPayments } from '../../service.js'
import { field, filledFields, pager } from '../parts/forms.js'
import { type Content, markup } from '../parts/html.js'
import { eventText, lastAssignments, reasonText } from '../parts/lines.js'
import { pageReply } from '../parts/page.js'
import { refusedQuery } from '../parts/problem.js'
import { column, table } from '../parts/tables.js'
import type { View } from '../parts/view.js'
import type { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

type Line = Awaited<ReturnType<HospitalPayments['lines']['list']>>['items'][number]

interface Entry {
  readonly event: LineEvent
  readonly line: Line
  /** The last assignments of the lines around it. */
  readonly assigned: ReadonlySet<string>
}

const linesAtOnce = 50
const pageSize = 50
/** The most lines that are read for one page, however few of them a person changed. */
const maxLines = 2000

interface AuditFilter {
  readonly from: string
  readonly to: string
  readonly person: string
}

function readAuditFilter(view: View, query: Form): AuditFilter {
  const { from = view.today, to, person = '' } = filledFields(query, ['from', 'to', 'person'])
  return { from, to: to ?? from, person }
}

/** Reads the events of a group of lines, oldest line first. */
async function entriesOfLines(view: View, { from, to, person }: AuditFilter, cursor: string) {
  const { lines } = view.payments
  const page = await lines.list({ from, to, limit: linesAtOnce, ...(cursor !== '' && { cursor }) })
  const ofKey = new Map(page.items.map((line) => [line.key, line]))
  const events = await lines.histories([...ofKey.keys()])
  const assigned = lastAssignments(events, ofKey)
  const entries = events
    .filter(({ actor }) => person === '' || (actor !== null && isSameActor(actor, person)))
    .map((event): Entry => ({ event, line: ofKey.get(event.lineKey)!, assigned }))
  return { entries, nextCursor: page.nextCursor }
}

interface Entries {
  readonly entries: readonly Entry[]
  readonly nextCursor: string | null
}

/** Reads a page of events: a full one, or the last one, or one of the events of `maxLines` lines. */
async function entriesOf(view: View, filter: AuditFilter, cursor: string): Promise<Entries> {
  const entries: Entry[] = []
  let next: string | null = cursor
  for (let lines = 0; next !== null && entries.length < pageSize && lines < maxLines; lines += linesAtOnce) {
    const group: Entries = await entriesOfLines(view, filter, next)
    entries.push(...group.entries)
    next = group.nextCursor
  }
  return { entries, nextCursor: next }
}

async function show({ view, query }: DeskRequest): Promise<Reply> {
  const filter = readAuditFilter(view, query)
  const cursor = query.get('cursor')
  let alert: Content = null
  let events: Entries = { entries: [], nextCursor: null }
  try {
    events = await entriesOf(view, filter, cursor)
  } catch (error) {
    alert = refusedQuery(view, error)
  }
  const fields = { ...filter }
  const paged = cursor === '' ? fields : { ...fields, cursor }
  return pageReply(view, {
    ...(alert !== null && { status: 400 }),
    title: view.word('nav.audit'),
    section: 'audit',
    alert,
    body: [
      markup`<p class="muted">${view.t('audit.hint')}</p>
        <form class="filter" method="get" action="${view.url('/audit')}">
          <div class="grid">
            ${field(view.t('filter.from'), 'from', filter.from, markup` type="date"`)}${field(view.t('filter.to'), 'to', filter.to, markup` type="date"`)}${field(view.t('audit.person'), 'person', filter.person)}
          </div>
          <div class="actions"><button>${view.t('filter.show')}</button></div>
        </form>`,
      table(
        view.t('nav.audit'),
        events.entries,
        [
          column(view.t('history.when'), ({ event }) => view.instant(event.createdAt)),
          column(view.t('history.who'), ({ event }) => view.by(event.actor)),
          column(
            view.t('history.what'),
            ({ event, line, assigned }) =>
              markup`${eventText(view, event, line, assigned)}${event.allocations.map(({ to, amount }) => markup`<br /><small>${view.t(`allocation.${to}`)} ${view.money(amount, line.currency)}</small>`)}`,
          ),
          column(
            view.t('audit.line'),
            ({ line }) =>
              markup`<a class="open" href="${view.lineUrl(line.key)}">${view.day(line.valueDate)}</a> <bdi>${line.account}</bdi>`,
          ),
          column(view.t('form.reason'), ({ event }) => reasonText(view, event)),
        ],
        view.t(events.nextCursor === null ? 'audit.empty' : 'audit.noneSoFar'),
      ),
      pager(view, '/audit', paged, events.nextCursor),
      markup`<p class="actions"><a href="${view.url('/audit.csv', fields)}" download>${view.t('audit.csv')}</a></p>`,
    ],
  })
}

const cell = rowColumn<Entry>

/** In the documented order. */
const columns: readonly RowColumn<Entry>[] = [
  cell('at', 'plain', ({ event }) => event.createdAt),
  cell('actor', 'callerText', ({ event }) => event.actor),
  cell('event', 'plain', ({ event }) => event.type),
  cell('version', 'plain', ({ event }) => event.version),
  cell('lineKey', 'text', ({ line }) => line.key),
  cell('account', 'callerText', ({ line }) => line.account),
  cell('valueDate', 'plain', ({ line }) => line.valueDate),
  cell('direction', 'plain', ({ line }) => line.direction),
  cell('amount', 'plain', ({ line }) => line.amount),
  cell('amountDecimal', 'plain', ({ line }) => decimalOf(line)),
  cell('currency', 'plain', ({ line }) => line.currency),
  cell('reason', 'callerText', ({ event }) => visibleText(event.reason)),
  // JSON, which begins with a bracket and so is no formula.
  cell('allocations', 'text', ({ event }) => JSON.stringify(event.allocations)),
]

/** Yields all events, a group of lines at a time. */
async function* scanEntries(view: View, filter: AuditFilter): AsyncGenerator<readonly Entry[]> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const { entries, nextCursor }: Entries = await entriesOfLines(view, filter, cursor)
    yield entries
    cursor = nextCursor
  }
}

function csv({ view, query, signal, onError }: DeskRequest): Promise<Reply> {
  const filter = readAuditFilter(view, query)
  const scan = () => scanEntries(view, filter)
  const file = (options: { signal: AbortSignal }) =>
    exportRows({ columns, mode: 'spreadsheet', bom: true, scan, ...options })
  return csvReply({ name: 'audit', days: filter, export: file, signal, onError })
}

export const auditRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/audit', scopes: ['reports:read', 'lines:read'], run: show },
  { method: 'GET', path: '/audit.csv', scopes: ['reports:read', 'lines:read'], run: csv },
]
