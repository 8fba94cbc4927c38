/** The report of a session: its count, and for who may see sums its movements by kind. */
import type { CashMovementSum, CashSessionReport } from '../../domain/cash/report.js'
import type { CashSession } from '../../domain/cash/session.js'
import { bdi, type Content, type Html, markup } from './html.js'
import { statusMark } from './lines.js'
import { balanceOf } from './sessions.js'
import { amounts, column, facts, table } from './tables.js'
import type { View } from './view.js'

/** Writes the difference of a count: none, too much or too little. */
export function differenceMark(view: View, difference: number, currency: string): Html {
  if (difference === 0) return statusMark('good', view.t('session.noDifference'))
  const amount = view.money(Math.abs(difference), currency)
  return statusMark('stop', view.t(difference > 0 ? 'session.over' : 'session.short', { amount }))
}

/** Writes the reason of a difference, or that it waits for one. */
function reasonOf(view: View, difference: number | null, reason: string | null): Content {
  if (difference === null || difference === 0) return null
  return reason === null ? statusMark('wait', view.t('session.unexplained')) : bdi(reason)
}

/** Writes what was counted at the close, and the expectation beside it; `null` of an open session. */
export function countOf(view: View, session: CashSession): Html | null {
  const { expected, counted, difference, currency } = session
  if (counted === null) return null
  const sum = (label: Content, value: Content) =>
    markup`<div>
      <dt>${label}</dt>
      <dd>${value}</dd>
    </div>`
  return markup`<dl class="sums">
    ${sum(view.t('session.counted'), view.money(counted, currency))}
    ${sum(view.t('session.expected'), view.money(expected ?? 0, currency))}
    ${sum(view.t('session.difference'), differenceMark(view, difference ?? 0, currency))}
  </dl>`
}

/** Writes the facts of a session; its sums only for who may see them. */
export function sessionFacts(view: View, session: CashSession, showsSums: boolean): Html {
  const { point, currency, openedBy, openedAt, closedBy, closedAt, float } = session
  const money = (minor: number) => showsSums && view.money(minor, currency)
  return facts([
    [view.t('session.point'), bdi(point)],
    [view.t('session.openedBy'), bdi(openedBy)],
    [view.t('session.openedAt'), view.instant(openedAt)],
    [view.t('session.closedBy'), closedBy !== null && bdi(closedBy)],
    [view.t('session.closedAt'), closedAt !== null && view.instant(closedAt)],
    [view.t('session.float'), view.money(float, currency)],
    [
      view.t('session.floatDifference'),
      showsSums && session.floatDifference !== 0 && differenceMark(view, session.floatDifference, currency),
    ],
    [view.t('session.floatReason'), showsSums && reasonOf(view, session.floatDifference, session.floatReason)],
    [view.t('session.received'), money(session.received)],
    [view.t('session.paidOut'), money(session.paidOut)],
    [view.t('session.sent'), money(session.sent)],
    [view.t('session.balance'), session.status === 'open' && money(balanceOf(session))],
    [view.t('session.faces'), facesCounted(view, session)],
    [view.t('form.reason'), reasonOf(view, session.difference, session.reason)],
  ])
}

/** Writes the notes and coins that were counted at the close, the largest first. */
function facesCounted(view: View, { denominations, currency }: CashSession): Content {
  const faces = Object.entries(denominations ?? {}).filter(([, count]) => count > 0)
  return (
    faces.length > 0 &&
    faces
      .sort(([one], [other]) => Number(other) - Number(one))
      .map(([face, count], at) => [at > 0 && ', ', view.money(Number(face), currency), ` × ${count}`])
  )
}

function kindOf(view: View, { kind, direction, category }: CashMovementSum): Content {
  return [
    view.t(`report.${kind}`),
    kind === 'void' && [' ', view.t(direction === 'credit' ? 'direction.credit' : 'direction.debit')],
    category !== null && markup` <code>${category}</code>`,
  ]
}

/** Writes the sums of a session by kind, its payments by other channels, and its receipts. */
export function reportTables(view: View, { session, movements, confirmed, receipts }: CashSessionReport): Html {
  const { currency } = session
  return markup`${table(
    view.t('report.movements'),
    movements,
    [
      column(view.t('history.what'), (sum) => kindOf(view, sum)),
      amounts(view.t('today.count'), ({ count }) => count),
      amounts(view.t('form.amount'), ({ amount, direction }) =>
        view.money(direction === 'debit' ? -BigInt(amount) : amount, currency),
      ),
    ],
    view.t('session.noMovements'),
  )}
  ${confirmed.length > 0 && markup`<h3>${view.t('report.confirmed')}</h3>${confirmedTable(view, session)}`}
  ${
    receipts.length > 0 &&
    markup`<p>
      ${receipts.map(({ year, first, last, count }) => view.t('report.receipts', { year, first, last, count }))}
    </p>`
  }`
}

/** Writes the payments that a cashier confirmed by another channel than cash. */
export function confirmedTable(view: View, { confirmed, currency }: CashSession): Html {
  return table(view.t('report.confirmed'), confirmed, [
    column(view.t('payment.channel'), ({ channel }) => bdi(channel)),
    amounts(view.t('today.count'), ({ count }) => count),
    amounts(view.t('form.amount'), ({ amount }) => view.money(amount, currency)),
  ])
}
