/** Whether a file was meant for another account, which has the receipts of its first lines. */
import type { Context } from '../context.js'
import type { Entry, ReadLine } from './batches.js'
import { findMarkedLines } from './look-up.js'
import type { OriginalsOfRun } from './originals.js'

/** More lines of a file would say no more. */
const maxLines = 1000

/** The accounts that have the receipts of all these lines; none where a line has no receipt, or counts in this account. */
async function accountsWithAll(
  { finance }: Pick<Context, 'finance'>,
  entries: readonly ReadLine[],
  source: string,
): Promise<Set<string>> {
  const marks = entries.flatMap((entry) => entry.marks.receipt ?? [])
  if (!finance || marks.length < entries.length) return new Set()
  const accounts = new Map<string, Set<string>>()
  for (const { mark, line } of await findMarkedLines(finance, 'receipt', marks)) {
    if (line.source === source && line.outcome !== 'possible_duplicate') return new Set()
    if (line.source !== source) accounts.set(mark, (accounts.get(mark) ?? new Set()).add(line.source))
  }
  const [first = new Set<string>(), ...others] = marks.map((mark) => accounts.get(mark) ?? new Set<string>())
  return new Set([...first].filter((account) => others.every((other) => other.has(account))))
}

/**
 * The batches as they are; those that begin the file wait until it is known whether the receipts of its first lines are all
 * stored under one other account.
 */
export async function* otherAccountFirst(
  storage: Pick<Context, 'finance'>,
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
    const read = batch.filter((entry) => entry.line !== null)
    if (!waiting || (waiting.length === 0 && read.length === 0)) {
      yield batch
      continue
    }
    waiting.push(batch)
    if (read.length > 0) {
      const found = await accountsWithAll(storage, read, run.source)
      accounts = new Set([...(accounts ?? found)].filter((account) => found.has(account)))
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
