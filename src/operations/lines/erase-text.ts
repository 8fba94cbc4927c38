import { isReportDay } from '../../domain/calendar.js'
import { invalidRequest } from '../../domain/issue.js'
import type { LinePosition } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { eraseTextOptions, type EraseTextOptions } from '../input/line-calls.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'

/** The number of lines that one write looks at, so that others need not wait long. */
const linesAtOnce = 1000

export async function eraseText(context: Context, options: EraseTextOptions): Promise<{ forgotten: number }> {
  const { before } = parse(eraseTextOptions, options)
  if (!isReportDay(before)) {
    throw invalidRequest([{ path: 'before', message: 'must be a calendar day YYYY-MM-DD of 1970 to 9998' }])
  }
  const finance = financeOf(context)
  let forgotten = 0
  let after: LinePosition | null = null
  do {
    const batch: { forgotten: number; last: LinePosition | null } = await finance.eraseLineTexts({
      before,
      ...(after && { after }),
      limit: linesAtOnce,
    })
    forgotten += batch.forgotten
    after = batch.last
  } while (after)
  return { forgotten }
}
