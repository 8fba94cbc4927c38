/** Movements at the counter: each is a line on the account of its point, recorded by a person. */
import type { AccountMove } from '../accounts/account.js'
import { isSameActor } from '../actor.js'
import type { StateChange } from '../payments/state-change.js'
import type { LineChange } from '../reconciliation/account-line.js'
import type { RefundChange } from '../refunds/refund-change.js'
import { cashShort, notTheOpener, sessionClosed } from './refusals.js'
import type { CashSession, CashSessionChange } from './session.js'

/** The person of a call at the counter. */
export interface CashActor {
  readonly actor: string
  readonly isSupervisor: boolean
}

/** All that one call at the counter stores, or nothing of it. */
export interface CashWrite {
  readonly session: CashSessionChange | null
  readonly lines: readonly LineChange[]
  readonly payments: readonly StateChange[]
  readonly refunds: readonly RefundChange[]
  readonly balances: readonly AccountMove[]
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
