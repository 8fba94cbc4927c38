/** Refunds among the rows of a repository, as tests change what is read of them. */
import type { Refund } from 'hospital-payments'
import type { FinanceRepository, StoredRow, Value } from 'hospital-payments/repository'
import { type RefundBeside, refunds } from '../../src/repository/aggregates/refunds.js'

type StoredRefund = StoredRow<Refund, RefundBeside>

/** Returns a `findRows` that shows of refunds what `change` makes of what is stored. */
export function refundsRead(
  stored: FinanceRepository,
  change: (
    refunds: readonly StoredRefund[],
    field: string,
    values: readonly Value[],
  ) => readonly StoredRefund[] | Promise<readonly StoredRefund[]>,
): Pick<FinanceRepository, 'findRows'> {
  return {
    findRows: async (of, field, values) => {
      const rows = await stored.findRows(of, field, values)
      if (of.name !== refunds.name) return rows
      return (await change(rows as unknown as StoredRefund[], field, values)) as unknown as typeof rows
    },
  }
}

/** Returns a refund as it is read from a storage that knows no key of it. */
export function storedRefund(row: Refund): StoredRefund {
  return { row: structuredClone(row), beside: { channel: null, idempotencyKey: null, fingerprint: null } }
}

/** Returns the conflict that shows a refund, or that there is none. */
export function staleRefund(refund: Refund | null) {
  return { outcome: 'row_stale', of: refunds.name, stored: refund && storedRefund(refund) } as const
}
