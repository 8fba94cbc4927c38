import { withCaseName } from './assert.js'
import { providerProofs } from './provider-cases/index.js'
import type { ProviderNeed, ProviderProof, ProviderUnderTest } from './provider-proof.js'

/** One case of the kit for providers, as data for any test runner. */
export interface ProviderCase {
  /** A sentence, unique within the kit. */
  readonly name: string
  /** The parts of `ProviderUnderTest` without which the case is skipped. */
  readonly needs: readonly ProviderNeed[]
  /** Runs the case: `skipped` where something that it needs is missing. It rejects where the provider breaks the rule. */
  readonly run: () => Promise<'passed' | 'skipped'>
}

/** Makes the cases of the kit; `make` returns a new provider, with an other side of its own, for each case. */
export type ProviderContract = (make: () => ProviderUnderTest | Promise<ProviderUnderTest>) => readonly ProviderCase[]

/** Returns true where a provider under test has a part; `startIsIdempotent: false` has none. */
function isThere(underTest: ProviderUnderTest, need: ProviderNeed): boolean {
  const [name, inner] = need.split('.') as [keyof ProviderUnderTest, string | undefined]
  const part: unknown = underTest[name]
  const value: unknown = inner === undefined ? part : (part as Record<string, unknown> | undefined)?.[inner]
  return value !== undefined && value !== false
}

/**
 * Returns the conformance kit of providers: the rules that keep a payer from paying twice and a hospital from believing a liar,
 * as cases for any test runner. Each case calls `make` for a new provider of its own, so cases may run at the same time. A case
 * whose `needs` are not all there is skipped, and says so.
 *
 * @example
 * const cases = providerContract(() => ({ provider: fakeProvider() }))
 * for (const { name, needs, run } of cases) test(name, async (t) => ((await run()) === 'skipped' ? t.skip(`${needs}`) : undefined))
 * cases[0]?.name // => 'A provider has a name and an account of its own'
 */
export const providerContract: ProviderContract = (make) =>
  providerProofs.map((proof) => ({ name: proof.name, needs: proof.needs, run: () => runAlone(proof, make) }))

async function runAlone(
  { name, needs, run }: ProviderProof,
  make: Parameters<ProviderContract>[0],
): Promise<'passed' | 'skipped'> {
  const underTest = await make()
  let result: 'passed' | 'skipped' = 'skipped'
  try {
    if (needs.every((need) => isThere(underTest, need))) {
      await run(underTest)
      result = 'passed'
    }
  } catch (error) {
    // The failure of the case counts; a dispose that fails by the same fault does not.
    await disposeOf(underTest).catch(() => undefined)
    throw withCaseName(`"${name}"`, error)
  }
  await disposeOf(underTest)
  return result
}

async function disposeOf(underTest: ProviderUnderTest): Promise<void> {
  await underTest.dispose?.()
}
