import { take } from '../../internal/iterables.js'
import { copyPlain } from '../copy.js'
import type { RowEvent, RowEventPageQuery } from '../aggregates/port.js'
import { SortedRows } from '../sorted-rows.js'

const copyEvent = (event: RowEvent): RowEvent => ({ ...event, data: copyPlain(event.data) })

/** Stores the events of rows, by their streams and by time. */
export function rowEvents() {
  const ofStream = new Map<string, RowEvent[]>()
  const byTime = new SortedRows<RowEvent>({ at: ({ createdAt }) => createdAt, id: ({ id }) => id })

  function* newest({ streams, kinds, actor, from, before, after }: RowEventPageQuery): Generator<RowEvent> {
    const end = before === undefined ? null : { at: before, id: '' }
    for (const event of byTime.descending(after && (!end || after.at < end.at) ? after : end)) {
      if (from !== undefined && event.createdAt < from) return
      if (streams && !streams.includes(event.stream)) continue
      if (kinds && !kinds.includes(event.type.split('.', 1)[0]!)) continue
      if (actor === undefined || event.actor === actor) yield event
    }
  }

  return {
    add(event: RowEvent): void {
      const copy = copyEvent(event)
      const events = ofStream.get(copy.stream)
      if (events) events.push(copy)
      else ofStream.set(copy.stream, [copy])
      byTime.add(copy)
    },
    of: (streams: readonly string[]): RowEvent[] =>
      [...new Set(streams)].flatMap((stream) => (ofStream.get(stream) ?? []).map(copyEvent)),
    page: (query: RowEventPageQuery): RowEvent[] => take(newest(query), query.limit).map(copyEvent),
  }
}
