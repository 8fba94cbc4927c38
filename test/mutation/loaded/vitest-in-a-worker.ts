/**
 * The module that tests import as `vitest`: parts of it need to know which test runs, and vitest itself runs none
 * (`run-test.ts`).
 */
import {
  expect as outsideOfTests,
  type ExpectStatic,
  type TestContext,
} from '../../../node_modules/vitest/dist/index.js'

export * from '../../../node_modules/vitest/dist/index.js'

interface Running {
  context?: TestContext | undefined
  readonly hooks: (() => unknown)[]
}

// Not of this module: it is imported anew when modules are reset.
const running: Running = ((globalThis as { loadedTests?: Running }).loadedTests ??= { hooks: [] })

export function onTestFinished(hook: () => unknown): void {
  running.hooks.push(hook)
}

/** Returns the registered functions in the order in which they must run. */
export function takeRegistered(): (() => unknown)[] {
  return running.hooks.splice(0).reverse()
}

export function enterTest(context: TestContext | undefined): void {
  running.context = context
  context?.expect.setState({
    assertionCalls: 0,
    isExpectingAssertions: false,
    isExpectingAssertionsError: null,
    expectedAssertionsNumber: null,
    expectedAssertionsNumberErrorGen: null,
  })
}

const expectNow = () => running.context?.expect ?? outsideOfTests

export const expect: ExpectStatic = new Proxy(outsideOfTests, {
  apply: (_, __, [value, message]: [unknown, string?]) => expectNow()(value, message),
  get: (_, key) => Reflect.get(expectNow(), key) as unknown,
})
