/**
 * The part of the port of finance for events by the time of the action. The promises of finance hold here as well, and this one:
 *
 * 29. Events are read by (createdAt, id), total under ties, whatever their stream. Whether a line counted as money before and after
 *     an event is stored with the events, and never changes; `scanLineMovements` is one instant.
 */
import type { StoredEvent } from '../domain/event-stream.js'
import type { Instant } from '../domain/payments/payment.js'
import type { AccountLine, LineEvent } from '../domain/reconciliation/account-line.js'

/** A period of events: `from` is inclusive, `before` exclusive. */
export interface EventPeriod {
  readonly from: Instant
  readonly before: Instant
}

/** A page of events, newest first; `after` is the time and the id of the last event of the page before. */
export interface EventPageQuery extends EventPeriod {
  readonly actor?: string
  readonly after?: { readonly at: Instant; readonly id: string }
  readonly limit: number
}

/** The events of a period on lines of some accounts; left out: of all. */
export interface LineMovementQuery extends EventPeriod {
  readonly accounts?: readonly string[]
}

/** An event of a line, with the line as it is now. */
export interface LineMovement {
  readonly event: LineEvent
  readonly line: AccountLine
  /** True where the line was money before the event; a new line was not. */
  readonly wasCounted: boolean
  /** True where the line was money after the event. */
  readonly isCounted: boolean
}

/** Changes of status by one person, of one type and currency. */
export interface EventSum {
  readonly actor: string | null
  readonly type: StoredEvent['type']
  /** True where the evidence of the events is a confirmation, and no line. */
  readonly isConfirmation: boolean
  readonly currency: string
  readonly count: number
  /** Exact decimal digits in minor units. */
  readonly amount: string
}

/** Storage of events by time; the promises at the head of this file hold for every function. */
export interface EventStorage {
  /** Reads a page of events of payments, refunds and waivers. */
  pageEvents(query: EventPageQuery): Promise<readonly StoredEvent[]>

  /** Reads a page of events of lines. */
  pageLineMovements(query: EventPageQuery): Promise<readonly LineMovement[]>

  /** Reads every event of lines of a period in batches of at most 1,000, oldest first, as of one instant. */
  scanLineMovements(query: LineMovementQuery, signal?: AbortSignal): AsyncIterable<readonly LineMovement[]>

  /** Adds up the amounts of events of payments, refunds and waivers that changed a status; that of a payment's event is the payment's. */
  sumEvents(query: EventPeriod): Promise<readonly EventSum[]>
}
