/** The changes of the statement lines of a day with their actors: a table to look through, and the same as a file. */
import { isSameActor } from '../../domain/actor.js'
import { visibleText } from '../../domain/csv.js'
import type { LineEvent } from '../../domain/reconciliation/account-line.js'
import { decimalOf, exportRows, type RowColumn, rowColumn } from '../../domain/row-export.js'
import type { HospitalPayments } from '../../service.js'
import { dayFilters, textFilter } from '../parts/filters.js'
import { markup } from '../parts/html.js'
import { type ListPage, listRoutes } from '../parts/list-page.js'
import { eventText, lastAssignments, reasonText } from '../parts/lines.js'
import { column } from '../parts/tables.js'
import { linePages, type View } from '../parts/view.js'

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

const auditList: ListPage<Entry, AuditFilter> = {
  path: '/audit',
  section: 'audit',
  scopes: linePages,
  hint: 'audit.hint',
  filters: [...dayFilters, textFilter('person', 'audit.person')],
  complete: (view, { from = view.today, to = from, person = '', ...fields }) => ({ from, to, person, ...fields }),
  empty: ({ view, nextCursor }) => view.t(nextCursor === null ? 'audit.empty' : 'audit.noneSoFar'),
  async read({ view }, filter, { cursor = '' }) {
    const { entries, nextCursor } = await entriesOf(view, filter, cursor)
    return { items: entries, nextCursor }
  },
  columns: ({ view }) => [
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
  csv: {
    label: 'audit.csv',
    name: 'audit',
    export: (view, filter, options) =>
      exportRows({ columns, mode: 'spreadsheet', bom: true, scan: () => scanEntries(view, filter), ...options }),
  },
}

export const auditRoutes = listRoutes(auditList)
