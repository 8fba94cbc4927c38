/** Events by time in the storage in memory. */
import type { StoredEvent } from '../../domain/event-stream.js'
import { type AccountLine, isUncounted, type LineEvent } from '../../domain/reconciliation/account-line.js'
import { take } from '../../internal/iterables.js'
import { copyEvent, copyLine, copyLineEvent } from '../copy.js'
import type { EventPageQuery, EventPeriod, EventSum, LineMovement, LineMovementQuery } from '../event-port.js'
import type { LineEntry } from '../port.js'
import { SortedRows, type SortedView } from '../sorted-rows.js'

/** An event of a line, with what is stored beside it. */
interface EventOfLine extends Pick<LineMovement, 'event' | 'wasCounted' | 'isCounted'> {
  readonly account: string
}

/** Yields the events of a page, newest first, however many there are. */
function* newest<Row>(
  rows: SortedView<Row>,
  { from, before, after, actor }: Omit<EventPageQuery, 'limit'>,
  eventOf: (row: Row) => Pick<LineEvent, 'createdAt' | 'actor'>,
): Generator<Row> {
  const end = { at: before, id: '' }
  for (const row of rows.descending(after && after.at < before ? after : end)) {
    const event = eventOf(row)
    if (event.createdAt < from) return
    if (actor === undefined || event.actor === actor) yield row
  }
}

/** Stores events by the time of the action; `lineOf` gives a line as it is now. */
export function eventTable(lineOf: (key: string) => AccountLine | undefined) {
  const events = new SortedRows<StoredEvent>({ at: ({ createdAt }) => createdAt, id: ({ id }) => id })
  const ofLines = new SortedRows<EventOfLine>({ at: ({ event }) => event.createdAt, id: ({ event }) => event.id })
  /** True for a line that counts after its last event, by its key. */
  const counted = new Map<string, boolean>()
  /** Scans that go on, each with the lines that changed since it began, as they were. */
  const openScans = new Set<Map<string, AccountLine | undefined>>()

  function movementOf({ event, wasCounted, isCounted }: EventOfLine, line: AccountLine): LineMovement {
    return { event: copyLineEvent(event), line: copyLine(line), wasCounted, isCounted }
  }

  /** Yields the movements of a query as of the instant at which the first one is read. */
  function* movements({ from, before, accounts }: LineMovementQuery): Generator<LineMovement> {
    const ofAccounts = accounts && new Set(accounts)
    const changed = new Map<string, AccountLine | undefined>()
    const lineThen = (key: string) => (changed.has(key) ? changed.get(key) : lineOf(key))
    openScans.add(changed)
    try {
      for (const row of ofLines.snapshot().ascending({ at: from, id: '' })) {
        if (row.event.createdAt >= before) return
        if (!ofAccounts || ofAccounts.has(row.account)) yield movementOf(row, lineThen(row.event.lineKey)!)
      }
    } finally {
      openScans.delete(changed)
    }
  }

  function sum({ from, before }: EventPeriod): EventSum[] {
    const sums = new Map<string, Omit<EventSum, 'amount'> & { amount: bigint }>()
    for (const { actor, type, data, evidence } of newest(events, { from, before }, (event) => event)) {
      if (data.status === data.previousStatus) continue
      const isConfirmation = evidence?.kind === 'confirmation'
      const { currency } = data
      const name = JSON.stringify([actor, type, isConfirmation, currency])
      const { count, amount } = sums.get(name) ?? { count: 0, amount: 0n }
      sums.set(name, { actor, type, isConfirmation, currency, count: count + 1, amount: amount + BigInt(data.amount) })
    }
    return Array.from(sums.values(), (one) => ({ ...one, amount: `${one.amount}` }))
  }

  return {
    add: (event: StoredEvent): void => events.add(event),
    addOfLine({ line: { key, account, outcome }, event }: Pick<LineEntry, 'line' | 'event'>): void {
      if (!event) return
      const isCounted = !isUncounted({ outcome })
      ofLines.add({ event: copyLineEvent(event), account, wasCounted: counted.get(key) ?? false, isCounted })
      counted.set(key, isCounted)
    },
    /** Keeps a line as it was for the scans that go on, before it changes. */
    keep(key: string): void {
      for (const changed of openScans) if (!changed.has(key)) changed.set(key, lineOf(key))
    },
    page: (query: EventPageQuery): StoredEvent[] =>
      take(
        newest(events, query, (event) => event),
        query.limit,
      ).map(copyEvent),
    pageOfLines: (query: EventPageQuery): LineMovement[] =>
      take(
        newest(ofLines, query, ({ event }) => event),
        query.limit,
      ).map((row) => movementOf(row, lineOf(row.event.lineKey)!)),
    movements,
    sum,
  }
}
