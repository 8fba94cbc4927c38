import type { Refund } from '../../domain/refunds/refund.js'
import type { RefundKeys } from '../refund-port.js'
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

const noKeys: RefundKeys = { ids: [], references: [], providerTransactionIds: [], lineKeys: [] }

/** Returns the refunds that a run changes. A run makes none. */
export function dryRefunds() {
  const changed = new ChangedHolders<Refund>(({ id }) => id, fields)

  /** Finds the refunds of a storage as the run has changed them. */
  async function find({ findRefunds }: Pick<RunFinance, 'findRefunds'>, keys: RefundKeys): Promise<Refund[]> {
    const stored = await findRefunds(keys)
    const read = new Set(stored.map(({ id }) => id))
    const holders = [...changed.withReceipts(keys.providerTransactionIds)].filter(({ id }) => !read.has(id))
    const more = holders.length > 0 ? await findRefunds({ ...noKeys, ids: holders.map(({ id }) => id) }) : []
    return [...stored, ...more].map((refund) => changed.now(refund))
  }
  return { find, add: (refund: Refund) => changed.add(refund) }
}
