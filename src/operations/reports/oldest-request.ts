import type { Instant } from '../../domain/payments/payment.js'
import { refunds } from '../../repository/aggregates/refunds.js'
import { waivers } from '../../repository/aggregates/waivers.js'
import type { Context } from '../context.js'
import { financeOf } from '../storage.js'

/** Returns the time of the oldest refund or waiver that waits for a second person; `null` where none waits. */
export async function oldestRequest(context: Context): Promise<Instant | null> {
  const finance = financeOf(context)
  const first = { list: 'status', where: { status: 'requested' }, direction: 'asc', limit: 1 } as const
  const pages = await Promise.all([finance.pageRows(refunds, first), finance.pageRows(waivers, first)])
  const [oldest = null] = pages
    .flat()
    .map(({ createdAt }) => createdAt)
    .sort()
  return oldest
}
