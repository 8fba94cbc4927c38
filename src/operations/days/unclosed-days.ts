import { dayOf } from '../../domain/calendar.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { financeOf } from '../storage.js'

/** Days of one account that have statement lines, are over and are not closed. */
export interface UnclosedDays {
  readonly account: string
  readonly count: number
  /** The first of them. */
  readonly oldest: string
  /** All of them, the oldest first. */
  readonly days: readonly string[]
}

/** Lists the unclosed days before a day by account, in the same order from every storage. */
export async function unclosedDaysBefore(finance: FinanceRepository, before: string): Promise<UnclosedDays[]> {
  const rows = sortedByText(await finance.unclosedDays({ before }), ({ account, day }) => `${account}\n${day}`)
  const daysOf = new Map<string, [string, ...string[]]>()
  for (const { account, day } of rows) {
    const days = daysOf.get(account)
    if (days) days.push(day)
    else daysOf.set(account, [day])
  }
  return Array.from(daysOf, ([account, days]) => ({ account, count: days.length, oldest: days[0], days }))
}

/** Lists the unclosed days that are over: the others cannot be closed yet. */
export async function unclosedDays(context: Context): Promise<UnclosedDays[]> {
  return unclosedDaysBefore(financeOf(context), dayOf(context.now(), context.timeZone))
}
