/** What a call about a stored line comes to, given the line as it is now: pure, so that a lost race is simply decided again. */
import type { PaymentError } from '../../errors.js'
import type { StateChange } from '../payments/state-change.js'
import type { RefundChange } from '../refunds/refund-change.js'
import type { AccountLine, LineChange, LineEvent, LineEventType } from './account-line.js'
import { lineChanged, lineNotFound } from './line-refusals.js'

/** All that one decision stores, together or not at all; the first line is the one that the call is about. */
export interface LineWrite {
  readonly lines: readonly [LineChange, ...LineChange[]]
  readonly payments: readonly StateChange[]
  readonly refunds: readonly RefundChange[]
}

/** `unchanged`: the call was made before, or what it asks for is so already. */
export type LineDecision =
  { readonly write: LineWrite } | { readonly unchanged: AccountLine } | { readonly refusal: PaymentError }

/** The line that a call is about, and the version on which its caller decided. */
export interface LineCall {
  readonly key: string
  readonly expectedVersion: number
}

/** Whether the line's last event is the one that a call of this kind, made on `expectedVersion`, has left. */
export function isLastChange(
  type: LineEventType,
  { version }: AccountLine,
  { expectedVersion }: LineCall,
  lastEvent: LineEvent | null,
): boolean {
  return version === expectedVersion + 1 && lastEvent?.version === version && lastEvent.type === type
}

/** Decides on the version that the caller saw: no such line, a repeated call and a changed line come first, in this order. */
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
