/** Cash that people have to look into. */
import type { CashSession } from '../../domain/cash/session.js'
import { dayMs, instantOf, millisecondsOf } from '../../domain/instant.js'
import type { Instant } from '../../domain/payments/payment.js'
import type { RowQuery } from '../../repository/aggregates/port.js'
import { sessions } from '../../repository/aggregates/sessions.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { linesOnTheirWay } from '../lines/all-lines.js'

/** Cash on its way for days. */
export interface TransitToFind {
  readonly lineKey: string
  readonly account: string
  readonly to: string
  readonly currency: string
  /** Integer, minor units. */
  readonly amount: number
  readonly reference: string | null
  readonly sentAt: Instant
}

/** A session that is still open. */
export interface OpenSession {
  readonly sessionId: string
  readonly point: string
  readonly currency: string
  readonly openedBy: string
  readonly openedAt: Instant
}

/** A session whose count differed, without an explanation yet. */
export interface UnexplainedDifference {
  readonly sessionId: string
  readonly point: string
  readonly currency: string
  /** Difference of the float in minor units; 0 where it was explained or there was none. */
  readonly floatDifference: number
  /** Difference of the close in minor units; 0 where it was explained or there was none. */
  readonly difference: number
}

const daysOnItsWay = 3
const daysOpen = 1
const rowsAtOnce = 500

/** Reads all sessions of a query, the oldest first. */
async function sessionsOf(finance: FinanceRepository, query: RowQuery): Promise<CashSession[]> {
  const rows: CashSession[] = []
  for (;;) {
    const last = rows.at(-1)
    const after = last && [last.openedAt, last.id]
    const page = await finance.pageRows(sessions, { ...query, direction: 'asc', after, limit: rowsAtOnce })
    rows.push(...page)
    if (page.length < rowsAtOnce) return rows
  }
}

/** Reads the sessions with a difference that has no reason, the oldest first. */
export function sessionsToExplain(finance: FinanceRepository): Promise<CashSession[]> {
  return sessionsOf(finance, { list: 'unexplained', where: { unexplained: 'yes' } })
}

/** Returns the cash that people have to look into at a time. */
export async function cashToLookInto(finance: FinanceRepository, asOf: Instant) {
  const before = (days: number) => instantOf(millisecondsOf(asOf) - days * dayMs)
  const sent = await linesOnTheirWay(finance)
  const open = await sessionsOf(finance, { list: 'status', where: { status: 'open' }, before: before(daysOpen) })
  const unexplained = await sessionsToExplain(finance)
  return {
    transits: sent
      .filter(({ createdAt }) => createdAt <= before(daysOnItsWay))
      .map(({ key, account, transferTo, currency, amount, reference = null, createdAt }): TransitToFind => {
        return { lineKey: key, account, to: transferTo ?? '', currency, amount, reference, sentAt: createdAt }
      }),
    openSessions: open.map(({ id, point, currency, openedBy, openedAt }): OpenSession => {
      return { sessionId: id, point, currency, openedBy, openedAt }
    }),
    differences: unexplained.map((session): UnexplainedDifference => {
      const { id, point, currency, floatDifference, floatReason, difference, reason } = session
      return {
        sessionId: id,
        point,
        currency,
        floatDifference: floatReason === null ? floatDifference : 0,
        difference: reason === null ? (difference ?? 0) : 0,
      }
    }),
  }
}
