/** Closes the days of November, ties the month out, proves it, and reopens a day as finance does when something was entered wrongly. */
import type { Closing, HospitalPayments } from 'hospital-payments'

type MonthOfAccount = Awaited<ReturnType<HospitalPayments['days']['month']>>['items'][number]
type Verification = Awaited<ReturnType<HospitalPayments['days']['verify']>>

export interface ClosedAccount {
  readonly account: string
  /** A closing for each day of the month that has lines. */
  readonly closings: readonly Closing[]
  /** The tie-out of the month, one a currency. */
  readonly months: readonly MonthOfAccount[]
  readonly verified: Verification
}

export interface ReopenedDay {
  readonly reopening: Closing
  /** The code with which the money of a line could not be taken back while the day was closed. */
  readonly refused: string
  readonly closing: Closing
  readonly verified: Verification
}

const actor = 'finance:almaz'

export async function closeAccount({ days }: HospitalPayments, account: string): Promise<ClosedAccount> {
  const { closed, stopped } = await days.closeThrough({ account, day: '2026-11-30', actor })
  if (stopped) throw new Error(`${stopped.day} cannot be closed: ${stopped.code}`)
  const { items: months } = await days.month({ account, month: '2026-11' })
  return { account, closings: closed, months, verified: await days.verify({ account }) }
}

export interface Mistake {
  readonly account: string
  readonly day: string
  /** The category under which all of a line's money was entered; `right` is the category that it has. */
  readonly category: string
  readonly right: string
}

/** Takes the allocation back, makes it again, and closes the day again. */
export async function correctDay(payments: HospitalPayments, mistake: Mistake): Promise<ReopenedDay> {
  const { account, day, category, right } = mistake
  const { items } = await payments.lines.list({ account, from: day, to: day })
  const line = items.find(({ allocations }) =>
    allocations.some((allocation) => allocation.to === 'category' && allocation.category === category),
  )
  if (!line) throw new Error(`no ${category} on ${day}`)
  const { key, version, amount } = line
  const undo = { expectedVersion: version, reason: 'entered wrongly', actor }
  const refused = await payments.lines.unallocate(key, undo).then(
    () => 'nothing',
    (error: { code: string }) => error.code,
  )
  const reopening = await payments.days.reopen({ account, day, reason: 'entered wrongly', actor: 'finance:sara' })
  const undone = await payments.lines.unallocate(key, undo)
  const allocations = [{ to: 'category', category: right, amount }] as const
  await payments.lines.allocate(key, { expectedVersion: undone.version, allocations, actor })
  const closing = await payments.days.close({ account, day, actor })
  return { reopening, refused, closing, verified: await payments.days.verify({ account }) }
}
