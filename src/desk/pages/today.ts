/** The work that waits for people, and the money of the last days. */
import { plusDays } from '../../domain/calendar.js'
import { allAtMost } from '../../internal/all-at-most.js'
import type { Reply } from '../../http/reply.js'
import { barChart } from '../parts/chart.js'
import { bdi, type Content, groupDigits, type Html, markup } from '../parts/html.js'
import { pageReply } from '../parts/page.js'
import { amounts, column, section, table } from '../parts/tables.js'
import { cashPages, type View } from '../parts/view.js'
import type { DeskRequest, DeskRoute } from '../route.js'

const dayMs = 86_400_000
const shownDays = 7

type Attention = Awaited<ReturnType<View['payments']['attention']>>

function ageInDays(view: View, day: string): number {
  return Math.max(0, Math.round((Date.parse(view.today) - Date.parse(day)) / dayMs))
}

function openLines(view: View, { openLines: sums, uncounted }: Attention): Html {
  const seesLines = view.sees('lines:read')
  return table(
    view.t('today.openLines'),
    [...sums, ...uncounted],
    [
      column(view.t('line.account'), ({ account, currency, direction, outcome }) => {
        const url = view.url('/lines', { status: 'open', account, currency, direction, outcome })
        return seesLines ? markup`<a class="open" href="${url}">${bdi(account)}</a>` : bdi(account)
      }),
      column(
        view.t('lines.why'),
        ({ outcome, direction }) =>
          markup`${view.t(`outcome.${outcome}`)}${direction === 'debit' && markup` <small class="muted">${view.t('direction.debit')}</small>`}`,
      ),
      amounts(view.t('today.count'), ({ count }) => count),
      amounts(view.t('line.open'), ({ amount, currency }) => view.money(amount, currency)),
      column(
        view.t('today.oldest'),
        ({ oldest }) =>
          markup`${view.day(oldest)}<small class="muted">${view.t('today.age', { days: ageInDays(view, oldest) })}</small>`,
      ),
    ],
    markup`${view.t('today.nothingOpen')}${seesLines && markup` <a href="${view.url('/imports')}">${view.t('today.importNext')}</a>`}`,
  )
}

/** Writes a tile: a count of waiting work, and the link to it. */
function tile(label: Content, count: number | Html, more: Content, href: string | null): Html {
  const number = markup`<strong>${typeof count === 'number' ? groupDigits(count) : count}</strong>`
  return markup`<li class="tile${count === 0 && ' none'}">
    <span class="count"
      >${href === null ? number : markup`<a href="${href}">${number}<span class="sr"> ${label}</span></a>`}</span
    ><span>${label}</span>${more && markup`<small class="muted">${more}</small>`}
  </li>`
}

interface Sums {
  readonly count: number
  readonly currency: string
  readonly amount: string
}

function sumsTile(view: View, label: Content, sums: readonly Sums[], href: string | null): Html {
  const count = sums.reduce((all, one) => all + one.count, 0)
  return tile(
    label,
    count,
    sums.map(({ amount, currency }, i) => [i > 0 && ', ', view.money(amount, currency)]),
    href,
  )
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

/** Writes the tile of payments that were paid in part, with what was asked, came, and is missing in each currency. */
function underPaidTile(view: View, { underPaid }: Attention): Html {
  const sums = underPaid.map(({ currency, asked, came, missing }, i) => [
    i > 0 && ', ',
    view.t('today.parts', {
      asked: view.money(asked, currency),
      came: view.money(came, currency),
      missing: view.money(missing, currency),
    }),
  ])
  const count = underPaid.reduce((all, one) => all + one.count, 0)
  return tile(
    view.t('today.underPaid'),
    count,
    sums,
    view.url('/reports', { flag: 'under_paid', status: 'pending,succeeded' }),
  )
}

/** The days after its payment in which a payment may still come on a statement. */
const graceDays = 3

function missingTile(
  view: View,
  { missingLines, missingMoreThan: count }: Attention,
  channels: readonly string[] | undefined,
): Html {
  const label = view.t('today.missing')
  const list = view.url('/reports', {
    ...{ flag: 'unproved', basis: 'paidAt', to: plusDays(view.today, -graceDays - 1) },
    channel: channels?.join(','),
  })
  return count === undefined
    ? sumsTile(view, label, missingLines, list)
    : tile(label, view.t('today.moreThan', { count }), null, list)
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

/** Writes the tile of cash that people have to look into, where there is any. */
function cashTile(view: View, { transits, openSessions, differences }: Attention): Html | null {
  const count = transits.length + openSessions.length + differences.length
  if (count === 0) return null
  return tile(view.t('today.cash'), count, null, view.sees(...cashPages) ? view.url('/cash') : null)
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
  const lines = attention.openLines.reduce((all, { count }) => all + count, 0)
  return pageReply(view, {
    title: view.word('nav.today'),
    heading: markup`${view.t('nav.today')} <small class="date">${view.day(view.today)}</small>`,
    section: 'today',
    body: [
      markup`<ul class="tiles">
        ${tile(view.t('today.openLines'), lines, null, view.sees('lines:read') ? view.url('/lines', { status: 'open' }) : null)}
        ${underPaidTile(view, attention)}
        ${attention.unpaidWithMoney.length > 0 && sumsTile(view, view.t('today.unpaidWithMoney'), attention.unpaidWithMoney, view.url('/reports', { flag: 'unpaid_with_money' }))}
        ${attention.refundedUnproved.length > 0 && sumsTile(view, view.t('today.refundedUnproved'), attention.refundedUnproved, view.url('/reports', { flag: 'refunded_unproved' }))}
        ${sumsTile(view, view.t('today.duplicates'), attention.duplicates, view.url('/reports', { flag: 'duplicate_reference' }))}
        ${sumsTile(view, view.t('today.toApprove'), attention.refundsToApprove, view.url('/approvals'))}
${attention.waiversToApprove.length > 0 && sumsTile(view, view.t('waivers.toApprove'), attention.waiversToApprove, view.url('/waivers/to-approve'))}
${attention.unknownAttempts.length > 0 && sumsTile(view, view.t('attempts.unknown'), attention.unknownAttempts, view.url('/attempts'))}
${attention.paidAttemptsOpen.length > 0 && sumsTile(view, view.t('attempts.paidOpen'), attention.paidAttemptsOpen, view.url('/attempts'))}
${sumsTile(view, view.t('today.toPay'), attention.refundsToPay, view.url('/refunds', { status: 'pending' }))}
${statementChannels?.length !== 0 && missingTile(view, attention, statementChannels)}
        ${tile(
          view.t('today.unclosed'),
          attention.unclosedDays.reduce((all, { count }) => all + count, 0),
          null,
          view.url('/days'),
        )}
        ${cashTile(view, attention)}
        ${attention.deadEvents > 0 && tile(view.t('today.deadEvents'), attention.deadEvents, null, null)}
      </ul>`,
      section(view, 'open', 'today.openLines', openLines(view, attention)),
      section(view, 'money', 'today.moneyIn', chart),
      imports,
    ],
  })
}

export const todayRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '', scopes: ['reports:read'], run: today },
  { method: 'GET', path: '/', scopes: ['reports:read'], run: today },
]
