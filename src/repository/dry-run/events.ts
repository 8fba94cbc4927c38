import { placeOf, type StoredEvent } from '../../domain/event-stream.js'
import { copyEvent } from '../copy.js'
import { outbox } from '../outbox.js'
import { EventLog } from './event-log.js'

/**
 * Keeps the events of a dry run's changes. Its histories show them behind the stored ones. Claims give these events alone: a
 * stored event cannot be claimed without leasing it, which would be a write.
 */
export function dryEvents() {
  const log = new EventLog<StoredEvent>((event) => placeOf(event).stream)
  let outgoing: ReturnType<typeof outbox> | null = null

  return {
    add(event: StoredEvent): void {
      if (!log.add(event)) outgoing = null
      else outgoing?.add(copyEvent(event))
    },
    of: (stream: string): StoredEvent[] => log.of(stream),
    get undelivered() {
      const events = log.all()
      if (!outgoing) {
        const queue = outbox()
        for (const event of events) queue.add(event)
        outgoing = queue
      }
      return outgoing
    },
  }
}
