/** The money that changes of payments give back of lines, stored in the same write. */
import { invalidRequest } from '../../domain/issue.js'
import { givenBackMoves } from '../../domain/payments/money-of-lines.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { PaymentError } from '../../errors.js'
import type { LineEntry } from '../../repository/port.js'
import { wholeLine } from '../../repository/rows.js'

/** A change of a payment, or of a refund with its payment. */
interface PaymentStep {
  readonly payment: Payment | null
  readonly former: Payment | null
}

function movesOf(steps: readonly PaymentStep[]): Map<string, number> {
  const moves = new Map<string, number>()
  for (const { payment, former } of steps) {
    if (!payment) continue
    for (const [key, by] of givenBackMoves(former, payment)) moves.set(key, (moves.get(key) ?? 0) + by)
  }
  return moves
}

/**
 * Adds `by` to what is given back of a line. The sum is below nothing where the payment or the line was read before others
 * changed it: the write is refused as stale then, and decided again.
 */
function withMoreGivenBack(line: AccountLine, by: number): AccountLine {
  const givenBack = Math.max(0, line.givenBack + by)
  if (Number.isSafeInteger(givenBack)) return { ...line, givenBack }
  throw invalidRequest([{ path: '', message: 'more was given back of a statement line than can be counted' }])
}

/**
 * Adds to the lines of a write what its changes of payments give back of them. Behind them follow, without an event, the other
 * lines whose given-back money changes.
 */
export async function withGivenBack(
  entries: readonly LineEntry[],
  steps: readonly PaymentStep[],
  linesOf: (keys: readonly string[]) => Promise<ReadonlyMap<string, AccountLine>>,
): Promise<readonly LineEntry[]> {
  const moves = movesOf(steps)
  if (moves.size === 0) return entries
  const keysOfEntries = new Set(entries.map(({ key }) => key))
  const keys = [...moves].flatMap(([key, by]) => (by !== 0 && !keysOfEntries.has(key) ? [key] : []))
  const others = keys.length > 0 ? await linesOf(keys) : new Map<string, AccountLine>()
  const beside = keys.map((key): LineEntry => {
    const line = others.get(key)
    if (!line) throw new PaymentError('internal_error', 'A statement line of which money was given back is not stored.')
    return {
      ...wholeLine(withMoreGivenBack(line, moves.get(key)!), line.version, null),
      expectedGivenBack: line.givenBack,
    }
  })
  const changed = entries.map((entry): LineEntry => {
    const by = moves.get(entry.key) ?? 0
    return by === 0
      ? entry
      : { ...entry, line: withMoreGivenBack(entry.line, by), expectedGivenBack: entry.line.givenBack }
  })
  return [...changed, ...beside]
}
