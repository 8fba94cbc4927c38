import ts from 'typescript'
import { root } from './paths.js'
import { compilerOptions } from './type-check.js'

/** A name that a public entry exports. */
export interface PublicName {
  readonly name: string
  readonly kind: 'value' | 'type'
  readonly docs: string
  readonly example: string
}

/** Lists what the entries (paths in src) export, with the documentation that an editor shows. */
export function publicNames(entries: readonly string[]): readonly PublicName[] {
  const paths = entries.map((entry) => `${root}/src/${entry}`)
  const compiled = ts.createProgram(paths, compilerOptions())
  const checker = compiled.getTypeChecker()
  return paths.flatMap((path) => {
    const module = checker.getSymbolAtLocation(compiled.getSourceFile(path)!)!
    return checker.getExportsOfModule(module).map((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const example = symbol.getJsDocTags(checker).find(({ name }) => name === 'example')
      return {
        name: exported.name,
        kind: symbol.flags & ts.SymbolFlags.Value ? 'value' : 'type',
        docs: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
        example: ts.displayPartsToString(example?.text),
      }
    })
  })
}
