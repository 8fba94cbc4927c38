import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.js'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const source = (path: string) => here(`src/${path}`)

// Results must not depend on the host's time zone; `npm run test:zones` runs what could in others.
process.env['TZ'] ??= 'UTC'

// Read by Node when it starts, so by the workers: webhooks go to https servers of the tests, whose authority is no public one.
process.env['NODE_EXTRA_CA_CERTS'] = here('test/support/webhooks/ca.pem')

const cores = Math.max(2, availableParallelism())

/** The options of every run of tests. */
export const shared = {
  root: here('.'),
  resolve: {
    alias: [
      { find: /^hospital-payments$/, replacement: source('index.ts') },
      { find: /^hospital-payments\/desk$/, replacement: source('desk/index.ts') },
      { find: /^hospital-payments\/http$/, replacement: source('http/index.ts') },
      { find: /^hospital-payments\/statements$/, replacement: source('statements/index.ts') },
      { find: /^hospital-payments\/providers$/, replacement: source('providers/index.ts') },
      { find: /^hospital-payments\/testing$/, replacement: source('testing/index.ts') },
      { find: /^hospital-payments\/repository$/, replacement: source('repository/index.ts') },
      { find: /^hospital-payments\/sql$/, replacement: source('sql/index.ts') },
      { find: /^hospital-payments\/webhooks$/, replacement: source('webhooks/index.ts') },
    ],
  },
  test: {
    setupFiles: [here('test/support/seed.ts')],
    // No test measures elapsed time; on a busy machine the longer ones need more than the five seconds of the default.
    // Ends what hangs; where other suites run beside it, a test may take several times as long.
    testTimeout: process.env['HP_LONG'] === '1' ? 600_000 : 240_000,
    hookTimeout: 120_000,
    // What one project has compiled, the others read, and so do the suites with configurations of their own.
    experimental: { fsModuleCache: true },
  },
}

/** Starts no server before a test asks for a database. */
export const servers = [here('test/support/databases/shared-postgres.ts')]

const integration = 'test/**/*.integration.test.ts'
const slow = 'test/**/*.slow.test.ts'
const browser = 'test/desk/browser/*.slow.test.ts'
/** They have configurations of their own. */
const apart = ['test/citus/**', 'test/cluster/**', 'test/package/**', 'test/zones/**']

export default defineConfig({
  ...shared,
  test: {
    globalSetup: servers,
    coverage: { provider: 'v8', include: ['src/**/*.ts'] },
    sequence: { sequencer: LongestFirst },
    // One after the other: each has its own number of workers.
    projects: [
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [integration, slow, ...apart],
          // The files of a worker share what they import, and so they must leave no mock and no timer behind.
          isolate: false,
          maxWorkers: cores,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'integration',
          include: [integration],
          exclude: apart,
          isolate: false,
          // They wait for databases and other programs.
          maxWorkers: cores + 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'slow',
          include: [slow],
          exclude: [browser, ...apart],
          isolate: false,
          // They wait for most of their time, and some for no longer than a call may take.
          maxWorkers: cores + 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          // Beside the slow ones, in workers of its own: what drives the browser leaves a hook on every promise behind.
          name: 'browser',
          // A test of it opens every page of the desk.
          testTimeout: 300_000,
          include: [browser],
          isolate: false,
          maxWorkers: cores + 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
