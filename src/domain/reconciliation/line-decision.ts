/**
 * The decision of a call about a stored line, from the line as it is now: pure, so that a lost race is decided again.
 */
import type { PaymentError } from '../../errors.js'
import type { StateChange } from '../payments/state-change.js'
import type { RefundChange } from '../refunds/refund-change.js'
import type { AccountLine, LineChange, LineEvent, LineEventType } from './account-line.js'
import { lineNotFound } from '../not-found.js'
import { lineChanged } from './line-refusals.js'

/** The changes that one decision stores, all of them or none; the first line is the one of the call. */
export interface LineWrite {
  readonly lines: readonly [LineChange, ...LineChange[]]
  readonly payments: readonly StateChange[]
  readonly refunds: readonly RefundChange[]
}

/** A decision about a line. `unchanged`: the call was made before, or the line is already as requested. */
export type LineDecision =
  { readonly write: LineWrite } | { readonly unchanged: AccountLine } | { readonly refusal: PaymentError }

/** The line of a call, and the version on which its caller decided. */
export interface LineCall {
  readonly key: string
  readonly expectedVersion: number
}

/** Checks that the line's last event is the result of a call of this kind that was made on `expectedVersion`. */
export function isLastChange(
  type: LineEventType,
  { version }: AccountLine,
  { expectedVersion }: LineCall,
  lastEvent: LineEvent | null,
): boolean {
  return version === expectedVersion + 1 && lastEvent?.version === version && lastEvent.type === type
}

/**
 * Decides a call on the version that its caller read. Before that come, in this order: no such line, a repeated call, a
 * line that changed.
 */
export function decideOn(
  call: LineCall,
  line: AccountLine | null,
  isDone: (line: AccountLine) => boolean,
  decide: (line: AccountLine) => LineDecision,
): LineDecision {
  if (line === null) return { refusal: lineNotFound(call.key) }
  if (isDone(line)) return { unchanged: line }
  if (line.version !== call.expectedVersion) return { refusal: lineChanged(line) }
  return decide(line)
}
