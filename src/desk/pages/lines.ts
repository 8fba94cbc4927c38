/**
 * The work list: statement lines by filters that stand in the URL, with their sums, and with the best suggestion of each, which one
 * press takes; an action sets several of them aside.
 */
import { isReportDay, plusDays } from '../../domain/calendar.js'
import { lineNotFound } from '../../domain/not-found.js'
import { isUncounted, openOfLine } from '../../domain/reconciliation/account-line.js'
import { lineOutcomes } from '../../domain/reconciliation/items.js'
import type { Suggestion } from '../../domain/reconciliation/suggestions.js'
import { isPaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import type { HospitalPayments } from '../../service.js'
import {
  type CategoryCount,
  categoryCounts,
  categoryField,
  isCategory,
  hasNewCategory,
  typedCategory,
} from '../parts/categories.js'
import { defaultButton, field, filledFields, hiddenField, listLink, namesPerson } from '../parts/forms.js'
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
import { bdi, type Content, groupDigits, type Html, markup } from '../parts/html.js'
import { areFew, countOf, type LineTotal, totalsList, totalsOfPage } from '../parts/line-totals.js'
import { lineAmount, lineState, lineStatus, lineText, openMoney } from '../parts/lines.js'
import { type PageFacts, pageReply, seeOther } from '../parts/page.js'
import { problem, refusalOf } from '../parts/problem.js'
import { saveFields } from '../parts/saved-filters.js'
import { type LineToSetAside, maxSetAside, refusalOfLine, setAsideLines } from '../parts/set-aside.js'
import { type Outcome, pageWhile, type Progress } from '../parts/progress.js'
import { lineName, suggestionText, takesWhole } from '../parts/suggestions.js'
import { amounts, type Column, column } from '../parts/tables.js'
import { actorOf, linePages, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

type Lines = HospitalPayments['lines']
type LinesQuery = NonNullable<Parameters<Lines['list']>[0]>
type AccountLine = Awaited<ReturnType<Lines['list']>>['items'][number]

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
  const { held, amount: _, unassigned, outcome, status, all: __, sum: ___, ...same } = fields
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

const listFilters: readonly Filter[] = [
  textFilter('text', 'filter.text', markup` type="search" data-person`),
  choiceFilter('status', 'filter.status', ['open', 'settled'], 'line.status'),
  choiceFilter(
    'outcome',
    'filter.outcome',
    lineOutcomes.filter((one) => !neverStored.includes(one)),
    'outcome',
  ),
  ...fineFilters.map((filter) => ({ ...filter, isFine: true })),
]

/** A line of the list, with the best suggestion of an open one. */
interface ListedLine {
  readonly line: AccountLine
  readonly suggestion: Suggestion | null
}

/** Returns the facts that distinguish the line from others of its day, to be read aloud with its tick and its button. */
function pickedBy(view: View, line: AccountLine) {
  const { valueDate: date, reference, narration, providerTransactionId, row } = line
  return { date, row, amount: lineAmount(view, line), text: bdi(reference ?? narration ?? providerTransactionId ?? '') }
}

/** Writes the button that takes a suggestion, where all open money of the line may go to it. */
function acceptButton(view: View, line: AccountLine, suggestion: Suggestion, at: number): Html | null {
  if (!takesWhole(line, suggestion)) return null
  const { payment, line: other } = suggestion
  const target = payment ? bdi(payment.reference) : lineName(view, other)
  const value = markup`name="${payment ? 'paymentId' : 'lineKey'}" value="${payment?.id ?? other!.key}"`
  const action = markup`formaction="${view.lineUrl(line.key, `/accept?at=${at}`)}" formnovalidate`
  return markup`<button class="small" ${action} ${value} data-key="a">${view.t('lines.match', { target })} <span class="sr">${view.t('lines.ofLine', pickedBy(view, line))}</span></button>`
}

/** Writes the link to the form that undoes allocations of a line. */
function undoLink(view: View, line: AccountLine): Html | null {
  if (line.allocations.length === 0) return null
  return markup`<a data-key="u" href="${view.lineUrl(line.key, '?undo=1')}">${view.t('lines.undo')}</a>`
}

/** The form of a list of lines. */
interface LineColumns {
  /** The keys of the lines that are picked; `null` where none can be. */
  readonly ticked: ReadonlySet<string> | null
  /** False where the status of each line is that of the filter, and none is held or assigned. */
  readonly hasStatus: boolean
}

/** Writes the suggestion of a line with the button that takes it, which names it. */
function suggestionCell(view: View, { line, suggestion }: ListedLine, at: number, canAccept: boolean): Content {
  if (!suggestion) return null
  const button = canAccept ? acceptButton(view, line, suggestion, at) : null
  return [suggestionText(view, line, suggestion, { isNamed: button !== null }), ' ', button]
}

/** Makes the columns of lines. */
function lineColumns(view: View, { ticked, hasStatus }: LineColumns): (Column<ListedLine> | false)[] {
  return [
    ticked !== null &&
      column(
        markup`<span class="sr">${view.t('lines.choose')}</span>`,
        ({ line }) => {
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
      ({ line: { key, valueDate } }, at) =>
        markup`<a class="open" id="l${at}" href="${view.lineUrl(key)}">${view.day(valueDate)}</a>`,
    ),
    column(
      view.t('lines.text'),
      ({ line }) => markup`${lineText(line)}<small class="muted"><bdi>${line.account}</bdi></small>`,
      'wide',
    ),
    column(view.t('lines.state'), ({ line }) => lineState(view, line)),
    amounts(view.t('line.amount'), ({ line }) => lineAmount(view, line)),
    amounts(view.t('line.open'), ({ line }) => openMoney(view, line)),
    hasStatus &&
      column(view.t('line.status'), ({ line }) => {
        const { assignee } = line
        return markup`${lineStatus(view, line)}${assignee !== null && markup`<br /><small>${view.t('line.assignedTo', { assignee: bdi(assignee) })}</small>`}`
      }),
    view.may('lines:write') &&
      column(
        view.t('lines.suggestion'),
        (listed, at) => [suggestionCell(view, listed, at, ticked !== null), ' ', undoLink(view, listed.line)],
        'act',
      ),
  ]
}

/** Checks that a list has lines that may be set aside. */
function canPick(view: View, lines: readonly AccountLine[]): boolean {
  return view.may('lines:write') && lines.some(({ status }) => status === 'open')
}

/** Finds the best suggestions of the open lines, which are at most a page. */
async function suggestionsFor(view: View, lines: readonly AccountLine[]): Promise<ReadonlyMap<string, Suggestion>> {
  const keys = lines.flatMap((line) => (line.status === 'open' && !isUncounted(line) ? [line.key] : []))
  if (keys.length === 0 || !view.may('lines:write')) return new Map()
  const suggestions = await view.payments.lines.suggestMany(keys)
  return new Map(suggestions.flatMap(({ key, suggestion }) => (suggestion ? [[key, suggestion] as const] : [])))
}

/** The part of the page that sets lines aside. */
interface Bulk {
  readonly fields: Fields
  readonly typed: Form
  readonly categories: readonly CategoryCount[]
  readonly totals: readonly LineTotal[] | null
  /** True where the page has all lines of the filter. */
  readonly isWhole: boolean
}

/** Writes totals as a form keeps them: a line that came, went or changed makes other ones. */
function totalsText(totals: readonly LineTotal[]): string {
  return totals.map((each) => Object.values(each).join(' ')).join(';')
}

/** Writes the tick for all lines that the filter shows, where more than the page has are open. */
function allTick(view: View, { fields, totals, isWhole, typed }: Bulk): Html | null {
  if (fields['status'] !== 'open' || !totals) return null
  const count = countOf(totals)
  const words = { count: groupDigits(count), max: maxSetAside }
  const isTicked = isWhole ? false : typed.has('all')
  return markup`<label class="check"
    ><input type="checkbox" name="all" value="${totalsText(totals)}" data-all="${Math.min(count, maxSetAside)}" ${isTicked && markup` checked`} />
    ${view.t(count > maxSetAside ? 'lines.firstOfAll' : 'lines.all', words)}</label
  >`
}

/** Writes the table as a form that sets its ticked lines aside. */
function pickForm(view: View, rows: Html, bulk: Bulk): Html {
  const { fields, typed, categories, totals } = bulk
  const isMore = totals !== null && countOf(totals) > maxSetAside
  return markup`<form method="post" action="${view.url('/lines/set-aside')}" data-keys data-act="#list">
    ${defaultButton(view.t('lines.setAside'))}${hiddenField('back', new URLSearchParams(fields).toString())}${hiddenField('progress', 1)}${rows}
    <div class="bulk">
      <h2>${view.t('lines.setAside')}</h2>
      <p class="muted">${view.t('lines.setAsideHint')}</p>
      ${allTick(view, bulk)} ${categoryField(view, categories, typed)}
      ${field(view.t('form.reason'), 'reason', typed.get('reason'))}
      <div class="actions"><button class="main" data-count="${view.word('lines.setAsideCount')}" ${isMore && markup` data-first="${view.t('lines.setAsideFirst', { max: maxSetAside })}"`}>${view.t('lines.setAside')}</button></div>
    </div>
  </form>`
}

/** Writes the first day of a search that was limited, with the link to all days. */
function sinceNote(view: View, fields: Fields): Html {
  const { from = '', ...others } = fields
  return markup`<div class="muted">${view.t('lines.since', { day: view.day(from) })} ${listLink(view, '/lines', { ...others, all: '1' }, view.t('lines.amongAll'))}</div>`
}

/** Writes the sums of a filter, or the link that requests them. */
function totalsPart(view: View, totals: readonly LineTotal[] | null, fields: Fields): Content {
  if (totals) return totals.length > 0 && totalsList(view, totals)
  const { cursor: _, ...others } = fields
  return markup`<p>${listLink(view, '/lines', { ...others, sum: '1' }, view.t('lines.addUp'))}</p>`
}

/** Writes the filters that the reader saved, as links, and the forms that save this one and delete others. */
function savedPart(view: View, fields: Fields, saved: Awaited<ReturnType<View['savedFilters']>>): Html | null {
  const { cursor: _, ...filter } = fields
  const maySave = view.may('lines:write') && view.actor !== null
  const isNew = maySave && !namesPerson(filter) && Object.keys(filter).length > 0
  if (saved.length === 0 && !isNew) return null
  const back = hiddenField('back', new URLSearchParams(filter).toString())
  const form = (content: Content) =>
    markup`<form method="post" action="${view.url('/lines/filters')}" class="row">${back}${content}</form>`
  const remove = ({ id, name }: (typeof saved)[number]) =>
    maySave &&
    form(
      markup`${hiddenField('delete', id)}<button class="small">${view.t('filter.delete', { name: bdi(name) })}</button>`,
    )
  return markup`<details${saved.length > 0 && markup` open`}>
    <summary>${view.t('filter.saved')}</summary>
    <ul class="plain">
      ${saved.map((one) => markup`<li class="actions"><a href="${view.url('/lines')}?${one.query}">${bdi(one.name)}</a> ${remove(one)}</li>`)}
    </ul>
    ${
      isNew &&
      form(
        markup`${field(view.t('filter.name'), 'name', '', markup` required maxlength="60"`)}<button class="main">${view.t('filter.save')}</button>`,
      )
    }
  </details>`
}

/** Writes the filters that people use most, as links. */
function shortcuts(view: View): Content {
  const { actor } = view
  return [
    markup`<a href="${view.url('/lines', { status: 'open' })}">${view.t('filter.clear')}</a>`,
    actor !== null &&
      markup` <a href="${view.url('/lines', { status: 'open', assignee: actor })}">${view.t('filter.mine')}</a>`,
  ]
}

/** @param typed the fields and ticks of the form where setting aside was refused */
const lineList = (typed: Form = new Form()): ListPage<ListedLine, LinesQuery> => ({
  path: '/lines',
  section: 'lines',
  scopes: linePages,
  title: 'lines.title',
  filters: listFilters,
  more: ['all', 'sum'],
  beside: shortcuts,
  empty: ({ view, fields }) =>
    Object.keys(fields).length === 0
      ? view.t('lines.none')
      : markup`${view.t('lines.empty')} <a href="${view.url('/lines')}">${view.t('lines.showAll')}</a>`,
  filter: filterOf,
  async read({ view }, query, fields) {
    const { lines } = view.payments
    const since = firstDayOf(view, fields)
    const { cursor, limit, ...filter } = { ...query, ...(since !== undefined && { from: since }) }
    const days = since !== undefined && { from: since, to: fields['to'] ?? view.today }
    const isAddedUp = areFew({ ...fields, ...days }) || fields['sum'] !== undefined
    const read = lines.list({ ...filter, limit, ...(cursor !== undefined && { cursor }) })
    const [{ items, nextCursor }, sums] = await Promise.all([read, isAddedUp ? lines.totals(filter) : null])
    const isWhole = cursor === undefined && nextCursor === null
    const totals = sums ?? (isWhole ? totalsOfPage(items) : null)
    const isPicked = canPick(view, items)
    const [suggestions, categories, saved] = await Promise.all([
      suggestionsFor(view, items),
      isPicked ? categoryCounts(view) : [],
      view.savedFilters('/lines'),
    ])
    const linked = since !== undefined && { ...fields, from: since }
    return {
      nextCursor,
      items: items.map((line) => ({ line, suggestion: suggestions.get(line.key) ?? null })),
      ...(linked && { linked }),
      frame: (rows) => [
        totalsPart(view, totals, linked || fields),
        isPicked ? pickForm(view, rows, { fields, typed, categories, totals, isWhole }) : rows,
        linked && sinceNote(view, linked),
        savedPart(view, fields, saved),
      ],
    }
  },
  columns: ({ view, items, fields }) => {
    const lines = items.map(({ line }) => line)
    return lineColumns(view, {
      ticked: canPick(view, lines) ? new Set(typed.all('key')) : null,
      hasStatus: fields['status'] !== 'open' || lines.some(({ held, assignee }) => held || assignee !== null),
    })
  },
  csv: {
    label: 'lines.csv',
    name: 'lines',
    export: ({ payments }, filter, options) => payments.lines.exportCsv({ ...filter, bom: true }, options),
  },
})

/** The parts of a request that an action of the list takes, with the list to show after it. */
interface ListAction {
  readonly request: DeskRequest
  readonly back: URLSearchParams
  show(typed: Form, answer: Pick<PageFacts, 'status' | 'alert' | 'done'>): Promise<PageFacts>
}

function actionOf(request: DeskRequest): ListAction {
  const { view, form, layouts } = request
  const back = new URLSearchParams(form.get('back'))
  return {
    ...{ request, back },
    show: (typed, answer) => listPage(lineList(typed), { view, query: new Form(back), layouts }, answer),
  }
}

/** Checks that the list itself answers an action: a script asks for it, or its address would name a person. */
function answersWithList({ request: { view, form }, back }: ListAction): boolean {
  const mayName = namesPerson(Object.fromEntries(back))
  return (mayName || form.has('swap')) && view.sees(...linePages)
}

/** Returns the address of the list, with the focus on a line. */
function listUrl({ request: { view }, back }: ListAction, at: string): string {
  return view.url('/lines', Object.fromEntries(back)) + (/^\d{1,3}$/.test(at) ? `#l${at}` : '')
}

/** Takes a suggestion of a line: all of its open money goes to one payment, or it cancels out with another line. */
async function takeSuggestion({ view, id: key, form }: DeskRequest): Promise<AccountLine> {
  const { lines } = view.payments
  const expectedVersion = form.version(`version.${key}`)
  const options = { expectedVersion, ...actorOf(view) }
  const lineKey = form.get('lineKey')
  if (lineKey === '') return lines.acceptSuggestion(key, { paymentId: form.get('paymentId'), ...options })
  const line = await lines.get(key)
  if (!line) throw lineNotFound(key)
  return lines.allocate(key, { ...options, allocations: [{ to: 'line', lineKey, amount: line.amount }] })
}

async function accept(request: DeskRequest): Promise<Reply> {
  const { view, id: key, query, form } = request
  const action = actionOf(request)
  try {
    const line = await takeSuggestion(request)
    if (!answersWithList(action))
      return seeOther(view, { key: 'done.matched' }, listUrl(action, query.get('at')), linePages)
    const done = markup`${view.t('done.matched')} ${lineAmount(view, line)} ${undoLink(view, line)}`
    // The lines that are ticked to be set aside stay so.
    return pageReply(view, await action.show(form, { done }))
  } catch (error) {
    if (!isPaymentError(error) || error.httpStatus >= 500 || error.code === 'line_not_found') throw error
    const alert = markup`<p>${await refusalOfLine(view, key, error)}</p>`
    return pageReply(view, await action.show(form, { status: error.httpStatus, alert }))
  }
}

/**
 * Reads the open lines of a filter, the first 500; `null` where they are others than those that the page added up, and where the
 * filter cannot be used.
 */
async function linesOfFilter({ request: { view, form }, back }: ListAction): Promise<LineToSetAside[] | null> {
  const fields = filledFields(new Form(back), [...listFilters.map(({ name }) => name)])
  let query: LinesQuery
  try {
    query = { ...filterOf(view, fields), status: 'open' }
  } catch (error) {
    if (error instanceof RefusedFilter) return null
    throw error
  }
  const { lines } = view.payments
  const [totals, { items }] = await Promise.all([lines.totals(query), lines.list({ ...query, limit: maxSetAside })])
  if (totalsText(totals) !== form.get('all')) return null
  return items.map((line) => ({ key: line.key, expectedVersion: line.version, amount: openOfLine(line) }))
}

/** The number of lines from which on a page shows the progress, and the number between two reports of it. */
const firstProgress = 100
const reportEach = 25

async function setAsideAll(
  action: ListAction,
  report: (howFar: Progress) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const { request, show } = action
  const { view, form } = request
  const refuse = (status: number, alert: Content) => show(form, { status, alert })
  const category = typedCategory(form)
  const reason = form.get('reason') || undefined
  const isAll = form.get('all') !== ''
  const keys = isAll ? [] : [...new Set(form.all('key'))]
  if (!isAll && keys.length === 0) return refuse(400, view.t('lines.noneChosen'))
  if (keys.length > maxSetAside) return refuse(400, view.t('lines.tooMany', { count: keys.length, max: maxSetAside }))
  if (category === '') return refuse(400, view.t('form.chooseCategory'))
  if (!isCategory(category)) return refuse(400, view.t('form.categoryRule'))
  const isNew = await hasNewCategory(view, [category])
  const picks = isAll
    ? await linesOfFilter(action)
    : keys.map((key) => ({
        ...{ key, expectedVersion: form.version(`version.${key}`) },
        amount: form.version(`open.${key}`),
      }))
  if (!picks) return refuse(409, view.t('lines.othersNow'))
  const { count, refused } = await setAsideLines(view, picks, {
    ...{ category, reason },
    before(done) {
      signal.throwIfAborted()
      if (done > 0 && done % reportEach === 0) report({ rows: done, percent: Math.floor((done / picks.length) * 100) })
    },
  })
  if (refused) return refuse(refused.status, refused.alert)
  const done = { key: isNew ? 'done.set_aside_new' : 'done.set_aside', count } as const
  if (answersWithList(action)) return show(new Form(), { done: view.t(done.key, { count }) })
  // The page of the progress stays, with its result.
  if (form.has('progress') && picks.length >= firstProgress) {
    const end = markup`<p class="done">${view.t(done.key, { count })}</p>
      <p><a href="${listUrl(action, '')}" autofocus>${view.t('progress.goOn')}</a></p>`
    return { title: view.word('lines.title'), section: 'lines', body: end }
  }
  return { location: listUrl(action, ''), scopes: linePages, done }
}

function setAside(request: DeskRequest): Promise<Reply> {
  const { view, form, signal, onError } = request
  const action = actionOf(request)
  return pageWhile({
    ...{ view, signal, onError },
    page: { title: view.word('lines.title'), section: 'lines' },
    hint: view.t('lines.stopHint'),
    rowWords: 'progress.lines',
    firstRows: firstProgress,
    problem: (failure) => [problem(view, failure), ' ', view.t('lines.stopHint')],
    run: (report, ending) => setAsideAll(action, form.has('progress') ? report : () => undefined, ending),
  })
}

/** Saves the filter of the page under a name, or deletes one of the reader's. */
async function changeFilters(request: DeskRequest): Promise<Reply> {
  const { view, form } = request
  const action = actionOf(request)
  const { back, show } = action
  const fields = filledFields(new Form(back), [...listFilters.map(({ name }) => name), 'all'])
  const id = form.get('delete')
  try {
    if (id !== '') await view.deleteFilter(id)
    else await saveFields(view, { path: '/lines', name: form.get('name'), fields })
  } catch (error) {
    const { status, alert } = refusalOf(view, error)
    return pageReply(view, await show(new Form(), { status, alert }))
  }
  const key = id === '' ? 'done.filter_saved' : 'done.filter_deleted'
  // A search that may name a person is in no address.
  if (answersWithList(action)) return pageReply(view, await show(new Form(), { done: view.t(key) }))
  return seeOther(view, { key }, listUrl(action, ''), linePages)
}

export const lineListRoutes: readonly DeskRoute[] = [
  ...listRoutes(lineList()),
  { method: 'POST', path: '/lines/set-aside', scopes: ['lines:write'], run: setAside },
  { method: 'POST', path: '/lines/filters', scopes: ['lines:write'], run: changeFilters },
  { method: 'POST', path: '/lines/{lineKey}/accept', scopes: ['lines:write'], run: accept },
]
