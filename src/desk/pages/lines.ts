/** The work list: statement lines by filters that stand in the URL, and an action that sets several of them aside. */
import { isReportDay, plusDays } from '../../domain/calendar.js'
import { isUncounted, openOfLine } from '../../domain/reconciliation/account-line.js'
import { lineOutcomes } from '../../domain/reconciliation/items.js'
import { isPaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import type { HospitalPayments } from '../../service.js'
import { field, hiddenField, listLink, namesPerson } from '../parts/forms.js'
import {
  choiceFilter,
  dayFilters,
  type Fields,
  type Filter,
  moneyFilters,
  moneyOf,
  RefusedFilter,
  textFilter,
} from '../parts/filters.js'
import { listPage, type ListPage, listRoutes } from '../parts/list-page.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { lineAmount, lineState, lineStatus, lineText, openMoney } from '../parts/lines.js'
import { type PageFacts, pageReply, seeOther } from '../parts/page.js'
import { amounts, type Column, column } from '../parts/tables.js'
import { actorOf, linePages, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

type Lines = HospitalPayments['lines']
type LinesQuery = NonNullable<Parameters<Lines['list']>[0]>
type AccountLine = Awaited<ReturnType<Lines['list']>>['items'][number]

/** The most lines of one action. */
const maxSetAside = 500

/**
 * The days that a search for a text goes back: a text is in no index, so every line that the other filters leave is read. A
 * link searches all days.
 */
const daysBack = 31

/**
 * Returns the first day of a search for a text that would otherwise read all lines, or `undefined` where the filters limit it.
 */
function firstDayOf(view: View, fields: Fields): string | undefined {
  const { text, status, from, to = view.today, importId, all } = fields
  if (text === undefined || status === 'open' || !isReportDay(to)) return undefined
  if (from !== undefined || importId !== undefined || all !== undefined) return undefined
  return plusDays(to, -daysBack)
}

/** Makes the filter of the library. */
function filterOf(view: View, fields: Fields): LinesQuery {
  const { held, amount: _, unassigned, outcome, status, all: __, ...same } = fields
  if (held !== undefined && held !== 'true' && held !== 'false')
    throw new RefusedFilter(view.t('lines.badFilter', { name: 'held' }))
  return {
    ...same,
    ...moneyOf(view, fields),
    ...(outcome !== undefined && { outcome: outcome.split(',') }),
    ...(status !== undefined && status !== 'all' && { status: status.split(',') }),
    ...(held !== undefined && { held: held === 'true' }),
    ...(unassigned !== undefined && { assignee: null }),
  } as LinesQuery
}

/** The outcomes that no stored line has. */
const neverStored: readonly string[] = ['already_reconciled', 'on_hold', 'rejected_line']

const unassignedFilter: Filter = {
  name: 'unassigned',
  write: (view, value) =>
    markup`<label class="check"><input type="checkbox" name="unassigned" value="1"${value !== '' && markup` checked`}> ${view.t('filter.unassigned')}</label>`,
}

/** The import of which a link shows the lines. */
const importFilter: Filter = {
  name: 'importId',
  write: (_view, value) => markup`${value !== '' && hiddenField('importId', value)}`,
}

const fineFilters: readonly Filter[] = [
  textFilter('account', 'filter.account'),
  choiceFilter('direction', 'filter.direction', ['credit', 'debit'], 'direction'),
  choiceFilter('held', 'filter.held', ['true', 'false'], 'filter'),
  ...dayFilters,
  ...moneyFilters,
  textFilter('assignee', 'filter.assignee'),
  unassignedFilter,
  importFilter,
]

/** Returns the facts that distinguish the line from others of its day, to be read aloud with its tick. */
function pickedBy(view: View, line: AccountLine) {
  const { valueDate: date, reference, narration, providerTransactionId, row } = line
  return { date, row, amount: lineAmount(view, line), text: bdi(reference ?? narration ?? providerTransactionId ?? '') }
}

/** Makes the columns of lines; those of `ticked` are picked, `null` where none can be. */
function lineColumns(view: View, ticked: ReadonlySet<string> | null): (Column<AccountLine> | false)[] {
  return [
    ticked !== null &&
      column(
        markup`<span class="sr">${view.t('lines.choose')}</span>`,
        (line) => {
          const { key, version, status } = line
          if (status !== 'open') return null
          return markup`<label
            ><span class="sr">${view.t('lines.pick', pickedBy(view, line))}</span
            ><input type="checkbox" name="key" value="${key}" ${ticked.has(key) && markup` checked`} /></label
          ><input type="hidden" name="version.${key}" value="${version}" /><input
            type="hidden"
            name="open.${key}"
            value="${openOfLine(line)}"
          />`
        },
        'pick',
      ),
    column(
      view.t('line.valueDate'),
      ({ key, valueDate }) => markup`<a class="open" href="${view.lineUrl(key)}">${view.day(valueDate)}</a>`,
    ),
    column(
      view.t('lines.text'),
      (line) => markup`${lineText(line)}<small class="muted"><bdi>${line.account}</bdi></small>`,
      'wide',
    ),
    column(view.t('lines.state'), (line) => lineState(view, line)),
    amounts(view.t('line.amount'), (line) => lineAmount(view, line)),
    amounts(view.t('line.open'), (line) => openMoney(view, line)),
    column(view.t('line.status'), (line) => {
      const { assignee } = line
      return markup`${lineStatus(view, line)}${assignee !== null && markup`<br /><small>${view.t('line.assignedTo', { assignee: bdi(assignee) })}</small>`}`
    }),
  ]
}

/** Checks that a list has lines that may be set aside. */
function canPick(view: View, lines: readonly AccountLine[]): boolean {
  return view.may('lines:write') && lines.some(({ status }) => status === 'open')
}

/** Writes the table as a form that sets its ticked lines aside. */
function pickForm(view: View, rows: Html, fields: Fields, typed: Form): Html {
  return markup`<form method="post" action="${view.url('/lines/set-aside')}" data-keys>
    ${hiddenField('back', new URLSearchParams(fields).toString())}${rows}
    <div class="bulk">
      <h2>${view.t('lines.setAside')}</h2>
      <p class="muted">${view.t('lines.setAsideHint')}</p>
      <div class="grid">
        ${field(view.t('form.category'), 'category', typed.get('category'), markup` required pattern="[a-z0-9_.\\-]{1,64}" title="${view.t('form.categoryRule')}"`)}
        ${field(view.t('form.reason'), 'reason', typed.get('reason'))}
      </div>
      <div class="actions"><button>${view.t('lines.setAside')}</button></div>
    </div>
  </form>`
}

/** Writes the first day of a search that was limited, with the link to all days. */
function sinceNote(view: View, fields: Fields): Html {
  const { from = '', ...others } = fields
  return markup`<div class="muted">${view.t('lines.since', { day: view.day(from) })} ${listLink(view, '/lines', { ...others, all: '1' }, view.t('lines.amongAll'))}</div>`
}

/** @param typed the fields and ticks of the form where setting aside was refused */
const lineList = (typed: Form = new Form()): ListPage<AccountLine, LinesQuery> => ({
  path: '/lines',
  section: 'lines',
  scopes: linePages,
  title: 'lines.title',
  filters: [
    textFilter('text', 'filter.text', markup` type="search" data-person`),
    choiceFilter('status', 'filter.status', ['open', 'settled'], 'line.status'),
    choiceFilter(
      'outcome',
      'filter.outcome',
      lineOutcomes.filter((one) => !neverStored.includes(one)),
      'outcome',
    ),
    ...fineFilters.map((filter) => ({ ...filter, isFine: true })),
  ],
  more: ['all'],
  beside: (view) => markup`<a href="${view.url('/lines', { status: 'open' })}">${view.t('filter.clear')}</a>`,
  empty: ({ view }) => markup`${view.t('lines.empty')} <a href="${view.url('/lines')}">${view.t('lines.showAll')}</a>`,
  filter: filterOf,
  async read({ view }, query, fields) {
    const since = firstDayOf(view, fields)
    if (since === undefined) return view.payments.lines.list(query)
    return { ...(await view.payments.lines.list({ ...query, from: since })), linked: { ...fields, from: since } }
  },
  columns: ({ view, items }) => lineColumns(view, canPick(view, items) ? new Set(typed.all('key')) : null),
  frame: (rows, { view, items, fields, linked }) => [
    canPick(view, items) ? pickForm(view, rows, fields, typed) : rows,
    linked && sinceNote(view, linked),
  ],
  csv: {
    label: 'lines.csv',
    name: 'lines',
    export: ({ payments }, filter, options) => payments.lines.exportCsv({ ...filter, bom: true }, options),
  },
})

async function setAsideAll({ view, form, layouts }: DeskRequest): Promise<Reply> {
  const keys = [...new Set(form.all('key'))]
  const back = new URLSearchParams(form.get('back'))
  const show = async (typed: Form, answer: Pick<PageFacts, 'status' | 'alert' | 'done'>) =>
    pageReply(view, await listPage(lineList(typed), { view, query: new Form(back), layouts }, answer))
  const refuse = (status: number, alert: Content) => show(form, { status, alert })
  const category = form.get('category')
  const reason = form.get('reason') || undefined
  if (keys.length === 0) return refuse(400, view.t('lines.noneChosen'))
  if (keys.length > maxSetAside) return refuse(400, view.t('lines.tooMany', { count: keys.length, max: maxSetAside }))
  if (!/^[a-z0-9_.-]{1,64}$/.test(category)) return refuse(400, view.t('form.categoryRule'))
  const refusedLines: Html[] = []
  let [count, status] = [0, 200]
  for (const key of keys) {
    try {
      const expectedVersion = form.version(`version.${key}`)
      const allocations = [{ to: 'category', category, amount: form.version(`open.${key}`) }] as const
      await view.payments.lines.allocate(key, { expectedVersion, allocations, reason, ...actorOf(view) })
      count++
    } catch (error) {
      if (!isPaymentError(error) || error.httpStatus >= 500) throw error
      status = Math.max(status, error.httpStatus)
      const line = view.sees(...linePages) && (await view.payments.lines.get(key))
      const isDoubted = line && isUncounted(line) && error.code === 'invalid_request'
      refusedLines.push(
        markup`<li>
          ${
            line &&
            markup`<a href="${view.lineUrl(key)}">${view.day(line.valueDate)}, ${lineAmount(view, line)}</a>
              ${lineStatus(view, line)}: `
          }${view.t(isDoubted ? 'line.duplicateOnly' : `error.${error.code}`)}
        </li>`,
      )
    }
  }
  const filters = Object.fromEntries(back)
  if (refusedLines.length === 0 && namesPerson(filters) && view.sees(...linePages))
    return show(new Form(), { done: view.t('done.set_aside', { count }) })
  if (refusedLines.length === 0)
    return seeOther(view, { key: 'done.set_aside', count }, view.url('/lines', filters), linePages)
  return refuse(
    status,
    markup`<p>${view.t('lines.someRefused', { done: count, refused: refusedLines.length })}</p>
      <ul>
        ${refusedLines}
      </ul>`,
  )
}

export const lineListRoutes: readonly DeskRoute[] = [
  ...listRoutes(lineList()),
  { method: 'POST', path: '/lines/set-aside', scopes: ['lines:write'], run: setAsideAll },
]
