import type { ClosingRecord } from '../../domain/days/closing.js'
import type { Context } from '../context.js'
import { dayOfSource, type DayOfSource } from '../input/day-calls.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'
import { readDay } from './read-day.js'

/** What a closing would say of a day as it is now. */
export type DayPreview = Pick<ClosingRecord, 'source' | 'day' | 'currencies' | 'payments' | 'refunds'>

export async function previewDay(context: Context, query: DayOfSource): Promise<DayPreview> {
  const { source, day } = parse(dayOfSource, query)
  const { lines: _, ...sums } = await readDay(context, financeOf(context), { source, day })
  return { source, day, ...sums }
}
