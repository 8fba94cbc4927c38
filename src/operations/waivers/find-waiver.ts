import { isWaiverId } from '../../domain/id.js'
import type { Waiver } from '../../domain/waivers/waiver.js'
import { waivers } from '../../repository/aggregates/waivers.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

/** Finds a waiver; `null` for an unknown id and for text that is no id at all. */
export async function findWaiver(finance: Pick<FinanceRepository, 'findRows'>, id: string): Promise<Waiver | null> {
  if (typeof id !== 'string' || !isWaiverId(id)) return null
  const [stored] = await finance.findRows(waivers, 'id', [id])
  return stored?.row ?? null
}
