/** Hold, release and assignment: what people note on a line without touching its money. */
import { invalidRequest } from '../issue.js'
import type { Instant } from '../payments/payment.js'
import { type AccountLine, isPossibleDuplicate, lineChange, type LineEventType } from './account-line.js'
import { decideOn, type LineCall, type LineDecision } from './line-decision.js'

interface MarkCall extends LineCall {
  readonly reason: string | null
}

function mark(
  call: MarkCall,
  line: AccountLine | null,
  type: LineEventType,
  changes: Partial<Pick<AccountLine, 'held' | 'assignee'>>,
  now: Instant,
): LineDecision {
  const isSo = (found: AccountLine) =>
    (changes.held ?? found.held) === found.held &&
    (changes.assignee === undefined || changes.assignee === found.assignee)
  return decideOn(call, line, isSo, (found) => ({
    write: { lines: [lineChange(found, type, now, changes, { reason: call.reason })], payments: [], refunds: [] },
  }))
}

/** No run touches the line until it is released; people may. */
export function holdLine(call: MarkCall, line: AccountLine | null, now: Instant): LineDecision {
  return mark(call, line, 'line.held', { held: true }, now)
}

export function releaseLine(call: MarkCall, line: AccountLine | null, now: Instant): LineDecision {
  return mark(call, line, 'line.released', { held: false }, now)
}

/** A line of which nothing is allocated, and nothing was given back, may be a movement that is stored already: it is no money. */
export function markDuplicate(call: MarkCall, line: AccountLine | null, now: Instant): LineDecision {
  return decideOn(call, line, isPossibleDuplicate, (found) => {
    const isUntouched = found.status === 'open' && found.allocations.length === 0 && found.givenBack === 0
    if (!isUntouched) {
      const message = 'names a line of which money is allocated, or was given back; take its allocations back first'
      return { refusal: invalidRequest([{ path: 'lineKey', message }]) }
    }
    const changes = { held: true, outcome: 'possible_duplicate' } as const
    const change = lineChange(found, 'line.marked_duplicate', now, changes, { reason: call.reason })
    return { write: { lines: [change], payments: [], refunds: [] } }
  })
}

/** `assignee: null`: the line is no one's. */
export function assignLine(
  call: MarkCall & { readonly assignee: string | null },
  line: AccountLine | null,
  now: Instant,
): LineDecision {
  return mark(call, line, 'line.assigned', { assignee: call.assignee }, now)
}
