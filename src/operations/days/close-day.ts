import { isCashAccount } from '../../domain/accounts/account-kind.js'
import { dayOf } from '../../domain/calendar.js'
import { sessionConflict } from '../../domain/cash/refusals.js'
import type { Closing } from '../../domain/days/closing.js'
import { invalidRequest } from '../../domain/issue.js'
import { accounts } from '../../repository/aggregates/accounts.js'
import { sessions } from '../../repository/aggregates/sessions.js'
import type { Context } from '../context.js'
import { closeDayOptions, type CloseDayOptions, type DayOfAccount } from '../input/day-calls.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'
import { addLink } from './add-link.js'
import { closingWithChanges } from './changed-since.js'
import { type ReadDay, readDay } from './read-day.js'

/**
 * Checks that no session of a cash account was opened on or before a day and is still open: its movements belong to that day.
 *
 * @throws PaymentError `session_conflict`
 */
async function checkNoSession(context: Context, { account, day }: DayOfAccount): Promise<void> {
  if (!isCashAccount(account)) return
  const finance = financeOf(context)
  const stored = await finance.findRows(accounts, 'account', [account])
  const ids = stored.flatMap(({ row }) => row.openSessionId ?? [])
  const open = ids.length > 0 ? await finance.findRows(sessions, 'id', ids) : []
  const first = open.find(({ row }) => dayOf(row.openedAt, context.timeZone) <= day)
  if (first) throw sessionConflict(first.row.id, 'A cash session of this day is open; close it before the day.')
}

/**
 * Closes a day, unless it is closed already.
 *
 * @throws PaymentError `invalid_request` where it is not over, `session_conflict`, `concurrent_update`
 */
export async function storeClosing(
  context: Context,
  call: CloseDayOptions,
): Promise<{ readonly closing: Closing; readonly isNew: boolean }> {
  const { account, day, actor } = call
  const finance = financeOf(context)
  if (day >= dayOf(context.now(), context.timeZone)) {
    throw invalidRequest([{ path: 'day', message: `must be over in ${context.timeZone} before it is closed` }])
  }
  await checkNoSession(context, call)
  // Where only other days were closed meanwhile, what was read of this one is still true.
  let read: { day: ReadDay; takenBack: number } | null = null
  const added = await addLink(context, finance, call, async (last, { takenBack }) => {
    if (last?.kind === 'closing') return { result: await closingWithChanges(finance, last) }
    if (read?.takenBack !== takenBack) read = { day: await readDay(context, finance, call), takenBack }
    const { lines, ...sums } = read.day
    const content = { account, day, kind: 'closing', actor, reason: null, createdAt: context.now(), ...sums } as const
    return { content, lines }
  })
  return 'changedSince' in added
    ? { closing: added, isNew: false }
    : { closing: { ...added, changedSince: [] }, isNew: true }
}

export async function closeDay(context: Context, options: CloseDayOptions): Promise<Closing> {
  return (await storeClosing(context, parse(closeDayOptions, options))).closing
}
