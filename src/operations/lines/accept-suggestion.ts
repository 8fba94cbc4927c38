import { invalidRequest } from '../../domain/issue.js'
import { type AccountLine, openOfLine, sumOfAllocations } from '../../domain/reconciliation/account-line.js'
import { isLastChange } from '../../domain/reconciliation/line-decision.js'
import { allocationExceeds } from '../../domain/reconciliation/line-refusals.js'
import { isPaymentError } from '../../errors.js'
import type { Context } from '../context.js'
import { acceptOptions, type AcceptSuggestionOptions, checkKey } from '../input/line-calls.js'
import { parse } from '../input/parse.js'
import { allocateMoney } from './allocate.js'

const path = 'paymentId'

/** Names the payment of the call in a refusal: its caller wrote no allocations. */
function ofPayment(error: unknown): unknown {
  if (!isPaymentError(error)) return error
  const { details } = error
  if (error.code === 'allocation_exceeds' && details && 'exceeded' in details)
    return allocationExceeds(details.exceeded.map((each) => ({ ...each, path })))
  const issues = error.code === 'invalid_request' && details && 'issues' in details ? details.issues : []
  return issues.some((issue) => issue.path.startsWith('allocations'))
    ? invalidRequest(issues.map(({ message }) => ({ path, message })))
    : error
}

/** Allocates all open money of a line to one payment; a line without open money is refused. */
export async function acceptSuggestion(
  context: Context,
  key: string,
  options: AcceptSuggestionOptions,
): Promise<AccountLine> {
  checkKey(key)
  const { paymentId, expectedVersion, actor = null } = parse(acceptOptions, options)
  const call = { key, expectedVersion }
  try {
    return await allocateMoney(context, {
      ...call,
      reason: null,
      actor,
      allocationsOn({ line, lastEvent }) {
        if (line === null) return []
        const open = openOfLine(line)
        if (open <= 0 && line.version === expectedVersion)
          throw allocationExceeds([{ path, open, asked: `${line.amount}` }])
        // A repeated call is compared with what was open when it was made.
        const isRepeat = isLastChange('line.allocated', line, call, lastEvent)
        const before = isRepeat ? Number(sumOfAllocations(lastEvent!.allocations)) : 0
        return [{ to: 'payment', paymentId, amount: open + before }]
      },
    })
  } catch (error) {
    throw ofPayment(error)
  }
}
