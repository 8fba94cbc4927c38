import { isRefundId } from '../../domain/id.js'
import type { Refund } from '../../domain/refunds/refund.js'
import type { RefundKeys } from '../../repository/refund-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

const none: RefundKeys = { ids: [], references: [], providerTransactionIds: [], lineKeys: [] }

/** Finds every refund with one of the keys, once: at most 5,000 of each kind of key. */
export async function findRefunds(
  { findRefunds: find }: Pick<FinanceRepository, 'findRefunds'>,
  keys: Partial<RefundKeys>,
): Promise<readonly Refund[]> {
  const allKeys = { ...none, ...keys }
  return Object.values(allKeys).some(({ length }: readonly string[]) => length > 0) ? find(allKeys) : []
}

/** Finds a refund; `null` for an unknown id and for text that is no id at all. */
export async function findRefund(finance: Pick<FinanceRepository, 'findRefunds'>, id: string): Promise<Refund | null> {
  if (typeof id !== 'string' || !isRefundId(id)) return null
  return (await findRefunds(finance, { ids: [id] }))[0] ?? null
}
