/** What the rules say of a line that a person releases, as a run would decide it that has no words of the host. */
import { startOfDay } from '../../domain/calendar.js'
import { isTorn } from '../../domain/refunds/refund-change.js'
import { meaningOf } from '../../domain/reconciliation/refund-matching.js'
import { matchLine } from '../../domain/reconciliation/matching.js'
import { type BankLine, statedBy } from '../../domain/reconciliation/bank-line.js'
import type { LineDecision } from '../../domain/reconciliation/line-decision.js'
import { refundPaid, releaseDuplicate, rulingOf } from '../../domain/reconciliation/line-rules.js'
import type { Context } from '../context.js'
import type { Known } from '../lines/change-line.js'
import { LinesOfFile, type ReadLine } from './batches.js'
import { viewOf } from './view.js'

/** No line has it: the line is decided as if it were new. */
const noKey = '-'

export async function releasedByRules(
  context: Context,
  { line, reason }: { line: BankLine; reason: string | null },
  { contested, shown }: Pick<Known, 'contested' | 'shown'>,
): Promise<LineDecision | 'again'> {
  const { source, direction, amount, currency, valueDate, bookedAt } = line
  const stated = { direction, amount, currency, valueDate, ...(bookedAt !== null && { bookedAt }), ...statedBy(line) }
  const entry: ReadLine = { row: line.row, line: stated, key: noKey, marks: {}, isRepeated: false }
  const file = new LinesOfFile(source)
  const run = { source, file, layout: null, otherAccount: null, notices: new Set<never>() }
  const view = await viewOf(context, [entry], null, run)
  for (const payment of shown.over([]).values()) view.put(payment)
  const candidates = view.candidatesOf(stated)
  const refunds = view.refundsOf(stated)
  if (refunds.refunds.some(isTorn)) return 'again'
  const { match, pays } = meaningOf(stated, { match: matchLine(stated, candidates), rule: candidates.rule }, refunds)
  const write = releaseDuplicate(
    line,
    { ruling: pays ? refundPaid(pays) : rulingOf(match), reason },
    {
      now: context.now(),
      policy: context.referencePolicy,
      siblingsOf: (payment) => view.siblingsOf(payment),
      contested,
      startOfDay: (day) => startOfDay(day, context.timeZone),
    },
  )
  return { write }
}
