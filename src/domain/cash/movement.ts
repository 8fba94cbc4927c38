/** Movements at the counter: each is a line on the account of its point, recorded by a person. */
import { type AccountMove, countedMoney } from '../accounts/account.js'
import { isSameActor } from '../actor.js'
import type { Instant } from '../payments/payment.js'
import type { StateChange } from '../payments/state-change.js'
import {
  type AccountLine,
  type Allocation,
  type LineChange,
  recordedLine,
  type StoredOutcome,
} from '../reconciliation/account-line.js'
import type { ProvedBy } from '../reconciliation/allocation.js'
import { identityOf, lineKey } from '../reconciliation/line-key.js'
import type { RefundChange } from '../refunds/refund-change.js'
import { cashShort, notTheOpener, sessionClosed } from './refusals.js'
import type { CashSession, CashSessionChange } from './session.js'

/** The person of a call at the counter. */
export interface CashActor {
  readonly actor: string
  readonly isSupervisor: boolean
}

/** The identity and the time of a new movement; every try of one call has the same id. */
export interface MovementOrigin {
  /** `mov_…`: the line's `lineId`. */
  readonly id: string
  readonly now: Instant
  /** The local day of `now`. */
  readonly day: string
}

/** All that one call at the counter stores, or nothing of it. */
export interface CashWrite {
  readonly session: CashSessionChange | null
  readonly lines: readonly LineChange[]
  readonly payments: readonly StateChange[]
  readonly refunds: readonly RefundChange[]
  readonly balances: readonly AccountMove[]
}

/** The facts of a movement's line. */
export interface Movement {
  readonly account: string
  readonly currency: string
  readonly direction: 'credit' | 'debit'
  readonly amount: number
  readonly outcome: StoredOutcome
  readonly allocations: readonly Allocation[]
  readonly sessionId?: string | null
  readonly payerId?: string | null
  readonly transferTo?: string | null
  readonly reference?: string
  readonly reason?: string | null
}

/** Returns the key of a movement's line. */
export function movementKey(
  { id, day }: MovementOrigin,
  movement: Pick<Movement, 'account' | 'currency' | 'direction' | 'amount'>,
) {
  const { account, currency, direction, amount } = movement
  const { kind, digest } = identityOf(account, { row: 0, lineId: id, direction, amount, currency, valueDate: day })
  return lineKey(kind, digest, 1)
}

/** Makes the line of a movement. */
export function movementLine(origin: MovementOrigin, movement: Movement): LineChange {
  const { now, day } = origin
  return recordedLine({ key: movementKey(origin, movement), valueDate: day, ...movement }, now)
}

/** Makes the change of balance that a movement brings about. */
export function balanceOf(
  { day }: Pick<MovementOrigin, 'day'>,
  movement: Pick<Movement, 'account' | 'currency' | 'direction' | 'amount' | 'outcome'>,
): AccountMove {
  const { account, currency, amount } = movement
  return { account, currency, change: countedMoney(movement), lastDay: amount > 0 ? day : null }
}

/** Makes the proof of a movement, as payments and refunds keep it in their evidence. */
export function proofOfMovement({ key, account, valueDate, bookedAt }: AccountLine, now: Instant): ProvedBy {
  return {
    line: { row: 0, valueDate, bookedAt: bookedAt ?? now },
    account,
    lineKey: key,
    startOfDay: () => now,
  }
}

/** Returns true for the opener of a session and for supervisors: they alone see it and move its cash. */
export function mayUseSession(
  { openedBy }: Pick<CashSession, 'openedBy'>,
  { actor, isSupervisor }: { readonly actor: string | undefined; readonly isSupervisor: boolean },
): boolean {
  return isSupervisor || (actor !== undefined && isSameActor(openedBy, actor))
}

/**
 * Checks that a person may move cash of a session.
 *
 * @throws PaymentError `forbidden` for another than its opener who is no supervisor; `session_closed`
 */
export function checkMayMove(session: CashSession, person: CashActor): void {
  if (!mayUseSession(session, person)) throw notTheOpener()
  if (session.status === 'closed') throw sessionClosed(session.id)
}

/** @throws PaymentError `cash_short` where the account holds less than an amount */
export function checkHolds(account: string, balance: bigint, amount: number): void {
  if (balance < BigInt(amount)) throw cashShort(account)
}
