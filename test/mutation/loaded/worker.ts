/**
 * The vitest runner of mutation runs. One worker imports the tests once and then runs them for each mutant: instrumented code
 * asks at run time which mutant is active. Only a mutant of code that runs on import (a static one) needs new imports.
 */
import { setMaxListeners } from 'node:events'
import { setTimeout as later } from 'node:timers'
import { BroadcastChannel } from 'node:worker_threads'
import { TestRunner, vi, type RunnerTestCase } from 'vitest'
import { CollectedTests } from './collected-tests.js'
import { folders } from '../folders.js'
import { OpenSuites, runTest } from './run-test.js'

// What a file or a test may take in the dry run, in milliseconds.
const whole = 600_000

interface Chosen {
  readonly id: string
  readonly file: string
  /** In milliseconds, as in the dry run. */
  readonly time: number
}

type Request =
  | { readonly kind: 'dry run'; readonly files: readonly string[] }
  | {
      readonly kind: 'mutant'
      readonly mutant: string
      readonly isStatic: boolean
      readonly hitLimit: number | undefined
      readonly tests: readonly Chosen[]
    }
  | { readonly kind: 'stop' }

type Mutant = Extract<Request, { kind: 'mutant' }>
type Coverage = Record<string, number>

interface Stryker {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage?: { static: Coverage; perTest: Record<string, Coverage> } | undefined
}

const stryker: Stryker = ((globalThis as { __stryker__?: Stryker }).__stryker__ ??= {})

type Outcome = { kind: 'passed' } | { kind: 'failed'; message: string } | { kind: 'hung' }
type Verdict =
  | { status: 'survived'; ran: number }
  | { status: 'killed'; killedBy: string; failureMessage: string; ran: number }
  | { status: 'timeout'; reason: string; ran: number }

// More than a test may take on a busy machine; a mutant that never ends takes all of it.
const allowed = (time: number) => 1500 + Math.min(20 * time, 5000 + 4 * time)

// What an import, or the hooks around a suite may take: some start a server and make a database.
const around = 30_000

const keepsOpen = folders[process.env['HP_FOLDER'] ?? 'domain']?.keepsOpen === true

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

class Session {
  readonly #channel = new BroadcastChannel(`mutation-${process.pid}`)
  readonly #tests: CollectedTests
  readonly #unsteady = new Set<string>()
  readonly #strays: unknown[] = []
  /** Suites that stay open from mutant to mutant, where a folder says so: to open them is most of what its tests cost. */
  #kept = new OpenSuites()

  constructor(private readonly runner: TestRunner) {
    this.#tests = new CollectedTests(runner)
    // Each run of a test adds one to the signal of its context.
    setMaxListeners(0)
    for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, (e) => this.#strays.push(e))
  }

