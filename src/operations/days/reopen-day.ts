import type { Closing } from '../../domain/days/closing.js'
import { dayIsArchived, dayIsOpen } from '../../domain/days/day-refusals.js'
import type { Context } from '../context.js'
import { reopenDayOptions, type ReopenDayOptions } from '../input/day-calls.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'
import { carriedOfDay } from '../archived/archived-lines.js'
import { addLink } from './add-link.js'

export async function reopenDay(context: Context, options: ReopenDayOptions): Promise<Closing> {
  const call = parse(reopenDayOptions, options)
  const { account, day, actor, reason } = call
  const finance = financeOf(context)
  const added = await addLink<never>(context, finance, call, async (last) => {
    if (last?.kind !== 'closing') throw dayIsOpen(call)
    if (await carriedOfDay(finance, call)) throw dayIsArchived(call)
    const about = { account, day, kind: 'reopening', actor, reason, createdAt: context.now() } as const
    return { content: { ...about, currencies: [], payments: [], refunds: [] }, lines: [] }
  })
  return { ...added, changedSince: [] }
}
