import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import * as vitest from 'vitest'
import { isPaymentError } from '../../../src/errors.js'
import { withAssertions } from './assertions.js'
import type { Program } from './program.js'

type Test = () => unknown

const AsyncFunction = (async () => {}).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<void>

/** Returns a matcher for `'pay_…'`, which stands for any text with that beginning: ids differ from run to run. */
function pattern(expected: unknown): unknown {
  if (typeof expected === 'string' && expected.endsWith('…')) {
    const start = expected.slice(0, -1)
    return vitest.expect.toSatisfy((text) => typeof text === 'string' && text.startsWith(start), `begins with ${start}`)
  }
  if (Array.isArray(expected)) return expected.map(pattern)
  if (typeof expected !== 'object' || expected === null || Object.getPrototypeOf(expected) !== Object.prototype)
    return expected
  return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, pattern(value)]))
}

function nameOf(error: unknown): string {
  if (isPaymentError(error)) return error.code
  return error instanceof Error ? error.name : String(error)
}

function checks(document: string) {
  return {
    __equal(line: number, actual: unknown, expected: unknown): unknown {
      vitest.expect(actual, `${document}:${line}`).toStrictEqual(pattern(expected))
      return actual
    },
    async __throws(line: number, name: string, call: () => Promise<unknown>): Promise<void> {
      const outcome = await call().then(
        () => 'nothing thrown',
        (error: unknown) => nameOf(error),
      )
      vitest.expect(outcome, `${document}:${line}`).toBe(name)
    },
  }
}

/** Returns test runners that collect what a program declares, because a test cannot be declared within another one. */
function runners(tests: Test[]): Record<string, object> {
  // A test that skips itself is run as far as it goes.
  const context = { skip: () => undefined }
  const test = (_name: string, body: (one: object) => unknown) => void tests.push(() => body(context))
  const describe = (_name: string, body: Test) => void body()
  const functions = { test, it: test, describe }
  return { vitest: { ...vitest, ...functions }, 'node:test': { ...functions, default: test } }
}

function specifiersOf(code: string): string[] {
  return ts.preProcessFile(code).importedFiles.map(({ fileName }) => fileName)
}

async function load(specifier: string, { path }: Program): Promise<object> {
  const name = specifier.startsWith('.') ? resolve(dirname(path), specifier).replace(/\.js$/, '.ts') : specifier
  return (await import(/* @vite-ignore */ name)) as object
}

/** Runs a program in an empty folder, checks what its comments claim, and runs the tests that it declares. */
export async function run(program: Program, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const tests: Test[] = []
  const standIns = runners(tests)
  const modules = new Map<string, object>()
  for (const name of specifiersOf(program.code)) modules.set(name, standIns[name] ?? (await load(name, program)))

  const { outputText } = ts.transpileModule(withAssertions(program.code), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  })
  const scope = {
    require: (name: string) => modules.get(name),
    exports: {},
    console: { log: () => undefined },
    process: { env, stdout: { write: () => true } },
    ...checks(program.document),
  }
  const home = process.cwd()
  const folder = mkdtempSync(join(tmpdir(), 'snippet-'))
  process.chdir(folder)
  try {
    await new AsyncFunction(...Object.keys(scope), outputText)(...Object.values(scope))
    for (const test of tests) await test()
  } finally {
    process.chdir(home)
    rmSync(folder, { recursive: true })
  }
  const hasRunner = ['vitest', 'node:test'].some((runner) => modules.has(runner))
  if (hasRunner && tests.length === 0) throw new Error(`${program.name} imports a test runner and declares no test`)
}