  serve(): Promise<void> {
    return new Promise((resolve) => {
      this.#channel.onmessage = (event) => {
        const request = (event as { data: Request }).data
        if (request.kind === 'stop') {
          this.#channel.close()
          return resolve()
        }
        const answer = request.kind === 'dry run' ? this.#dryRun(request.files) : this.#decide(request)
        void answer.then(
          (result) => this.#channel.postMessage({ result }),
          (error: unknown) => this.#channel.postMessage({ error: (error as Error).stack ?? String(error) }),
        )
      }
      this.#channel.postMessage({ isReady: true })
    })
  }

  async #within(limit: number, work: () => Promise<unknown[]>): Promise<Outcome> {
    this.#channel.postMessage({ limit })
    const attempt = async (): Promise<Outcome> => {
      try {
        const [error] = [...(await work()), ...this.#strays]
        return error === undefined ? { kind: 'passed' } : { kind: 'failed', message: messageOf(error) }
      } catch (error) {
        return { kind: 'failed', message: messageOf(error) }
      }
    }
    let timer: NodeJS.Timeout | undefined
    const end = new Promise<Outcome>((resolve) => (timer = later(resolve, limit, { kind: 'hung' })))
    const outcome = await Promise.race([attempt(), end])
    clearTimeout(timer)
    return outcome
  }

  /** Runs one test, within the time that it may take. */
  async #run(test: RunnerTestCase, suites: OpenSuites, limit: number): Promise<Outcome> {
    this.#strays.length = 0
    const { activeMutant } = stryker
    // The next mutants find them as they were opened.
    if (suites === this.#kept) stryker.activeMutant = undefined
    const opened = await this.#within(around, () => suites.open(test).then(() => []))
    stryker.activeMutant = activeMutant
    if (opened.kind !== 'passed') {
      if (suites === this.#kept) await this.#close(suites)
      return opened
    }
    const outcome = await this.#within(limit, () => runTest(this.runner, test))
    if (outcome.kind !== 'passed') {
      vi.useRealTimers()
      vi.restoreAllMocks()
    }
    return outcome
  }

  async #close(suites: OpenSuites): Promise<void> {
    this.#channel.postMessage({ limit: around })
    if (suites === this.#kept) this.#kept = new OpenSuites()
    await Promise.race([suites.close(), new Promise((resolve) => later(resolve, 2000))])
  }

  async #forget(): Promise<void> {
    await this.#close(this.#kept)
    this.#tests.forget()
  }

  #testsOf(file: string): Promise<Map<string, RunnerTestCase>> {
    if (!this.#tests.has(file)) this.#channel.postMessage({ limit: around })
    return this.#tests.of(file)
  }

  async #passesClean({ id, file, time }: Chosen): Promise<boolean> {
    const { activeMutant } = stryker
    stryker.activeMutant = undefined
    const suites = keepsOpen ? this.#kept : new OpenSuites()
    const test = (await this.#testsOf(file)).get(id)
    const outcome = test && (await this.#run(test, suites, allowed(time)))
    if (!keepsOpen) await this.#close(suites)
    stryker.activeMutant = activeMutant
    return outcome?.kind === 'passed'
  }

  /**
   * Runs each test twice, the second time alone and in another order: those that then fail cannot decide about a
   * mutant.
   */
  async #dryRun(files: readonly string[]) {
    const tests: (Chosen & { message?: string })[] = []
    stryker.mutantCoverage = { static: {}, perTest: {} }
    const coverage = stryker.mutantCoverage
    const all: Coverage = {}
    const onImport: Record<string, string[]> = {}
    for (const file of files) {
      stryker.currentTestId = undefined
      // Every file imports all of the library anew, and so shows which static mutants it reaches.
      await this.#forget()
      coverage.static = {}
      this.#channel.postMessage({ limit: whole })
      const suites = new OpenSuites()
      const collected = await this.#tests.of(file)
      onImport[file] = Object.keys(coverage.static)
      for (const [mutant, hits] of Object.entries(coverage.static)) all[mutant] = (all[mutant] ?? 0) + hits
      for (const [id, test] of collected) {
        stryker.currentTestId = id
        await this.#within(whole, () => suites.open(test).then(() => []))
        const start = performance.now()
        const outcome = await this.#run(test, suites, whole)
        const time = performance.now() - start
        tests.push({ id, file, time, ...(outcome.kind === 'failed' && { message: outcome.message }) })
      }
      await this.#close(suites)
    }
    const result = { static: all, perTest: structuredClone(coverage.perTest) }
    for (const chosen of tests.toReversed()) {
      if (chosen.message === undefined && (chosen.time > 200 || (await this.#passesClean(chosen)))) continue
      this.#unsteady.add(chosen.id)
      delete result.perTest[chosen.id]
    }
    return { tests, unsteady: [...this.#unsteady], coverage: result, onImport }
  }

  async #decide(mutant: Mutant): Promise<Verdict> {
    let isFresh = mutant.isStatic
    for (;;) {
      if (isFresh) await this.#forget()
      const [verdict, decisive] = await this.#try(mutant, isFresh)
      const wasFresh = isFresh
      if (mutant.isStatic || verdict.status === 'timeout') await this.#forget()
      if (mutant.isStatic || wasFresh) return verdict
      if (verdict.status === 'timeout') return verdict
      if (verdict.status === 'survived') {
        // Never reached: what it changes was computed before and kept.
        if (stryker.hitCount !== 0) return verdict
      } else {
        if (decisive && (await this.#passesClean(decisive))) return verdict
        // An earlier mutant left something behind, or the test needs another before it.
        await this.#forget()
        if (decisive && !(await this.#passesClean(decisive))) this.#unsteady.add(decisive.id)
      }
      isFresh = true
    }
  }

  async #try(mutant: Mutant, isFresh: boolean): Promise<[Verdict, Chosen?]> {
    stryker.hitCount = 0
    stryker.hitLimit = mutant.hitLimit
    stryker.activeMutant = mutant.isStatic ? mutant.mutant : undefined
    const suites = keepsOpen && !isFresh ? this.#kept : new OpenSuites()
    let ran = 0
    try {
      for (const chosen of mutant.tests) {
        if (this.#unsteady.has(chosen.id)) continue
        const collected = await this.#testsOf(chosen.file).catch((error: unknown) => messageOf(error))
        if (typeof collected === 'string') {
          return [{ status: 'killed', killedBy: chosen.id, failureMessage: collected, ran }]
        }
        const test = collected.get(chosen.id)
        if (!test) continue
        stryker.activeMutant = mutant.mutant
        ran += 1
        const outcome = await this.#run(test, suites, allowed(chosen.time))
        if (!mutant.isStatic) stryker.activeMutant = undefined
        if (stryker.hitCount > (mutant.hitLimit ?? Infinity)) {
          return [{ status: 'timeout', reason: `Hit limit reached (${stryker.hitCount}/${mutant.hitLimit})`, ran }]
        }
        if (outcome.kind === 'hung') return [{ status: 'timeout', reason: `${chosen.id} never ended`, ran }]
        if (outcome.kind === 'failed') {
          return [{ status: 'killed', killedBy: chosen.id, failureMessage: outcome.message, ran }, chosen]
        }
      }
      return [{ status: 'survived', ran }]
    } finally {
      stryker.activeMutant = mutant.mutant
      if (suites !== this.#kept) await this.#close(suites)
      // Rejections that nothing handled are known now.
      await new Promise((resolve) => setImmediate(resolve))
      stryker.activeMutant = undefined
    }
  }
}

export default class LoadedTests extends TestRunner {
  // Within a test vitest lets nothing be collected.
  async onBeforeRunFiles(): Promise<void> {
    await new Session(this).serve()
  }
}
