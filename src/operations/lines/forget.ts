import { isReportDay } from '../../domain/calendar.js'
import { invalidRequest } from '../../domain/issue.js'
import type { LinePosition } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { forgetOptions, type ForgetOptions } from '../input/line-calls.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'

/** So many lines are looked at in one write, so that others need not wait long. */
const linesAtOnce = 1000

export async function forget(context: Context, options: ForgetOptions): Promise<{ forgotten: number }> {
  const { before } = parse(forgetOptions, options)
  if (!isReportDay(before)) {
    throw invalidRequest([{ path: 'before', message: 'must be a calendar day YYYY-MM-DD of 1970 to 9998' }])
  }
  const finance = financeOf(context)
  let forgotten = 0
  let after: LinePosition | null = null
  do {
    const done: { forgotten: number; last: LinePosition | null } = await finance.forgetLines({
      before,
      ...(after && { after }),
      limit: linesAtOnce,
    })
    forgotten += done.forgotten
    after = done.last
  } while (after)
  return { forgotten }
}
