import { paymentNotFound } from '../../domain/not-found.js'
import { isWaiverAccount } from '../../domain/accounts/account-kind.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { undonePartOf } from '../../domain/reconciliation/undone-part.js'
import { allocationsAt } from '../../domain/reconciliation/versions-of-allocations.js'
import { unallocateLine } from '../../domain/reconciliation/unallocate-line.js'
import type { Context } from '../context.js'
import { checkKey, unallocateOptions, type UnallocateOptions } from '../input/line-calls.js'
import { parse } from '../input/parse.js'
import { changeLine, type LineCallState } from './change-line.js'
import { closedDaysOf } from './closed-days.js'
import { type KnownPayments, readPayments } from './payments-of-lines.js'
import {
  lineKeysOfRefunds,
  paymentIdsOfRefunds,
  refundsNamed,
  refundsOfLine,
  successesOf,
  withOrigins,
} from './refunds-of-lines.js'

/** Returns the payments of a credit's allocations; those of a debit are not undone with it. */
export function paymentIdsOf({ direction, allocations }: AccountLine): string[] {
  if (direction === 'debit') return []
  return allocations.flatMap((allocation) => (allocation.to === 'payment' ? [allocation.paymentId] : []))
}

/**
 * Returns true where others changed the rows between the reads. The line is read before its payments, and their events before
 * them; a change in between shows as a payment of which less is proved than the line proves, or as one that is newer than its
 * events.
 */
export function isTornUndo(
  { allocations }: AccountLine,
  ids: readonly string[],
  { payments, isAheadOfEvents }: KnownPayments,
): boolean {
  const proved = new Map(ids.map((id) => [id, 0]))
  for (const allocation of allocations) {
    if (allocation.to !== 'payment' || !proved.has(allocation.paymentId)) continue
    proved.set(allocation.paymentId, proved.get(allocation.paymentId)! + allocation.amount)
  }
  return [...proved].some(([id, amount]) => {
    const payment = payments.get(id)!
    return payment.amountReconciled < amount || isAheadOfEvents(payment)
  })
}

function lineKeysOf({ allocations }: AccountLine): string[] {
  return allocations.flatMap((allocation) => (allocation.to === 'line' ? [allocation.lineKey] : []))
}

/** Reads the lines that a line cancels out with, and the others that these cancel out with: one credit may settle several. */
async function counterLinesOf(line: AccountLine, { linesOf }: LineCallState): Promise<readonly AccountLine[]> {
  const keys = lineKeysOf(line)
  if (keys.length === 0) return []
  const counters = [...(await linesOf(keys)).values()]
  const known = new Set([line.key, ...keys])
  const others = counters.flatMap(lineKeysOf).filter((key) => !known.has(key))
  return others.length > 0 ? [...counters, ...(await linesOf([...new Set(others)])).values()] : counters
}

/** Reads the refunds that the line paid out, or brought back; `null` where others changed some of it meanwhile. */
export async function payoutsOf(
  line: AccountLine,
  {
    finance,
    shownPayments,
    shownRefunds,
    linesOf,
  }: Pick<LineCallState, 'finance' | 'shownPayments' | 'shownRefunds' | 'linesOf'>,
) {
  const named = await refundsNamed(finance, line.allocations, shownRefunds)
  const { payments } = await readPayments(finance, { ids: paymentIdsOfRefunds(named), shownPayments })
  const refundsNow = withOrigins(named, payments, await linesOf(lineKeysOfRefunds(named)))
  if (!refundsNow) return null
  const successes = await successesOf(finance, named)
  return new Map([...refundsNow].map(([id, refundNow]) => [id, { ...refundNow, success: successes.get(id) ?? null }]))
}

export async function unallocate(context: Context, key: string, options: UnallocateOptions): Promise<AccountLine> {
  checkKey(key)
  const { actor = null, ...undo } = parse(unallocateOptions, options)
  const { expectedVersion } = undo
  const call = { key, ...undo }
  return changeLine(context, {
    key,
    expectedVersion,
    actor,
    async decide(state) {
      const { finance, line, lastEvent, shownPayments, contested } = state
      // Nothing is looked up for a call that is refused, or answered, by the line alone.
      const isDecidedHere = line?.version === expectedVersion && !isWaiverAccount(line.account)
      const lineToUndo = isDecidedHere ? undonePartOf(line, undo.allocations).taken : null
      const ids = lineToUndo ? paymentIdsOf(lineToUndo) : []
      const read = await readPayments(finance, { ids, shownPayments })
      const missing = ids.find((id) => !read.payments.has(id))
      if (missing !== undefined) throw paymentNotFound(missing)
      if (lineToUndo && isTornUndo(lineToUndo, ids, read)) return 'again'
      const counterLines = lineToUndo ? await counterLinesOf(lineToUndo, state) : []
      const payouts = lineToUndo ? await payoutsOf(lineToUndo, state) : new Map()
      if (!payouts) return 'again'
      const isAfter = undo.allocations !== undefined && line?.version === expectedVersion + 1
      const history = isAfter ? await finance.lineHistory(key) : []
      const { isHeld, chains } = await closedDaysOf(finance, isDecidedHere ? [line, ...counterLines] : [])
      const decision = unallocateLine(
        call,
        {
          line,
          lastEvent,
          allocationsBefore: allocationsAt(history, expectedVersion).map(({ allocation }) => allocation),
          payments: read.payments,
          counterLines,
          refundsOfLine: lineToUndo ? await refundsOfLine(finance, key) : [],
          payouts,
          successOf: read.successOf,
          isHeldByClosing: (other) => isHeld(other, other.allocations),
        },
        { now: context.now(), contested },
      )
      return { ...decision, chains }
    },
  })
}
