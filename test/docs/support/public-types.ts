import ts from 'typescript'
import { root } from './paths.js'
import { compilerOptions } from './type-check.js'

/** Compiles the declarations of the build, as a program over them: inferred types are written out there. */
function declarations(entries: readonly string[]): ts.Program {
  const options: ts.CompilerOptions = {
    ...compilerOptions(),
    declaration: true,
    emitDeclarationOnly: true,
    noEmit: false,
    // The compiler checks the sources elsewhere, which takes longer than to write their declarations.
    noCheck: true,
  }
  const texts = new Map<string, string>()
  ts.createProgram(entries, options).emit(undefined, (path, text) => void texts.set(path, text))
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (path) => texts.has(path) || (!path.startsWith(`${root}/src/`) && fileExists(path))
  host.readFile = (path) => texts.get(path) ?? readFile(path)
  host.getSourceFile = (path, version, ...rest) => {
    const text = texts.get(path)
    return text === undefined ? getSourceFile(path, version, ...rest) : ts.createSourceFile(path, text, version, true)
  }
  return ts.createProgram(
    entries.map((path) => path.replace(/\.ts$/, '.d.ts')),
    options,
    host,
  )
}

const isHidden = (node: ts.Node) =>
  ts.isClassElement(node) &&
  (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private || (node.name && ts.isPrivateIdentifier(node.name)))

/** Lists the names of types that stand in a declaration, with the types that they name. */
function namesIn(node: ts.Node): readonly ts.Identifier[] {
  const names: ts.Identifier[] = []
  const visit = (node: ts.Node) => {
    if (isHidden(node)) return
    if (ts.isTypeReferenceNode(node)) names.push(rightmost(node.typeName))
    if (ts.isExpressionWithTypeArguments(node) && ts.isIdentifier(node.expression)) names.push(node.expression)
    if (ts.isImportTypeNode(node) && node.qualifier) names.push(rightmost(node.qualifier))
    ts.forEachChild(node, visit)
  }
  visit(node)
  return names
}

function rightmost(name: ts.EntityName): ts.Identifier {
  return ts.isIdentifier(name) ? name : name.right
}

export interface PublicTypes {
  /**
   * Lists the types of the library that stand in a public signature and cannot be imported from its entry, nor from one of
   * `shared`, as `entry: Name in Export`.
   */
  notExported(entries: readonly string[], shared: readonly string[]): string[]
}

/** Compiles these entries, which are paths in src; this takes seconds. */
export function publicTypes(all: readonly string[]): PublicTypes {
  const program = declarations(all.map((entry) => `${root}/src/${entry}`))
  const checker = program.getTypeChecker()
  const resolved = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const exportsOf = (entry: string) => {
    const file = program.getSourceFile(`${root}/src/${entry}`.replace(/\.ts$/, '.d.ts'))!
    return checker.getExportsOfModule(checker.getSymbolAtLocation(file)!)
  }
  const isOurs = (symbol: ts.Symbol) =>
    symbol.declarations?.some(
      (declaration) =>
        declaration.getSourceFile().fileName.startsWith(`${root}/src/`) && !ts.isTypeParameterDeclaration(declaration),
    ) ?? false

  function missingIn(entry: string, everywhere: readonly ts.Symbol[]): Set<string> {
    const exported = exportsOf(entry)
    const known = new Set([...everywhere, ...exported.map(resolved)])
    const missing = new Set<string>()
    for (const symbol of exported) {
      for (const name of (resolved(symbol).declarations ?? []).flatMap(namesIn)) {
        const symbolOfName = checker.getSymbolAtLocation(name)
        const meant = symbolOfName && resolved(symbolOfName)
        if (meant && isOurs(meant) && !known.has(meant)) missing.add(`${entry}: ${name.text} in ${symbol.name}`)
      }
    }
    return missing
  }

  return {
    notExported(entries, shared) {
      const everywhere = shared.flatMap(exportsOf).map(resolved)
      return entries.flatMap((entry) => [...missingIn(entry, everywhere)])
    },
  }
}
