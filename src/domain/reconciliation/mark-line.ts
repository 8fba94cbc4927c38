/** Hold, release, assignment and payer: changes of a line by people that leave its money alone. */
import { isOwnAccount, isWaiverAccount } from '../accounts/account-kind.js'
import { invalidRequest } from '../issue.js'
import type { Instant } from '../payments/payment.js'
import {
  type AccountLine,
  isUncounted,
  lineChange,
  type LineChange,
  type LineEventType,
  withoutBy,
  withoutPayerOfRule,
} from './account-line.js'
import { lineOfWaiver } from './line-refusals.js'
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
  const isUnchanged = (storedLine: AccountLine) =>
    (changes.held ?? storedLine.held) === storedLine.held &&
    (changes.assignee === undefined || changes.assignee === storedLine.assignee)
  return decideOn(call, line, isUnchanged, (storedLine) => ({
    write: { lines: [lineChange(storedLine, type, now, changes, { reason: call.reason })], payments: [], refunds: [] },
  }))
}

/** Holds a line: no run changes it until it is released; people may. */
export function holdLine(call: MarkCall, line: AccountLine | null, now: Instant): LineDecision {
  return mark(call, line, 'line.held', { held: true }, now)
}

export function releaseLine(call: MarkCall, line: AccountLine | null, now: Instant): LineDecision {
  return mark(call, line, 'line.released', { held: false }, now)
}

/**
 * Marks a line as a possible duplicate, which counts as no money. A line of which money is allocated, or was given
 * back, is refused.
 */
export function markDuplicate(call: MarkCall, line: AccountLine | null, now: Instant): LineDecision {
  return decideOn(call, line, isUncounted, (storedLine) => {
    if (isOwnAccount(storedLine.account))
      return {
        refusal: invalidRequest([{ path: 'lineKey', message: 'names a line that a person recorded; void it instead' }]),
      }
    const isUntouched =
      storedLine.status === 'open' && storedLine.allocations.length === 0 && storedLine.givenBack === 0
    if (!isUntouched) {
      const message = 'names a line of which money is allocated or was given back; undo its allocations first'
      return { refusal: invalidRequest([{ path: 'lineKey', message }]) }
    }
    const changes = { held: true, outcome: 'possible_duplicate' } as const
    const change = lineChange(storedLine, 'line.marked_duplicate', now, changes, { reason: call.reason })
    return { write: { lines: [change], payments: [], refunds: [] } }
  })
}

/** Returns true where a rule set the whole line aside; a person may not have seen it. */
function isSetAsideByRule({ status, held, allocations: [only, ...others] }: AccountLine): boolean {
  return status === 'settled' && !held && only?.to === 'category' && only.by === 'rule' && others.length === 0
}

/**
 * Makes the change by which a line is held whose money is known under another line: it counts no more. `null` where other money than
 * that is allocated or given back, or where a person decided about it.
 */
export function heldAsSecond(line: AccountLine, reason: string, now: Instant): LineChange | null {
  const { key, version: expectedVersion, allocations } = line
  if (isSetAsideByRule(line)) {
    const changes = { held: true, outcome: 'possible_duplicate', allocations: [] } as const
    return lineChange(line, 'line.unallocated', now, changes, { reason, allocations: allocations.map(withoutBy) })
  }
  const decision = markDuplicate({ key, expectedVersion, reason }, line, now)
  return 'write' in decision ? decision.write.lines[0] : null
}

/** Assigns a line to a person; `null` takes the assignment away. */
export function assignLine(
  call: MarkCall & { readonly assignee: string | null },
  line: AccountLine | null,
  now: Instant,
): LineDecision {
  return mark(call, line, 'line.assigned', { assignee: call.assignee }, now)
}

/** Describes why a line can have no payer, or returns `null`. */
function payerProblem({ direction, account }: AccountLine): string | null {
  if (direction === 'debit') return 'names a debit; only money that came has a payer'
  return isWaiverAccount(account) ? lineOfWaiver : null
}

/** Names the payer whose money a credit is; `null` takes the name away. */
export function setPayer(
  call: LineCall & { readonly payerId: string | null },
  line: AccountLine | null,
  now: Instant,
): LineDecision {
  const { payerId } = call
  const isUnchanged = (storedLine: AccountLine) => storedLine.payerId === payerId && payerProblem(storedLine) === null
  return decideOn(call, line, isUnchanged, (storedLine) => {
    const problem = isUncounted(storedLine)
      ? 'names a possible duplicate; release that line first'
      : payerProblem(storedLine)
    if (problem !== null) return { refusal: invalidRequest([{ path: 'lineKey', message: problem }]) }
    const change = lineChange(withoutPayerOfRule(storedLine), 'line.payer_set', now, { payerId })
    return { write: { lines: [change], payments: [], refunds: [] } }
  })
}
