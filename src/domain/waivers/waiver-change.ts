/** The next version of a waiver, with the payment and the lines that change with it. */
import type { AccountMove } from '../accounts/account.js'
import { balanceOf, type Movement, movementLine, type MovementOrigin, proofOfMovement } from '../accounts/movement.js'
import type { Evidence } from '../payments/event.js'
import type { Instant, Payment } from '../payments/payment.js'
import { nextVersion, type StateChange } from '../payments/state-change.js'
import type { LineChange } from '../reconciliation/account-line.js'
import { evidenceOf } from '../reconciliation/allocation.js'
import { canChangeWaiver } from './transitions.js'
import type { Waiver, WaiverStatus } from './waiver.js'

/** A waiver and its payment, as they are now. */
export interface WaiverNow {
  readonly waiver: Waiver
  readonly payment: Payment
}

/** A waiver's next version, the data of its event, and the payment with the version that the event has. */
export interface WaiverChange {
  readonly waiver: Waiver
  /** The status before the change; `null` for a new waiver. */
  readonly previousStatus: WaiverStatus | null
  /** The reason for the change; the reason for the waiver is a field of the waiver. */
  readonly reason: string | null
  readonly evidence: Evidence | null
  readonly payment: Payment
  readonly former: Payment
}

/** All that one change of a waiver stores, or nothing of it. */
export interface WaiverWrite {
  readonly waiver: WaiverChange
  /** Changes behind that of the waiver: a payment that succeeds or is reversed by it. */
  readonly payments: readonly StateChange[]
  readonly lines: readonly LineChange[]
  readonly balances: readonly AccountMove[]
}

/** Returns the account on which the lines of a scheme are. */
export function accountOfScheme(scheme: string): string {
  return `waiver.${scheme}`
}

/** Makes a line on the account of a waiver's scheme, and what follows from it. */
export function lineOfScheme(
  { scheme, amount, currency }: Waiver,
  origin: MovementOrigin,
  facts: Pick<Movement, 'direction' | 'outcome' | 'allocations'> & { readonly reason?: string },
): { readonly change: LineChange; readonly evidence: Evidence; readonly balance: AccountMove } {
  const movement: Movement = { account: accountOfScheme(scheme), currency, amount, ...facts }
  const change = movementLine(origin, movement)
  const evidence = evidenceOf(proofOfMovement(change.line, origin.now), amount)
  return { change, evidence, balance: balanceOf(origin, movement) }
}

interface Report {
  readonly now: Instant
  readonly reason?: string | null
  readonly evidence?: Evidence
  /** Minor units by which the waived amount of the payment grows. */
  readonly waived?: number
}

/**
 * Makes the change that brings a waiver to its next version, and its payment with it. The status of the payment stays.
 *
 * @throws RangeError for a change that `waiverTransitions` does not list, and where less than nothing would be waived: waiver and
 * payment were read at two moments
 */
export function waiverChange(
  waiver: Waiver,
  from: WaiverStatus | null,
  former: Payment,
  { now, reason = null, evidence, waived = 0 }: Report,
): WaiverChange {
  if (!canChangeWaiver(from, waiver.status)) throw new RangeError(`a ${from} waiver must not be ${waiver.status}`)
  const amountWaived = former.amountWaived + waived
  if (amountWaived < 0) throw new RangeError('amountWaived must not fall below 0')
  const { statusReason } = former
  const payment = nextVersion(former, now, {
    amountWaived,
    ...(statusReason !== undefined && { statusReason }),
  })
  return { waiver, previousStatus: from, reason, evidence: evidence ?? null, payment, former }
}

/** Makes the next version of a waiver; a field that `changes` leaves out stays. */
export function nextWaiver(waiver: Waiver, now: Instant, changes: Partial<Waiver>): Waiver {
  return { ...waiver, updatedAt: now, version: waiver.version + 1, ...changes }
}
