/** The check for a file that was meant for another account, which has the receipts of its first lines. */
import type { OriginalLine } from '../../domain/reconciliation/duplicates.js'
import type { RunContext } from '../context.js'
import type { Entry, ReadLine } from './batches.js'
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
 * Yields the batches as they are. Those that begin the file wait until it is known whether the receipts of its first lines are
 * all stored under one other account.
 */
export async function* otherAccountFirst(
  storage: Pick<RunContext, 'finance'>,
  batches: AsyncIterable<Entry[]>,
  run: OriginalsOfRun,
): AsyncGenerator<Entry[]> {
  let waiting: Entry[][] | null = []
  let accounts: Set<string> | null = null
  let lines = 0
  const settle = () => {
    const [account] = accounts ?? []
    if (account === undefined) return
    run.otherAccount = account
    run.notices.add('other_account')
  }
  for await (const batch of batches) {
    const read = batch.filter((entry) => entry.line !== null).slice(0, maxLines - lines)
    if (!waiting || (waiting.length === 0 && read.length === 0)) {
      yield batch
      continue
    }
    waiting.push(batch)
    if (read.length > 0) {
      const accountsOfBatch = await accountsWithAll(storage, read, run.account)
      accounts = new Set([...(accounts ?? accountsOfBatch)].filter((account) => accountsOfBatch.has(account)))
      lines += read.length
    }
    if (lines < maxLines && accounts?.size !== 0) continue
    settle()
    yield* waiting
    waiting = null
  }
  if (!waiting) return
  settle()
  yield* waiting
}
