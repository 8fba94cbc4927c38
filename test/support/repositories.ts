/** Repositories between a service and its storage that watch, answer instead of it, delay or fail. */
import { memoryRepository, type PaymentRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'

export type Call = Exclude<keyof PaymentRepository, 'scan' | 'within'>

export const calls: readonly Call[] = [
  'insert',
  'replace',
  'get',
  'page',
  'lookup',
  'totals',
  'history',
  'claimEvents',
  'completeEvents',
]

type AnyCall = (argument: never) => Promise<unknown>

/**
 * Returns a repository in memory that is written to in the largest groups that callers put together, as databases on a
 * server are.
 */
export function ofLargeGroups(): FinanceRepository {
  return { ...memoryRepository(), groupSize: 1000 }
}

/**
 * Wraps a storage: every call but `scan` goes through `around`, which decides whether and when it reaches the storage.
 */
export function wrapped(
  repository: PaymentRepository,
  around: (name: Call, proceed: () => Promise<unknown>, argument: unknown) => Promise<unknown>,
): PaymentRepository {
  const functions = calls.map((name) => {
    const reach = repository[name] as AnyCall
    return [name, (argument: never) => around(name, () => reach(argument), argument)] as const
  })
  return {
    ...repository,
    ...(Object.fromEntries(functions) as Omit<PaymentRepository, 'scan' | 'within' | 'groupSize'>),
  }
}

/** Logs the names of the calls that reached the storage, in order. */
export function watched(repository: PaymentRepository): { repository: PaymentRepository; log: string[] } {
  const log: string[] = []
  const seen = wrapped(repository, (name, proceed) => {
    log.push(name)
    return proceed()
  })
  const scan: PaymentRepository['scan'] = (query, signal) => {
    log.push('scan')
    return repository.scan(query, signal)
  }
  return { repository: { ...seen, scan }, log }
}

/** Exchanges some functions of a storage; each is given the one it stands for. */
export function altered(
  repository: PaymentRepository,
  change: (original: PaymentRepository) => Partial<PaymentRepository>,
): PaymentRepository {
  return { ...repository, ...change(repository) }
}

/** Makes a storage that answers nothing but `error`. */
export function broken(repository: PaymentRepository, error: unknown): PaymentRepository {
  const failing = wrapped(repository, () => Promise.reject(error as Error))
  return {
    ...failing,
    async *scan() {
      throw error
    },
  }
}

/** Scans a storage in batches of one row, and logs how its reader treats it. */
export function rowByRow(original: PaymentRepository): {
  repository: PaymentRepository
  log: string[]
  signals: (AbortSignal | undefined)[]
} {
  const log: string[] = []
  const signals: (AbortSignal | undefined)[] = []
  async function* rows(...[query, signal]: Parameters<PaymentRepository['scan']>) {
    signals.push(signal)
    log.push('begin')
    try {
      for await (const batch of original.scan(query)) {
        for (const row of batch) {
          log.push('row')
          yield [row]
        }
      }
      log.push('end')
    } finally {
      log.push('freed')
    }
  }
  return { repository: { ...original, scan: rows }, log, signals }
}
