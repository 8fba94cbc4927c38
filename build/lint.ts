/** Checks types and the rules of ESLint over one program of the compiler: each alone reads all files and finds their types. */
import { ESLint } from 'eslint'
import ts from 'typescript'

const { config, error } = ts.readConfigFile('tsconfig.json', (name) => ts.sys.readFile(name)) as {
  config: unknown
  error?: ts.Diagnostic
}
const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
const host = ts.createCompilerHost(options)
const program = ts.createProgram(fileNames, options, host)
const diagnostics = [...(error ? [error] : []), ...errors, ...ts.getPreEmitDiagnostics(program)]
process.stdout.write(ts.formatDiagnostics(diagnostics, host))

const eslint = new ESLint({
  overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions: { programs: [program], project: null } } },
})
const results = await eslint.lintFiles(['.'])
const { format: write } = await eslint.loadFormatter('stylish')
process.stdout.write(await write(results))

const isFaulty = results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0)
process.exitCode = isFaulty || diagnostics.length > 0 ? 1 : 0
