/** The work that waits for people, and the money of the last days. */
import { plusDays } from '../../domain/calendar.js'
import { allAtMost } from '../../internal/all-at-most.js'
import type { Reply } from '../../http/reply.js'
import { barChart } from '../parts/chart.js'
import { bdi, type Content, groupDigits, type Html, markup } from '../parts/html.js'
import { cashOnItsWay, isAmountShown } from '../parts/cash.js'
import { countOf } from '../parts/line-totals.js'
import { keysHelp } from '../parts/keys.js'
import type { MessageKey } from '../parts/messages.js'
import { pageReply } from '../parts/page.js'
import { billsGivenUp, billsInPart } from '../parts/payments.js'
import { amounts, column, section, table } from '../parts/tables.js'
import { cashPages, linePages, type View } from '../parts/view.js'
import type { DeskRequest, DeskRoute } from '../route.js'

const shownDays = 7

type Attention = Awaited<ReturnType<View['payments']['attention']>>

function openLines(view: View, { openLines: sums, uncounted }: Attention): Html {
  const seesLines = view.sees('lines:read')
  return table(
    view.t('today.openLines'),
    [...sums, ...uncounted].filter((sum) => !isOnItsWay(sum)),
    [
      column(view.t('line.account'), ({ account, currency, direction, outcome }) => {
        const url = view.url('/lines', { status: 'open', account, currency, direction, outcome })
        return seesLines ? markup`<a class="open" href="${url}">${bdi(account)}</a>` : bdi(account)
      }),
      column(
        view.t('lines.why'),
        ({ outcome, direction }) =>
          markup`${view.t(`outcome.${outcome}`)}${direction === 'debit' && markup` <small class="muted">${view.t('direction.debit')}</small>`}`,
        'wide',
      ),
      amounts(view.t('today.count'), ({ count }) => count),
      amounts(view.t('line.open'), ({ amount, currency }) => view.money(amount, currency)),
      column(
        view.t('today.oldest'),
        ({ oldest }) => markup`${view.day(oldest)}<small class="muted">${view.ago(oldest)}</small>`,
      ),
    ],
    markup`${view.t('today.nothingOpen')}${seesLines && markup` <a href="${view.url('/imports')}">${view.t('today.importNext')}</a>`}`,
  )
}

/** A number of waiting work: its money, its age, and the list of exactly what it counts. */
interface Waiting {
  readonly name: MessageKey
  readonly count: number
  readonly details: readonly Content[]
  /** The oldest day; `null` where nothing waits. */
  readonly oldest: string | null
  readonly href: string | null
}

/** Writes a number of waiting work. Nothing leads to a list that is empty. */
function tile(view: View, { name, count, details, oldest, href }: Waiting): Html {
  const age = oldest !== null && view.t('today.oldestAge', { age: view.ago(oldest) })
  const lines = count === 0 ? [] : [...details, age]
  const content = markup`<strong class="count">${groupDigits(count)}</strong> <span class="name">${view.t(name)}</span>${lines
    .filter((line) => line !== null && line !== false)
    .map((line) => markup` <small class="muted">${line}</small>`)}`
  if (count === 0) return markup`<li><div class="tile none">${content}</div></li>`
  return href === null
    ? markup`<li><div class="tile">${content}</div></li>`
    : markup`<li><a class="tile" href="${href}">${content}</a></li>`
}

interface Sum {
  readonly currency: string
  readonly amount: string | bigint
}

/** Writes the sums of amounts by currency; `null` without any. */
function moneyOf(view: View, sums: readonly Sum[]): Content {
  const byCurrency = new Map<string, bigint>()
  for (const { currency, amount } of sums) byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + BigInt(amount))
  if (byCurrency.size === 0) return null
  return [...byCurrency].map(([currency, amount], i) => [i > 0 && ', ', view.money(amount, currency)])
}

/** Returns the first of some days or instants; `null` without any. */
function firstOf(times: readonly (string | null)[]): string | null {
  return times.reduce((first, time) => (first === null || (time !== null && time < first) ? time : first), null)
}

const isOnItsWay = ({ outcome }: { readonly outcome: string }) => outcome === 'in_transit'

