import { fileURLToPath } from 'node:url'
import { folders } from './test/mutation/folders.js'

const name = process.env['HP_FOLDER'] ?? 'domain'
const folder = folders[name]
if (!folder) throw new Error(`HP_FOLDER must be one of ${Object.keys(folders).join(', ')}`)

// As in `vitest.config.ts`, but for processes that Stryker starts: tests run in a thread of theirs, for which it is too late there.
process.env['NODE_EXTRA_CA_CERTS'] = fileURLToPath(new URL('test/support/webhooks/ca.pem', import.meta.url))

/**
 * One folder of `src/` at a time, by the tests that are nearest to it: `HP_FOLDER=statements npm run mutation`; with
 * `HP_SAMPLE=10` one statement of ten.
 */
export default {
  testRunner: process.env['HP_RUNNER'] ?? 'loaded-tests',
  coverageAnalysis: 'perTest',
  mutate: folder.mutate,
  plugins: ['@stryker-mutator/*', './test/mutation/sample.js', './test/mutation/loaded/plugin.js'],
  ignorers: ['sample'],
  ignorePatterns: ['/bench', '/dist', '/examples', '/reports'],
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: `reports/mutation-${name}.json` },
  concurrency: Number(process.env['HP_MUTATORS'] ?? 2),
  // On a busy machine a mutant that is only slow must not count as one that never ends.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 20,
  // Constants at the top of a file: each of their mutants runs every test, which is more than half of the time.
  ignoreStatic: process.env['HP_STATIC'] === '0',
  thresholds: { high: 95, low: folder.goal, break: folder.goal },
  // By its own analysis of imports the runner leaves out tests that name the library as its users do.
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
}
