import { isPaymentError, PaymentError } from '../errors.js'
import type { FinanceRepository } from '../repository/finance-port.js'
import type { HostTransaction } from '../repository/host-transaction.js'
import type { PaymentRepository } from '../repository/port.js'
import { isBound } from '../repository/bound.js'
import { tenantOf } from '../repository/tenant.js'
import type { Context } from './context.js'

function asPaymentError(error: unknown): PaymentError {
  if (isPaymentError(error)) return error
  return new PaymentError(
    'internal_error',
    'The repository failed with an error that is not a PaymentError. See the cause.',
    {
      cause: error,
    },
  )
}

async function* guardScan<Batch>(
  scan: () => AsyncIterable<Batch>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch> {
  try {
    yield* scan()
  } catch (error) {
    throw signal?.aborted ? signal.reason : asPaymentError(error)
  }
}

async function guard<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    throw asPaymentError(error)
  }
}

/** The functions that every repository has and that answer once; `scan` answers in batches. */
const paymentCalls = [
  'insert',
  'replace',
  'get',
  'page',
  'lookup',
  'totals',
  'history',
  'claimEvents',
  'completeEvents',
] as const satisfies readonly (keyof PaymentRepository)[]

/** The functions that only a repository of statement lines has and that answer once. */
export const financeCalls = [
  'findLines',
  'markedLines',
  'pageLines',
  'lineHistory',
  'lineHistories',
  'countLines',
  'sumOpenLines',
  'sumLines',
  'eraseLineTexts',
  'importsOfOtherLayout',
  'searchPayments',
  'findCandidates',
  'histories',
  'sumUnproved',
  'sumWaiting',
  'sumPayer',
  'pagePayer',
  'pageDeadEvents',
  'findRows',
  'pageRows',
  'sumRows',
  'leaseRows',
  'deleteRows',
  'rowHistories',
  'pageRowEvents',
  'addClosing',
  'chainStates',
  'findClosings',
  'pageClosings',
  'closingLines',
  'lineVersions',
  'unclosedDays',
  'pageEvents',
  'pageLineMovements',
  'sumEvents',
] as const satisfies readonly (keyof FinanceRepository)[]

/** The functions that a repository of payments must have. */
export const repositoryFunctions: readonly string[] = ['scan', ...paymentCalls]

function guardCalls<Repository extends object, Name extends keyof Repository & string>(
  repository: Repository,
  names: readonly Name[],
): Pick<Repository, Name> {
  const guarded = names.map((name) => {
    const call = repository[name] as (...values: unknown[]) => Promise<unknown>
    return [name, (...values: unknown[]) => guard(() => call.apply(repository, values))]
  })
  return Object.fromEntries(guarded) as Pick<Repository, Name>
}

/** Wraps the host's repository so that it fails only with `PaymentError`, and no text of a driver reaches a caller. */
function guardRepository(repository: PaymentRepository): PaymentRepository {
  return {
    ...guardCalls(repository, paymentCalls),
    scan: (query, signal) => guardScan(() => repository.scan(query, signal), signal),
  }
}

function guardFinance(repository: FinanceRepository): FinanceRepository {
  return {
    ...guardRepository(repository),
    ...guardCalls(repository, financeCalls),
    scanLines: (filter, signal) => guardScan(() => repository.scanLines(filter, signal), signal),
    scanClosings: (account, signal) => guardScan(() => repository.scanClosings(account, signal), signal),
    scanRows: (of, query, signal) => guardScan(() => repository.scanRows(of, query, signal), signal),
    scanLineMovements: (query, signal) => guardScan(() => repository.scanLineMovements(query, signal), signal),
  }
}

/** The functions of a repository of statement lines that answer in batches. */
const financeScans = ['scanLines', 'scanRows', 'scanClosings', 'scanLineMovements'] as const

/** Returns true where a repository has every function that finance needs; one that lacks any of them is of payments alone. */
function isFinanceRepository(repository: PaymentRepository): repository is FinanceRepository {
  const functions = repository as Partial<FinanceRepository>
  return [...financeCalls, ...financeScans].every((name) => typeof functions[name] === 'function')
}

/** The largest group that is written together: a larger one takes longer and is not written faster. */
const maxGroupSize = 1000

/** Returns what operations read and write by: the repository, and the same one for finance where it stores statement lines. */
export function storageOf(
  repository: PaymentRepository,
): Pick<Context, 'repository' | 'finance' | 'within' | 'isInTransaction' | 'tenant' | 'groupSize'> {
  const finance = isFinanceRepository(repository) ? guardFinance(repository) : null
  const within = repository.within ? (connection: HostTransaction) => repository.within!(connection) : null
  const groupSize = Math.min(repository.groupSize ?? maxGroupSize, maxGroupSize)
  return {
    repository: finance ?? guardRepository(repository),
    finance,
    within,
    isInTransaction: () => isBound(repository),
    tenant: tenantOf(repository),
    groupSize,
  }
}

/** @throws PaymentError `internal_error` where the repository has only what payments need */
export function financeOf({ finance }: Context): FinanceRepository {
  if (finance) return finance
  throw new PaymentError(
    'internal_error',
    'this repository stores no statement lines; use memoryRepository() or sqlRepository().',
  )
}
