import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { isFinanceGroup } from '../rows.js'
import type { ChangeGroup, ReplaceOutcome } from '../port.js'
import type { RunFinance, RunRepository } from '../run-port.js'
import { ChangedRows } from './changed-rows.js'
import { dryPayments } from './dry-payments.js'
import { dryRefunds } from './dry-refunds.js'

type Fixed =
  | 'account'
  | 'importId'
  | 'row'
  | 'direction'
  | 'amount'
  | 'currency'
  | 'valueDate'
  | 'bookedAt'
  | 'reference'
  | 'providerTransactionId'
  | 'sessionId'
  | 'transferTo'
  | 'createdAt'

const fields = {
  key: 'always',
  outcome: 'always',
  status: 'always',
  held: 'always',
  allocated: 'always',
  givenBack: 'always',
  allocations: 'always',
  assignee: 'always',
  payerId: 'always',
  payerByRule: 'optional',
  version: 'always',
  updatedAt: 'always',
  narration: 'optional',
} as const satisfies Record<Exclude<keyof AccountLine, Fixed>, 'always' | 'optional'>

/**
 * Returns the storage of a preview: it keeps the writes of one run by itself, and reads as if they were stored. Writes of
 * others in the meantime are seen when they are read. No write meets a conflict: what a run decides depends on what it has
 * read, and its own writes are among that. New lines are not kept, because each line of a file has a key of its own.
 */
export function dryRun(storage: RunFinance): RunFinance
export function dryRun(storage: RunRepository): RunRepository
export function dryRun(storage: RunRepository | RunFinance): RunRepository | RunFinance {
  const { lookup, scan, add } = dryPayments(storage)
  const changedLines = new ChangedRows<AccountLine>(({ key }) => key, fields)
  const refunds = dryRefunds()

  async function replace(group: ChangeGroup): Promise<ReplaceOutcome> {
    add(group.changes)
    if (isFinanceGroup(group)) {
      for (const { line, expected } of group.lines) if (expected !== 'nothing') changedLines.add(line)
      refunds.add(group.rows ?? [])
    }
    return { outcome: 'replaced' }
  }

  if (!('findLines' in storage)) return { lookup, scan, replace }
  return {
    lookup,
    scan,
    replace,
    findLines: async (keys) => (await storage.findLines(keys)).map((line) => changedLines.now(line)),
    findRows: refunds.findRows(storage),
    // What a run reads by these, it does not change.
    markedLines: (kind, marks) => storage.markedLines(kind, marks),
    findClosings: (days) => storage.findClosings(days),
    chainStates: (accounts) => storage.chainStates(accounts),
    pageRows: (of, query) => storage.pageRows(of, query),
    pageLines: async (query) => (await storage.pageLines(query)).map((line) => changedLines.now(line)),
    importsOfOtherLayout: (query) => storage.importsOfOtherLayout(query),
    histories: (ids) => storage.histories(ids),
  }
}
