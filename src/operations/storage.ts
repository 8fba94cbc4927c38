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
  'countClosingLines',
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

/** The functions of a repository of statement lines that answer in batches. */
const financeScans = ['scanLines', 'scanRows', 'scanClosings', 'scanLineMovements'] as const

/** Returns the signal of a scan, which is its last argument: of rows the third one, of all others the second. */
function signalOf(name: string, values: readonly unknown[]): AbortSignal | undefined {
  return values[name === 'scanRows' ? 2 : 1] as AbortSignal | undefined
}

type Call = (...values: unknown[]) => Promise<unknown>
type Scan = (...values: unknown[]) => AsyncIterable<unknown>

/** A repository behind which another one does the work; all that guard have the same functions. */
class GuardedRepository {
  readonly target: Readonly<Record<string, unknown>>

  constructor(target: PaymentRepository) {
    this.target = target as unknown as Readonly<Record<string, unknown>>
  }
}

class GuardedFinance extends GuardedRepository {}

/** Gives all guarding repositories of a kind a function, which each makes by its first use. It may be taken out of its repository. */
function define(
  { prototype }: typeof GuardedRepository,
  name: string,
  make: (repository: GuardedRepository) => (...values: unknown[]) => unknown,
): void {
  Object.defineProperty(prototype, name, {
    get(this: GuardedRepository) {
      const value = make(this)
      Object.defineProperty(this, name, { value })
      return value
    },
  })
}

/** Gives a kind of guarding repositories these functions; what they fail with is a `PaymentError`. */
function guardAll(
  kind: typeof GuardedRepository,
  { calls, scans }: { readonly calls: readonly string[]; readonly scans: readonly string[] },
): void {
  for (const name of calls) {
    define(
      kind,
      name,
      ({ target }) =>
        (...values) =>
          guard(() => (target[name] as Call).apply(target, values)),
    )
  }
  for (const name of scans) {
    define(
      kind,
      name,
      ({ target }) =>
        (...values) =>
          guardScan(() => (target[name] as Scan).apply(target, values), signalOf(name, values)),
    )
  }
}

guardAll(GuardedRepository, { calls: paymentCalls, scans: ['scan'] })
guardAll(GuardedFinance, { calls: financeCalls, scans: financeScans })

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
  const finance = isFinanceRepository(repository)
    ? (new GuardedFinance(repository) as unknown as FinanceRepository)
    : null
  const within = repository.within ? (connection: HostTransaction) => repository.within!(connection) : null
  const groupSize = Math.min(repository.groupSize ?? maxGroupSize, maxGroupSize)
  return {
    repository: finance ?? (new GuardedRepository(repository) as unknown as PaymentRepository),
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
