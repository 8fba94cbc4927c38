/** Movements that people record on accounts of ours: each is a line, with its change of balance and its proof. */
import type { Instant } from '../payments/payment.js'
import {
  type AccountLine,
  type Allocation,
  type LineChange,
  recordedLine,
  type StoredOutcome,
} from '../reconciliation/account-line.js'
import type { ProvedBy } from '../reconciliation/allocation.js'
import { identityOf, lineKey } from '../reconciliation/line-key.js'
import { type AccountMove, countedMoney } from './account.js'

/** The identity and the time of a new movement; every try of one call has the same id. */
export interface MovementOrigin {
  /** `mov_…`: the line's `lineId`. */
  readonly id: string
  readonly now: Instant
  /** The local day of `now`. */
  readonly day: string
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
  return { account, currency, change: countedMoney(movement), day: amount > 0 ? day : null }
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
