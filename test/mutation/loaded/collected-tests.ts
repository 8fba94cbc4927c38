/** The test files of a mutation run: imported when first asked for, then kept. */
import { collectTests } from '@vitest/runner'
import { relative } from 'node:path'
import { folders } from '../folders.js'
import { vi, type RunnerTask, type RunnerTestCase, type TestRunner } from 'vitest'

const { without } = folders[process.env['HP_FOLDER'] ?? 'domain'] ?? {}

function testsOf(tasks: readonly RunnerTask[], path = ''): [name: string, test: RunnerTestCase][] {
  return tasks.flatMap((task) => {
    const name = `${path} ${task.name}`.trim()
    if (task.type === 'suite') return testsOf(task.tasks, name)
    return task.mode === 'run' ? [[name, task] as [string, RunnerTestCase]] : []
  })
}

export class CollectedTests {
  readonly #files = new Map<string, Map<string, RunnerTestCase>>()
  readonly #runner: TestRunner

  constructor(runner: TestRunner) {
    this.#runner = runner
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  /** Returns the tests of a file by id. Throws what its import throws. */
  async of(path: string): Promise<Map<string, RunnerTestCase>> {
    const known = this.#files.get(path)
    if (known) return known
    const [file] = await collectTests([path], this.#runner)
    if (!file || file.result?.state === 'fail') throw new Error(file?.result?.errors?.[0]?.message ?? path)
    // For `expect`, which otherwise misses the file's snapshots.
    await this.#runner.onBeforeRunSuite(file)
    const tests = new Map<string, RunnerTestCase>()
    for (const [name, test] of testsOf(file.tasks)) {
      if (without?.test(name)) continue
      const id = `${relative(process.cwd(), path)}#${name}`
      tests.set(tests.has(id) ? `${id} (${tests.size})` : id, test)
    }
    this.#files.set(path, tests)
    return tests
  }

  /** Makes every file be imported anew, with all that it imports of the library. */
  forget(): void {
    vi.resetModules()
    this.#files.clear()
  }
}
