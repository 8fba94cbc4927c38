/** Months of accounts: a calendar of their days, their tie-out as equations, and all days closed up to one. */
import { daysBetween, edgesOfMonth, isReportMonth, monthOf, plusDays } from '../../domain/calendar.js'
import type { Closing } from '../../domain/days/closing.js'
import type { MonthOfAccount } from '../../domain/days/month.js'
import { isUncounted, openOfLine } from '../../domain/reconciliation/account-line.js'
import type { Reply } from '../../http/reply.js'
import { allAtMost } from '../../internal/all-at-most.js'
import type { HospitalPayments } from '../../service.js'
import { archivesOf, checkAccount, dayState, dayUrl, monthUrl } from '../parts/days.js'
import { type Fields, filterForm, textFilter } from '../parts/filters.js'
import { actionCard, dayField, filledFields, firstOrAll, hiddenField, sumsRequest } from '../parts/forms.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { statusMark } from '../parts/lines.js'
import { type PageFacts, pageReply, refusalAlone, seeOther } from '../parts/page.js'
import { refusalOf, refusedQuery } from '../parts/problem.js'
import { amounts, column, table } from '../parts/tables.js'
import { anyPage, personOf, type View } from '../parts/view.js'
import type { DeskRequest, DeskRoute } from '../route.js'

type UnclosedDays = Awaited<ReturnType<HospitalPayments['days']['unclosed']>>[number]
type ClosedDays = Awaited<ReturnType<HospitalPayments['days']['closeThrough']>>

const filters = [
  textFilter('month', 'months.title', markup` type="month" pattern="\\d{4}-\\d{2}"`),
  textFilter('account', 'line.account'),
]

/** The money of a day that is open in one currency; debits count below 0. */
interface OpenMoney {
  readonly count: number
  readonly amount: bigint
}

/** The open money of each day, by day and currency. */
type OpenDays = ReadonlyMap<string, ReadonlyMap<string, OpenMoney>>

/** All that a page has of an account. */
interface AccountMonth {
  readonly account: string
  /** The tie-out of each currency; none before they are requested. */
  readonly currencies: readonly MonthOfAccount[]
  /** The last closing or reopening of each day. */
  readonly closings: ReadonlyMap<string, Closing>
  /** The days that have lines, are over and are not closed, also those of other months. */
  readonly unclosed: readonly string[]
  /** `null` where more lines are open than are added up. */
  readonly open: OpenDays | null
}

/** The most open lines of an account's month that are added up by day. */
const maxOpen = 500
/** The most lines since the first day that is not closed of which a page has tie-outs without a request; a closed day has its sums. */
const maxAdded = 500
/** The number of accounts that are read at a time. */
const accountsAtOnce = 3
/** The number of closings that are compared with their lines at a time. */
const comparedAtOnce = 100

/** Adds up the open lines of an account by their days, the possible duplicates left out as in the tie-out. */
async function openDays({ payments }: View, account: string, from: string, to: string): Promise<OpenDays | null> {
  const { items, nextCursor } = await payments.lines.list({ account, status: 'open', from, to, limit: maxOpen })
  if (nextCursor !== null) return null
  const days = new Map<string, Map<string, OpenMoney>>()
  for (const line of items) {
    if (isUncounted(line)) continue
    const { valueDate, currency, direction } = line
    const ofDay = days.get(valueDate) ?? new Map<string, OpenMoney>()
    const { count, amount } = ofDay.get(currency) ?? { count: 0, amount: 0n }
    const open = BigInt(openOfLine(line))
    ofDay.set(currency, { count: count + 1, amount: direction === 'credit' ? amount + open : amount - open })
    days.set(valueDate, ofDay)
  }
  return days
}

/** Checks that an account has few lines since its first day that is not closed: a tie-out is then written without a request. */
async function hasFewLines(view: View, month: string, { account, days }: UnclosedDays): Promise<boolean> {
  const from = [...days, view.today].find((day) => monthOf(day) === month)
  if (from === undefined) return true
  const { last: to } = edgesOfMonth(month)
  const { nextCursor } = await view.payments.lines.list({ account, from, to, limit: maxAdded })
  return nextCursor === null
}

/** The accounts of a page; `isSummed` is false before tie-outs are requested. */
interface MonthOfAccounts {
  readonly accounts: readonly AccountMonth[]
  readonly isSummed: boolean
}

/**
 * Reads a month of one account or of all that have closings or unclosed days in it; with the tie-outs, also those that have only
 * a balance.
 */
