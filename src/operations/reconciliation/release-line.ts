/** The decision of the rules about a line that a person releases. */
import { startsOfDays } from '../../domain/calendar.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { LineDecision } from '../../domain/reconciliation/line-decision.js'
import { releaseDuplicate, rulingOfMeaning } from '../../domain/reconciliation/line-rules.js'
import type { Context } from '../context.js'
import type { LineCallState } from '../lines/change-line.js'
import { meaningOfLine } from './meaning-of-line.js'

export async function releasedByRules(
  context: Context,
  { line, reason }: { line: AccountLine; reason: string | null },
  { contested, shownPayments }: Pick<LineCallState, 'contested' | 'shownPayments'>,
): Promise<LineDecision | 'again'> {
  const result = await meaningOfLine(context, line, shownPayments)
  if (!result) return 'again'
  const { meaning, view } = result
  const write = releaseDuplicate(
    line,
    { ruling: rulingOfMeaning(meaning), reason },
    {
      now: context.now(),
      policy: context.referencePolicy,
      siblingsOf: (payment) => view.siblingsOf(payment),
      contested,
      isReceiptTaken: (payment) => view.isReceiptTaken(payment, line),
      startOfDay: startsOfDays(context.timeZone),
    },
  )
  return { write }
}
