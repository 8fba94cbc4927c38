/** What the rules say of a stored line now, as a run would decide it that has no words of the host. */
import { type AccountLine, textsOfStatement } from '../../domain/reconciliation/account-line.js'
import { matchLine } from '../../domain/reconciliation/matching.js'
import { type LineMeaning, meaningOf } from '../../domain/reconciliation/refund-matching.js'
import { isTorn } from '../../domain/refunds/refund-change.js'
import { identityOf } from '../../domain/reconciliation/line-key.js'
import type { Context } from '../context.js'
import type { ShownPayments } from '../lines/payments-of-lines.js'
import { LinesOfFile, type ReadLine } from './batches.js'
import { type View, viewOf } from './view.js'

/** No line has it: the line is decided as if it were new. */
const noKey = '-'

/** `null` where refunds that the line names were read before others changed some of them. */
export async function meaningOfLine(
  context: Context,
  line: AccountLine,
  shownPayments?: ShownPayments,
): Promise<{ meaning: LineMeaning; view: View } | null> {
  const { account, key, direction, amount, currency, valueDate, bookedAt } = line
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
  const entry: ReadLine = { row: line.row, line: stated, key: noKey, marks, isRepeated: false, hasKnownReceipt: false }
  const file = new LinesOfFile(account)
  const run = { account, file, layout: null, otherAccount: null, notices: new Set<never>(), decides: key }
  const view = await viewOf(context, [entry], null, run)
  for (const payment of shownPayments?.over([]).values() ?? []) view.put(payment)
  const candidates = view.candidatesOf(entry)
  const refunds = view.refundsOf(entry)
  if (refunds.refunds.some(isTorn)) return null
  const matched = { match: matchLine(stated, candidates), rule: candidates.rule }
  return { meaning: meaningOf(stated, matched, refunds), view }
}

/** Whether the line is the money of a refund that came back, as long as no other credit has brought it. */
export async function bringsRefundBack(context: Context, line: AccountLine): Promise<boolean | 'again'> {
  if (line.direction === 'debit') return false
  const found = await meaningOfLine(context, line)
  return found ? found.meaning.match.outcome === 'refund_returned' : 'again'
}
