/** Wrappers like those of repositories.ts, for repositories that store statement lines. */
import type { PaymentRepository } from 'hospital-payments'
import type { ChangeGroup, FinanceRepository, StoredImport } from 'hospital-payments/repository'
import { financeCalls } from '../../src/operations/storage.js'
import { imports, type ImportRow } from '../../src/repository/aggregates/imports.js'
import { calls } from './repositories.js'
import type { Turns } from './turns.js'

/** Functions that are not wrapped: pieces of a scan, and another repository. */
type NoCall = 'scan' | 'scanLines' | 'scanRows' | 'scanClosings' | 'within'

export type FinanceCall = Exclude<keyof FinanceRepository, NoCall>

const everyCall: readonly FinanceCall[] = [...calls, ...financeCalls]

type AnyCall = (...values: never[]) => Promise<unknown>

/**
 * Wraps a storage: every call but the scans goes through `around`, which decides whether and when it reaches the
 * storage.
 */
export function wrappedFinance(
  repository: FinanceRepository,
  around: (name: FinanceCall, proceed: () => Promise<unknown>, argument: unknown) => Promise<unknown>,
): FinanceRepository {
  const functions = everyCall.map((name) => {
    const reach = repository[name] as AnyCall
    return [name, (...values: never[]) => around(name, () => reach(...values), values[0])] as const
  })
  return { ...repository, ...(Object.fromEntries(functions) as unknown as Omit<FinanceRepository, NoCall>) }
}

/**
 * Wraps a storage at whose every call other callers may come first: before it is done, and before its answer arrives.
 */
export function contendedFinance(repository: FinanceRepository, { pass }: Turns): FinanceRepository {
  return wrappedFinance(repository, async (_, proceed) => {
    await pass()
    const answer = await proceed()
    await pass()
    return answer
  })
}

/** Keeps the functions that a repository of payments alone has. */
export function ofPaymentsAlone(repository: PaymentRepository): PaymentRepository {
  const named = [...calls, 'scan' as const].map((name) => [name, repository[name]])
  return Object.fromEntries(named) as PaymentRepository
}

/** Lists the imports that a group stores. */
export function importsOf({ rows = [] }: ChangeGroup): StoredImport[] {
  return rows.filter(({ of }) => of.name === imports.name).map(({ row }) => (row as ImportRow).document)
}
