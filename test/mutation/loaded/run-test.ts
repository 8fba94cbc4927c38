/** Runs collected tests again and again with their hooks, which vitest itself does once. */
import { TestRunner, type RunnerTestCase, type RunnerTestSuite } from 'vitest'
import { enterTest, takeRegistered } from './vitest-in-a-worker.js'

/** Lists the suites from the file down to this one. */
function chainOf(suite: RunnerTestSuite): RunnerTestSuite[] {
  return 'filepath' in suite ? [suite] : [...chainOf(suite.suite ?? suite.file), suite]
}

type Cleanup = () => unknown

function keep(cleanups: Cleanup[], cleanup: unknown) {
  if (typeof cleanup === 'function') cleanups.push(cleanup as Cleanup)
}

/** The suites whose `beforeAll` has run. */
export class OpenSuites {
  readonly #open = new Set<RunnerTestSuite>()
  readonly #cleanups: Cleanup[] = []

  async open(test: RunnerTestCase): Promise<void> {
    for (const suite of chainOf(test.suite ?? test.file)) {
      if (this.#open.has(suite)) continue
      this.#open.add(suite)
      type AllHook = (suite: RunnerTestSuite) => unknown
      const { beforeAll, afterAll } = TestRunner.getSuiteHooks(suite)
      for (const hook of afterAll) this.#cleanups.push(() => (hook as AllHook)(suite))
      for (const hook of beforeAll) keep(this.#cleanups, await (hook as AllHook)(suite))
    }
  }

  async close(): Promise<void> {
    for (const cleanup of this.#cleanups.reverse()) {
      try {
        await cleanup()
      } catch {
        // What a mutant left open shows itself in the next clean run of a test.
      }
    }
  }
}

function isSkip(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === 'VITEST_PENDING'
}

/** Runs a test and says what it failed with, if it did. */
export async function runTest(runner: TestRunner, test: RunnerTestCase): Promise<unknown[]> {
  const errors: unknown[] = []
  const attempt = async (step: () => unknown) => {
    try {
      await step()
    } catch (error) {
      if (!isSkip(error)) errors.push(error)
    }
  }
  const suites = chainOf(test.suite ?? test.file)
  const cleanups: Cleanup[] = []
  type EachHook = (context: unknown, suite: unknown) => unknown
  await attempt(async () => {
    runner.onBeforeTryTask(test)
    enterTest(test.context)
    for (const suite of suites) {
      for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) {
        keep(cleanups, await (hook as EachHook)(test.context, suite))
      }
    }
    await TestRunner.getTestFn(test)()
    runner.onAfterTryTask(test)
  })
  for (const suite of suites.reverse()) {
    for (const hook of TestRunner.getSuiteHooks(suite).afterEach.toReversed()) {
      await attempt(() => (hook as EachHook)(test.context, suite))
    }
  }
  for (const cleanup of cleanups.reverse()) await attempt(cleanup)
  for (const hook of takeRegistered()) await attempt(hook)
  // Registered by the test's context; vitest runs it, but does not publish its type.
  const registered = test as { onFinished?: ((context: unknown) => unknown)[] }
  for (const hook of registered.onFinished?.toReversed() ?? []) await attempt(() => hook(test.context))
  delete registered.onFinished
  enterTest(undefined)
  return errors
}
