import { plusDays } from '../../domain/calendar.js'
import type { Closing } from '../../domain/days/closing.js'
import { isPaymentError, type PaymentErrorCode } from '../../errors.js'
import { pacer } from '../../internal/event-loop.js'
import type { Context } from '../context.js'
import { closeDayOptions, type CloseThroughOptions } from '../input/day-calls.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'
import { storeClosing } from './close-day.js'

/** The days that one call closed, and the day at which it stopped. */
export interface ClosedDays {
  /** The closings that this call stored, the oldest day first. */
  readonly closed: readonly Closing[]
  /** The first day that could not be closed, with the code of the error; `null` where every day is closed. */
  readonly stopped: { readonly day: string; readonly code: PaymentErrorCode } | null
}

export async function closeThrough(context: Context, options: CloseThroughOptions): Promise<ClosedDays> {
  const { account, day: through, actor } = parse(closeDayOptions, options)
  const unclosed = await financeOf(context).unclosedDays({ before: plusDays(through, 1), account })
  const closed: Closing[] = []
  const pace = pacer(1)
  for (const day of unclosed.map((one) => one.day).sort()) {
    try {
      const { closing, isNew } = await storeClosing(context, { account, day, actor })
      if (isNew) closed.push(closing)
    } catch (error) {
      if (!isPaymentError(error)) throw error
      return { closed, stopped: { day, code: error.code } }
    }
    await pace(1)
  }
  return { closed, stopped: null }
}
