/**
 * For Stryker: a runner of vitest tests that keeps them loaded. Its own starts vitest anew for each mutant, which costs a
 * second and more; here a mutant costs what the tests cost that cover it. Instrumenting, coverage and reports are Stryker's.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { PluginKind, commonTokens, declareClassPlugin, tokens } from '@stryker-mutator/api/plugin'
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner'
import { createVitest } from 'vitest/node'
import { chosenTests } from './chosen-tests.js'

// In the sandbox: a process that takes the place of one that hung finds it there.
const memory = 'tests-of-the-dry-run.json'
const statuses = {
  killed: MutantRunStatus.Killed,
  survived: MutantRunStatus.Survived,
  timeout: MutantRunStatus.Timeout,
}

/** Returns the files that run a mutant when they are imported, and the tests that run it themselves, by their places. */
function reachedBy({ onImport, coverage }, tests) {
  const imported = {}
  const reached = {}
  for (const [file, mutants] of Object.entries(onImport)) {
    for (const mutant of mutants) (imported[mutant] ??= []).push(file)
  }
  for (const [place, { id }] of tests.entries()) {
    for (const mutant of Object.keys(coverage.perTest[id] ?? {})) (reached[mutant] ??= []).push(place)
  }
  return { imported, reached }
}

class LoadedTests {
  static inject = tokens(commonTokens.logger)
  #logger
  #tests = []
  #reached = { imported: {}, reached: {} }
  #isHung = false

  constructor(logger) {
    this.#logger = logger
  }

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    Object.assign(process.env, { NODE_ENV: 'test', VITEST: '1' })
    this.vitest = await createVitest('test', {
      config: 'test/mutation/vitest.config.ts',
      watch: false,
      reporters: [{}],
      onConsoleLog: () => false,
    })
    this.files = (await this.vitest.globTestSpecifications()).map(({ moduleId }) => moduleId).sort()
    this.channel = new BroadcastChannel(`mutation-${process.pid}`)
    const ready = this.#answer(120_000)
    const driver = this.vitest.getRootProject().createSpecification(resolve('test/mutation/loaded/driver.ts'))
    this.run = this.vitest.runTestSpecifications([driver])
    await ready
  }

  /** Waits for the answer of the worker; `undefined` once a step took far longer than its limit. */
  #answer(firstLimit) {
    return new Promise((resolve, reject) => {
      let timer
      const expectWithin = (limit) => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          this.#isHung = true
          resolve(undefined)
        }, limit + 2000)
      }
      expectWithin(firstLimit)
      this.channel.onmessage = ({ data }) => {
        if (data.limit !== undefined) return expectWithin(data.limit)
        clearTimeout(timer)
        if (data.error) reject(new Error(data.error))
        else resolve(data.result ?? data)
      }
    })
  }

  #ask(request) {
    // Stryker then starts another process, and asks there.
    if (this.#isHung) throw new Error('The worker hangs.')
    const answer = this.#answer(30_000)
    this.channel.postMessage(request)
    return answer
  }

  async dryRun() {
    const answer = await this.#ask({ kind: 'dry run', files: this.files })
    if (!answer) return { status: DryRunStatus.Timeout }
    const unsteady = new Set(answer.unsteady)
    for (const { id, message } of answer.tests) {
      if (unsteady.has(id)) this.#logger.warn(`Left out, for it fails here without a mutant: ${id} ${message ?? ''}`)
    }
    this.#tests = answer.tests.filter(({ id }) => !unsteady.has(id))
    this.#reached = reachedBy(answer, this.#tests)
    writeFileSync(memory, JSON.stringify([this.#tests, this.#reached]))
    const tests = this.#tests.map(({ id, file, time }) => ({
      id,
      name: id,
      fileName: file,
      timeSpentMs: Math.ceil(time),
      status: TestStatus.Success,
    }))
    return { status: DryRunStatus.Complete, tests, mutantCoverage: answer.coverage }
  }

  /** Reads the tests of the dry run, which another process may have made later. Without tests every mutant would survive. */
  #remember() {
    if (this.#tests.length > 0) return
    if (!existsSync(memory)) throw new Error('There are no tests of a dry run.')
    ;[this.#tests, this.#reached] = JSON.parse(readFileSync(memory, 'utf8'))
  }

  #candidatesFor(mutant, isStatic) {
    const { imported, reached } = this.#reached
    const byThemselves = reached[mutant] ?? []
    if (!isStatic) return byThemselves
    const files = new Set(imported[mutant])
    const whole = this.#tests.flatMap(({ file }, place) => (files.has(file) ? [place] : []))
    return [...new Set([...whole, ...byThemselves])]
  }

  async mutantRun({ activeMutant, mutantActivation, hitLimit, sandboxFileName }) {
    this.#remember()
    const isStatic = mutantActivation === 'static'
    const tests = chosenTests(this.#tests, {
      mutant: activeMutant.id,
      file: sandboxFileName,
      isStatic,
      candidates: this.#candidatesFor(activeMutant.id, isStatic),
      reached: this.#reached.reached,
    })
    const start = performance.now()
    const answer = await this.#ask({ kind: 'mutant', mutant: activeMutant.id, isStatic, hitLimit, tests })
    const took = Math.round(performance.now() - start)
    if (process.env.HP_VERDICTS)
      this.#logger.info(
        `${activeMutant.fileName.split('/src/')[1]}:${activeMutant.location.start.line + 1} ${activeMutant.replacement?.slice(0, 60)} ${activeMutant.id} ${isStatic} ${took} ms ${tests.length} ${JSON.stringify(answer)}`,
      )
    if (!answer) return { status: MutantRunStatus.Timeout, reason: 'a test that never ended' }
    const { status, ran, ...rest } = answer
    return { ...rest, ...(rest.killedBy && { killedBy: [rest.killedBy] }), status: statuses[status], nrOfTests: ran }
  }

  async dispose() {
    this.channel.postMessage({ kind: 'stop' })
    this.channel.close()
    // What hangs ends with the process.
    if (this.#isHung) return
    await this.run
    await this.vitest.close()
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'loaded-tests', LoadedTests)]
