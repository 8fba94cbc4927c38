import ts from 'typescript'
import { nodes, type SourceFile } from '../../support/source-files.js'
import { type Piece, program, type Program } from './program.js'

/** The names that `example-values.ts` exports for examples which use them without making them. */
const exampleNames = ['payments', 'payment', 'line', 'clock']

/** Returns the `@example` of a docstring, its lines without their margin. */
function exampleIn(comment: string, firstLine: number): Piece | null {
  const lines = comment.split('\n').map((line) =>
    line
      .replace(/\s*\*\/$/, '')
      .replace(/^\s*\/?\*\*? ?/, '')
      .trimEnd(),
  )
  const start = lines.findIndex((line) => line.startsWith('@example'))
  if (start < 0) return null
  const rest = [lines[start]!.slice('@example'.length).trim(), ...lines.slice(start + 1)]
  const next = rest.findIndex((line, i) => i > 0 && line.startsWith('@'))
  const body = next < 0 ? rest : rest.slice(0, next)
  return { line: firstLine + start, text: body.join('\n').trimEnd() }
}

export function examplesOf({ tree }: SourceFile): readonly Piece[] {
  const docs = nodes(tree)
    .flatMap((node) => ts.getJSDocCommentsAndTags(node))
    .filter(ts.isJSDoc)
  const byPosition = new Map(docs.map((doc) => [doc.pos, doc]))
  return [...byPosition.values()].flatMap((doc) => {
    const piece = exampleIn(doc.getText(tree), tree.getLineAndCharacterOfPosition(doc.pos).line + 1)
    return piece ? [piece] : []
  })
}

/** Names that code uses and does not make; a property's name is none. */
function freeNames(code: string): Set<string> {
  const all = nodes(ts.createSourceFile('example.ts', code, ts.ScriptTarget.ES2023, true))
  const names = all.filter(ts.isIdentifier)
  const isOwn = ({ parent }: ts.Identifier) => {
    const made = ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)
    return made || ts.isImportSpecifier(parent) || ts.isFunctionDeclaration(parent)
  }
  const isProperty = (name: ts.Identifier) => {
    const { parent } = name
    if (ts.isPropertyAccessExpression(parent)) return parent.name === name
    return ts.isPropertyAssignment(parent) && parent.name === name
  }
  const declared = new Set(names.filter((name) => isOwn(name) && !isInitializer(name)).map(({ text }) => text))
  return new Set(names.filter((name) => !isProperty(name) && !declared.has(name.text)).map(({ text }) => text))
}

function isInitializer(name: ts.Identifier): boolean {
  const { parent } = name
  return (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) && parent.initializer === name
}

function exportsOf(path: string, namespace: object): readonly { name: string; from: string }[] {
  return Object.keys(namespace).map((name) => ({ name, from: `../../src/${path.replace(/\.ts$/, '.js')}` }))
}

/**
 * Turns an example into a program: names of its own file or of a public entry are imported, and the rest has example values.
 * `modules` are the namespaces to import from, the nearest first.
 */
export function exampleProgram(
  path: string,
  piece: Piece,
  modules: readonly { path: string; namespace: object }[],
): Program {
  const free = freeNames(piece.text)
  const sources = new Map<string, string>()
  for (const { path: module, namespace } of modules) {
    for (const { name, from } of exportsOf(module, namespace)) {
      if (free.has(name) && !sources.has(name)) sources.set(name, from)
    }
  }
  const used = exampleNames.filter((name) => free.has(name) && !sources.has(name))
  const header = [
    ...Array.from(sources, ([name, from]) => `import { ${name} } from '${from}'`),
    ...(free.has('test') ? [`import { test } from 'vitest'`] : []),
    ...(used.length > 0
      ? [
          `import { exampleValues } from './support/example-values.js'`,
          `const { ${used.join(', ')} } = await exampleValues()`,
        ]
      : []),
  ]
  return program(`src/${path}`, [piece], header.map((statement) => `${statement};`).join(' '))
}
