/** Closes every day of November, proves it, and reopens a day as finance does when something was entered wrongly. */
import type { Closing, HospitalPayments } from 'hospital-payments'

type Verification = Awaited<ReturnType<HospitalPayments['days']['verify']>>

export interface ClosedAccount {
  readonly account: string
  /** A closing for each day of the month. */
  readonly closings: readonly Closing[]
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
const days = Array.from({ length: 30 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`)

export async function closeAccount(payments: HospitalPayments, account: string): Promise<ClosedAccount> {
  const closings: Closing[] = []
  for (const day of days) closings.push(await payments.days.close({ account, day, actor }))
  return { account, closings, verified: await payments.days.verify({ account }) }
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
