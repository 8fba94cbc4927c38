/** The work list: statement lines by filters that stand in the URL, and an action that sets several of them aside. */
import { isReportDay, plusDays } from '../../domain/calendar.js'
import { isPossibleDuplicate, openOfLine } from '../../domain/reconciliation/account-line.js'
import { lineOutcomes } from '../../domain/reconciliation/items.js'
import { isPaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import { csvReply } from '../../http/csv-reply.js'
import type { HospitalPayments } from '../../service.js'
import { typedAmount } from '../parts/amounts.js'
import { choice, field, filledFields, listLink, namesPerson, pager } from '../parts/forms.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { lineAmount, lineState, lineStatus, lineText, openMoney } from '../parts/lines.js'
import { redirectToFilters, pageReply, refusalAlone, seeOther } from '../parts/page.js'
import { refusedQuery } from '../parts/problem.js'
import { amounts, type Column, column, table } from '../parts/tables.js'
import { actorOf, linePages, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

type Lines = HospitalPayments['lines']
type LinesQuery = NonNullable<Parameters<Lines['list']>[0]>
type AccountLine = Awaited<ReturnType<Lines['list']>>['items'][number]

const filterNames = [
  ...['status', 'outcome', 'direction', 'held', 'account', 'text', 'from', 'to', 'currency', 'amount'],
  ...['assignee', 'unassigned', 'importId', 'all'],
]

const pageSize = 50
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
function firstDayOf(view: View, fields: Readonly<Record<string, string>>): string | undefined {
  const { text, status, from, to = view.today, importId, all } = fields
  if (text === undefined || status === 'open' || !isReportDay(to)) return undefined
  if (from !== undefined || importId !== undefined || all !== undefined) return undefined
  return plusDays(to, -daysBack)
}

/** Makes the filter of the library, or lists the mistakes in it. */
function readFilter(view: View, fields: Readonly<Record<string, string>>): LinesQuery | Content[] {
  const { held, amount, currency, unassigned, outcome, status, all: _, ...same } = fields
  const problems: Content[] = []
  const money = amount === undefined || currency === undefined ? null : typedAmount(amount, currency.toUpperCase())
  if (amount !== undefined && currency === undefined) problems.push(view.t('lines.amountNeedsCurrency'))
  else if (amount !== undefined && money === null) problems.push(view.t('form.badAmount'))
  if (held !== undefined && held !== 'true' && held !== 'false')
    problems.push(view.t('lines.badFilter', { name: 'held' }))
  if (problems.length > 0) return problems
  return {
    ...same,
    ...(outcome !== undefined && { outcome: outcome.split(',') }),
    ...(status !== undefined && status !== 'all' && { status: status.split(',') }),
    ...(currency !== undefined && { currency: currency.toUpperCase() }),
    ...(money !== null && { amount: money }),
    ...(held !== undefined && { held: held === 'true' }),
    ...(unassigned !== undefined && { assignee: null }),
  } as LinesQuery
}

function filterForm(view: View, fields: Readonly<Record<string, string>>): Html {
  const of = (name: string) => fields[name] ?? ''
  const any = ['', view.t('filter.any')] as const
  const isFine = [
    'account',
    'from',
    'to',
    'currency',
    'amount',
    'assignee',
    'unassigned',
    'importId',
    'held',
    'direction',
  ].some((name) => of(name) !== '')
  return markup`<form class="filter" method="post" action="${view.url('/lines')}" data-swap="#list">
<div class="grid">
${field(view.t('filter.text'), 'text', of('text'), markup` type="search" data-person`)}
${choice(view.t('filter.status'), 'status', [any, ['open', view.t('line.status.open')], ['settled', view.t('line.status.settled')]], of('status'))}
${choice(view.t('filter.outcome'), 'outcome', [any, ...lineOutcomes.filter((one) => !['already_reconciled', 'on_hold', 'rejected_line'].includes(one)).map((one) => [one, view.t(`outcome.${one}`)] as const)], of('outcome'))}
</div>
<details${isFine && markup` open`}><summary>${view.t('filter.more')}</summary><div class="grid">
${field(view.t('filter.account'), 'account', of('account'))}
${choice(view.t('filter.direction'), 'direction', [any, ['credit', view.t('direction.credit')], ['debit', view.t('direction.debit')]], of('direction'))}
${choice(view.t('filter.held'), 'held', [any, ['true', view.t('filter.yes')], ['false', view.t('filter.no')]], of('held'))}
${field(view.t('filter.from'), 'from', of('from'), markup` type="date"`)}
${field(view.t('filter.to'), 'to', of('to'), markup` type="date"`)}
${field(view.t('filter.amount'), 'amount', of('amount'), markup` inputmode="decimal"`)}
${field(view.t('filter.currency'), 'currency', of('currency'), markup` maxlength="3" size="4"`)}
${field(view.t('filter.assignee'), 'assignee', of('assignee'))}
<label class="check"><input type="checkbox" name="unassigned" value="1"${of('unassigned') !== '' && markup` checked`}> ${view.t('filter.unassigned')}</label>
</div></details>
${of('importId') !== '' && markup`<input type="hidden" name="importId" value="${of('importId')}" />`}
<div class="actions"><button>${view.t('filter.show')}</button> <a href="${view.url('/lines', { status: 'open' })}">${view.t('filter.clear')}</a></div>
</form>`
}

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

interface ListPage {
  readonly status?: number
  readonly alert?: Content
  readonly done?: Content
  /** The fields and ticks of the form where setting aside was refused. */
  readonly typed?: Form
}

async function listPage(view: View, query: Form, more: ListPage = {}): Promise<Reply> {
  const alone = refusalAlone(view, linePages, more)
  if (alone) return pageReply(view, alone)
  const fields = filledFields(query, [...filterNames, 'cursor'])
  const since = firstDayOf(view, fields)
  const limitedFields = since === undefined ? fields : { ...fields, from: since }
  const filter = readFilter(view, limitedFields)
  let lines: Awaited<ReturnType<Lines['list']>> = { items: [], nextCursor: null }
  let { alert, status } = more
  const { typed = new Form(), done } = more
  if (Array.isArray(filter)) [alert, status] = [filter, 400]
  else {
    try {
      lines = await view.payments.lines.list({ ...(filter as LinesQuery), limit: pageSize })
    } catch (error) {
      ;[alert, status] = [refusedQuery(view, error), 400]
    }
  }
  const canPick = view.may('lines:write') && lines.items.some((line) => line.status === 'open')
  const { cursor: _, all: __, ...filters } = limitedFields
  const list = table(
    view.t('lines.title'),
    lines.items,
    lineColumns(view, canPick ? new Set(typed.all('key')) : null),
    markup`${view.t('lines.empty')} <a href="${view.url('/lines')}">${view.t('lines.showAll')}</a>`,
  )
  const setAside =
    canPick &&
    markup`<div class="bulk">
      <h2>${view.t('lines.setAside')}</h2>
      <p class="muted">${view.t('lines.setAsideHint')}</p>
      <div class="grid">
        ${field(view.t('form.category'), 'category', typed.get('category'), markup` required pattern="[a-z0-9_.\\-]{1,64}" title="${view.t('form.categoryRule')}"`)}
        ${field(view.t('form.reason'), 'reason', typed.get('reason'))}
      </div>
      <div class="actions"><button>${view.t('lines.setAside')}</button></div>
    </div>`
  return pageReply(view, {
    ...(status !== undefined && { status }),
    title: view.word('lines.title'),
    section: 'lines',
    alert,
    ...(done !== undefined && { done }),
    body: [
      filterForm(view, fields),
      markup`<div id="list">
        ${
          canPick
            ? markup`<form method="post" action="${view.url('/lines/set-aside')}" data-keys>
                <input type="hidden" name="back" value="${new URLSearchParams(fields).toString()}" />${list}${setAside}
              </form>`
            : markup`<div data-keys>${list}</div>`
        }${
          since !== undefined &&
          markup`<div class="muted">${view.t('lines.since', { day: view.day(since) })} ${listLink(view, '/lines', { ...fields, all: '1' }, view.t('lines.amongAll'))}</div>`
        }${pager(view, '/lines', limitedFields, lines.nextCursor)}
        <div class="actions">${listLink(view, '/lines.csv', filters, view.t('lines.csv'), markup`${namesPerson(filters) ? 'data-download' : 'download'}`)}</div>
      </div>`,
    ],
  })
}

async function setAsideAll({ view, form }: DeskRequest): Promise<Reply> {
  const keys = [...new Set(form.all('key'))]
  const back = new URLSearchParams(form.get('back'))
  const refuse = (status: number, alert: Content) => listPage(view, new Form(back), { status, alert, typed: form })
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
      const isDoubted = line && isPossibleDuplicate(line) && error.code === 'invalid_request'
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
    return listPage(view, new Form(back), { done: view.t('done.set_aside', { count }) })
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

/** Answers filters that their form posts: at once where they may name a person, else by a redirect to their address. */
function filtersPosted({ view, form }: DeskRequest): Promise<Reply> {
  const fields = filledFields(form, [...filterNames, 'cursor'])
  return namesPerson(fields) ? listPage(view, form) : Promise.resolve(redirectToFilters(view.url('/lines', fields)))
}

/** Exports the lines of the filters, which stand in the address or in the form. */
async function csv({ view, query, form, signal, onError }: DeskRequest): Promise<Reply> {
  const filters = filledFields(form, filterNames)
  const filter = readFilter(view, namesPerson(filters) ? filters : filledFields(query, filterNames))
  if (Array.isArray(filter)) return listPage(view, namesPerson(filters) ? form : query)
  const { cursor: _, limit: __, ...exportFilter } = filter as LinesQuery
  const file = (options: { signal: AbortSignal }) =>
    view.payments.lines.exportCsv({ ...exportFilter, bom: true }, options)
  return csvReply({ name: 'lines', days: exportFilter, export: file, signal, onError })
}

export const lineListRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/lines', scopes: linePages, run: ({ view, query }) => listPage(view, query) },
  { method: 'POST', path: '/lines', scopes: linePages, isSearch: true, run: filtersPosted },
  { method: 'GET', path: '/lines.csv', scopes: linePages, run: csv },
  { method: 'POST', path: '/lines.csv', scopes: linePages, isSearch: true, run: csv },
  { method: 'POST', path: '/lines/set-aside', scopes: ['lines:write'], run: setAsideAll },
]
