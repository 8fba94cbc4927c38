import { execSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withAssertions } from './support/assertions.js'
import { fences, snippetPrograms } from './support/every-program.js'
import { chains, fencesOf, isCode } from './support/fences.js'
import { read, root } from './support/paths.js'
import { programOf } from './support/program.js'
import { run } from './support/run.js'
import { runWithServers } from './support/servers.js'

/** The commands of the documents, and the words of the file in which CI does it. */
const commands: Readonly<Record<string, { place: string; words: string }>> = {
  'npm install hospital-payments': { place: 'test/package/installed.ts', words: 'install' },
  'npm ci && npm test': { place: '.ci/run', words: 'npm test --' },
  'npm ci && npm start': { place: '.ci/run', words: 'npm start' },
}

/** Returns true for a command that `curl.slow.test.ts` runs, against the example server. */
const runByCurlTest = (command: string) =>
  /^(curl |printf .*> november\.sta$)/.test(command) || command.includes('npm run server')

/** Returns true for a command of docs/command-line.md, which `command-line.slow.test.ts` runs. */
const runByCommandLineTest = (command: string) => /^(npx hospital-payments|export HP_DATABASE_URL=)/.test(command)

/** Returns true for a command that is run here, because CI runs this. */
const runHere = (command: string) => command.startsWith('npm start -- ')

// The conformance kit is among what snippets run; the first that needs a database waits until it has started.
describe('docs/: the code', () => {
  it.for(snippetPrograms.map((program) => [program.name, program] as const))(
    'does what it says: %s',
    ([, program], { skip }) => runWithServers(program, skip),
  )

  it('is found', () => {
    expect(fences.filter(isCode).length).toBeGreaterThan(10)
  })

  it('stands in blocks that can be run, or that say that they are text', () => {
    const others = fences.filter((fence) => !isCode(fence) && !['sh', 'sql', 'text'].includes(fence.language))
    expect(others.map(({ document, line, language }) => `${document}:${line} ${language || 'no language'}`)).toEqual([])
  })
})

describe('docs/: the commands', () => {
  const typed = fences
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n').filter((line) => line.trim() !== ''))

  it('are all run by CI', () => {
    expect(
      typed.filter(
        (command) =>
          ![runHere, runByCurlTest, runByCommandLineTest].some((isRun) => isRun(command)) &&
          !Object.hasOwn(commands, command),
      ),
    ).toEqual([])
    expect(typed.length).toBeGreaterThan(2)
  })

  it.each(typed.filter(runHere))('%s prints a result', (command) => {
    const folder = mkdtempSync(join(tmpdir(), 'command-'))
    try {
      const output = execSync(`${command} --out "${folder}/payments.csv"`, {
        cwd: root,
        encoding: 'utf8',
        stdio: 'pipe',
      })
      expect(output).toContain('They agree.')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it.each(Object.entries(commands))('%s stands where the documents say that it is run', (command, { place, words }) => {
    expect(typed).toContain(command)
    expect(read(place)).toContain(words)
  })
})

// A runner that checks nothing would pass every document.
describe('test/docs/support/run.ts: the runner of snippets', () => {
  const chainOf = (text: string) => programOf([{ document: 'README.md', line: 3, language: 'ts', text }])

  it('fails at the line whose claim is wrong', async () => {
    await expect(run(chainOf('const a = 1\na + 1 // => 3'))).rejects.toThrow('README.md:4')
    await expect(run(chainOf('const a = { b: 1 }\n// => { b: 2 }'))).rejects.toThrow('README.md:3')
    await expect(run(chainOf('console.log(1) // => 2'))).rejects.toThrow('README.md:3')
    await expect(run(chainOf("const id = 'pay_1' // => 'evt_…'"))).rejects.toThrow('README.md:3')
  })

  it('passes what is right, over several lines too', async () => {
    await run(chainOf("const a = { b: 'pay_1', c: [1] }\n// => { b: 'pay_…',\n//      c: [1] }\na.c.length // => 1"))
    await run(chainOf('for (const n of [1]) {\n  n + 1 // => 2\n}\nconsole.log(1) // => 1'))
  })

  it('fails when nothing, or something else, is thrown', async () => {
    await expect(run(chainOf('await Promise.resolve() // throws RangeError'))).rejects.toThrow('nothing thrown')
    await expect(run(chainOf('BigInt(0.5) // throws TypeError'))).rejects.toThrow('RangeError')
    await run(chainOf('BigInt(0.5) // throws RangeError'))
  })

  it('refuses a claim that it cannot check', () => {
    expect(() => withAssertions('if (true) {} // => 3')).toThrow('1 claims stand in the code, but 0')
    expect(() => withAssertions('f()\n\n// => 3')).toThrow('1 claims')
    expect(() => withAssertions('f() // gives 3')).toThrow('1 claims')
  })

  it('runs the tests that a snippet declares, and requires one of a snippet that imports a runner', async () => {
    const failing = "import { expect, test } from 'vitest'\ntest('a', () => expect(1).toBe(2))"
    await expect(run(chainOf(failing))).rejects.toThrow('expected 1 to be 2')
    await expect(run(chainOf("import { test } from 'node:test'\nvoid test"))).rejects.toThrow('declares no test')
  })
})

describe('test/docs/support/fences.ts: the reader of documents', () => {
  it('takes blocks with their line and language', () => {
    expect(fencesOf('a.md', 'one\n```ts\nf()\n```\n\n```\nx\n```')).toEqual([
      { document: 'a.md', line: 3, language: 'ts', text: 'f()' },
      { document: 'a.md', line: 7, language: '', text: 'x' },
    ])
    expect(() => fencesOf('a.md', '```ts\nf()')).toThrow('a.md:1')
  })

  it('joins a block that is marked as continued to the one before it', () => {
    const programs = chains(fencesOf('a.md', '```ts\na\n```\n```ts\n// continued\nb\n```\n```ts\nc\n```'))
    expect(programs.map((chain) => chain.map(({ line }) => line))).toEqual([[2, 5], [9]])
  })
})
