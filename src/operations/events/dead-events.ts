import { byInstant } from '../../domain/cursor.js'
import { isEventId } from '../../domain/id.js'
import type { StoredEvent } from '../../domain/event-stream.js'
import type { Page } from '../../domain/report.js'
import type { Context } from '../context.js'
import * as field from '../input/fields.js'
import { pageFields, type PageOptions } from '../input/page.js'
import { parseOptions } from '../input/parse.js'
import { readRows } from '../paging.js'
import { financeOf } from '../storage.js'

const deadEventsQuery = field.object(pageFields)

export async function deadEvents(context: Context, query?: PageOptions): Promise<Page<StoredEvent>> {
  const { cursor, limit } = parseOptions(deadEventsQuery, query)
  const finance = financeOf(context)
  return readRows<StoredEvent>({
    query: JSON.stringify(['deadEvents']),
    cursor,
    limit,
    rule: byInstant(isEventId),
    positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    read: (after, limit) => finance.pageDeadEvents({ limit, ...(after && { after }) }),
  })
}

const eventsOfPage = 1000

/** Counts the dead events by reading all of them; they are few, or the receiver is down. */
export async function countDeadEvents(context: Context): Promise<number> {
  const finance = financeOf(context)
  let count = 0
  let after: { at: string; id: string } | undefined
  for (;;) {
    const page = await finance.pageDeadEvents({ limit: eventsOfPage, ...(after && { after }) })
    count += page.length
    const last = page.at(-1)
    if (!last || page.length < eventsOfPage) return count
    after = { at: last.createdAt, id: last.id }
  }
}