/** Returns the lines that people settle: all that are open but money on its way, which is a number of its own. */
function linesToSettle(view: View, { openLines: sums, uncounted }: Attention): Waiting {
  const [counted, all] = [sums, [...sums, ...uncounted]].map((some) => some.filter((sum) => !isOnItsWay(sum)))
  const money = (direction: 'credit' | 'debit') => {
    const amount = moneyOf(
      view,
      counted!.filter((sum) => sum.direction === direction),
    )
    return amount && [view.t(`direction.${direction}`), ' ', amount]
  }
  const outcomes = [...new Set(all!.map(({ outcome }) => outcome))].sort().join(',')
  const query = sums.some(isOnItsWay) ? { status: 'open', outcome: outcomes } : { status: 'open' }
  return {
    name: 'today.toSettle',
    count: countOf(all!),
    details: [money('credit'), money('debit')],
    oldest: firstOf(all!.map(({ oldest }) => oldest)),
    href: view.sees(...linePages) ? view.url('/lines', query) : null,
  }
}

async function toApprove(view: View, { refundsToApprove, waiversToApprove }: Attention): Promise<Waiting> {
  const sums = [...refundsToApprove, ...waiversToApprove]
  const oldest = sums.length > 0 ? await view.oldestRequest() : null
  return {
    name: 'today.toApprove',
    count: countOf(sums),
    details: [moneyOf(view, sums)],
    oldest: oldest && view.dayOf(oldest),
    href: view.url('/approvals'),
  }
}

/**
 * Returns the cash on its way, and the differences without an explanation. Supervisors alone see its money, and that of cash
 * which a person is to count is left out.
 */
async function cashToFind(view: View, { openLines: sums, differences }: Attention): Promise<Waiting> {
  const onItsWay = countOf(sums.filter(isOnItsWay))
  const count = onItsWay + differences.length
  const none = { name: 'today.cash', count, details: [], oldest: null, href: null } as const
  if (count === 0) return none
  const [transits, sessions] = await Promise.all([
    onItsWay > 0 ? cashOnItsWay(view) : [],
    differences.length > 0 ? view.unexplainedSessions() : [],
  ])
  const times = [
    ...transits.map(({ createdAt }) => createdAt),
    ...sessions.map(({ closedAt, openedAt }) => closedAt ?? openedAt),
  ]
  const oldest = firstOf(times)
  const isShown = view.sees(...cashPages)
  const ofBanks = transits.filter(isAmountShown).map(({ currency, amount }) => ({ currency, amount: BigInt(amount) }))
  const absolute = (amount: number) => BigInt(Math.abs(amount))
  const unexplained = differences.map(({ currency, floatDifference, difference }) => {
    return { currency, amount: absolute(floatDifference) + absolute(difference) }
  })
  return {
    ...none,
    details: [isShown && moneyOf(view, [...ofBanks, ...unexplained])],
    oldest: oldest && view.dayOf(oldest),
    href: isShown ? view.url('/cash/waiting') : null,
  }
}

function daysToClose(view: View, { unclosedDays }: Attention): Waiting {
  return {
    name: 'today.unclosed',
    count: countOf(unclosedDays),
    details: [view.t('today.accounts', { count: unclosedDays.length })],
    oldest: firstOf(unclosedDays.map(({ oldest }) => oldest)),
    href: view.url('/days'),
  }
}

/** Returns the bills that were paid in part, and those that were given up though money came. */
async function billsToFinish(view: View, { underPaid, unpaidWithMoney }: Attention): Promise<Waiting> {
  const missing = underPaid.map(({ currency, missing: amount }) => ({ currency, amount }))
  const kept = moneyOf(view, unpaidWithMoney)
  return {
    name: 'today.bills',
    count: countOf([...underPaid, ...unpaidWithMoney]),
    details: [
      missing.length > 0 && view.t('payment.missingPart', { amount: moneyOf(view, missing) }),
      kept && view.t('today.kept', { amount: kept }),
    ],
    oldest: firstOf(
      await Promise.all([
        underPaid.length > 0 ? oldestBill(view, billsInPart) : null,
        unpaidWithMoney.length > 0 ? oldestBill(view, billsGivenUp) : null,
      ]),
    ),
    href: view.url('/payments/waiting'),
  }
}

