/** The kit over dry runs: over nothing, and over what is stored. */
import { memoryRepository, type PaymentRepository } from 'hospital-payments'
import type { FinanceRepository, LineEntry, RefundEntry } from 'hospital-payments/repository'
import { type ContractCase, repositoryContract } from 'hospital-payments/testing'
import { describe, test } from 'vitest'
import { dryRun } from '../../src/repository/dry-run/dry-run.js'
import { isFinanceGroup } from '../../src/repository/rows.js'
import { financeContract } from '../support/finance-contract/index.js'
import { noRefundKeys } from '../support/finance-contract/refund-steps.js'
import { firstOf } from '../support/kit-sizes.js'
import { isShort } from '../support/rounds.js'
import { insertEach, insertOne } from '../support/writes.js'

/** Returns a dry run where inserts are stored, and changes are not. */
function changingPayments(): PaymentRepository {
  const stored = memoryRepository()
  return { ...dryRun(stored), insert: insertEach((entry) => insertOne(stored, entry)) }
}

/** Races, pages, scans, totals and histories: what shows nothing of a stored payment but as a read or a replace does. */
const ofStored = [3, 5, 11, 14]

function isNew({ expected }: LineEntry): boolean {
  return expected === 'nothing'
}

/** Returns true where none of the refunds is known, by its id or its key. */
async function areNew(repository: FinanceRepository, refunds: readonly RefundEntry[]): Promise<boolean> {
  const known = await repository.findRefunds({ ...noRefundKeys, ids: refunds.map(({ refund }) => refund.id) })
  const keys = refunds.flatMap(({ idempotency }) => idempotency?.key ?? [])
  const used = await Promise.all(keys.map((key) => repository.refundOfKey(key)))
  return refunds.every(({ expected }) => expected === 'nothing') && known.length === 0 && !used.some((one) => one)
}

/**
 * Returns a dry run where new payments, lines and refunds are stored, and changes are not; so are imports until they
 * are complete.
 */
function changingStored(): FinanceRepository {
  const stored = memoryRepository()
  const dry = dryRun(stored)
  return {
    ...dry,
    insert: insertEach((entry) => insertOne(stored, entry)),
    replace: async (group) => {
      const isImport = group.changes.length === 0 && isFinanceGroup(group) && group.lines.every(isNew)
      const lineKeys = group.lines.map(({ key }) => key)
      const { lines } = await dry.lookup({ references: [], providerTransactionIds: [], lineKeys })
      const isUnknown = lines.length === 0 && (await areNew(dry, group.refunds ?? []))
      return (isImport && isUnknown ? stored : dry).replace(group)
    },
    saveImport: (entry) => (entry.completedAt === null ? stored : dry).saveImport(entry),
  }
}

/** A dry run does not see which stored payment holds a live reference; stored events are claimed in the storage, not over it. */
const beyond: readonly string[] = [
  'A group whose payment conflicts leaves nothing of its lines',
  'What is said of payers stands in no event',
  'Events of refunds are delivered in order with those of their payment',
  'Events of refunds of lines are delivered one after another, each refund by itself',
  'Events of refunds are shown and delivered with every field as it was stored',
  'Dead events are read in pages, oldest first, and are leased to no one',
]

/** Declares a test for each case that is met; in the short form for those of the core. */
export function declareDryRunKit(isMet: (kitCase: ContractCase) => boolean): void {
  const selected = (cases: readonly ContractCase[]) => (isShort ? [...firstOf(cases)] : cases).filter(isMet)

  describe('a dry run over an empty repository keeps every promise of the port', () => {
    const cases = repositoryContract(async () => ({ repository: dryRun(memoryRepository()) }))
    for (const { name, run } of selected(cases)) test(name, run)
  })

  describe('a dry run over stored payments keeps the promises of replace and of every read', () => {
    const cases = repositoryContract(async () => ({ repository: changingPayments() }))
    for (const { name, run } of selected(cases.filter(({ promise }) => ofStored.includes(promise)))) test(name, run)
  })

  describe('a dry run over an empty repository keeps every promise of the port of finance', () => {
    const cases = financeContract(async () => ({ repository: dryRun(memoryRepository()) }))
    for (const { name, run } of selected(cases)) test(name, run)
  })

  describe('a dry run over stored payments and lines keeps the promises of the port of finance', () => {
    const cases = financeContract(async () => ({ repository: changingStored() }))
    for (const { name, run } of selected(cases.filter(({ name }) => !beyond.includes(name)))) test(name, run)
  })
}
