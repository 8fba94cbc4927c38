import { dayOf } from '../../domain/calendar.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import type { UnclosedDays } from '../../repository/day-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { financeOf } from '../storage.js'

/** In the same order from every storage. */
export async function unclosedDaysBefore(finance: FinanceRepository, before: string): Promise<UnclosedDays[]> {
  return sortedByText(await finance.unclosedDays({ before }), ({ source }) => source)
}

/** A day that is not over cannot be closed. */
export async function unclosedDays(context: Context): Promise<UnclosedDays[]> {
  return unclosedDaysBefore(financeOf(context), dayOf(context.now(), context.timeZone))
}
