import ts from 'typescript'
import { root } from './paths.js'
import type { Program } from './program.js'

/** Returns the options of the project. */
export function compilerOptions(): ts.CompilerOptions {
  const path = `${root}/tsconfig.json`
  const { config } = ts.readConfigFile(path, (name) => ts.sys.readFile(name)) as { config: unknown }
  return ts.parseJsonConfigFileContent(config, ts.sys, root).options
}

/** Returns the errors of all programs under the project's own options; one compilation, because each takes seconds. */
export function compilerErrors(programs: readonly Program[]): readonly string[] {
  const options = compilerOptions()
  const host = ts.createCompilerHost(options)
  const texts = new Map(programs.map(({ path, code }) => [path, code]))
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (path) => texts.has(path) || fileExists(path)
  host.readFile = (path) => texts.get(path) ?? readFile(path)
  host.getSourceFile = (path, version, ...rest) => {
    const text = texts.get(path)
    return text === undefined ? getSourceFile(path, version, ...rest) : ts.createSourceFile(path, text, version, true)
  }
  const compiled = ts.createProgram([...texts.keys()], options, host)
  return programs.flatMap(({ document, path }) => {
    const file = compiled.getSourceFile(path)
    const diagnostics = [...compiled.getSyntacticDiagnostics(file), ...compiled.getSemanticDiagnostics(file)]
    return diagnostics.map(({ start = 0, messageText }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1
      return `${document}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
  })
}
