/** The rule of CONTRIBUTING.md, "Words", for names of tests: the subject, the condition, the result. */
import { existsSync, readdirSync } from 'node:fs'
import ts from 'typescript'
import { commands } from '../../../src/cli/run.js'
import { errorCodes } from '../../../src/errors.js'
import { nodes, sourceFiles } from '../../support/source-files.js'
import { read, root } from './paths.js'

/** Words with which neither a condition nor a predicate begins. */
const fragment =
  /^(?:what|which|who|whose|whoever|whatever|how|where|whether|why|it|its|they|their|them|this|that|these|those|he|she|we|you|and|or|but|of|so|as|than|nor|else|also|there|here)(?![\w-])/i

/** The modifiers that take a table or a condition first; the title stands in the call of their result. */
const modifiers = new Set(['each', 'for', 'skipIf', 'runIf'])

interface Declared {
  /** Names that entries and files of src export. */
  readonly exported: ReadonlySet<string>
  /** Names of fields and functions of types and objects. */
  readonly members: ReadonlySet<string>
  /** Codes of errors, outcomes, warnings and reasons. */
  readonly codes: ReadonlySet<string>
}

const { SyntaxKind } = ts

/** The kinds of statements that export a name. */
const exporting = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.VariableDeclaration,
])

const isExported = (node: ts.Declaration) => (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0

function declaredBySource(): Declared {
  const exported = new Set<string>()
  const members = new Set<string>()
  const codes = new Set<string>()
  for (const node of sourceFiles().flatMap(({ tree }) => nodes(tree))) {
    if (node.kind === SyntaxKind.Identifier) continue
    const { name } = node as ts.NamedDeclaration
    if (name && exporting.has(node.kind) && isExported(node as ts.NamedDeclaration)) exported.add(name.getText())
    const isMember = name && (ts.isTypeElement(node) || ts.isClassElement(node) || ts.isObjectLiteralElement(node))
    if (isMember && ts.isIdentifier(name)) members.add(name.text)
    if (node.kind === SyntaxKind.StringLiteral && ts.isStringLiteral(node) && /^[a-z]+(?:_[a-z]+)+$/.test(node.text))
      codes.add(node.text)
  }
  return { exported, members, codes }
}

/** Reads the terms of the glossary, each in lower case and with its plural. */
function glossaryTerms(): ReadonlySet<string> {
  const cells = [...read('docs/glossary.md').matchAll(/^\| ([^|]+?) +\|/gm)].map(([, cell = '']) => cell)
  const words = cells.flatMap((cell) => cell.replace(/ \(.*/, '').split(', '))
  return new Set(words.flatMap((word) => [word, word.replace(/y$/, 'ie').replace(/s$/, 'se') + 's']))
}

const programs = new Set([
  'hospital-payments',
  ...commands.map(({ name }) => `hospital-payments ${name}`),
  ...Object.keys(JSON.parse(read('package.json')).scripts as object).map((name) => `npm run ${name}`),
  'npm test',
  'npm start',
])

const deskPages = new Set([
  'desk',
  ...readdirSync(`${root}/src/desk/pages`).map((file) => `desk/${file.replace('.ts', '')}`),
])

let known: (Declared & { readonly terms: ReadonlySet<string> }) | undefined

/** Returns true for a name by which a reader finds the subject of a test in src, the glossary or the repository. */
export function isSubject(name: string): boolean {
  known ??= { ...declaredBySource(), terms: glossaryTerms() }
  const { exported, members, codes, terms } = known
  const parts = name.split('.')
  const isDeclared =
    exported.has(name) ||
    (/[a-z][A-Z]/.test(name) && members.has(name)) ||
    (parts.length > 1 && parts.every((part) => exported.has(part) || members.has(part)))
  return (
    isDeclared ||
    terms.has(name) ||
    codes.has(name) ||
    name in errorCodes ||
    programs.has(name) ||
    deskPages.has(name) ||
    /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \/[^ ]*$/.test(name) ||
    (/[./]/.test(name) && existsSync(`${root}/${name}`))
  )
}

interface Title {
  readonly at: number
  /** The literal beginning, up to the first value that is filled in. */
  readonly head: string
  readonly isWhole: boolean
  readonly isSuite: boolean
}

/** Returns the name of the function that a chain of calls begins with: `it` of `it.skipIf(a).each(b)`. */
function baseOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isTaggedTemplateExpression(node)) return baseOf(node.tag)
  return ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) ? baseOf(node.expression) : ''
}