async function readMonth(view: View, { month, account, sums }: Fields & { month: string }): Promise<MonthOfAccounts> {
  const { days } = view.payments
  const ofAccount = account !== undefined && { account }
  // The function refuses a text that is no month.
  if (!isReportMonth(month)) await days.month({ month })
  const { first: from, last: to } = edgesOfMonth(month)
  const query = { ...ofAccount, from, to, limit: comparedAtOnce }
  const [closings, allUnclosed] = await Promise.all([
    firstOrAll(true, (cursor) => days.list({ ...query, ...(cursor !== undefined && { cursor }) })),
    days.unclosed(),
  ])
  const unclosed = allUnclosed.filter((one) => account === undefined || one.account === account)
  const areFew = unclosed.map((one) => () => hasFewLines(view, month, one))
  const isSummed = sums !== undefined || (await allAtMost(accountsAtOnce, areFew)).every(Boolean)
  const { items } = isSummed ? await days.month({ month, ...ofAccount }) : { items: [] }
  const names = new Set([
    ...items.map((one) => one.account),
    ...closings.items.map((one) => one.account),
    ...unclosed.filter((one) => one.days.some((day) => monthOf(day) === month)).map((one) => one.account),
  ])
  const accounts = await allAtMost(
    accountsAtOnce,
    [...names].sort().map((name) => async () => ({
      account: name,
      currencies: items.filter((one) => one.account === name),
      // The newest comes first.
      closings: new Map(
        closings.items
          .filter((one) => one.account === name)
          .reverse()
          .map((one) => [one.day, one]),
      ),
      unclosed: unclosed.find((one) => one.account === name)?.days ?? [],
      open: await openDays(view, name, from, to),
    })),
  )
  return { accounts, isSummed }
}

function stateOf(view: View, { closings, unclosed, open }: AccountMonth, day: string): Html {
  const closing = closings.get(day)
  if (closing) return dayState(view, closing)
  if (day >= view.today) return statusMark('plain', view.t('months.notOver'))
  const isOpen = unclosed.includes(day) || open?.has(day) === true
  return isOpen ? dayState(view, null) : statusMark('plain', view.t('months.noLines'))
}

/** Writes a day of the calendar: its state, its open money, and the number of its lines that changed after it was closed. */
function calendarDay(view: View, month: AccountMonth, day: string, place: string): Html {
  const { account, closings, open } = month
  const closing = closings.get(day)
  const changed = closing?.kind === 'closing' ? closing.changedSince.length : 0
  const archived = closing?.archived?.lines ?? 0
  const sums = [...(open?.get(day) ?? [])]
  return markup`<li${place && markup` class="${place}"`}><a href="${dayUrl(view, account, day)}">${view.weekday(day)} ${view.day(day)}</a> ${stateOf(view, month, day)}${changed > 0 && markup` ${statusMark('stop', view.t('months.changed', { count: changed }))}`}${archived > 0 && markup` <small class="muted">${view.t('months.archived', { count: archived })}</small>`}${sums.map(
    ([currency, { count, amount }]) =>
      markup` <small class="muted">${view.t('months.openLines', { count })} · ${view.money(amount, currency)}</small>`,
  )}</li>`
}

/** Returns the place of a day in its week: Monday has 1. */
function weekdayOf(day: string): number {
  return new Date(`${day}T12:00:00.000Z`).getUTCDay() || 7
}

function calendar(view: View, month: string, ofAccount: AccountMonth, at: number): Html {
  const { first, last } = edgesOfMonth(month)
  const placeOf = (day: string) =>
    [day === first && `from-${weekdayOf(day)}`, day === view.today && 'now'].filter((one) => one !== false).join(' ')
  return markup`<ol class="calendar" aria-labelledby="account-${at}">${daysBetween(first, last).map((day) =>
    calendarDay(view, ofAccount, day, placeOf(day)),
  )}</ol>${ofAccount.open === null && markup`<p class="muted">${view.t('months.tooManyOpen', { count: maxOpen })}</p>`}${archivedNote(view, ofAccount)}`
}

/** Writes how many days of a month have lines in an archive, and where their figures come from. */
function archivedNote(view: View, { closings }: AccountMonth): Content {
  const days = [...closings.values()].filter(({ archived }) => archived)
  if (days.length === 0) return null
  const words = view.t('months.archivedHint', { count: days.length, tables: archivesOf(days) })
  return markup`<p role="note">${words}</p>`
}

/** A step of an equation: its sign, its name and its amount. */
type Step = readonly [sign: '' | '+' | '−' | '=', label: Content, amount: bigint]

/** Makes a step that is taken off, or added where its amount is below 0. */
function off(label: Content, amount: string, sign: -1n | 1n = -1n): Step {
  const value = BigInt(amount) * sign
  return [value < 0n || (value === 0n && sign < 0n) ? '−' : '+', label, value < 0n ? -value : value]
}

