/** The language of comments, of names and of the names of tests, by the rules of CONTRIBUTING.md, "Words". */
import { readdirSync } from 'node:fs'
import type ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { sourceFiles, treeOf } from '../support/source-files.js'
import { read, root } from './support/paths.js'
import { documents } from './support/fences.js'
import { languageProblems } from './support/language.js'
import { pageProblems } from './support/prose.js'
import { isSubject, testNameProblems } from './support/test-names.js'

/** Folders whose files keep to the rules. */
const roots = ['.ci', 'bench', 'docs', 'examples', 'src', 'test'] as const

/** Parses the files of a folder, one at a time; those of src are kept for other tests. */
function* treesOf(folder: string): Generator<ts.SourceFile> {
  if (folder === 'src') return yield* sourceFiles().map(({ tree }) => tree)
  for (const path of readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }))
    if (/\.[cm]?[jt]s$/.test(path) && !path.includes('node_modules'))
      yield treeOf(`${folder}/${path}`, read(`${folder}/${path}`))
}

interface Problems {
  readonly ofLanguage: string[]
  readonly ofTestNames: string[]
}

const kept = new Map<string, Problems>()

/** Reads each file of a folder once, for all rules. */
function problemsOf(folder: string): Problems {
  const known = kept.get(folder)
  if (known) return known
  const problems: Problems = { ofLanguage: [], ofTestNames: [] }
  for (const tree of treesOf(folder)) {
    problems.ofLanguage.push(...languageProblems(tree))
    problems.ofTestNames.push(...testNameProblems(tree))
  }
  kept.set(folder, problems)
  return problems
}

describe('test/docs/support/language.ts: languageProblems', () => {
  it.each(roots)('lists none of %s', (folder) => {
    expect(problemsOf(folder).ofLanguage).toEqual([])
  })

  it.each([
    ['/** Matches lines. */ function f() {}', []],
    [
      '/** What becomes of lines. */ function f() {}',
      ['1: “What becomes of lines.”: a verb in the third person opens the comment of a function'],
    ],
    [
      '/** Lines of a file. */ const f = () => 1',
      ['1: “Lines of a file.”: a verb in the third person opens the comment of a function'],
    ],
    ['/** Lines of a file. */ const lines = []', []],
    [
      '/** Lines of a file. */ exports.f = () => 1',
      ['1: “Lines of a file.”: a verb in the third person opens the comment of a function'],
    ],
    [
      '/** Whether it is. */ interface A { a: 1 }',
      ['1: “Whether it is.”: a noun phrase opens the comment of a type or constant'],
    ],
    [
      'const [found] = f()\nconst { given } = f()\nfunction own(mostLines = 1) {}\nconst { key, ...asked } = f()',
      ['1: found', '3: own', '3: mostLines', '4: asked'],
    ],
  ])('%s', (code, problems) => {
    const short = languageProblems(treeOf('a.ts', code)).map((one) =>
      one.slice(5).replace(': a name is a noun of the glossary or a verb phrase', ''),
    )
    expect(short).toEqual(problems)
  })
})

describe('test/docs/support/test-names.ts: testNameProblems', () => {
  it.each(roots)('lists none of %s', (folder) => {
    expect(problemsOf(folder).ofTestNames).toEqual([])
  })

  const subject = 'the subject stands first, followed by a colon'
  const unknown = 'no name of src, term of the glossary, command, route or path'
  const predicate = 'a condition, a result or a predicate follows the subject'

  it.each([
    ["it('createPayment: a repeated key returns the first payment', f)", []],
    ["it('a repeated key returns the first payment', f)", [`“a repeated key returns the first payment”: ${subject}`]],
    ["it('a request: a repeated key', f)", [`“a request: a repeated key”: a request: ${unknown}`]],
    ["describe('createPayment', () => it('refuses an amount of 0', f))", []],
    ["describe('createPayment', () => it('and refuses it', f))", [`“and refuses it”: ${predicate}`]],
    ["it('createPayment: what it refuses', f)", [`“createPayment: what it refuses”: ${predicate}`]],
    ["describe('createPayments and createPayment: keys', () => it('differ', f))", []],
    [
      "it('createPayment and a request: keys differ', f)",
      [`“createPayment and a request: keys differ”: a request: ${unknown}`],
    ],
    ["describe.each(calls)('createPayment: %s', () => it.each(keys)('$name is refused', f))", []],
    ["describe.each(calls)('%s', () => it('is refused', f))", [`“”: ${subject}`]],
    ['it.skipIf(isShort)(`createPayment: ${name}`, f)', []],
    ['it.skipIf(isShort)(`${name}: is refused`, f)', [`“”: ${subject}`]],
    ["onEach(databases, 'line', () => it('is stored', f))", []],
    ["onEach(databases, 'a row', () => it('is stored', f))", [`“a row”: a row: ${unknown}`]],
    ["const each = (n) => it(n.length + ' bills', f)\ndescribe('lines.allocate', () => each('x'))", []],
    ["const each = (n) => it(n.length + ' bills', f)\neach('x')", [`“”: ${subject}`]],
  ])('%s', (code, problems) => {
    expect(testNameProblems(treeOf('a.test.ts', code)).map((one) => one.replace(/^.*?: /, ''))).toEqual(problems)
  })
})

describe('test/docs/support/test-names.ts: isSubject', () => {
  it.each([
    ...['createPayment', 'PaymentError', 'lines.allocate', 'providerTransactionId', 'amount_mismatch', 'other_account'],
    ...['value dates', 'categories', 'hospital-payments import', 'npm test', 'POST /v1/payments', 'desk/lines'],
    'docs/glossary.md',
  ])('finds %s', (name) => {
    expect(isSubject(name)).toBe(true)
  })

  it.each([
    'a payment',
    'lines.sing',
    'sung_line',
    'hospital-payments sing',
    'npm run sing',
    'GET payments',
    'desk/songs',
    'docs/a.md',
  ])('finds no %s', (name) => {
    expect(isSubject(name)).toBe(false)
  })
})

describe('test/docs/support/prose.ts: pageProblems', () => {
  it.each([...documents, 'CHANGELOG.md'])('lists none of %s', (document) => {
    expect(pageProblems(document, read(document))).toEqual([])
  })

  const words = (count: number) => `Word${' word'.repeat(count - 1)}.`

  it.each([
    ['A line is `settled`.\n\n```ts\nWhether\n```', []],
    ['# Whether', ['1: “Whether”: a whole sentence says it']],
    ['| `held` | Whether it is held. |', ['1: “Whether it is held.”: a whole sentence says it']],
    ['One line.\nWhose it is.', ['1: “Whose it is.”: a whole sentence says it']],
    ['- Each bank line.', ['1: “bank line”: a name of before']],
    [words(30), []],
    [`${words(29)} ${words(30)} (${words(9)}) \`${words(9)}\``, []],
    [`- one\n- ${words(31)}`, [`2: “${words(31).slice(0, 60)}”: 31 words; at most 30`]],
  ])('%s', (markdown, problems) => {
    expect(pageProblems('a.md', markdown).map((one) => one.slice(5))).toEqual(problems)
  })
})