function titleOf(node: ts.Node): Title | null {
  if (node.kind !== SyntaxKind.CallExpression || !ts.isCallExpression(node)) return null
  const { expression } = node
  if (ts.isPropertyAccessExpression(expression) && modifiers.has(expression.name.text)) return null
  const base = baseOf(expression)
  const title = base === 'onEach' ? node.arguments[1] : node.arguments[0]
  if (!['describe', 'it', 'test', 'onEach'].includes(base) || node.arguments.length < 2 || !title) return null
  const isSuite = base === 'describe' || base === 'onEach'
  const at = title.getStart()
  if (ts.isIdentifier(title)) return { at, head: title.text, isWhole: true, isSuite }
  if (ts.isTemplateExpression(title)) return { at, head: title.head.text, isWhole: false, isSuite }
  if (!ts.isStringLiteralLike(title)) return { at, head: '', isWhole: false, isSuite }
  const [head = ''] = title.text.split(/%[^% ]|\$[\w{]/)
  return { at, head, isWhole: head === title.text, isSuite }
}

/** The calls of a file, by the name of the function. */
type Calls = ReadonlyMap<string, readonly ts.Node[]>

function callsByName(all: readonly ts.Node[]): Calls {
  const calls = new Map<string, ts.Node[]>()
  for (const node of all) {
    if (node.kind !== SyntaxKind.CallExpression) continue
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) continue
    const { text } = node.expression
    const others = calls.get(text)
    if (others) others.push(node)
    else calls.set(text, [node])
  }
  return calls
}

/** Returns the calls of a function that a file declares by name, where others than a suite declare tests with it. */
function callsOf(node: ts.Node, calls: Calls): readonly ts.Node[] {
  const isDeclared = ts.isFunctionDeclaration(node) || (ts.isVariableDeclaration(node) && node.initializer)
  const name = isDeclared ? node.name : undefined
  return name && ts.isIdentifier(name) ? (calls.get(name.text) ?? []) : []
}

/** Returns true where no suite of the file surrounds a node, nor the calls of the function that it stands in. */
function isOutermost(node: ts.Node, file: ts.SourceFile, calls: Calls): boolean {
  for (let one = node.parent; one !== file; one = one.parent) {
    if (titleOf(one)?.isSuite === true) return false
    const callers = callsOf(one, calls)
    if (callers.length > 0) return callers.some((call) => isOutermost(call, file, calls))
  }
  return file.fileName.endsWith('.test.ts')
}

function subjectProblem({ head, isWhole, isSuite }: Title): string | null {
  const colon = head.indexOf(': ')
  const isSeparated = colon >= 0 || head.endsWith(':')
  if (!isSeparated && !(isWhole && isSuite)) return 'the subject stands first, followed by a colon'
  const subjects = (colon < 0 ? head.replace(/:$/, '') : head.slice(0, colon)).split(/, | and /)
  const unknown = subjects.find((subject) => !isSubject(subject))
  return unknown === undefined ? null : `${unknown}: no name of src, term of the glossary, command, route or path`
}

/**
 * Lists the names of tests that no subject begins, or that begin with a fragment, each with its line.
 *
 * @example
 * testNameProblems(treeOf('a.test.ts', "it('createPayment: a repeated key returns the first payment', () => {})")) // => []
 */
export function testNameProblems(file: ts.SourceFile): string[] {
  const all = nodes(file)
  const calls = callsByName(all)
  return all.flatMap((node) => {
    const title = titleOf(node)
    if (!title) return []
    const { head, at } = title
    const isFirst = isOutermost(node, file, calls)
    const predicate = isFirst ? head.replace(/^.*?: /, '') : head
    const problem =
      (isFirst ? subjectProblem(title) : null) ??
      (fragment.test(predicate) ? 'a condition, a result or a predicate follows the subject' : null)
    if (problem === null) return []
    return [`${file.fileName}:${file.getLineAndCharacterOfPosition(at).line + 1}: “${head.slice(0, 60)}”: ${problem}`]
  })
}
