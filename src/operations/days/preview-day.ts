import type { ClosingRecord } from '../../domain/days/closing.js'
import type { Context } from '../context.js'
import { dayOfAccount, type DayOfAccount } from '../input/day-calls.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'
import { carriedOfDay } from '../archived/archived-lines.js'
import { sumDay } from './read-day.js'

/** The sums with which a day would be closed now. */
export type DayPreview = Pick<ClosingRecord, 'account' | 'day' | 'currencies' | 'payments' | 'refunds'>

export async function previewDay(context: Context, query: DayOfAccount): Promise<DayPreview> {
  const { account, day } = parse(dayOfAccount, query)
  const finance = financeOf(context)
  const carried = await carriedOfDay(finance, { account, day })
  return { account, day, ...(await sumDay(context, finance, { account, day }, { moved: carried?.sums })) }
}
