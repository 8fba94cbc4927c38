import type { PaymentRepository } from '../repository/port.js'
import { withCaseName } from './assert.js'
import { cases } from './cases/index.js'
import type { Proof } from './proof.js'

/** One case of the conformance kit, as data for any test runner. */
export interface ContractCase {
  /** A sentence, unique within the kit. */
  name: string
  /** The number of the promise it proves, as listed at the port. */
  promise: number
  /** Runs the case; rejects when the repository breaks the promise. */
  run(): Promise<void>
}

/** An empty repository for one case. `dispose` is called after the case, also when it fails. */
export interface RepositoryUnderTest {
  repository: PaymentRepository
  dispose?(): Promise<void>
}

/** Makes the cases of the kit; `make` returns a new, empty repository for each case. */
export type RepositoryContract = (make: () => Promise<RepositoryUnderTest>) => readonly ContractCase[]

/**
 * Returns the conformance kit: the promises of every storage, as cases for any test runner. Each case calls `make` for a new,
 * empty repository of its own, so cases may run at the same time.
 *
 * @example
 * const cases = repositoryContract(async () => ({ repository: memoryRepository() }))
 * for (const { name, run } of cases) test(name, run)
 * cases[0]?.name // => 'An insert stores the payment, its first event and its idempotency key together'
 */
export const repositoryContract: RepositoryContract = (make) => contractCases(cases, make)

/** Returns cases over the repositories that `make` opens, one a case. */
export function contractCases<Repository extends PaymentRepository>(
  proofs: readonly Proof<Repository>[],
  make: () => Promise<RepositoryUnderTest & { repository: Repository }>,
): readonly ContractCase[] {
  return proofs.map((proof) => ({ name: proof.name, promise: proof.promise, run: () => runAlone(proof, make) }))
}

async function runAlone<Repository extends PaymentRepository>(
  proof: Proof<Repository>,
  make: () => Promise<RepositoryUnderTest & { repository: Repository }>,
): Promise<void> {
  const opened = await make()
  try {
    await proof.run(opened.repository)
  } catch (error) {
    // The failure of the case counts; a dispose that fails by the same fault does not.
    await disposeOf(opened).catch(() => undefined)
    throw withCaseName(`promise ${proof.promise}, "${proof.name}"`, error)
  }
  await disposeOf(opened)
}

async function disposeOf(opened: RepositoryUnderTest): Promise<void> {
  await opened.dispose?.()
}
