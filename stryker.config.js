import { folders } from './test/mutation/folders.js'

const name = process.env['HP_FOLDER'] ?? 'domain'
const folder = folders[name]
if (!folder) throw new Error(`HP_FOLDER must be one of ${Object.keys(folders).join(', ')}`)

/** One folder of `src/` at a time, by the tests that are nearest to it: `HP_FOLDER=statements npm run mutation`. */
export default {
  testRunner: 'vitest',
  coverageAnalysis: 'perTest',
  mutate: folder.mutate,
  ignorePatterns: ['bench', 'dist', 'examples', 'reports'],
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: `reports/mutation-${name}.json` },
  concurrency: Number(process.env['HP_MUTATORS'] ?? 2),
  timeoutMS: 10_000,
  dryRunTimeoutMinutes: 20,
  // Mutants of constants at the top of a file run every test of the file; their number is small.
  ignoreStatic: false,
  thresholds: { high: 95, low: folder.goal, break: folder.goal },
  // By its own analysis of imports the runner leaves out tests that name the library as its users do.
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
}
