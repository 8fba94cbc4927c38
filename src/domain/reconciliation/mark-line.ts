/** Hold, release and assignment: what people note on a line without touching its money. */
import type { Instant } from '../payments/payment.js'
import { type BankLine, lineChange, type LineEventType } from './bank-line.js'
import { decideOn, type LineCall, type LineDecision } from './line-decision.js'

interface MarkCall extends LineCall {
  readonly reason: string | null
}

function mark(
  call: MarkCall,
  line: BankLine | null,
  type: LineEventType,
  changes: Partial<Pick<BankLine, 'held' | 'assignee'>>,
  now: Instant,
): LineDecision {
  const isSo = (found: BankLine) =>
    (changes.held ?? found.held) === found.held &&
    (changes.assignee === undefined || changes.assignee === found.assignee)
  return decideOn(call, line, isSo, (found) => ({
    write: { lines: [lineChange(found, type, now, changes, { reason: call.reason })], payments: [], refunds: [] },
  }))
}

/** No run touches the line until it is released; people may. */
export function holdLine(call: MarkCall, line: BankLine | null, now: Instant): LineDecision {
  return mark(call, line, 'line.held', { held: true }, now)
}

export function releaseLine(call: MarkCall, line: BankLine | null, now: Instant): LineDecision {
  return mark(call, line, 'line.released', { held: false }, now)
}

/** `assignee: null`: the line is no one's. */
export function assignLine(
  call: MarkCall & { readonly assignee: string | null },
  line: BankLine | null,
  now: Instant,
): LineDecision {
  return mark(call, line, 'line.assigned', { assignee: call.assignee }, now)
}
