/** The decision of the rules about a stored line now, as a run would make it without the host's functions. */
import { type AccountLine, textsOfStatement } from '../../domain/reconciliation/account-line.js'
import type { LineMeaning } from '../../domain/reconciliation/refund-matching.js'
import { isTorn } from '../../domain/refunds/refund-change.js'
import { identityOf } from '../../domain/reconciliation/line-key.js'
import type { Context } from '../context.js'
import type { ShownPayments } from '../payments/shown-payments.js'
import { LinesOfFile, type ReadLine } from './batches.js'
import { meaningOfEntry } from './meaning-of-entry.js'
import type { OriginalsOfRun } from './originals.js'
import { type View, viewOf } from './view.js'

/** The key of no line: the line is decided as if it were new. */
const noKey = '-'

/** Makes the entry by which a stored line is decided as the line of a file is. */
export function entryOfLine(line: AccountLine, key: string): ReadLine {
  const { account, direction, amount, currency, valueDate, bookedAt } = line
  const stated = {
    direction,
    amount,
    currency,
    valueDate,
    ...(bookedAt !== null && { bookedAt }),
    ...textsOfStatement(line),
  }
  // Of its receipt alone: whether it may be a duplicate is no question any more.
  const { receipt } = identityOf(account, stated).marks
  const marks = receipt ? { receipt } : {}
  return { row: line.row, line: stated, key, marks, isRepeated: false, hasKnownReceipt: false }
}

/** Makes the facts of a run over stored lines of one account, which are of no file. */
export function runOverStored(account: string): OriginalsOfRun {
  return { account, file: new LinesOfFile(account, false), layout: null, otherAccount: null, notices: new Set() }
}

/**
 * Reads what a line may mean, and decides it. `null` where refunds that it names were read before others changed some of them.
 */
export async function meaningOfLine(
  context: Context,
  line: AccountLine,
  shownPayments?: ShownPayments,
): Promise<{ meaning: LineMeaning; view: View; entry: ReadLine } | null> {
  const { account, key } = line
  const entry = entryOfLine(line, noKey)
  const view = await viewOf(context, [entry], null, { ...runOverStored(account), decides: key })
  for (const payment of shownPayments?.over([]).values() ?? []) view.put(payment)
  const candidates = view.candidatesOf(entry)
  const refunds = view.refundsOf(entry)
  if (refunds.refunds.some(isTorn)) return null
  return { meaning: meaningOfEntry(view, entry, candidates, refunds), view, entry }
}

/** Returns true where the line is the money of a refund that came back, as long as no other credit has brought it. */
export async function bringsRefundBack(context: Context, line: AccountLine): Promise<boolean | 'again'> {
  if (line.direction === 'debit') return false
  const result = await meaningOfLine(context, line)
  return result ? result.meaning.match.outcome === 'refund_returned' : 'again'
}
