/** The events that are not delivered yet: each is a row of `deliveries`. */
import { millisecondsOf } from '../../domain/instant.js'
import type { ClaimedEvent, EventClaim, EventCompletion } from '../../repository/port.js'
import { readAll, type SqlContext } from './context.js'
import type { Deadline, SqlRow } from './database.js'
import { eventOf } from './row.js'
import { text } from './values.js'
import type { Lease, Retry } from './statements.js'
import { eventColumns } from './tables.js'

function claimedOf(row: SqlRow): ClaimedEvent {
  return { event: eventOf(row), attempts: Number(row[eventColumns.length]) }
}

/**
 * Leases free events. The search does not go by a rising number: transactions commit out of order, and an event that
 * becomes visible late is free like any other.
 */
export async function claimEvents(context: SqlContext, claim: EventClaim): Promise<ClaimedEvent[]> {
  const { from, owner, now, leaseUntil, limit } = claim
  if (limit < 1) return []
  const dead = from === 'dead' ? 1 : 0
  const lease: Lease = { owner, now: millisecondsOf(now), until: millisecondsOf(leaseUntil), dead }
  return context.attempt(async ({ deadline }) => {
    const rows = context.claim
      ? await claimAtOnce(context, context.claim[from], lease, limit, deadline)
      : await claimStepByStep(context, lease, limit, deadline)
    return rows.map(claimedOf)
  })
}

async function claimAtOnce(
  { database, tenant }: SqlContext,
  text: string,
  { owner, now, until }: Lease,
  limit: number,
  deadline: Deadline,
): Promise<readonly SqlRow[]> {
  return (await database.write([{ text, values: [tenant, now, limit, owner, until] }], deadline)).rows
}

/** The most searches for free events in one claim, where other workers lease all that each search finds. */
const maxLooks = 5

/**
 * Finds free events, leases those that are still free, and reads which these were. The search sees one instant, so of
 * each payment it finds the oldest only; the lease is decided on the row as it is by then.
 */
async function claimStepByStep(
  context: SqlContext,
  lease: Lease,
  limit: number,
  deadline: Deadline,
): Promise<readonly SqlRow[]> {
  const { database, statements } = context
  for (let look = 0; look < maxLooks; look++) {
    const free = (await database.read(statements.free(lease, limit), deadline)).map(([eventId]) => text(eventId))
    if (free.length === 0) return []
    await database.write(statements.lease(free, lease), deadline)
    const rows = await readAll(context, statements.leased(free, lease), deadline)
    if (rows.length > 0) return inOrderOf(free, rows)
  }
  return []
}

function inOrderOf(eventIds: readonly string[], rows: readonly SqlRow[]): SqlRow[] {
  const place = new Map(eventIds.map((eventId, i) => [eventId, i]))
  const placeOf = (row: SqlRow) => place.get(text(row[eventColumns.indexOf('id')]))!
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b))
}

/**
 * Completes events: one statement for all with the same result. An event that another worker than `owner` has leased by
 * now is left alone; of an event that is given twice the first result counts, after which `owner` has no lease of it
 * any more.
 */
export async function completeEvents(context: SqlContext, { owner, results }: EventCompletion): Promise<void> {
  const { statements, database } = context
  const [delivered, dead, again]: [string[], string[], Retry[]] = [[], [], []]
  const seen = new Set<string>()
  for (const { eventId, next } of results) {
    if (seen.has(eventId)) continue
    seen.add(eventId)
    if (next === 'delivered') delivered.push(eventId)
    else if (next === 'dead') dead.push(eventId)
    else again.push({ eventId, at: millisecondsOf(next.retryAt) })
  }
  const writes = [
    ...statements.delivered(delivered, owner),
    ...statements.dead(dead, owner),
    ...statements.again(again, owner),
  ]
  if (writes.length > 0) await context.attempt(({ deadline }) => database.write(writes, deadline))
}
