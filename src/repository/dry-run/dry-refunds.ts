import type { Refund } from '../../domain/refunds/refund.js'
import type { Aggregate, Beside, StoredRow, Value } from '../aggregates/aggregate.js'
import type { RowEntry } from '../aggregates/port.js'
import { type RefundBeside, refunds } from '../aggregates/refunds.js'
import type { RunFinance } from '../run-port.js'
import { ChangedHolders } from './changed-rows.js'

type Fixed =
  'paymentId' | 'lineKey' | 'amount' | 'currency' | 'reason' | 'note' | 'reference' | 'requestedBy' | 'createdAt'

const fields = {
  id: 'always',
  status: 'always',
  approvedBy: 'always',
  amountReconciled: 'always',
  returnedBy: 'always',
  updatedAt: 'always',
  paidAt: 'always',
  version: 'always',
  providerTransactionId: 'optional',
} as const satisfies Record<Exclude<keyof Refund, Fixed>, 'always' | 'optional'>

/** Returns the refunds that a run changes. A run makes none, and changes rows of no other aggregate. */
export function dryRefunds() {
  const changed = new ChangedHolders<Refund>(({ id }) => id, fields)

  /** Finds the refunds of the storage as the run has changed them. */
  async function findRefunds(
    { findRows }: Pick<RunFinance, 'findRows'>,
    field: string,
    values: readonly Value[],
  ): Promise<StoredRow<Refund, RefundBeside>[]> {
    const stored = await findRows(refunds, field, values)
    const read = new Set(stored.map(({ row }) => row.id))
    const receipts = field === 'transactionKey' ? values.map(String) : []
    const holders = [...changed.withReceipts(receipts)].filter(({ id }) => !read.has(id))
    const ids = holders.map(({ id }) => id)
    const more = ids.length > 0 ? await findRows(refunds, 'id', ids) : []
    return [...stored, ...more].map(({ row, beside }) => ({ row: changed.now(row), beside }))
  }

  return {
    /** Adds the refunds of a group; a run reads rows of no other aggregate that it writes. */
    add(entries: readonly RowEntry[]): void {
      for (const { of, row } of entries) if (of.name === refunds.name) changed.add(row as Refund)
    },
    /** Returns the `findRows` of a storage whose refunds are as the run has changed them. */
    findRows:
      (storage: Pick<RunFinance, 'findRows'>) =>
      async <Row extends object, Extra extends Beside>(
        of: Aggregate<Row, Extra>,
        field: string,
        values: readonly Value[],
      ): Promise<readonly StoredRow<Row, Extra>[]> =>
        of.name === refunds.name
          ? ((await findRefunds(storage, field, values)) as unknown as StoredRow<Row, Extra>[])
          : storage.findRows(of, field, values),
  }
}
