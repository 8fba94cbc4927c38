/** A cash session: one person's time at one point. Its sums follow from the movements, each of which is its next version. */
import { invalidRequest } from '../issue.js'
import type { Instant } from '../payments/payment.js'

/** The status of a session. */
export type CashSessionStatus = 'open' | 'closed'

export const cashSessionStatuses: readonly CashSessionStatus[] = ['open', 'closed']

/** Payments of one channel that a cashier confirmed without cash. */
export interface ConfirmedByCashier {
  readonly channel: string
  readonly count: number
  /** Exact decimal digits in minor units. */
  readonly amount: string
}

/** A cash session. Amounts are integers in minor units of `currency`. */
export interface CashSession {
  /** `csh_…` */
  readonly id: string
  /** The window or till, such as `window-2`. */
  readonly point: string
  /** The account of the point: `cash.<point>`. */
  readonly account: string
  readonly currency: string
  readonly status: CashSessionStatus
  readonly openedBy: string
  readonly openedAt: Instant
  /** The cash that was counted at the opening. */
  readonly float: number
  /** The float less the account's balance before it; 0 for the first float of a point. */
  readonly floatDifference: number
  /** The explanation of `floatDifference`; `null` until a person gives it. */
  readonly floatReason: string | null
  /** Cash that came in: takes that were not voided, and transfers that were received. */
  readonly received: number
  /** Cash that was paid out and not voided. */
  readonly paidOut: number
  /** Cash that was sent elsewhere and not taken back. */
  readonly sent: number
  /** Payments that the cashier confirmed by another channel, such as a receipt read from a patient's phone. */
  readonly confirmed: readonly ConfirmedByCashier[]
  readonly closedBy: string | null
  readonly closedAt: Instant | null
  /** The account's balance at the close, before the difference was recorded. */
  readonly expected: number | null
  /** The cash that was counted at the close. */
  readonly counted: number | null
  /** `counted` less `expected`. */
  readonly difference: number | null
  /** Counts of notes and coins, by their face value in minor units. */
  readonly denominations: Readonly<Record<string, number>> | null
  /** The explanation of `difference`; `null` until a person gives it. */
  readonly reason: string | null
  /** The number of its events. */
  readonly version: number
}

/** The type of a session's event. */
export type CashSessionEventType =
  | 'session.opened'
  | 'session.took'
  | 'session.paid_out'
  | 'session.sent'
  | 'session.received'
  | 'session.recalled'
  | 'session.voided'
  | 'session.confirmed'
  | 'session.closed'
  | 'session.explained'

/** One change of one session, for its history alone. It contains no name of a payer and no note. */
export interface CashSessionEvent {
  readonly id: string
  readonly createdAt: Instant
  readonly sessionId: string
  /** 1 at the opening, one more with each event. */
  readonly version: number
  readonly type: CashSessionEventType
  readonly actor: string
  readonly reason: string | null
  /** The line of the movement; `null` where no money moved. */
  readonly lineKey: string | null
  /** Minor units that moved; `null` where no money moved. */
  readonly amount: number | null
  /** The payment that was confirmed by another channel, and that channel; `null` for other events. */
  readonly paymentId: string | null
  readonly channel: string | null
}

/** A kind of event that is possible from a status; `from: null` is the opening. */
export interface CashSessionTransition {
  readonly type: CashSessionEventType
  readonly from: CashSessionStatus | null
  readonly to: CashSessionStatus
}

/**
 * The list of all changes of a session. A closed session is never opened again; only its differences are explained.
 *
 * @example
 * cashSessionTransitions.filter(({ from }) => from === 'closed')
 * // => [{ type: 'session.explained', from: 'closed', to: 'closed' }]
 */
export const cashSessionTransitions: readonly CashSessionTransition[] = Object.freeze(
  (
    [
      ['session.opened', null, 'open'],
      ['session.took', 'open', 'open'],
      ['session.paid_out', 'open', 'open'],
      ['session.sent', 'open', 'open'],
      ['session.received', 'open', 'open'],
      ['session.recalled', 'open', 'open'],
      ['session.voided', 'open', 'open'],
      ['session.confirmed', 'open', 'open'],
      ['session.closed', 'open', 'closed'],
      ['session.explained', 'open', 'open'],
      ['session.explained', 'closed', 'closed'],
    ] as const
  ).map(([type, from, to]) => Object.freeze({ type, from, to })),
)

/** The facts of an event beside the session and its time. */
type CashEventFacts = Pick<CashSessionEvent, 'actor'> &
  Partial<Pick<CashSessionEvent, 'reason' | 'lineKey' | 'amount' | 'paymentId' | 'channel'>>

/** A session's next version, and the data of its event. */
export interface CashSessionChange {
  readonly session: CashSession
  readonly type: CashSessionEventType
  readonly at: Instant
  readonly report: CashEventFacts
}

/** The sums of a session that a movement changes. */
type CashSum = 'received' | 'paidOut' | 'sent'

/**
 * Makes a session's next version.
 *
 * @throws RangeError for a change that `cashSessionTransitions` does not list
 */
export function sessionChange(
  session: CashSession,
  type: CashSessionEventType,
  at: Instant,
  changes: Partial<CashSession>,
  report: CashEventFacts,
): CashSessionChange {
  const next: CashSession = { ...session, ...changes, version: session.version + 1 }
  const isPossible = cashSessionTransitions.some(
    (possible) => possible.type === type && possible.from === session.status && possible.to === next.status,
  )
  if (!isPossible) throw new RangeError(`${type} must not make a ${session.status} session ${next.status}`)
  return { session: next, type, at, report }
}

/**
 * Makes the change of a session by a movement of its cash.
 *
 * @throws PaymentError `invalid_request` where the sum would pass 2^53 − 1
 * @throws RangeError where it would fall below 0: the session and the line were read at two moments
 */
export function movementChange(
  session: CashSession,
  type: CashSessionEventType,
  at: Instant,
  { sum, by }: { readonly sum: CashSum; readonly by: number },
  report: CashEventFacts,
): CashSessionChange {
  const next = session[sum] + by
  if (next < 0) throw new RangeError(`${type} must not make ${sum} less than 0`)
  if (!Number.isSafeInteger(next)) throw invalidRequest([{ path: 'amount', message: 'makes a sum that is too large' }])
  return sessionChange(session, type, at, { [sum]: next }, report)
}

/** Checks that a difference of the session waits for an explanation. */
export function hasUnexplainedDifference({
  floatDifference,
  floatReason,
  difference,
  reason,
}: Pick<CashSession, 'floatDifference' | 'floatReason' | 'difference' | 'reason'>): boolean {
  return (floatDifference !== 0 && floatReason === null) || ((difference ?? 0) !== 0 && reason === null)
}
