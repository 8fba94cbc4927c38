/** The files of the tests, and what they load when they run. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Lists every test file, as `test/domain/money.test.ts`. */
export function testFiles(): readonly string[] {
  return readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'))
    .sort()
}

const loadedBy = new Map<string, readonly string[]>()

/** Lists the modules that a file imports as it begins; types are none. Those of this repository are named by path. */
function imports(path: string): readonly string[] {
  const known = loadedBy.get(path)
  if (known) return known
  const { statements } = ts.createSourceFile(path, readFileSync(root + path, 'utf8'), ts.ScriptTarget.ES2023)
  const specifiers = statements
    .flatMap((node): (ts.Expression | undefined)[] => {
      if (ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly) return [node.moduleSpecifier]
      if (ts.isExportDeclaration(node) && !node.isTypeOnly) return [node.moduleSpecifier]
      return []
    })
    .flatMap((specifier) => (specifier && ts.isStringLiteral(specifier) ? [specifier.text] : []))
    .map((name) => (name.startsWith('.') ? posix.join(posix.dirname(path), name).replace(/\.js$/, '.ts') : name))
  loadedBy.set(path, specifiers)
  return specifiers
}

const loadedWith = new Map<string, ReadonlySet<string>>()

/**
 * Returns everything that a test file loads from test and examples, by path, and the packages by name; the library is a
 * package.
 */
export function loads(file: string): ReadonlySet<string> {
  const known = loadedWith.get(file)
  if (known) return known
  const seen = new Set<string>()
  const visit = (path: string) => {
    for (const name of imports(path)) {
      if (seen.has(name)) continue
      seen.add(name)
      if (/^(test|examples)\/.+\.ts$/.test(name) && existsSync(root + name)) visit(name)
    }
  }
  visit(file)
  loadedWith.set(file, seen)
  return seen
}
