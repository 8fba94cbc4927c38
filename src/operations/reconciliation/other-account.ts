/** The check for a file that was meant for another account, which has the receipts of its first lines. */
import type { OriginalLine } from '../../domain/reconciliation/duplicates.js'
import type { RunContext } from '../context.js'
import type { Batch, ReadLine } from './batches.js'
import { MarkedLines } from './marked-lines.js'
import type { OriginalsOfRun } from './originals.js'

/** The most lines that are checked: more lines of a file would add nothing. */
const maxLines = 1000

/**
 * Returns the accounts that have the receipts of all these lines; none where a line has no receipt, or counts in this account.
 */
async function accountsWithAll(
  { finance }: Pick<RunContext, 'finance'>,
  entries: readonly ReadLine[],
  account: string,
): Promise<Set<string>> {
  const receipts = entries.flatMap(({ marks }) => marks.receipt ?? [])
  if (!finance || receipts.length < entries.length) return new Set()
  const stored = new MarkedLines('receipt')
  await stored.read(finance, receipts)
  const lines = receipts.map((receipt) => stored.all(receipt))
  const isCounted = (line: OriginalLine) => line.account === account && line.outcome !== 'possible_duplicate'
  if (lines.some((ofReceipt) => ofReceipt.some(isCounted))) return new Set()
  const [first = [], ...others] = lines.map((ofReceipt) => ofReceipt.map((line) => line.account))
  return new Set(first.filter((name) => name !== account && others.every((names) => names.includes(name))))
}

/**
 * Yields the batches as they are. Those that begin a file wait until it is known whether the receipts of its first lines are all
 * stored under one other account.
 */
export async function* otherAccountFirst(
  storage: Pick<RunContext, 'finance'>,
  batches: AsyncIterable<Batch<OriginalsOfRun>>,
): AsyncGenerator<Batch<OriginalsOfRun>> {
  let file: OriginalsOfRun | null = null
  let waiting: Batch<OriginalsOfRun>[] | null = null
  let accounts: Set<string> | null = null
  let lines = 0
  /** Ends the waiting, and returns the batches that waited. */
  function settle(): readonly Batch<OriginalsOfRun>[] {
    const [account] = accounts ?? []
    if (file && waiting && account !== undefined) {
      file.otherAccount = account
      file.notices.add('other_account')
    }
    const all = waiting ?? []
    waiting = null
    return all
  }
  for await (const batch of batches) {
    if (batch.file !== file) {
      yield* settle()
      file = batch.file
      waiting = []
      accounts = null
      lines = 0
    }
    const read = batch.entries.filter((entry) => entry.line !== null).slice(0, maxLines - lines)
    if (!waiting || (waiting.length === 0 && read.length === 0)) {
      yield batch
      continue
    }
    waiting.push(batch)
    if (read.length > 0) {
      const accountsOfBatch = await accountsWithAll(storage, read, file.account)
      accounts = new Set([...(accounts ?? accountsOfBatch)].filter((account) => accountsOfBatch.has(account)))
      lines += read.length
    }
    if (lines < maxLines && accounts?.size !== 0) continue
    yield* settle()
  }
  yield* settle()
}
