/** The decision of the rules about a line that a person releases. */
import { startsOfDays } from '../../domain/calendar.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { releaseDuplicate, rulingOfMeaning } from '../../domain/reconciliation/line-rules.js'
import type { Context } from '../context.js'
import { paidByCode } from '../attempts/paid-by-code.js'
import type { DecidedLineCall, LineCallState } from '../lines/change-line.js'
import { meaningOfLine } from './meaning-of-line.js'

export async function releasedByRules(
  context: Context,
  { line, reason, actor }: { line: AccountLine; reason: string | null; actor: string | null },
  { contested, shownPayments }: Pick<LineCallState, 'contested' | 'shownPayments'>,
): Promise<DecidedLineCall | 'again'> {
  const result = await meaningOfLine(context, line, shownPayments)
  if (!result) return 'again'
  const { meaning, view, entry } = result
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
  const attempt = view.met.attemptPaidBy(entry)
  if (!attempt) return { write }
  const { payments, rows } = paidByCode(
    context,
    { attempt, line: { record: entry.line, lineKey: line.key, key: line.key } },
    { payments: write.payments, paymentOf: (id) => view.paymentOf(id), actor },
  )
  return { write: { ...write, payments }, rows }
}
