import { loadedByFirstCall } from '../../internal/first-call.js'
import type { FinanceRepository } from '../finance-port.js'
import type { memoryFunctions, MemoryFunctions } from './memory-repository.js'

/** Size of a group: one of the largest size would take a tenth of a second of the host's event loop. */
const groupSize = 250

/** The form in which each answers: by a promise, or by batches that are made while they are read. */
const functions = {
  insert: 'called',
  replace: 'called',
  get: 'called',
  page: 'called',
  lookup: 'called',
  totals: 'called',
  history: 'called',
  claimEvents: 'called',
  completeEvents: 'called',
  findLines: 'called',
  markedLines: 'called',
  pageLines: 'called',
  lineHistory: 'called',
  lineHistories: 'called',
  countLines: 'called',
  sumOpenLines: 'called',
  sumLines: 'called',
  eraseLineTexts: 'called',
  importsOfOtherLayout: 'called',
  searchPayments: 'called',
  findCandidates: 'called',
  histories: 'called',
  sumUnproved: 'called',
  sumWaiting: 'called',
  sumPayer: 'called',
  pagePayer: 'called',
  pageDeadEvents: 'called',
  findRows: 'called',
  pageRows: 'called',
  sumRows: 'called',
  leaseRows: 'called',
  deleteRows: 'called',
  rowHistories: 'called',
  pageRowEvents: 'called',
  addClosing: 'called',
  chainStates: 'called',
  findClosings: 'called',
  countClosingLines: 'called',
  pageClosings: 'called',
  closingLines: 'called',
  lineVersions: 'called',
  unclosedDays: 'called',
  pageEvents: 'called',
  pageLineMovements: 'called',
  sumEvents: 'called',
  scan: 'iterated',
  scanLines: 'iterated',
  scanRows: 'iterated',
  scanClosings: 'iterated',
  scanLineMovements: 'iterated',
} as const satisfies Record<keyof MemoryFunctions, 'called' | 'iterated'>

interface Memory {
  readonly memoryFunctions: typeof memoryFunctions
}

/** Programs over a database never load it. */
const { called, iterated } = loadedByFirstCall<Memory>(() => import('./memory-repository.js'))

/**
 * Returns a repository in the memory of the process, for tests and demonstrations. It is also the model with which every other
 * storage is compared. Its data is lost when the process ends. The first call loads its code. After that each call does its
 * work before it returns its promise, so calls never overlap. After some hundred rows the promise waits for a turn of the event
 * loop, so that other work of the host runs.
 *
 * It has no transactions. `within` accepts any value, so that code with `payments.within` can be tested; its writes are made at
 * once and stay, also when the host rolls back.
 *
 * @example
 * const payments = createHospitalPayments({ repository: memoryRepository() })
 * await payments.getPayment('pay_01JD0000000000000000000000') // => null
 */
export function memoryRepository(): FinanceRepository {
  let stored: MemoryFunctions | undefined
  const later = Object.entries(functions).map(([name, kind]) => {
    type Call = (...values: unknown[]) => never
    const functionOf = ({ memoryFunctions }: Memory) =>
      (stored ??= memoryFunctions())[name as keyof MemoryFunctions] as Call
    const call =
      kind === 'called'
        ? called(
            functionOf,
            (memory) =>
              async (bound, ...values: unknown[]) =>
                bound(memory)(...values),
          )
        : (...values: unknown[]) => iterated((memory) => functionOf(memory)(...values))
    return [name, call]
  })
  return {
    ...(Object.fromEntries(later) as MemoryFunctions),
    groupSize,
    // The object that it is called on may be a copy with functions of the host's.
    within() {
      return this
    },
  }
}