async function oldestBill(view: View, filter: typeof billsInPart | typeof billsGivenUp): Promise<string | null> {
  const { items } = await view.payments.reportPayments({ ...filter, limit: 1 })
  const payment = items[0] && (await view.payments.getPayment(items[0].paymentId))
  return payment ? view.dayOf(payment.createdAt) : null
}

/** Other work that people look at, where there is any. */
interface Further {
  readonly name: MessageKey
  readonly count: number | Html
  readonly money?: Content
  readonly href: string | null
}

function furtherTable(view: View, rows: readonly (Further | false)[]): Content {
  const some = rows.filter((row) => row !== false && row.count !== 0)
  if (some.length === 0) return null
  const rowsTable = table(view.t('today.also'), some as readonly Further[], [
    column(view.t('history.what'), ({ name, href }) =>
      href === null ? view.t(name) : markup`<a class="open" href="${href}">${view.t(name)}</a>`,
    ),
    amounts(view.t('today.count'), ({ count }) => count),
    amounts(view.t('form.amount'), ({ money }) => money),
  ])
  return section(view, 'also', 'today.also', rowsTable)
}

/** Writes what waits besides the five numbers. */
function further(view: View, attention: Attention, channels: readonly string[] | undefined): Content {
  const { duplicates, refundedUnproved, refundsToPay, unknownAttempts, paidAttemptsOpen } = attention
  const row = (name: MessageKey, sums: readonly (Sum & { readonly count: number })[], href: string): Further => {
    return { name, count: countOf(sums), money: moneyOf(view, sums), href }
  }
  return furtherTable(view, [
    row('today.toPay', refundsToPay, view.url('/refunds', { status: 'pending' })),
    row('today.duplicates', duplicates, view.url('/reports', { flag: 'duplicate_reference' })),
    row('today.refundedUnproved', refundedUnproved, view.url('/reports', { flag: 'refunded_unproved' })),
    channels?.length !== 0 && missingRow(view, attention, channels),
    row('attempts.unknown', unknownAttempts, view.url('/attempts')),
    row('attempts.paidOpen', paidAttemptsOpen, view.url('/attempts')),
    {
      name: 'today.openSessions',
      count: attention.openSessions.length,
      href: view.sees(...cashPages) ? view.url('/cash') : null,
    },
    { name: 'today.deadEvents', count: attention.deadEvents, href: null },
  ])
}

/** The connections of a pool that the sums of the days may take. */
const daysAtOnce = 2

/** The largest count of missing lines; a person works through no larger number. */
const missingUpTo = 1000

async function moneyIn(view: View): Promise<Html> {
  const days = Array.from({ length: shownDays }, (_, at) => plusDays(view.today, at - shownDays + 1))
  const totals = await allAtMost(
    daysAtOnce,
    days.map((day) => () => view.payments.totals({ from: day, to: day, basis: 'paidAt', status: ['succeeded'] })),
  )
  const sums = totals.flatMap(({ items }, at) => items.map((item) => ({ ...item, day: days[at]! })))
  if (sums.length === 0) return markup`<p class="empty">${view.t('today.noMoney')}</p>`
  const currencies = [...new Set(sums.map(({ currency }) => currency))].sort()
  const channels = [...new Set(sums.map(({ channel }) => channel))].sort()
  return markup`${currencies.map((currency) => {
    const sumsOfCurrency = sums.filter((sum) => sum.currency === currency)
    const sumOf = (day: string, channel?: string) =>
      sumsOfCurrency
        .filter((sum) => sum.day === day && (channel === undefined || sum.channel === channel))
        .reduce((all, { amount }) => all + BigInt(amount), 0n)
    const usedChannels = channels.filter((channel) => sumsOfCurrency.some((sum) => sum.channel === channel))
    const bars = days.map((day) => ({
      label: view.shortDay(day),
      title: `${day}: ${view.decimal(sumOf(day), currency)} ${currency}`,
      sum: sumOf(day) === 0n ? '' : view.decimal(sumOf(day), currency),
      // Heights of a drawing: the table has the exact sums.
      parts: usedChannels.map((channel) => ({ series: channels.indexOf(channel), value: Number(sumOf(day, channel)) })),
    }))
    return markup`<figure>
      ${barChart(view.t('today.chart', { currency }), bars)}
      <figcaption>
        <ul class="legend">
          ${usedChannels.map(
            (channel) =>
              markup`<li>
                <svg class="key" viewBox="0 0 10 10" aria-hidden="true">
                  <rect class="s${channels.indexOf(channel) % 6}" width="10" height="10" />
                </svg>
                <bdi>${channel}</bdi>
              </li>`,
          )}
        </ul>
      </figcaption>
      <details>
        <summary>${view.t('today.figures', { currency })}</summary>
        ${table(view.t('today.chart', { currency }), days, [
          column(view.t('today.day'), (day) => view.day(day)),
          ...usedChannels.map((channel) =>
            column(bdi(channel), (day: string) => view.decimal(sumOf(day, channel), currency), 'n'),
          ),
          column(view.t('today.sum'), (day) => view.money(sumOf(day), currency), 'n'),
        ])}
      </details>
    </figure>`
  })}`
}

