/** One attempt, pages of attempts, and their events. */
import { type Attempt, shownAttempt, type StoredAttempt } from '../../domain/attempts/attempt.js'
import type { AttemptEvent } from '../../domain/attempts/event.js'
import { byInstant } from '../../domain/cursor.js'
import { isAttemptId } from '../../domain/id.js'
import type { Page } from '../../domain/report.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import type { Context } from '../context.js'
import { attemptsQuery, type AttemptsQuery } from '../input/attempt-calls.js'
import { parseOptions } from '../input/parse.js'
import { readRows } from '../paging.js'
import { financeOf } from '../storage.js'
import { findAttempt } from './find-attempt.js'

export async function getAttempt(context: Context, id: string): Promise<Attempt | null> {
  const attempt = await findAttempt(financeOf(context), id)
  return attempt && shownAttempt(attempt)
}

export async function listAttempts(context: Context, query?: AttemptsQuery): Promise<Page<Attempt>> {
  const { cursor, limit, paymentId, status, provider } = parseOptions(attemptsQuery, query)
  const finance = financeOf(context)
  const others = status !== undefined ? 'status' : provider !== undefined ? 'provider' : 'created'
  const list = paymentId !== undefined ? 'payment' : others
  const page = await readRows<StoredAttempt>({
    query: JSON.stringify(['attempts.list', paymentId, status, provider]),
    cursor,
    limit,
    rule: byInstant(isAttemptId),
    positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    read: (after, limit) =>
      finance.pageRows(attempts, {
        ...{ list, where: { paymentId, status, provider }, direction: 'desc', limit },
        after: after && [after.at, after.id],
      }),
  })
  return { ...page, items: page.items.map(shownAttempt) }
}

export async function attemptHistory(context: Context, id: string): Promise<readonly AttemptEvent[]> {
  const finance = financeOf(context)
  if (typeof id !== 'string' || !isAttemptId(id)) return []
  const events = await finance.rowHistories([id])
  return events.map(({ id: eventId, createdAt, type, data, actor, reason }) => ({
    id: eventId,
    createdAt,
    type: type as AttemptEvent['type'],
    data: data as unknown as AttemptEvent['data'],
    actor,
    reason,
  }))
}