/** Writes an equation, a step in each row; the last is its result. */
function equation(view: View, caption: Html, currency: string, steps: readonly Step[]): Html {
  return table(caption, steps, [
    column(caption, ([sign, label]) => markup`${sign && `${sign} `}${label}`, 'text'),
    amounts<Step>(view.t('form.amount'), ([, , amount]) => view.money(amount, currency)),
  ])
}

/** Writes the result of a comparison: what is not 0 is an exception. */
function resultOf(view: View, amount: string, good: 'months.difference' | 'months.explained'): Html {
  if (amount === '0') return statusMark('good', view.t(good))
  return statusMark('stop', view.t(good === 'months.difference' ? 'months.differs' : 'months.unexplained'))
}

/** Writes the comparison with the balances of statements, or why there is none. */
function stated(view: View, month: MonthOfAccount): Html {
  const { currency, credits, debits, statedOpening, statedClosing, unexplained } = month
  if (statedOpening === null || statedClosing === null || unexplained === null)
    return markup`<p class="muted">${view.t('months.notStated')}</p>`
  return equation(view, view.t('months.stated'), currency, [
    ['', view.t('months.statedClosing'), BigInt(statedClosing)],
    off(view.t('months.statedOpening'), statedOpening),
    off(view.t('direction.credit'), credits),
    off(view.t('direction.debit'), debits, 1n),
    ['=', resultOf(view, unexplained, 'months.explained'), BigInt(unexplained)],
  ])
}

/** Writes the tie-out of a currency: its balance, where its money went, and what statements say. */
function tieOut(view: View, month: MonthOfAccount): Html {
  const { account, currency, opening, credits, debits, closing, allocated, open, difference } = month
  const { uncounted, gaps, unexplained } = month
  const money: Step[] = [
    ['+', view.t('direction.credit'), BigInt(credits)],
    ['−', view.t('direction.debit'), BigInt(debits)],
  ]
  const targets = allocated.map(({ direction, to, category, amount }) =>
    off(
      markup`${view.t(`direction.${direction}`)}, ${view.t(`allocation.${to}`)}${category !== null && markup` <code>${category}</code>`}`,
      amount,
      direction === 'credit' ? -1n : 1n,
    ),
  )
  const balance: Step[] = [
    ['', view.t('months.opening'), BigInt(opening)],
    ...money,
    ['=', view.t('months.closing'), BigInt(closing)],
  ]
  const whole: Step[] = [
    ...money,
    ...targets,
    off(view.t('months.open', { count: open.count }), open.amount),
    ['=', resultOf(view, difference, 'months.difference'), BigInt(difference)],
  ]
  return markup`<section>
    <h3>${view.t('months.tieOut', { account: bdi(account), currency })}</h3>
    <div class="equations">
      ${equation(view, view.t('months.lines'), currency, balance)}
      ${equation(view, view.t('months.targets'), currency, whole)} ${stated(view, month)}
    </div>
    ${unexplained !== null && unexplained !== '0' && markup`<p>${view.t('months.unexplainedHint')}</p>`}
    ${
      gaps.length > 0 &&
      markup`<p>${view.t('months.gaps')}</p>
        <ul class="days">
          ${gaps.map((day) => markup`<li><a href="${dayUrl(view, account, day)}">${view.day(day)}</a></li>`)}
        </ul>`
    }
    ${
      uncounted.count > 0 &&
      markup`<p class="muted">
        ${view.t('day.uncounted', { count: uncounted.count })}: ${view.money(uncounted.amount, currency)}
      </p>`
    }
  </section>`
}

/** Returns the days of an account that wait up to the end of a month, where the reader may close them. */
function waitingDays(view: View, month: string, { unclosed }: AccountMonth): readonly string[] {
  const { last } = edgesOfMonth(month)
  return view.may('days:close') ? unclosed.filter((day) => day <= last) : []
}

/** Writes the form that closes every day up to one, where days wait up to the end of the month. */
function closeForm(view: View, month: string, ofAccount: AccountMonth, at: number): Html | null {
  const { last } = edgesOfMonth(month)
  const waiting = waitingDays(view, month, ofAccount)
  if (waiting.length === 0) return null
  const through = last < view.today ? last : plusDays(view.today, -1)
  const form = actionCard(view, {
    url: view.url('/months/close'),
    title: 'months.closeThrough',
    fields: [
      hiddenField('account', ofAccount.account),
      hiddenField('month', month),
      markup`<p>${view.t('months.waiting', { count: waiting.length, day: view.day(waiting[0]!) })}</p>`,
      dayField(view, 'months.through', 'day', through),
    ],
  })
  return markup`<div id="close-${at}">${form}</div>`
}

