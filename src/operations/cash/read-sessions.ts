/** One session, pages of them, their events and their reports. */
import type { CashSession, CashSessionEvent } from '../../domain/cash/session.js'
import { periodOf } from '../../domain/calendar.js'
import { byInstant } from '../../domain/cursor.js'
import { isSessionId } from '../../domain/id.js'
import type { Page } from '../../domain/report.js'
import type { RowEvent, RowQuery } from '../../repository/aggregates/port.js'
import { sessions } from '../../repository/aggregates/sessions.js'
import type { Context } from '../context.js'
import { type CashSessionsQuery, sessionsQuery } from '../input/cash-calls.js'
import { parseOptions } from '../input/parse.js'
import { readRows } from '../paging.js'
import { financeOf } from '../storage.js'

/** Finds a session; `null` for an unknown id and for text that is no id at all. */
export async function getSession(context: Context, id: string): Promise<CashSession | null> {
  const finance = financeOf(context)
  if (typeof id !== 'string' || !isSessionId(id)) return null
  const [stored] = await finance.findRows(sessions, 'id', [id])
  return stored?.row ?? null
}

function eventOf({ id, stream, version, type, createdAt, actor, reason, data }: RowEvent): CashSessionEvent {
  // The currency is that of the session.
  const { currency: _, ...facts } = data
  const event = { id, createdAt, sessionId: stream, version, type, actor, reason, ...facts }
  return event as unknown as CashSessionEvent
}

/** Lists the events of a session, oldest first; none for an unknown id. */
export async function sessionHistory(context: Context, id: string): Promise<readonly CashSessionEvent[]> {
  const finance = financeOf(context)
  if (typeof id !== 'string' || !isSessionId(id)) return []
  return (await finance.rowHistories([id])).map(eventOf)
}

export async function listSessions(context: Context, query?: CashSessionsQuery): Promise<Page<CashSession>> {
  const { cursor, limit, from, to, point, status, actor } = parseOptions(sessionsQuery, query)
  const finance = financeOf(context)
  const period = periodOf({ from, to }, context.timeZone)
  const list =
    actor !== undefined ? 'opener' : point !== undefined ? 'point' : status !== undefined ? 'status' : 'opened'
  const rows: RowQuery = { list, where: { openedBy: actor, point, status }, from: period.from, before: period.before }
  return readRows({
    query: JSON.stringify(['cash.list', point, status, actor, period.from, period.before]),
    cursor,
    limit,
    rule: byInstant(isSessionId),
    positionOf: ({ openedAt, id }) => ({ at: openedAt, id }),
    read: (after, limit) =>
      finance.pageRows(sessions, { ...rows, direction: 'desc', limit, after: after && [after.at, after.id] }),
  })
}
