/** Checks types and the rules of ESLint over one program of the compiler: each alone reads all files and finds their types. */
import { ESLint } from 'eslint'
import ts from 'typescript'

const host: ts.ParseConfigFileHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
  },
}
const config = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host)!
const program = ts.createProgram(config.fileNames, config.options)
const diagnostics = [...config.errors, ...ts.getPreEmitDiagnostics(program)]
const format: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => process.cwd(),
  getNewLine: () => '\n',
}
process.stdout.write(ts.formatDiagnostics(diagnostics, format))

const eslint = new ESLint({
  overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions: { programs: [program], project: null } } },
})
const results = await eslint.lintFiles(['.'])
const { format: write } = await eslint.loadFormatter('stylish')
process.stdout.write(await write(results))

const isFaulty = results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0)
process.exitCode = isFaulty || diagnostics.length > 0 ? 1 : 0