/** Writes the links to the forms that close days: calendars and tie-outs stand before them. */
function closeLinks(view: View, month: string, accounts: readonly AccountMonth[]): Html | null {
  const links = accounts.flatMap((one, at) => {
    const { length } = waitingDays(view, month, one)
    return length === 0
      ? []
      : markup`<li><a href="#close-${at}">${view.t('months.closeThrough')}: ${bdi(one.account)}</a> (${length})</li>`
  })
  return links.length === 0 ? null : markup`<ul class="days no-print">${links}</ul>`
}

function accountSection(view: View, month: string, ofAccount: AccountMonth, at: number): Html {
  const { account, currencies } = ofAccount
  const { first: from, last: to } = edgesOfMonth(month)
  return markup`<section aria-labelledby="account-${at}"><h2 id="account-${at}"><bdi>${account}</bdi></h2>${calendar(view, month, ofAccount, at)}
${currencies.map((one) => tieOut(view, one))}${closeForm(view, month, ofAccount, at)}
<p class="actions"><a href="${view.url('/days', { account, from, to })}">${view.t('days.closings')}</a> <a download href="${view.url('/days.csv', { account, from, to })}">${view.t('months.csv')}</a></p></section>`
}

/** Writes the links to the month before and the one after. */
function otherMonths(view: View, month: string, account: string | undefined): Html {
  const { first, next } = edgesOfMonth(month)
  const link = (to: string, label: Html) =>
    isReportMonth(to) && markup`<a href="${monthUrl(view, { month: to, account })}">${label}</a>`
  return markup`<nav class="pager" aria-label="${view.t('months.title')}">${link(monthOf(plusDays(first, -1)), view.t('months.previous'))} ${link(monthOf(next), view.t('months.next'))}</nav>`
}

async function monthPage(view: View, fields: Fields, more: Pick<PageFacts, 'status' | 'alert'> = {}): Promise<Reply> {
  const alone = refusalAlone(view, anyPage, more)
  if (alone) return pageReply(view, alone)
  const { month = monthOf(view.today), account } = fields
  const ofMonth = { ...fields, month }
  const page = { title: `${view.word('months.title')} ${month}`, section: 'days' } as const
  const form = filterForm(view, { path: '/months', filters }, ofMonth)
  let read: MonthOfAccounts
  try {
    read = await readMonth(view, ofMonth)
  } catch (error) {
    return pageReply(view, { ...page, status: 400, alert: refusedQuery(view, error), body: form })
  }
  const { accounts, isSummed } = read
  return pageReply(view, {
    ...page,
    ...more,
    heading: view.month(month),
    body: [
      form,
      otherMonths(view, month, account),
      closeLinks(view, month, accounts),
      !isSummed && sumsRequest(view, '/months', ofMonth, view.t('months.long', { count: maxAdded })),
      accounts.map((one, at) => accountSection(view, month, one, at)),
      accounts.length === 0 && markup`<p class="empty">${view.t('months.empty')}</p>`,
    ],
  })
}

/** Writes the days that were closed, the day at which it stopped, and why. */
function stoppedText(
  view: View,
  closed: ClosedDays['closed'],
  { day, code }: NonNullable<ClosedDays['stopped']>,
): Html {
  const why = code === 'invalid_request' && day >= view.today ? 'day.notOver' : (`error.${code}` as const)
  return markup`<p>${view.t('months.closedDays', { count: closed.length })}</p>${
    closed.length > 0 && markup`<ul class="days">${closed.map((one) => markup`<li>${view.day(one.day)}</li>`)}</ul>`
  }<p>${view.t('months.stopped', { day: view.day(day) })} ${view.t(why)}</p>`
}

async function closeThrough({ view, form }: DeskRequest): Promise<Reply> {
  const [account, day] = [form.get('account'), form.get('day')]
  const fields = filledFields(form, ['month', 'account'])
  try {
    await checkAccount(view, account)
    const { closed, stopped } = await view.payments.days.closeThrough({ account, day, actor: personOf(view) })
    if (stopped) return await monthPage(view, fields, { status: 409, alert: stoppedText(view, closed, stopped) })
    const done = { key: 'done.day.closeThrough', count: closed.length } as const
    return seeOther(view, done, monthUrl(view, fields), anyPage)
  } catch (error) {
    return monthPage(view, fields, refusalOf(view, error))
  }
}

export const monthRoutes: readonly DeskRoute[] = [
  {
    method: 'GET',
    path: '/months',
    scopes: anyPage,
    run: ({ view, query }) => monthPage(view, filledFields(query, ['month', 'account', 'sums'])),
  },
  { method: 'POST', path: '/months/close', scopes: ['days:close'], run: closeThrough },
]
