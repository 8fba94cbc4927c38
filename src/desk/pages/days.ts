/** Days of accounts: their money and its targets, closed and reopened, and changes after the closing. */
import { monthOf } from '../../domain/calendar.js'
import type { Closing, PaidOnDay } from '../../domain/days/closing.js'
import type { Reply } from '../../http/reply.js'
import { base64url } from '../../internal/encoding.js'
import { sha256 } from '../../internal/sha256.js'
import type { HospitalPayments } from '../../service.js'
import { archivesOf, checkAccount, dayState, dayUrl, hashText, monthUrl } from '../parts/days.js'
import { dayFilters, type Fields, textFilter } from '../parts/filters.js'
import { type ListPage, listRoutes } from '../parts/list-page.js'
import { actionCard, hiddenField, printButton, reasonField, versionField } from '../parts/forms.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { pageReply, refusalAlone, seeOther } from '../parts/page.js'
import { channelOf, paymentStatus, sumsByStatus } from '../parts/payments.js'
import { refusalOf } from '../parts/problem.js'
import { refundStatus } from '../parts/refunds.js'
import { amounts, type Column, column, facts, section, table } from '../parts/tables.js'
import { anyPage, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

type Days = HospitalPayments['days']
type Report = Awaited<ReturnType<Days['report']>>
type Preview = Awaited<ReturnType<Days['preview']>>
type Unclosed = Awaited<ReturnType<Days['unclosed']>>[number]

type ListedDay = Awaited<ReturnType<Days['records']>>['items'][number] & Partial<Pick<Closing, 'changedSince'>>

/** The most days of an account that the table shows at once; a press opens more of them. */
const maxDaysInSight = 31

/** Writes every day of an account that is not closed yet. */
function unclosedOf(view: View, { account, count, days }: Unclosed): Html {
  const list = markup`<ul class="days">${days.map((day) => markup`<li><a class="open" href="${dayUrl(view, account, day)}">${view.day(day)}</a></li>`)}</ul>`
  if (count <= maxDaysInSight) return list
  return markup`<details><summary>${view.t('days.fromOldest', { day: view.day(days[0]!) })}</summary>${list}</details>`
}

/** The number of closings of a page that are compared with their lines; all lines of their days are read for it. */
const comparedAtOnce = 10

async function unclosedSection({ view }: Pick<DeskRequest, 'view'>): Promise<Html> {
  const columns: Column<Unclosed>[] = [
    column(view.t('line.account'), ({ account }) => bdi(account)),
    amounts(view.t('today.count'), ({ count }) => count),
    column(view.t('imports.days'), (one) => unclosedOf(view, one)),
  ]
  const title = view.t('days.unclosed')
  const days = await view.payments.days.unclosed()
  const [oldest] = days.map((one) => one.oldest).sort()
  // The month in which work waits, else the present one.
  const month = monthUrl(view, oldest === undefined ? {} : { month: monthOf(oldest) })
  const content = [
    markup`<p class="actions"><a href="${month}">${view.t('months.link')}</a></p>`,
    table(title, days, columns, view.t('days.allClosed')),
  ]
  return section(view, 'open', 'days.unclosed', content, markup` data-keys`)
}

/** Writes the link to the same list with the changes since the closings. */
function changesLink(view: View, fields: Fields): Html {
  return markup`<p class="actions"><a href="${view.url('/days', { ...fields, changes: '1' })}">${view.t('days.changes')}</a></p>`
}

const dayList: ListPage<ListedDay, Parameters<Days['list']>[0]> = {
  path: '/days',
  section: 'days',
  scopes: anyPage,
  top: unclosedSection,
  heading: 'days.closings',
  filters: [textFilter('account', 'line.account'), ...dayFilters],
  more: ['changes'],
  empty: 'days.none',
  csv: {
    label: 'days.csv',
    name: 'closings',
    export: ({ payments }, filter, options) => payments.days.exportCsv({ ...filter, bom: true }, options),
  },
  filter: (_view, { changes: _, ...filter }) => filter,
  async read({ view }, query, fields) {
    const { days } = view.payments
    if ('changes' in fields) return days.list({ ...query, limit: comparedAtOnce })
    const page = await days.records(query)
    return { ...page, after: page.items.length > 0 && changesLink(view, fields) }
  },
  columns: ({ view, fields }) => [
    column(
      view.t('today.day'),
      ({ account, day }) => markup`<a class="open" href="${dayUrl(view, account, day)}">${view.day(day)}</a>`,
    ),
    column(view.t('line.account'), ({ account }) => bdi(account)),
    column(view.t('line.status'), (closing) => dayState(view, closing)),
    column(view.t('history.who'), ({ actor }) => bdi(actor)),
    column(view.t('history.when'), ({ createdAt }) => view.instant(createdAt)),
    column(view.t('day.hash'), ({ hash }) => hashText(view, hash)),
    'changes' in fields && amounts(view.t('day.changed'), ({ changedSince }) => changedSince?.length),
  ],
}

type Figures = Pick<Closing, 'currencies' | 'payments' | 'refunds'>

/** Writes credits and debits, their targets, and the money that is carried forward. */
function tieOut(view: View, { currencies }: Pick<Figures, 'currencies'>): Html {
  return markup`${currencies.map(
    ({ currency, opening, closing, credits, debits, allocated, open, uncounted }) =>
      markup`<section><h3>${view.t('day.tieOut', { currency })}</h3><dl class="sums">
${opening !== null && markup`<div><dt>${view.t('import.opening')}</dt><dd>${view.money(opening, currency)}</dd></div>`}
<div><dt>${view.t('direction.credit')}</dt><dd>${view.money(credits, currency)}</dd></div><div><dt>${view.t('direction.debit')}</dt><dd>${view.money(debits, currency)}</dd></div>
${closing !== null && markup`<div><dt>${view.t('import.closing')}</dt><dd>${view.money(closing, currency)}</dd></div>`}
<div><dt>${view.t('day.carried', { count: open.count })}</dt><dd>${view.money(open.amount, currency)}</dd></div>${
        uncounted.count > 0 &&
        markup`
<div><dt>${view.t('day.uncounted', { count: uncounted.count })}</dt><dd>${view.money(uncounted.amount, currency)}</dd></div>`
      }</dl>${table(
        view.t('day.allocated'),
        allocated,
        [
          column(view.t('line.direction'), ({ direction }) => view.t(`direction.${direction}`)),
          column(
            view.t('line.sharedTo'),
            ({ to, category }) =>
              markup`${view.t(`allocation.${to}`)}${category !== null && markup` <code>${category}</code>`}`,
          ),
          amounts(view.t('form.amount'), ({ amount }) => view.money(amount, currency)),
        ],
        view.t('line.noAllocations'),
      )}</section>`,
  )}`
}

/** Writes payments, or refunds, as a closing sums them up. */
function paidOnDay<Status>(
  view: View,
  caption: Html,
  sums: readonly PaidOnDay<Status>[],
  statusOf: (status: Status) => Html,
): Html {
  return markup`<section><h3>${caption}</h3>${sumsByStatus(view, caption, sums, statusOf, view.t('day.nothingPaid'))}</section>`
}

/** Writes all that a closing signs of its day, or would sign. */
function figures(view: View, sums: Figures): Html {
  const { payments, refunds } = sums
  return markup`${tieOut(view, sums)}${paidOnDay(view, view.t('day.paidPayments'), payments, (status) => paymentStatus(view, status))}${
    refunds.length > 0 && paidOnDay(view, view.t('day.paidRefunds'), refunds, (status) => refundStatus(view, status))
  }`
}

const paid = [
  ['paid', 'day.paid'],
  ['late', 'payment.late'],
  ['waived', 'payment.waived'],
  ['reversed', 'payment.status.reversed'],
  ['refunded', 'payment.refunded'],
] as const

function paidTable(view: View, { channels }: Report): Html {
  return markup`<section aria-labelledby="paid"><h3 id="paid">${view.t('day.payments')}</h3>${table(
    view.t('day.payments'),
    channels,
    [
      column(view.t('payment.channel'), ({ channel }) => channelOf(view, channel)),
      ...paid.map(([name, head]) =>
        amounts<Report['channels'][number]>(
          view.t(head),
          ({ [name]: { count, amount }, currency }) =>
            markup`${view.money(amount, currency)}<small class="muted">${view.t('day.count', { count })}</small>`,
        ),
      ),
      amounts(view.t('day.net'), ({ net, currency }) => view.money(net, currency)),
    ],
    view.t('day.nothingPaid'),
  )}</section>`
}

function openLines(view: View, { openLines: sums, uncounted }: Report, account: string): Html {
  return markup`<section aria-labelledby="lines"><h3 id="lines">${view.t('day.openLines')}</h3>${table(
    view.t('day.openLines'),
    [...sums, ...uncounted].filter((sum) => sum.account === account),
    [
      column(view.t('lines.why'), ({ outcome }) => view.t(`outcome.${outcome}`)),
      amounts(view.t('today.count'), ({ count }) => count),
      amounts(view.t('line.open'), ({ amount, currency }) => view.money(amount, currency)),
      column(view.t('today.oldest'), ({ oldest }) => view.day(oldest)),
    ],
    view.t('today.nothingOpen'),
  )}</section>`
}

/** Makes a digest of the figures that a page shows: a person must not sign other figures than those. */
function figuresMark(sums: Preview): string {
  return base64url(sha256(JSON.stringify(sums)))
}

interface ActionForm {
  readonly closing: Closing | null
  /** The sums that a closing would sign. */
  readonly sums: Preview | null
  readonly typed: Form
}

function actionForm(view: View, account: string, day: string, { closing, sums, typed }: ActionForm): Content {
  if (!view.may('days:close')) return null
  const ofDay = [hiddenField('account', account), hiddenField('day', day)]
  const version = closing?.sequence ?? 0
  // It would be refused: lines in an archive cannot be closed again.
  if (closing?.archived) return null
  if (closing?.kind === 'closing')
    return markup`<details class="card"${typed.has('reason') && markup` open`}><summary>${view.t('day.reopen')}</summary><form method="post" action="${view.url('/days/reopen')}"><p class="muted">${view.t('day.reopenHint')}</p>${ofDay}${versionField(version)}
${reasonField(view, typed, { isRequired: true })}<div class="actions"><button class="stop">${view.t('day.reopen')}</button></div></form></details>`
  if (day >= view.today) return markup`<p class="empty">${view.t('day.notOver')}</p>`
  const fields = [ofDay, sums && hiddenField('figures', figuresMark(sums))]
  return actionCard(view, { url: view.url('/days/close'), title: 'day.close', version, fields, button: 'main' })
}

function signature(view: View, closing: Closing): Html {
  const { actor, createdAt, sequence, hash, previousHash, reason } = closing
  return facts([
    [view.t(closing.kind === 'closing' ? 'day.closedBy' : 'day.reopenedBy'), bdi(actor)],
    [view.t('history.when'), view.instant(createdAt)],
    [view.t('form.reason'), reason !== null && bdi(reason)],
    [view.t('day.sequence'), sequence],
    [view.t('day.hash'), hashText(view, hash)],
    [view.t('day.previousHash'), previousHash !== null && hashText(view, previousHash)],
  ])
}

/** Writes the lines for signatures, on paper alone. */
function signatureLines(view: View): Html {
  const names = ['day.sign.by', 'day.sign.checked', 'day.sign.date'] as const
  return markup`<div class="sign">${names.map((name) => markup`<p>${view.t(name)}</p>`)}</div>`
}

/** The most changed lines that a page links. The hint has their number; more of them are listed as lines of the day. */
const maxChanged = 100

/** Returns those of changed lines that have a page: one that was moved to an archive has none. */
async function linesWithPage(view: View, { changedSince, archived }: Closing): Promise<ReadonlySet<string>> {
  const keys = changedSince.slice(0, maxChanged)
  if (!view.sees('lines:read')) return new Set()
  if (!archived) return new Set(keys)
  const lines = await Promise.all(keys.map((key) => view.payments.lines.get(key)))
  return new Set(lines.flatMap((line) => line?.key ?? []))
}

async function changedSince(view: View, closing: Closing): Promise<Content> {
  const { changedSince: keys } = closing
  if (keys.length === 0) return null
  const hasPage = await linesWithPage(view, closing)
  return markup`<div class="alert" role="note"><h2>${view.t('day.changed')}</h2><p>${view.t('day.changedHint', { count: keys.length })}</p><ul>${keys
    .slice(0, maxChanged)
    .map(
      (key) =>
        markup`<li>${hasPage.has(key) ? markup`<a href="${view.lineUrl(key)}"><bdi>${key}</bdi></a>` : bdi(key)}</li>`,
    )}</ul>${keys.length > maxChanged && markup`<p>${view.t('list.shown', { count: maxChanged })}</p>`}</div>`
}

/** Writes that lines of a day are in an archive, and what the figures of the page have of them. */
function archivedNote(view: View, { archived }: Closing): Content {
  if (!archived) return null
  const words = view.t('day.archived', { count: archived.lines, tables: archivesOf([{ archived }]) })
  return markup`<div class="alert" role="note"><p>${words}</p><p>${view.t('day.archivedHint')}</p></div>`
}

/** Writes the link to the lines of a day; none where all of them are in an archive. */
async function linesLink(view: View, account: string, day: string, closing: Closing | null): Promise<Content> {
  if (!view.sees('lines:read')) return null
  const ofDay = { account, from: day, to: day }
  if (closing?.archived && (await view.payments.lines.list({ ...ofDay, limit: 1 })).items.length === 0) return null
  return markup`<a href="${view.url('/lines', ofDay)}">${view.t('day.lines')}</a>`
}

async function verificationText(view: View, account: string): Promise<Content> {
  const { ok, closings, firstDifference } = await view.payments.days.verify({ account })
  if (ok) return view.t('day.verified', { count: closings })
  const { day, what } = firstDifference ?? { day: null, what: '' }
  return view.t('day.notVerified', { day: day ?? '', what: markup`<code>${what}</code>` })
}

interface DayPage {
  readonly status?: number
  readonly alert?: Content
  /** The fields of the form that was refused. */
  readonly typed?: Form
}

async function dayPage(
  view: View,
  account: string,
  day: string,
  more: DayPage & { isVerified?: boolean } = {},
): Promise<Reply> {
  const { isVerified = false, typed = new Form(), ...page } = more
  const alone = refusalAlone(view, anyPage, page)
  if (alone) return pageReply(view, alone)
  const { days } = view.payments
  const [link] = (await days.records({ account, from: day, to: day, limit: 1 })).items
  const preview = () => days.preview({ account, day })
  const [report, open] = await Promise.all([days.report({ day }), link?.kind === 'closing' ? null : preview()])
  // The report has the closings of the day, compared with their lines; of a day without one, the account is checked.
  const closing = report.closings.find((one) => one.account === account) ?? null
  if (!closing) await checkAccount(view, account)
  const signed = closing?.kind === 'closing' ? closing : null
  // The lines of a closed day are summed up anew only where one of them has changed.
  const sums = signed?.changedSince.length === 0 ? null : (open ?? (await preview()))
  const [changed, lines] = await Promise.all([
    closing && changedSince(view, closing),
    linesLink(view, account, day, closing),
  ])
  const check = isVerified ? await verificationText(view, account) : null
  return pageReply(view, {
    ...page,
    ...(check && { done: check }),
    title: `${view.word('day.title')} ${day}, ${account}`,
    heading: markup`${view.day(day)} <small class="date">${bdi(account)}</small> ${dayState(view, closing)}`,
    section: 'days',
    body: [
      closing && signature(view, closing),
      closing && archivedNote(view, closing),
      changed,
      signed &&
        section(view, 'signed', 'day.asClosed', [
          markup`<p class="muted">${view.t('day.asClosedHint')}</p>`,
          figures(view, signed),
        ]),
      // A person who signs an open day signs these figures: those that its closing would have.
      markup`<section aria-labelledby="now"><h2 id="now">${view.t(signed ? 'day.asItIsNow' : 'day.toBeClosed')}</h2>${signed && markup`<p class="muted">${view.t(sums ? 'day.asItIsNowHint' : 'day.linesUnchanged')}</p>`}${
        sums && (signed ? tieOut(view, sums) : figures(view, sums))
      }${paidTable(view, report)}${openLines(view, report, account)}</section>`,
      markup`<p class="actions">${printButton(view)} ${lines} <a href="${monthUrl(view, { month: monthOf(day), account })}">${view.t('months.title')}</a> <a href="${view.url(`/days/${encodeURIComponent(day)}`, { account, verify: '1' })}">${view.t('day.verify')}</a></p>`,
      actionForm(view, account, day, { closing, sums, typed }),
      signatureLines(view),
    ],
  })
}

async function act({ view, form }: DeskRequest, verb: 'close' | 'reopen'): Promise<Reply> {
  const [account, day] = [form.get('account'), form.get('day')]
  const { days } = view.payments
  const closing = await days.get({ account, day })
  if (!closing) await checkAccount(view, account)
  const shownVersion = form.version()
  const done = () => seeOther(view, { key: `done.day.${verb}` }, dayUrl(view, account, day), anyPage)
  const kind = verb === 'close' ? 'closing' : 'reopening'
  // The same form once more.
  if (closing && closing.sequence > shownVersion && closing.kind === kind && closing.actor === view.actor) return done()
  if ((closing?.sequence ?? 0) !== shownVersion)
    return dayPage(view, account, day, { status: 409, alert: view.t('day.changedMeanwhile'), typed: form })
  const figures = form.get('figures')
  if (verb === 'close' && figures !== '' && figures !== figuresMark(await days.preview({ account, day })))
    return dayPage(view, account, day, { status: 409, alert: view.t('day.figuresChanged') })
  const actor = view.actor ?? ''
  try {
    if (verb === 'close') await days.close({ account, day, actor })
    else await days.reopen({ account, day, actor, reason: form.get('reason') })
  } catch (error) {
    return dayPage(view, account, day, { ...refusalOf(view, error), typed: form })
  }
  return done()
}

function show({ view, id, query }: DeskRequest): Promise<Reply> {
  return dayPage(view, query.get('account'), id, { isVerified: query.has('verify') })
}

export const dayRoutes: readonly DeskRoute[] = [
  ...listRoutes(dayList),
  { method: 'POST', path: '/days/close', scopes: ['days:close'], run: (request) => act(request, 'close') },
  { method: 'POST', path: '/days/reopen', scopes: ['days:close'], run: (request) => act(request, 'reopen') },
  { method: 'GET', path: '/days/{day}', scopes: ['reports:read'], run: show },
]