/** The days after its payment in which a payment may still come on a statement. */
const graceDays = 3

function missingRow(view: View, attention: Attention, channels: readonly string[] | undefined): Further {
  const { missingLines, missingMoreThan } = attention
  const href = view.url('/reports', {
    ...{ flag: 'unproved', basis: 'paidAt', to: plusDays(view.today, -graceDays - 1) },
    channel: channels?.join(','),
  })
  const name = 'today.missing'
  return missingMoreThan === undefined
    ? { name, count: countOf(missingLines), money: moneyOf(view, missingLines), href }
    : { name, count: view.t('today.moreThan', { count: missingMoreThan }), href }
}

async function lastImports(view: View): Promise<Content> {
  if (!view.sees('lines:read')) return null
  const { items } = await view.payments.statements.list({ limit: 5 })
  return markup`<section aria-labelledby="imports">
    <h2 id="imports">${view.t('today.imports')}</h2>
    ${
      items.length === 0
        ? markup`<p class="empty">
            ${view.t('imports.empty')} <a href="${view.url('/imports')}">${view.t('today.importNext')}</a>
          </p>`
        : markup`<ul class="plain">
            ${items.map(
              ({ id, account, to, createdAt, warnings }) =>
                markup`<li>
                  <a href="${view.url(`/imports/${id}`)}"><bdi>${account}</bdi></a>
                  <span class="muted"
                    >${to !== null && view.t('today.upTo', { day: view.day(to) })} · ${view.instant(createdAt)}</span
                  >${warnings.length > 0 && markup` <span class="mark stop">${view.t('today.warnings', { count: warnings.length })}</span>`}
                </li>`,
            )}
          </ul>`
    }
  </section>`
}

/** Reads the five numbers of what waits. */
async function numbers(view: View, attention: Attention): Promise<readonly Waiting[]> {
  const [requests, cash, bills] = await Promise.all([
    toApprove(view, attention),
    cashToFind(view, attention),
    billsToFinish(view, attention),
  ])
  return [linesToSettle(view, attention), requests, cash, daysToClose(view, attention), bills]
}

async function today({ view, statementChannels }: DeskRequest): Promise<Reply> {
  const [attention, chart, imports] = await Promise.all([
    view.payments.attention({
      missingUpTo,
      graceDays,
      ...(statementChannels?.length && { channels: statementChannels }),
    }),
    moneyIn(view),
    lastImports(view),
  ])
  const waiting = await numbers(view, attention)
  return pageReply(view, {
    title: view.word('nav.today'),
    heading: markup`${view.t('nav.today')} <small class="date">${view.day(view.today)}</small>`,
    section: 'today',
    body: [
      markup`<ul class="tiles">
        ${waiting.map((one) => tile(view, one))}
      </ul>`,
      markup`<div data-keys>
        ${further(view, attention, statementChannels)}
        ${section(view, 'open', 'today.openLines', openLines(view, attention))}
      </div>`,
      section(view, 'money', 'today.moneyIn', chart),
      imports,
      keysHelp(view),
    ],
  })
}

export const todayRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '', scopes: ['reports:read'], run: today },
  { method: 'GET', path: '/', scopes: ['reports:read'], run: today },
]
