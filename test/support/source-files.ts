import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'

export interface SourceFile {
  /** Relative to src, with forward slashes: `domain/money.ts`. */
  readonly path: string
  readonly lines: number
  /** Files of src that this one names, types included. */
  readonly imports: readonly string[]
  /** Files of src that are loaded with it: no types, and nothing that it imports later. */
  readonly loads: readonly string[]
  /** Packages that this one names, as written: `date-fns/addDays`. */
  readonly packages: readonly string[]
  readonly tree: ts.SourceFile
}

const root = new URL('../../src/', import.meta.url)

let kept: readonly SourceFile[] | undefined

/** Reads every file of src, once in a process. */
export function sourceFiles(): readonly SourceFile[] {
  kept ??= readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((path) => parse(path, readFileSync(new URL(path, root), 'utf8')))
  return kept
}

export function treeOf(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
}

export function parse(path: string, text: string): SourceFile {
  const tree = treeOf(path, text)
  const names = specifiers(tree)
  const filesOf = (some: readonly string[]) =>
    some
      .filter((name) => name.startsWith('.'))
      .map((name) => posix.join(posix.dirname(path), name).replace(/\.js$/, '.ts'))
  return {
    path,
    lines: text.trimEnd().split('\n').length,
    imports: filesOf(names),
    loads: filesOf(tree.statements.flatMap(loadedBy)),
    packages: names.filter((name) => !name.startsWith('.')),
    tree,
  }
}

/** The kinds of nodes that may name a module. */
const naming = new Set([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.ImportType,
  ts.SyntaxKind.CallExpression,
])

/** Lists the modules that a file names in any way: import, export … from, import(), and import('…') in a type. */
function specifiers(tree: ts.SourceFile): string[] {
  return nodes(tree).flatMap((node) => {
    if (!naming.has(node.kind)) return []
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      return literal(node.moduleSpecifier)
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literal(node.argument.literal)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      return node.arguments.slice(0, 1).flatMap(literal)
    }
    return []
  })
}

/**
 * Lists what a statement loads: `import type` leaves nothing in the code; `import { type A }` leaves an import of the
 * file.
 */
function loadedBy(node: ts.Statement): string[] {
  if (ts.isImportDeclaration(node) && node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword)
    return literal(node.moduleSpecifier)
  if (ts.isExportDeclaration(node) && !node.isTypeOnly && node.moduleSpecifier) return literal(node.moduleSpecifier)
  return []
}

const literal = (node: ts.Node): string[] => (ts.isStringLiteralLike(node) ? [node.text] : [])

// By itself: Vitest looks the module up at each use of a name.
const { forEachChild } = ts

export function nodes(node: ts.Node): ts.Node[] {
  const list: ts.Node[] = []
  const visit = (one: ts.Node): void => {
    list.push(one)
    forEachChild(one, visit)
  }
  visit(node)
  return list
}

/** Calls that read the host's clock or randomness, as `path:line expression`. */
export function ambientReads(file: SourceFile): readonly string[] {
  return nodes(file.tree)
    .filter((node) => {
      if (ts.isPropertyAccessExpression(node)) return ambient.has(node.getText(file.tree))
      if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false
      const isDate = node.expression.getText(file.tree) === 'Date'
      return isDate && (ts.isCallExpression(node) || !node.arguments?.length)
    })
    .map((node) => {
      const { line } = file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree))
      return `${file.path}:${line + 1} ${node.getText(file.tree)}`
    })
}

const ambient = new Set(['Date.now', 'Math.random', 'performance.now', 'crypto.getRandomValues', 'crypto.randomUUID'])

/** Returns a file and all that is loaded with it. */
export function loadedWith(path: string, files: readonly Pick<SourceFile, 'path' | 'loads'>[]): ReadonlySet<string> {
  const loadsOf = new Map(files.map((file) => [file.path, file.loads]))
  const paths = new Set<string>([path])
  for (const each of paths) for (const next of loadsOf.get(each) ?? []) paths.add(next)
  return paths
}

/** Returns one import cycle as the list of its files, or null. */
export function cycle(files: readonly Pick<SourceFile, 'path' | 'imports'>[]): readonly string[] | null {
  const importsOf = new Map(files.map((file) => [file.path, file.imports]))
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]): readonly string[] | null => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return null
    for (const next of importsOf.get(path) ?? []) {
      const closed = visit(next, [...trail, path])
      if (closed) return closed
    }
    done.add(path)
    return null
  }
  for (const { path } of files) {
    const closed = visit(path, [])
    if (closed) return closed
  }
  return null
}
